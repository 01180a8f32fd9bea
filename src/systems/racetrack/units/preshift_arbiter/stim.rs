//! Random request, aligned and busy vectors, in random modes.

use super::{In, Model, Out, Params};
use crate::units::dice::Dice;
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const PRESHIFT          = 1 << 0;
        const DISABLED          = 1 << 1;
        const ALIGNED_ONLY      = 1 << 2;
        const ALIGNED_AND_IDLE  = 1 << 3;
        const WITHOUT_REQUEST   = 1 << 4;
    }
}

pub struct Random {
    dice: Dice,
    mask: u32,
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        Random { dice: Dice::new(seed), mask: u32::MAX >> (32 - params.banks) }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::PRESHIFT, o.preshift != 0);
        hit.set(Scenarios::DISABLED, !i.preshift_en && !i.aligned_only && i.request != 0);
        hit.set(Scenarios::ALIGNED_ONLY, i.aligned_only && !i.preshift_en && o.preshift != 0);
        hit.set(Scenarios::ALIGNED_AND_IDLE, i.request & i.aligned & !i.busy != 0);
        hit.set(Scenarios::WITHOUT_REQUEST, i.request == 0);
        hit
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, _: &In, _: &Out) -> In {
        let mut vector = || self.dice.below(1 << 32) as u32 & self.mask;
        let [mut request, aligned, busy] = [vector(), vector(), vector()];
        let mode = self.dice.bytes()[0];
        if mode & 0xf0 == 0 {
            request = 0;
        }
        In { request, aligned, busy, aligned_only: mode & 1 != 0, preshift_en: mode & 2 != 0 }
    }
}
