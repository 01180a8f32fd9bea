//! Launches whose warps present bundles of few registers or many, and a cache that has some of
//! them.

use super::{In, Model, Out, Params};
use crate::bits::RegisterSet;
use crate::units::dice::{Dice, scaled};
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        /// A bundle of a mix CTA's warp without registers in the scratchpad.
        const NONE             = 1 << 0;
        const OF_PLAIN_WARP    = 1 << 1;
        const BUNDLE           = 1 << 2;
        const SEVERAL          = 1 << 3;
        const ALL_PRESENT      = 1 << 4;
        const SOME_PRESENT     = 1 << 5;
        const NONE_PRESENT     = 1 << 6;
        const CLAIM            = 1 << 7;
        const CLAIM_WAITS      = 1 << 8;
        const FILL_WAITS       = 1 << 9;
        const QUEUE            = 1 << 10;
        /// Eight warps are queued, have the turn or hold their bundle.
        const FULL_QUEUE       = 1 << 11;
        const BUNDLE_IN_TURN   = 1 << 12;
        const HOLDS            = 1 << 13;
        const ALL_HOLD         = 1 << 14;
        const RELEASE          = 1 << 15;
        const SEVERAL_RELEASE  = 1 << 16;
        const IDLE             = 1 << 17;
        const RESET_WHILE_BUSY = 1 << 18;
    }
}

pub struct Random {
    dice: Dice,
    params: Params,
    /// First warp of a mix CTA, and first register in the scratchpad, of the launch.
    start_warp: u8,
    spilled_from: u8,
    /// Warps that wait for their bundle.
    asked: u64,
    /// Remainders still to be claimed in the current turn.
    left: u64,
    /// Chances, out of 256: a bundle is presented, one is released, a claim is accepted; out of
    /// 512: a line is filling.
    chance: [u8; 4],
    /// Maximum number of registers of a bundle, and which of them are in the cache.
    most: u8,
    there: u8,
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        Random {
            dice: Dice::new(seed),
            params: params.clone(),
            start_warp: 0,
            spilled_from: 0,
            asked: 0,
            left: 0,
            chance: [0; 4],
            most: 1,
            there: 0,
        }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let turn = o.pin || o.claim || o.busy && o.queued == 0;
        let holds = o.holds.count_ones();
        let (there, wanted) = (o.pin_wanted & i.present, o.pin_wanted);
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::NONE, o.bundle_none && i.bundle_mix);
        hit.set(Scenarios::OF_PLAIN_WARP, o.bundle_none && !i.bundle_mix);
        hit.set(Scenarios::BUNDLE, i.bundle_valid && !o.bundle_none);
        hit.set(Scenarios::SEVERAL, o.pin && wanted.count_ones() > 2);
        hit.set(Scenarios::ALL_PRESENT, o.pin && there == wanted);
        hit.set(Scenarios::SOME_PRESENT, o.pin && there != 0 && there != wanted);
        hit.set(Scenarios::NONE_PRESENT, o.pin && there == 0);
        hit.set(Scenarios::CLAIM, i.claimed);
        hit.set(Scenarios::CLAIM_WAITS, o.claim && !i.claimed);
        hit.set(Scenarios::FILL_WAITS, turn && !o.pin && !o.claim && i.filling);
        hit.set(Scenarios::QUEUE, o.queued > 1);
        hit.set(Scenarios::FULL_QUEUE, o.queued >= 1 && u32::from(o.queued) + 1 + holds >= 8);
        hit.set(Scenarios::BUNDLE_IN_TURN, i.bundle_valid && !o.bundle_none && o.pin);
        hit.set(Scenarios::HOLDS, holds > 0);
        hit.set(Scenarios::ALL_HOLD, holds > 0 && o.holds & o.holds.wrapping_add(1) == 0);
        hit.set(Scenarios::RELEASE, i.released != 0);
        hit.set(Scenarios::SEVERAL_RELEASE, i.released.count_ones() > 1);
        hit.set(Scenarios::IDLE, !o.busy);
        hit.set(Scenarios::RESET_WHILE_BUSY, !i.rst_n && o.busy);
        hit
    }

    fn reachable(params: &Params) -> Scenarios {
        let mut all = Scenarios::all();
        let of_several = Scenarios::QUEUE | Scenarios::FULL_QUEUE | Scenarios::BUNDLE_IN_TURN;
        let of_several = of_several | Scenarios::SEVERAL_RELEASE | Scenarios::OF_PLAIN_WARP;
        all.set(of_several, params.warps > 1);
        all.set(Scenarios::FULL_QUEUE, params.warps > 1 && params.warps <= 8);
        all.set(Scenarios::ALL_HOLD, params.warps <= 8);
        all
    }
}

impl Random {
    fn new_launch(&mut self) {
        let [some, small, ..] = self.dice.bytes();
        let warps = self.params.warps;
        self.start_warp = if some & 1 == 0 { 0 } else { self.dice.below(warps) as u8 };
        let most = if small & 1 == 0 { 24 } else { self.params.registers };
        self.spilled_from = self.dice.below(most.min(self.params.registers)) as u8;
        (self.asked, self.left) = (0, 0);
    }

    fn new_phase(&mut self) {
        let [bundle, release, claim, fill, most, there, slow, ..] = self.dice.bytes();
        let release = if slow & 1 == 0 { release } else { release >> 4 };
        self.chance = [bundle, release, claim, fill];
        (self.most, self.there) = (1 + scaled(most, 16), there);
    }

    /// Records the changes of the last cycle.
    fn observe(&mut self, i: &In, o: &Out) {
        self.asked |= u64::from(i.bundle_valid && !o.bundle_none) << i.bundle_warp;
        self.asked &= !o.holds;
        if o.pin {
            self.left = o.pin_wanted & !i.present;
        } else if i.claimed {
            self.left &= self.left.wrapping_sub(1);
        }
    }

    /// A random bundle whose scratchpad registers all have different remainders.
    fn bundle(&mut self, is_mix: bool) -> RegisterSet {
        let (mut taken, mut set) = (0u64, RegisterSet::default());
        for _ in 0..1 + self.dice.below(self.most.into()) {
            let [near, high, ..] = self.dice.bytes();
            let any = self.dice.below(self.params.registers);
            let near = usize::from(self.spilled_from) + usize::from(near & 15);
            let reg = if high & 1 == 0 { near.saturating_sub(2) } else { any };
            let n = 1 << (reg % self.params.lines);
            let spilled = is_mix && reg >= usize::from(self.spilled_from);
            if reg >= self.params.registers || spilled && taken & n != 0 {
                continue;
            }
            taken |= if spilled { n } else { 0 };
            set[reg / 64] |= 1 << (reg % 64);
        }
        set
    }

    /// Registers that the cache has: none, all or some.
    fn present(&mut self) -> u64 {
        let all = u64::MAX >> (64 - self.params.lines);
        let some = u64::from_le_bytes(self.dice.bytes());
        all & match self.there {
            0..80 => 0,
            80..160 => u64::MAX,
            _ => some,
        }
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, i: &In, o: &Out) -> In {
        let throw = self.dice.throw(8192);
        if throw.new_phase {
            self.new_phase();
        }
        if i.rst_n {
            self.observe(i, o);
        }
        let mut next = In { rst_n: !throw.reset, ..In::default() };
        if throw.reset {
            self.new_launch();
            return next;
        }
        next.spilled_from = self.spilled_from;
        let [bundle, release, claim, fill, which, several, ..] = throw.bytes;
        // A warp that presented an empty bundle in the last cycle is not in `o.holds` yet.
        let held = o.holds & !i.released & if i.rst_n { u64::MAX } else { 0 };
        let begins = u64::from(i.bundle_valid && o.bundle_none) << i.bundle_warp;
        if release <= self.chance[1] {
            let one = 1 << self.dice.below(self.params.warps);
            let some = u64::from_le_bytes(self.dice.bytes());
            next.released = held & if several & 3 == 0 { some } else { one };
        }
        let warp = scaled(which, self.params.warps);
        let free = (held | begins | self.asked) >> warp & 1 == 0;
        if bundle <= self.chance[0] && free {
            next.bundle_mix = warp >= self.start_warp;
            (next.bundle_valid, next.bundle_warp) = (true, warp);
            next.bundle_set = self.bundle(next.bundle_mix);
        }
        next.present = self.present();
        next.claimed = self.left != 0 && claim <= self.chance[2];
        next.filling = fill <= self.chance[3] / 2;
        next
    }
}
