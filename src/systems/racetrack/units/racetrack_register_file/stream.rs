//! A recorded stream's maps and modes, and what shifts.

use super::{FileIn, Out};
use crate::systems::racetrack::register_file::Mode;
use crate::systems::racetrack::units::racetrack_bank::RacetrackStorage;
use crate::units::bank_file::Player;
use std::collections::VecDeque;

/// Loads the maps, an entry a cycle; then the modes stay. Counts shifts.
pub struct Plays {
    quiet: FileIn,
    loads: VecDeque<FileIn>,
    shift_total: u64,
    /// Cycles times banks in which a granted bank shifts or a bank's request is delayed.
    shift_demand: u64,
}

impl Plays {
    /// The inputs of this mode.
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
