//! Operations of a restore selector. Reads only entries that were completely written since reset.

use super::{Disturbance, In, Model, Op, Out, Params};
use crate::systems::stt::units::restore_selector::{self, Mode, Restore};
use crate::units::dice::Dice;
use crate::units::{Model as _, RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const READ              = 1 << 0;
        const WRITE             = 1 << 1;
        const PARTIAL_LOAD      = 1 << 2;
        const SELECTIVE         = 1 << 3;
        const DIRECT            = 1 << 4;
        const DISTURBED         = 1 << 5;
        const NOTHING_DISTURBED = 1 << 6;
        const READ_AFTER_READ   = 1 << 7;
        const ANOTHER_ENTRY     = 1 << 8;
        const IDLE              = 1 << 9;
        const RESET             = 1 << 10;
    }
}

/// Reads, with their restores, and writes, of all entries in some phases and of few in others.
pub struct Random {
    dice: Dice,
    selector: restore_selector::Model,
    /// Number of entries used in this phase.
    used: usize,
    /// Chances of an operation and of a read, in 1/256.
    chance: [u8; 2],
    /// Cycles of the write in progress that have passed.
    write_cycle: usize,
    /// Written lanes of each entry since reset, as a mask.
    written: Vec<u32>,
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        Random {
            dice: Dice::new(seed),
            selector: restore_selector::Model::new(&params.selector),
            used: params.entries,
            chance: [0; 2],
            write_cycle: 0,
            written: vec![0; params.entries],
        }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let performs = |op| i.op == op && i.last;
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::READ, performs(Op::Read));
        hit.set(Scenarios::WRITE, performs(Op::Write));
        hit.set(Scenarios::PARTIAL_LOAD, i.load && i.lane_mask != u32::MAX);
        hit.set(Scenarios::SELECTIVE, performs(Op::Selective));
        hit.set(Scenarios::DIRECT, performs(Op::Direct));
        hit.set(Scenarios::DISTURBED, o.sensed && o.disturbed);
        hit.set(Scenarios::NOTHING_DISTURBED, o.sensed && !o.disturbed);
        hit.set(Scenarios::READ_AFTER_READ, performs(Op::Read) && o.read_valid);
        hit.set(Scenarios::ANOTHER_ENTRY, performs(Op::Read) && i.entry > 0);
        hit.set(Scenarios::IDLE, i.op == Op::Idle);
        hit.set(Scenarios::RESET, !i.rst_n);
        hit
    }

    fn reachable(params: &Params) -> Scenarios {
        /// Threshold of a disturbed read that is frequent enough for a run of a million cycles.
        const OFTEN: u64 = u64::MAX / 10_000;
        let falls = match &params.disturbance {
            Disturbance::None | Disturbance::Free => false,
            Disturbance::All => true,
            Disturbance::Rate(thresholds) => thresholds[0] > OFTEN,
        };
        let mut all = Scenarios::all();
        all.set(Scenarios::DISTURBED, falls);
        all.set(Scenarios::NOTHING_DISTURBED, params.disturbance != Disturbance::All);
        all.set(Scenarios::READ_AFTER_READ, params.selector.read_cycles == 1);
        all.set(Scenarios::ANOTHER_ENTRY, params.entries > 1);
        all
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, last: &In, _: &Out) -> In {
        let throw = self.dice.throw(8192);
        let random = throw.bytes;
        if throw.new_phase {
            let entries = self.written.len();
            self.used = if random[0] < 128 { entries } else { entries.min(4) };
            self.chance = [random[1] | 16, random[2]];
        }
        let mut next = In { rst_n: !throw.reset, load: false, ..last.clone() };
        if throw.reset {
            self.written.fill(0);
            self.selector.clear();
            (next.op, next.last) = (Op::Idle, false);
            return next;
        }
        let entry = self.dice.below(self.used);
        let starts = random[3] <= self.chance[0];
        let read = random[4] <= self.chance[1] && self.written[entry] == u32::MAX;
        let start = restore_selector::In {
            rst_n: true,
            read: starts && read,
            dead: random[5] & 7 == 0,
            conflict: random[5] & 8 != 0,
            write: starts && !read,
            restore_mode: Mode::ALL[usize::from(random[6] & 3)],
            early_out: false,
            disturbed: false,
        };
        let free = self.selector.is_free(false, false);
        let now = self.selector.cycle(&start);
        (next.op, next.last) = (now.op, now.last);
        if free {
            (next.entry, self.write_cycle) = (entry as u16, 0);
        }
        if now.op == Op::Write {
            // Loads the latch in the first cycle, or in the second as for a drained write.
            next.load = self.write_cycle == usize::from(random[7] & 1) || self.write_cycle == 0;
            if next.load {
                next.lane_mask = self.dice.lane_mask();
                next.write_data = self.dice.warp_register_or_bit();
            }
            self.write_cycle += 1;
            if now.last {
                self.written[usize::from(next.entry)] |= next.lane_mask;
            }
        }
        debug_assert!(now.op != Op::Idle || now.restore == Restore::None);
        next
    }
}
