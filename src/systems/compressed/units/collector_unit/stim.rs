//! Operands with all kinds of table entries, at changing rates of grants, parts and conversions.

use super::{In, Model, Out, Params};
use crate::systems::compressed::indirection::Indirection;
use crate::units::dice::Dice;
use crate::units::{Model as _, RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const CLAIM               = 1 << 0;
        const ALL_CLAIMED         = 1 << 1;
        const SEVERAL_LOCATED     = 1 << 2;
        const SECOND_PART         = 1 << 3;
        const REFUSED             = 1 << 4;
        const ANSWER              = 1 << 5;
        const CONVERSION          = 1 << 6;
        const CONVERSION_REFUSED  = 1 << 7;
        /// An operand is answered while a part is granted.
        const ANSWER_AND_GRANT    = 1 << 8;
        const RESET               = 1 << 9;
        /// A converted operand comes back in the cycle in which a converter takes it.
        const AT_ONCE             = 1 << 10;
        /// A converted operand comes back in a later cycle.
        const LATER               = 1 << 11;
        /// A part arrives that is not the last one of its slot.
        const FIRST_OF_TWO        = 1 << 13;
        /// No converted operand may come back.
        const BACK_NOT_READY      = 1 << 12;
    }
}

/// A random legal table entry. Before illegal ones are discarded, half are split and half are
/// floats.
pub fn legal_entry(dice: &mut Dice) -> Indirection {
    loop {
        let [r0, r1, m0, m1, flags, ..] = dice.bytes();
        let split = if flags & 4 != 0 { m1 } else { 0 };
        let entry = Indirection {
            registers: [r0 & 0x7f, r1 & 0x7f],
            masks: [m0, split],
            signed: flags & 1 != 0,
            float: flags & 2 != 0,
        };
        if entry.is_legal() {
            return entry;
        }
    }
}

pub struct Random {
    dice: Dice,
    /// Free slots.
    free: u8,
    /// Slots that wait for their table entry.
    claimed: u8,
    /// All slots.
    all: u8,
    /// Chances, out of 256, of a claim, a table entry, a grant, a part, a taken operand and a
    /// converted operand.
    chance: [u8; 6],
    /// Model that tracks the granted parts and the operands in converters.
    unit: Model,
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        let all = (1 << params.slots) - 1;
        let unit = Model::new(params);
        Random { dice: Dice::new(seed), free: all, claimed: 0, all, chance: [0; 6], unit }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::CLAIM, i.claim != 0);
        hit.set(Scenarios::ALL_CLAIMED, i.claim.count_ones() > 1);
        hit.set(Scenarios::SEVERAL_LOCATED, i.located.count_ones() > 1);
        hit.set(Scenarios::SECOND_PART, o.req_valid && o.req_second && i.grant);
        hit.set(Scenarios::REFUSED, o.req_valid && !i.grant);
        hit.set(Scenarios::ANSWER, o.rsp_valid && !i.converted_valid);
        hit.set(Scenarios::CONVERSION, o.convert_valid && i.convert_grant);
        hit.set(Scenarios::CONVERSION_REFUSED, o.convert_valid && !i.convert_grant);
        hit.set(Scenarios::ANSWER_AND_GRANT, o.rsp_valid && o.req_valid && i.grant);
        hit.set(Scenarios::FIRST_OF_TWO, i.part_valid && !i.part_last);
        hit.set(Scenarios::RESET, !i.rst_n);
        let taken = o.convert_valid && i.convert_grant;
        let at_once = taken && o.convert_slot == i.converted_slot;
        hit.set(Scenarios::AT_ONCE, i.converted_valid && at_once);
        hit.set(Scenarios::LATER, i.converted_valid && !at_once);
        hit.set(Scenarios::BACK_NOT_READY, taken && !o.converted_ready);
        hit
    }
}

impl Random {
    /// A random subset of `slots`.
    fn some(&mut self, slots: u8, chance: u8) -> u8 {
        let bytes = self.dice.bytes();
        let chosen = bytes.iter().enumerate().filter(|(_, byte)| **byte <= chance);
        chosen.fold(0, |mask, (slot, _)| mask | 1u8 << slot) & slots
    }
}

impl Random {
    /// One of the granted parts that have not arrived, or none.
    fn some_due(&mut self, chance: u8) -> Option<(usize, bool)> {
        let [comes, which, ..] = self.dice.bytes();
        let count = self.unit.due().count();
        let due = (count > 0 && comes <= chance).then(|| usize::from(which) % count)?;
        self.unit.due().nth(due)
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, i: &In, o: &Out) -> In {
        self.unit.tick(i);
        if !i.rst_n {
            (self.free, self.claimed) = (self.all, 0);
        } else {
            self.free &= !i.claim;
            self.claimed = self.claimed & !i.located | i.claim;
            if o.rsp_valid {
                self.free |= 1 << o.rsp_slot;
            }
        }
        let throw = self.dice.throw(256);
        if throw.new_phase {
            let [a, b, c, d, e, f, ..] = throw.bytes;
            self.chance = [a, b, c, d, e, f];
        }
        let [claim, locate, grant, part, convert, back] = self.chance;
        let (free, claimed) = (self.free, self.claimed);
        let mut next = In { rst_n: !throw.reset, ..In::default() };
        next.claim = self.some(free, claim);
        next.located = self.some(claimed, locate);
        for slot in (0..next.entry.len()).filter(|slot| next.located >> slot & 1 != 0) {
            next.entry[slot] = legal_entry(&mut self.dice).word();
        }
        next.grant = throw.bytes[5] <= grant;
        next.convert_grant = throw.bytes[6] <= convert;
        let coming = self.some_due(part);
        if let Some((slot, last)) = coming {
            (next.part_valid, next.part_slot, next.part_last) = (true, slot as u8, last);
        }
        if throw.bytes[7] <= back && self.unit.converted_ready(coming) {
            let slot = self.unit.converting(next.convert_grant).last();
            (next.converted_valid, next.converted_slot) = (slot.is_some(), slot.unwrap_or(0) as u8);
        }
        next.part = self.dice.warp_register();
        next.converted = self.dice.warp_register();
        next
    }
}
