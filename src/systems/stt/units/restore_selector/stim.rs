//! Reads and writes in all modes, at rates that change from phase to phase.

use super::{In, Mode, Model, Op, Out, Params, Restore};
use crate::units::dice::Dice;
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const WRITE                = 1 << 0;
        const DEAD_READ            = 1 << 1;
        const UNPROTECTED_READ     = 1 << 2;
        const SELECTIVE_READ       = 1 << 3;
        const DIRECT_READ          = 1 << 4;
        const ADAPTIVE_SELECTIVE   = 1 << 5;
        const ADAPTIVE_DIRECT      = 1 << 6;
        /// Nothing was disturbed, and a new operation starts instead of the restore.
        const EARLY_OUT            = 1 << 7;
        const EARLY_OUT_AND_IDLE   = 1 << 8;
        /// A cell was disturbed, so `early_out` has no effect.
        const NO_EARLY_OUT         = 1 << 9;
        const RESET_DURING_RESTORE = 1 << 10;
        const IDLE                 = 1 << 11;
    }
}

/// Random operations, also while the array is not free. The rates change from phase to phase.
pub struct Random {
    dice: Dice,
    /// Chances of an operation, of a read and of a disturbed cell, in 1/256.
    chance: [u8; 3],
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(_: &Params, seed: u64) -> Self {
        Random { dice: Dice::new(seed), chance: [128; 3] }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let read = o.free && i.read && !i.dead;
        let restores = matches!(o.op, Op::Selective | Op::Direct);
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::WRITE, o.free && i.write);
        hit.set(Scenarios::DEAD_READ, o.free && i.read && i.dead);
        hit.set(Scenarios::UNPROTECTED_READ, read && o.restore == Restore::None);
        hit.set(Scenarios::SELECTIVE_READ, read && i.restore_mode == Mode::Selective);
        hit.set(Scenarios::DIRECT_READ, read && i.restore_mode == Mode::Direct);
        let adaptive = read && i.restore_mode == Mode::Adaptive;
        hit.set(Scenarios::ADAPTIVE_SELECTIVE, adaptive && o.restore == Restore::Selective);
        hit.set(Scenarios::ADAPTIVE_DIRECT, adaptive && o.restore == Restore::Direct);
        hit.set(Scenarios::EARLY_OUT, o.free && o.sensed && (i.read || i.write));
        hit.set(Scenarios::EARLY_OUT_AND_IDLE, o.free && o.sensed && o.op == Op::Idle);
        hit.set(Scenarios::NO_EARLY_OUT, o.sensed && i.early_out && i.disturbed);
        hit.set(Scenarios::RESET_DURING_RESTORE, !i.rst_n && restores);
        hit.set(Scenarios::IDLE, o.op == Op::Idle);
        hit
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, _: &In, _: &Out) -> In {
        let throw = self.dice.throw(4096);
        let random = throw.bytes;
        if throw.new_phase {
            self.chance = [random[0] | 16, random[1], random[2]];
        }
        let (starts, read) = (random[3] <= self.chance[0], random[4] <= self.chance[1]);
        In {
            rst_n: !throw.reset,
            read: starts && read,
            dead: random[5] & 3 == 0,
            conflict: random[5] & 4 != 0,
            write: starts && !read,
            restore_mode: Mode::ALL[usize::from(random[6] & 3)],
            early_out: random[6] & 4 != 0,
            disturbed: random[7] <= self.chance[2],
        }
    }
}
