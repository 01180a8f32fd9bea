//! What an access of a memory costs in energy and time, from the papers' technology tables.
//!
//! A [`Memory`] is one row of such a table and a [`Racetrack`] one with shifts and a write buffer.
//! Each says of which table it is, in its type, and so does the [`Energy`] that it computes: papers
//! disagree about the same SRAM (writes 3.4 times, leakage 20 times), and figures of two tables
//! cannot be compared by accident.
//!
//! All is of a whole register file of one SM: [`Counts`] are sums over its banks, leakage is that
//! of all banks over the time that the counts took, once.
//!
//! ```
//! use regforge::tech::{Clock, Counts, racetrack, sram};
//! let clock = Clock::from_mhz(700).unwrap();
//! let counts = Counts {
//!     reads: 300,
//!     writes: 100,
//!     shift_total: 50,
//!     write_buffer_reads: 100,
//!     write_buffer_writes: 100,
//!     cycles: 200,
//! };
//! let (ours, baseline) = (racetrack::LIANG_2016, sram::LIANG_2016);
//! let saving = ours.energy(&counts, clock).saving_percent(&baseline.energy(&counts, clock));
//! assert!(saving > Some(18.0) && saving < Some(19.0));
//! ```
//!
//! A baseline of another table is refused:
//!
//! ```compile_fail,E0308
//! use regforge::tech::{Energy, Liang2016, Source};
//! fn compare<Other: Source>(ours: &Energy<Liang2016>, baseline: &Energy<Other>) -> Option<f64> {
//!     ours.saving_percent(baseline)
//! }
//! ```

pub mod racetrack;
pub mod sram;

pub use racetrack::Racetrack;
pub use sram::Memory;

use std::num::NonZeroU32;

/// The table that a figure is from.
pub trait Source: Copy {
    const CITATION: &'static str;
}

/// Table 3 of the racetrack register file's paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Liang2016;

impl Source for Liang2016 {
    const CITATION: &'static str = "Liang and Wang 2016, table 3";
}

/// Ids in the list of claims of the figures of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claims {
    pub capacity: &'static str,
    pub latency: &'static str,
    pub energy: &'static str,
    pub leakage: &'static str,
}

/// A clock, in MHz.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Clock(NonZeroU32);

/// One MHz has so many picoseconds a cycle.
const PS_PER_CYCLE_AT_1_MHZ: u64 = 1_000_000;

impl Clock {
    /// None if there is no such clock: 0 MHz, or more than a `u32` holds.
    pub fn from_mhz(mhz: usize) -> Option<Clock> {
        u32::try_from(mhz).ok().and_then(NonZeroU32::new).map(Clock)
    }

    pub fn mhz(self) -> u32 {
        self.0.get()
    }

    /// Cycles that an operation of so many picoseconds takes: whole ones, exactly rounded up.
    pub fn cycles(self, latency_ps: u32) -> u64 {
        (u64::from(latency_ps) * u64::from(self.mhz())).div_ceil(PS_PER_CYCLE_AT_1_MHZ)
    }

    /// The fastest clock, in whole MHz, at which an operation takes no more than so many cycles.
    /// None if it is under 1 MHz or past every clock.
    pub fn fastest_for(latency_ps: u32, cycles: u32) -> Option<Clock> {
        let mhz = (u64::from(cycles) * PS_PER_CYCLE_AT_1_MHZ).checked_div(u64::from(latency_ps))?;
        Clock::from_mhz(usize::try_from(mhz).ok()?)
    }

    /// Time of so many cycles in ns.
    pub fn ns(self, cycles: u64) -> f64 {
        cycles as f64 * 1_000.0 / f64::from(self.mhz())
    }
}

/// What happened in a register file, all banks together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Warp registers read from a bank.
    pub reads: u64,
    /// Warp registers written into a bank.
    pub writes: u64,
    /// Steps of all heads, those of preshifting too: every one costs the same.
    pub shift_total: u64,
    /// Entries taken out of a write buffer.
    pub write_buffer_reads: u64,
    /// Entries put into a write buffer.
    pub write_buffer_writes: u64,
    /// Cycles from first to last, for the leakage.
    pub cycles: u64,
}

/// Energy of a register file in pJ, by cause, from the figures of one source.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Energy<S> {
    pub read_pj: f64,
    pub write_pj: f64,
    pub shift_pj: f64,
    pub write_buffer_pj: f64,
    pub leakage_pj: f64,
    pub source: S,
}

impl<S: Source> Energy<S> {
    /// What accesses cost, without leakage.
    pub fn dynamic_pj(&self) -> f64 {
        self.read_pj + self.write_pj + self.shift_pj + self.write_buffer_pj
    }

    pub fn total_pj(&self) -> f64 {
        self.dynamic_pj() + self.leakage_pj
    }

    /// By how many percent this is less than a baseline of the same source; negative if it is more.
    /// None if the baseline is nothing.
    pub fn saving_percent(&self, baseline: &Energy<S>) -> Option<f64> {
        let whole = baseline.total_pj();
        (whole > 0.0).then(|| 100.0 * (1.0 - self.total_pj() / whole))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn no_clock_stands_still() {
        assert_eq!(Clock::from_mhz(0), None);
        assert_eq!(Clock::from_mhz(1 << 40), None);
        assert_eq!(Clock::fastest_for(0, 1), None);
        assert_eq!(Clock::fastest_for(2_000_000, 1), None);
    }

    #[test]
    fn a_latency_of_exactly_one_period_takes_one_cycle() {
        let clock = Clock::from_mhz(1_000).unwrap();
        assert_eq!([0, 1, 999, 1_000, 1_001, 2_000].map(|ps| clock.cycles(ps)), [0, 1, 1, 1, 2, 2]);
    }

    proptest! {
        /// The operation ends within its cycles and not within one less.
        #[test]
        fn cycles_are_as_few_as_cover_the_latency(ps in 1u32.., mhz in 1u32..) {
            let cycles = u128::from(Clock::from_mhz(mhz as usize).unwrap().cycles(ps));
            let work = u128::from(ps) * u128::from(mhz);
            prop_assert!(cycles * 1_000_000 >= work && (cycles - 1) * 1_000_000 < work);
        }

        #[test]
        fn the_fastest_clock_is_the_last_that_suffices(ps in 1u32..100_000, cycles in 1u32..50) {
            if let Some(fastest) = Clock::fastest_for(ps, cycles) {
                let next = Clock::from_mhz(fastest.mhz() as usize + 1).unwrap();
                prop_assert!(fastest.cycles(ps) <= u64::from(cycles));
                prop_assert!(next.cycles(ps) > u64::from(cycles));
            }
        }
    }
}
