//! Random requests that stay until they are served, at rates that change from phase to phase.

use super::{In, Model, Op, Out, Params};
use crate::units::dice::{Dice, scaled};
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const READ                  = 1 << 0;
        const WRITE                 = 1 << 1;
        const SHIFT_LEFT            = 1 << 2;
        const SHIFT_RIGHT           = 1 << 3;
        /// A shift without a grant.
        const PRESHIFT              = 1 << 4;
        const ALIGNED_WITHOUT_GRANT = 1 << 5;
        const MISALIGNED_AND_IDLE   = 1 << 6;
        const BUSY_WITH_WRITE       = 1 << 7;
        const NO_REQUEST            = 1 << 8;
        const HEAD_AT_ZERO          = 1 << 9;
        const RESET_WHILE_SHIFTING  = 1 << 10;
    }
}

/// Random requests, each held until it is served. The rates change from phase to phase.
pub struct Random {
    dice: Dice,
    offsets: usize,
    /// Chances of a new request, of a grant and of preshifting, in 1/256.
    chance: [u8; 3],
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        Random { dice: Dice::new(seed), offsets: params.geometry.offsets, chance: [128; 3] }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::READ, o.op == Op::Read);
        hit.set(Scenarios::WRITE, o.op == Op::Write);
        hit.set(Scenarios::SHIFT_LEFT, o.op == Op::ShiftLeft);
        hit.set(Scenarios::SHIFT_RIGHT, o.op == Op::ShiftRight);
        hit.set(Scenarios::PRESHIFT, o.op.shifts() && !i.grant);
        hit.set(Scenarios::ALIGNED_WITHOUT_GRANT, o.aligned && !i.grant && !o.busy);
        hit.set(Scenarios::MISALIGNED_AND_IDLE, i.req_valid && !o.aligned && o.op == Op::Nop);
        hit.set(Scenarios::BUSY_WITH_WRITE, o.busy);
        hit.set(Scenarios::NO_REQUEST, !i.req_valid);
        hit.set(Scenarios::HEAD_AT_ZERO, o.head == 0);
        hit.set(Scenarios::RESET_WHILE_SHIFTING, !i.rst_n && o.op.shifts());
        hit
    }

    fn reachable(params: &Params) -> Scenarios {
        let mut all = Scenarios::all();
        all.set(Scenarios::BUSY_WITH_WRITE, params.write_cycles > 1);
        all
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, i: &In, o: &Out) -> In {
        let throw = self.dice.throw(4096);
        let random = throw.bytes;
        if throw.new_phase {
            self.chance = [random[0] | 16, random[1] | 16, random[2]];
        }
        let served = matches!(o.op, Op::Read | Op::Write);
        let request = match i.rst_n && i.req_valid && !served {
            true => *i,
            false => In {
                req_valid: random[3] <= self.chance[0],
                req_write: random[4] & 1 != 0,
                read_offset: scaled(random[5], self.offsets),
                write_offset: scaled(random[2], self.offsets),
                ..*i
            },
        };
        In {
            rst_n: !throw.reset,
            grant: random[6] <= self.chance[1],
            preshift_en: random[7] <= self.chance[2],
            ..request
        }
    }
}
