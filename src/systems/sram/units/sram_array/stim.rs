//! Random reads and writes. Reads only registers that were completely written since reset.

use super::{In, Model, Out, Params};
use crate::units::dice::Dice;
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const READ             = 1 << 0;
        const WRITE            = 1 << 1;
        const READ_AND_WRITE   = 1 << 2;
        const PARTIAL_WRITE    = 1 << 3;
        const READ_AFTER_READ  = 1 << 4;
        const NEITHER          = 1 << 5;
        const ANOTHER_ENTRY    = 1 << 6;
        const RESET            = 1 << 7;
    }
}

/// Random reads and writes, of all entries in some phases and of few entries in others.
pub struct Random {
    dice: Dice,
    two_ports: bool,
    /// Number of entries used in this phase.
    used: usize,
    /// Chances of a read and of a write in a cycle, in 1/256.
    chance: [u8; 2],
    /// Written lanes of each entry since reset, as a mask.
    written: Vec<u32>,
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        Random {
            dice: Dice::new(seed),
            two_ports: params.two_ports,
            used: params.entries,
            chance: [0; 2],
            written: vec![0; params.entries],
        }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::READ, i.read);
        hit.set(Scenarios::WRITE, i.write);
        hit.set(Scenarios::READ_AND_WRITE, i.read && i.write);
        hit.set(Scenarios::PARTIAL_WRITE, i.write && i.lane_mask != u32::MAX);
        hit.set(Scenarios::READ_AFTER_READ, i.read && o.read_valid);
        hit.set(Scenarios::NEITHER, !i.read && !i.write);
        hit.set(Scenarios::ANOTHER_ENTRY, i.read && i.read_entry > 0);
        hit.set(Scenarios::RESET, !i.rst_n);
        hit
    }

    fn reachable(params: &Params) -> Scenarios {
        let mut all = Scenarios::all();
        all.set(Scenarios::READ_AND_WRITE, params.two_ports && params.entries > 1);
        all.set(Scenarios::ANOTHER_ENTRY, params.entries > 1);
        all
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, i: &In, _: &Out) -> In {
        let throw = self.dice.throw(8192);
        let random = throw.bytes;
        if throw.new_phase {
            let entries = self.written.len();
            self.used = if random[0] < 128 { entries } else { entries.min(4) };
            self.chance = [random[1], random[2]];
        }
        let mut next = In { rst_n: !throw.reset, read: false, write: false, ..i.clone() };
        if throw.reset {
            self.written.fill(0);
            return next;
        }
        let read = self.dice.below(self.used);
        if random[3] <= self.chance[0] && self.written[read] == u32::MAX {
            (next.read, next.read_entry) = (true, read as u16);
        }
        let write = self.dice.below(self.used);
        if random[4] <= self.chance[1] && !(next.read && (!self.two_ports || read == write)) {
            (next.write, next.write_entry) = (true, write as u16);
            next.lane_mask = self.dice.lane_mask();
            next.write_data = self.dice.warp_register();
            self.written[write] |= next.lane_mask;
        }
        next
    }
}
