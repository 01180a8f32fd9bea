//! Result buses: cycles in which execution units deliver results.
//!
//! GPGPU-Sim reserves the cycle of a result when its instruction starts. A cycle has room for as
//! many results as EX_WB is wide, and for one result of each unit. An instruction whose cycle is
//! full waits.

use super::instruction::Class;
use crate::config::Sm;

/// Cycles that can be reserved ahead: more than the longest latency.
const AHEAD: usize = 1024;

/// Reservations of a cycle.
#[derive(Clone, Copy)]
struct Taken {
    cycle: u64,
    results: usize,
    /// Units that deliver a result in the cycle, by class.
    units: [u8; 2],
}

/// Reservations of future cycles.
pub struct Buses {
    width: usize,
    taken: Vec<Taken>,
}

impl Buses {
    /// None if results are not reserved.
    pub fn new(sm: &Sm) -> Option<Buses> {
        let taken = vec![Taken { cycle: 0, results: 0, units: [0; 2] }; AHEAD];
        (sm.result_buses > 0).then_some(Buses { width: sm.result_buses, taken })
    }

    /// Whether a unit can deliver a result in a cycle.
    #[inline]
    pub fn is_free(&self, class: Class, unit: usize, cycle: u64) -> bool {
        let taken = &self.taken[cycle as usize % AHEAD];
        let is_taken = taken.units[class as usize] >> unit & 1 != 0;
        taken.cycle != cycle || taken.results < self.width && !is_taken
    }

    /// Reserves a free cycle.
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
