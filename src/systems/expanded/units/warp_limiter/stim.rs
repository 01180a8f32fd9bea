//! Kernels whose warps issue at different rates, until one or several of them end.

use super::{In, Model, Out, Params};
use crate::units::dice::Dice;
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const ISSUE         = 1 << 0;
        const SEVERAL_ISSUE = 1 << 1;
        const END           = 1 << 2;
        const SEVERAL_END   = 1 << 3;
        const LIMIT         = 1 << 4;
        const LIMIT_OF_ONE  = 1 << 5;
        const END_LATER     = 1 << 6;
        const BEGIN         = 1 << 7;
        const RESET         = 1 << 8;
    }
}

pub struct Random {
    dice: Dice,
    warps: usize,
    /// Chance, out of 256, that warps issue in a cycle.
    chance: u8,
    /// Warps that issue more often than the others.
    ahead: u64,
    /// Remaining phases of a long kernel, in which the warps of `ahead` issue in every cycle.
    long: u8,
    /// Chance of an end, in 1/65,536.
    ends: u16,
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        let (dice, warps) = (Dice::new(seed), params.warps);
        Random { dice, warps, chance: 0, ahead: 0, long: 0, ends: 0 }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::ISSUE, i.rst_n && i.issued != 0);
        hit.set(Scenarios::SEVERAL_ISSUE, i.rst_n && i.issued.count_ones() > 1);
        hit.set(Scenarios::END, !o.limited && i.ended != 0);
        hit.set(Scenarios::SEVERAL_END, !o.limited && i.ended.count_ones() > 1);
        hit.set(Scenarios::LIMIT, o.limited && o.active > 1);
        hit.set(Scenarios::LIMIT_OF_ONE, o.limited && o.active == 1);
        hit.set(Scenarios::END_LATER, o.limited && i.ended != 0);
        hit.set(Scenarios::BEGIN, i.rst_n && i.begin);
        hit.set(Scenarios::RESET, !i.rst_n);
        hit
    }

    fn reachable(params: &Params) -> Scenarios {
        let mut all = Scenarios::all();
        let of_several = Scenarios::SEVERAL_ISSUE | Scenarios::SEVERAL_END | Scenarios::LIMIT;
        all.set(of_several, params.warps > 1);
        all
    }
}

impl Random {
    fn all(&self) -> u64 {
        u64::MAX >> (64 - self.warps)
    }

    /// A random set of warps.
    fn some(&mut self) -> u64 {
        u64::from_le_bytes(self.dice.bytes()) & self.all()
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, _: &In, _: &Out) -> In {
        let throw = self.dice.throw(8192);
        let random = throw.bytes;
        let mut next = In { rst_n: !throw.reset, ..In::default() };
        if throw.new_phase && self.long > 0 {
            self.long -= 1;
            self.ends = if self.long == 0 { 1 << 12 } else { 0 };
        } else if throw.new_phase {
            self.chance = random[0];
            self.ahead = if random[1] & 1 == 0 { self.all() } else { self.some() & self.some() };
            self.ends = u16::from(random[2]) << (random[1] >> 1 & 3);
            next.begin = random[1] < 224;
            if random[3] < 32 {
                (self.long, self.ends, self.ahead) = (8, 0, self.some());
            }
        }
        if random[3] <= self.chance {
            next.issued = self.some() & self.some() & (self.ahead | self.some());
        }
        if self.long > 0 {
            next.issued |= self.ahead;
        }
        if u16::from_le_bytes([random[4], random[5]]) <= self.ends {
            let one = 1 << self.dice.below(self.warps);
            next.ended = if random[6] & 3 == 0 { self.some() } else { one };
        }
        next
    }
}
