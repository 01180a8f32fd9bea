//! Maps and modes for the replay of a recorded stream, and shift counts.

use super::{FileIn, Out};
use crate::systems::racetrack::register_file::Mode;
use crate::systems::racetrack::units::racetrack_bank::RacetrackStorage;
use crate::units::bank_file::Player;
use std::collections::VecDeque;

/// Loads the maps, one entry a cycle, then holds the modes. Counts shifts.
pub struct Plays {
    /// Inputs after the loads.
    quiet: FileIn,
    /// Inputs of the map loads still to do.
    loads: VecDeque<FileIn>,
    /// Shifts of all banks.
    shift_total: u64,
    /// Sum over cycles of the banks with a request that perform neither a read nor a write.
    shift_demand: u64,
}

impl Plays {
    /// Plays the maps and inputs of this mode.
    pub fn new(mode: Mode) -> Self {
        Plays { quiet: mode.inputs(), loads: mode.loads().into(), shift_total: 0, shift_demand: 0 }
    }
}

impl Player<RacetrackStorage> for Plays {
    fn next(&mut self) -> (FileIn, bool) {
        match self.loads.pop_front() {
            Some(load) => (load, false),
            None => (self.quiet, true),
        }
    }

    fn observe(&mut self, o: &Out) {
        let delayed = o.shared.bank_request & !o.shared.bank_read & !o.shared.bank_write;
        self.shift_total += u64::from(o.own.bank_shift.count_ones());
        self.shift_demand += u64::from(delayed.count_ones());
    }

    fn counters(&self) -> Vec<(&'static str, u64)> {
        vec![("shift total", self.shift_total), ("shift demand", self.shift_demand)]
    }
}
