//! Stimulus: requests of few or many banks, some of which are held by writes.

use super::{In, Model, Out, Params};
use crate::units::dice::Dice;
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const ALL_GRANTED          = 1 << 0;
        const SOME_REFUSED         = 1 << 1;
        const NO_REQUEST           = 1 << 2;
        const HELD_BY_WRITES       = 1 << 3;
        /// Writes hold all grants, so none is given.
        const NONE_LEFT            = 1 << 4;
        const MISALIGNED_PASSED_BY = 1 << 5;
        const MISALIGNED_GRANTED   = 1 << 6;
        const RESET                = 1 << 7;
    }
}

/// Random vectors, whose density changes from phase to phase.
pub struct Random {
    dice: Dice,
    banks: u32,
    phase: [u8; 8],
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        Random { dice: Dice::new(seed), banks: params.banks as u32, phase: [0; 8] }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let waiting = i.request & !i.busy;
        let refused = waiting & !o.grant;
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::ALL_GRANTED, waiting != 0 && refused == 0);
        hit.set(Scenarios::SOME_REFUSED, o.grant != 0 && refused & i.aligned != 0);
        hit.set(Scenarios::NO_REQUEST, i.request == 0);
        hit.set(Scenarios::HELD_BY_WRITES, i.busy != 0 && o.grant != 0);
        hit.set(Scenarios::NONE_LEFT, i.busy != 0 && waiting & i.aligned != 0 && o.grant == 0);
        hit.set(Scenarios::MISALIGNED_PASSED_BY, i.aligned_only && refused & !i.aligned != 0);
        hit.set(Scenarios::MISALIGNED_GRANTED, o.grant & !i.aligned != 0);
        hit.set(Scenarios::RESET, !i.rst_n);
        hit
    }

    fn reachable(params: &Params) -> Scenarios {
        let mut all = Scenarios::all();
        all.set(Scenarios::SOME_REFUSED, params.max_banks < params.banks);
        all.set(Scenarios::NONE_LEFT, params.max_banks < params.banks);
        all
    }
}

impl Random {
    /// A random set of banks; the more of the low three bits of `thin` are set, the sparser it is.
    fn vector(&mut self, thin: u8) -> u32 {
        let mut vector = u32::MAX >> (32 - self.banks);
        for _ in 0..(thin & 7).count_ones() * 2 {
            vector &= self.dice.below(1 << 32) as u32;
        }
        vector
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, _: &In, _: &Out) -> In {
        let throw = self.dice.throw(4096);
        if throw.new_phase {
            self.phase = throw.bytes;
        }
        In {
            rst_n: !throw.reset,
            request: self.vector(self.phase[0]),
            aligned: self.vector(self.phase[1]),
            busy: self.vector(self.phase[2] | 3),
            aligned_only: self.phase[3] < 128,
        }
    }
}
