//! Stimulus: registers of random kernels that fit.

use super::{In, Model, Out, Params};
use crate::config;
use crate::units::dice::{Dice, scaled};
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const FIRST_BANK    = 1 << 0;
        const ANOTHER_BANK  = 1 << 1;
        const FIRST_ENTRY   = 1 << 2;
        const ANOTHER_ENTRY = 1 << 3;
        const LAST_REGISTER = 1 << 4;
    }
}

/// A random warp, a number of registers per thread with which it fits, and one of these registers.
pub struct Random {
    dice: Dice,
    params: Params,
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        Random { dice: Dice::new(seed), params: params.clone() }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::FIRST_BANK, o.bank == 0);
        hit.set(Scenarios::ANOTHER_BANK, o.bank > 0);
        hit.set(Scenarios::FIRST_ENTRY, o.entry == 0);
        hit.set(Scenarios::ANOTHER_ENTRY, o.entry > 0);
        hit.set(Scenarios::LAST_REGISTER, u16::from(i.reg) + 1 == i.regs_per_thread);
        hit
    }
}

impl Random {
    /// Maximum registers per thread with which the warp fits.
    fn most(&self, warp: u8) -> usize {
        let Params { placement, banks, entries, .. } = self.params;
        let most = match placement {
            config::Placement::Gpgpusim => entries / (usize::from(warp) + 1) * banks,
            _ => entries * banks / (usize::from(warp) + 1),
        };
        most.min(256)
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, _: &In, _: &Out) -> In {
        let random = self.dice.throw(1).bytes;
        let warp = scaled(random[0], self.params.warps);
        let (warp, most) = match self.most(warp) {
            0 => (0, self.most(0)),
            most => (warp, most),
        };
        let regs = u16::from(scaled(random[1], most)) + 1;
        let reg = if random[2] < 32 { regs - 1 } else { u16::from(scaled(random[3], regs.into())) };
        In { regs_per_thread: regs, warp, reg: reg as u8 }
    }
}
