//! Read disturbance: the stored ones that fall to zero in a read. It uses only integer arithmetic,
//! the same in model and Verilog.

use crate::bits::{WarpRegister, splitmix64};
use crate::config::Config;
use crate::systems::stt::config::{Disturb, Stt};

/// Cells of an entry.
const CELLS: i32 = 1024;

/// Stored ones that fall to zero when they are read.
#[derive(Clone, Debug, PartialEq)]
pub enum Disturbance {
    /// None.
    None,
    /// All.
    All,
    /// A random number of cells, the number of thresholds above a draw. A second draw gives their
    /// places.
    Rate(Vec<u64>),
    /// Any; only in proofs.
    Free,
}

impl From<&Config> for Disturbance {
    fn from(config: &Config) -> Disturbance {
        let stt = Stt::from(config);
        match stt.disturb {
            Disturb::None => Disturbance::None,
            Disturb::Rate => Disturbance::Rate(thresholds(stt.bit_error_rate())),
            Disturb::All => Disturbance::All,
        }
    }
}

/// Thresholds for a bit error rate. Threshold n is the probability that more than n cells fall, in
/// units of 2^-64. The list ends before the first zero.
fn thresholds(rate: f64) -> Vec<u64> {
    /// Maximum number of cells that can fall at any rate of the table.
    const MOST: i32 = 64;
    let odds = rate / (1.0 - rate);
    let none = libm::exp(f64::from(CELLS) * libm::log1p(-rate));
    let mut terms = Vec::new();
    let mut term = none;
    for fallen in 1..=MOST {
        term *= odds * f64::from(CELLS + 1 - fallen) / f64::from(fallen);
        terms.push(term);
    }
    // The smallest terms are added first, so that none is rounded away.
    let mut sum = 0.0;
    let mut above: Vec<u64> = terms
        .iter()
        .rev()
        .map(|term| {
            sum += term;
            (sum * 2f64.powi(64)) as u64
        })
        .collect();
    above.reverse();
    above.retain(|threshold| *threshold > 0);
    above
}

impl Disturbance {
    /// Clears the cells that fall when this entry is read. `state` is the state of the random
    /// draws.
    #[inline]
    pub fn apply(&self, state: &mut u64, entry: u16, cells: &mut WarpRegister) {
        match self {
            Disturbance::None | Disturbance::Free => {}
            Disturbance::All => *cells = [0; 32],
            Disturbance::Rate(thresholds) => {
                *state = splitmix64(*state ^ u64::from(entry));
                let draw = *state;
                // Thresholds are in descending order, so most reads need one comparison.
                let fallen = thresholds.iter().take_while(|threshold| draw < **threshold).count();
                for n in 0..fallen {
                    let place = place(splitmix64(!draw), n);
                    cells[place >> 5] &= !(1 << (place & 31));
                }
            }
        }
    }
}

/// Place of the `n`-th cell that falls: a permutation of all cells, chosen by `draw`.
fn place(draw: u64, n: usize) -> usize {
    let part = |n: u32| (draw >> (10 * n)) as usize & 1023;
    (((n * (part(0) | 1) + part(1)) ^ part(2)) * (part(3) | 1)) & 1023
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::systems::stt::config::NODES;

    /// Cells fall at their rate, within the 99 % confidence interval, and each cell falls at least
    /// once.
    #[test]
    fn cells_fall_at_their_rate() {
        const READS: u32 = 1_000_000;
        let (_, rate) = NODES[4];
        let disturbance = Disturbance::Rate(thresholds(rate));
        let (mut state, mut fallen, mut wrong) = (0, 0u32, 0u32);
        let mut ever = [0u32; 32];
        for read in 0..READS {
            let mut cells = [u32::MAX; 32];
            disturbance.apply(&mut state, (read % 64) as u16, &mut cells);
            let lost: u32 = cells.iter().map(|lane| lane.count_zeros()).sum();
            fallen += lost;
            wrong += u32::from(lost > 0);
            ever.iter_mut().zip(cells).for_each(|(ever, lane)| *ever |= !lane);
        }
        let within = |count: u32, chance: f64, of: f64| {
            let (mean, deviation) = (of * chance, libm::sqrt(of * chance * (1.0 - chance)));
            assert!((f64::from(count) - mean).abs() < 2.576 * deviation, "{count}, not {mean}");
        };
        within(fallen, rate, f64::from(READS) * 1024.0);
        within(wrong, -libm::expm1(1024.0 * libm::log1p(-rate)), f64::from(READS));
        assert_eq!(ever, [u32::MAX; 32]);
    }

    #[test]
    fn places_are_different() {
        for draw in [0, 1, u64::MAX, 0x1234_5678_9abc_def0] {
            let mut places: Vec<usize> = (0..1024).map(|n| place(draw, n)).collect();
            places.sort_unstable();
            assert!(places.into_iter().eq(0..1024));
        }
    }
}
