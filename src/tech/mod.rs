//! Latencies and energies of memory technologies, each figure with its source.
//!
//! A [`Memory`] is one row of a source's table. Sources are not mixed, because the papers disagree
//! about the same SRAM: by a factor of 3.4 for writes and of 20 for leakage. So an [`Account`] has
//! the figures of one source, and its baseline is from that source, too. Each system keeps the rows
//! that it uses.

mod account;
mod memory;

pub use account::{Account, Baseline};
pub use memory::{Claims, Memory};

use std::num::NonZeroU32;

/// Table 3 of Liang and Wang 2016.
pub const LIANG_2016: &str = "Liang and Wang 2016, table 3";

/// A clock, in MHz.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Clock(NonZeroU32);

/// Picoseconds per cycle at 1 MHz.
const PS_PER_CYCLE_AT_1_MHZ: u64 = 1_000_000;

impl Clock {
    /// `None` if the number is 0 or does not fit a `u32`.
    pub fn from_mhz(mhz: usize) -> Option<Clock> {
        u32::try_from(mhz).ok().and_then(NonZeroU32::new).map(Clock)
    }

    pub fn mhz(self) -> u32 {
        self.0.get()
    }

    /// Cycles of an operation of `latency_ps`, rounded up exactly.
    pub fn cycles(self, latency_ps: u32) -> u64 {
        (u64::from(latency_ps) * u64::from(self.mhz())).div_ceil(PS_PER_CYCLE_AT_1_MHZ)
    }

    /// The fastest clock, in whole MHz, at which an operation takes at most `cycles` cycles. `None`
    /// if that is below 1 MHz, or if `latency_ps` is 0.
    pub fn fastest_for(latency_ps: u32, cycles: u32) -> Option<Clock> {
        let mhz = (u64::from(cycles) * PS_PER_CYCLE_AT_1_MHZ).checked_div(u64::from(latency_ps))?;
        Clock::from_mhz(usize::try_from(mhz).ok()?)
    }

    /// Duration of `cycles` cycles in ns.
    pub fn ns(self, cycles: u64) -> f64 {
        cycles as f64 * 1_000.0 / f64::from(self.mhz())
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
        /// The operation fits in its cycles and not in one less.
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
