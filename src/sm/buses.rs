//! Result buses: cycles in which the results of the execution units come.
//!
//! GPGPU-Sim reserves the cycle of a result when its instruction starts: as many results as EX_WB is
//! wide, and one of each unit. An instruction whose cycle is taken waits.

use super::instruction::Class;
use crate::config::Sm;

/// Cycles that are kept: more than the longest latency.
const AHEAD: usize = 1024;

/// Results that come in a cycle.
#[derive(Clone, Copy)]
struct Taken {
    cycle: u64,
    results: usize,
    /// Units whose results they are, by class.
    units: [u8; 2],
}

/// Reservations of the cycles to come.
pub struct Buses {
    width: usize,
    taken: Vec<Taken>,
}

impl Buses {
    /// None where results are not reserved.
    pub fn new(sm: &Sm) -> Option<Buses> {
        let taken = vec![Taken { cycle: 0, results: 0, units: [0; 2] }; AHEAD];
        (sm.result_buses > 0).then_some(Buses { width: sm.result_buses, taken })
    }

    /// Whether a result of a unit can come in that cycle.
    #[inline]
    pub fn is_free(&self, class: Class, unit: usize, cycle: u64) -> bool {
        let taken = &self.taken[cycle as usize % AHEAD];
        let is_taken = taken.units[class as usize] >> unit & 1 != 0;
        taken.cycle != cycle || taken.results < self.width && !is_taken
    }

    /// Takes a cycle that is free.
    #[inline]
    pub fn take(&mut self, class: Class, unit: usize, cycle: u64) {
        let taken = &mut self.taken[cycle as usize % AHEAD];
        if taken.cycle != cycle {
            *taken = Taken { cycle, results: 0, units: [0; 2] };
        }
        taken.results += 1;
        taken.units[class as usize] |= 1 << unit;
    }
}
