//! Fills, lookups and writes of few entries, at rates that change from phase to phase.

use super::{In, Model, Out, Params};
use crate::units::dice::{Dice, Few};
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const FILL                 = 1 << 0;
        const FILL_WHILE_WRITTEN   = 1 << 1;
        const READ_HIT             = 1 << 2;
        const READ_MISS            = 1 << 3;
        const READ_AND_FREE        = 1 << 4;
        const READ_AND_FILL        = 1 << 5;
        const INVALIDATE           = 1 << 6;
        const INVALIDATE_LOOKED_UP = 1 << 7;
        const HIT_AND_REFILL       = 1 << 8;
        const RESET_AFTER_HIT      = 1 << 9;
    }
}

/// Random operations on few entries. The rates change from phase to phase.
pub struct Random {
    dice: Dice,
    entry_bits: usize,
    /// Chances of a read, of a fill and of an invalidation, in 1/256.
    chance: [u8; 3],
    entries: Few,
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        Random {
            dice: Dice::new(seed),
            entry_bits: params.entry_bits,
            chance: [0; 3],
            entries: Few::default(),
        }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::FILL, i.fill);
        let written = i.fill && i.invalidate && i.fill_entry == i.invalidate_entry;
        hit.set(Scenarios::FILL_WHILE_WRITTEN, written);
        hit.set(Scenarios::READ_HIT, i.read && o.hit);
        hit.set(Scenarios::READ_MISS, i.read && !o.hit);
        hit.set(Scenarios::READ_AND_FREE, i.read && i.free && o.hit);
        hit.set(Scenarios::READ_AND_FILL, i.read && i.fill && o.hit);
        hit.set(Scenarios::INVALIDATE, i.invalidate);
        let looked_up = i.invalidate && o.hit && i.invalidate_entry == i.lookup_entry;
        hit.set(Scenarios::INVALIDATE_LOOKED_UP, looked_up);
        hit.set(Scenarios::HIT_AND_REFILL, i.fill && o.hit && i.fill_entry == i.lookup_entry);
        hit.set(Scenarios::RESET_AFTER_HIT, !i.rst_n && o.data_valid);
        hit
    }

    /// With one place, a fill replaces the only register that could hit.
    fn reachable(params: &Params) -> Scenarios {
        let mut all = Scenarios::all();
        all.set(Scenarios::READ_AND_FILL | Scenarios::HIT_AND_REFILL, params.depth > 1);
        all
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, i: &In, _: &Out) -> In {
        let throw = self.dice.throw(4096);
        let random = throw.bytes;
        if throw.new_phase {
            self.chance = [random[0], random[1], random[2]];
            let bytes = [random[3], random[4], random[5], random[6]];
            self.entries = Few::new(bytes, self.entry_bits);
        }
        let mut next = In { rst_n: !throw.reset, ..i.clone() };
        next.lookup_entry = self.entries.pick(random[3]);
        next.read = random[4] <= self.chance[0];
        next.free = next.read && random[3] & 0x1c == 0;
        next.fill = random[5] <= self.chance[1];
        if next.fill {
            next.fill_entry = self.entries.pick(random[3] >> 5);
            next.fill_data = self.dice.warp_register();
        }
        next.invalidate = random[6] <= self.chance[2];
        next.invalidate_entry = self.entries.pick(random[7]);
        next
    }
}
