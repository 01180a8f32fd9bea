//! Writes and lookups of few entries, at rates that change from phase to phase.

use super::{In, Model, Out, Params};
use crate::units::dice::{Dice, Few};
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const PUSH                = 1 << 0;
        const MERGE               = 1 << 1;
        const PUSH_REFUSED        = 1 << 2;
        const DRAIN               = 1 << 3;
        const DRAIN_WHILE_EMPTY   = 1 << 4;
        /// A push of the entry that is drained, which does not merge.
        const PUSH_OF_DRAINED     = 1 << 5;
        const READ_HIT            = 1 << 6;
        const READ_PARTIAL_HIT    = 1 << 7;
        const READ_MISS           = 1 << 8;
        const CANCEL              = 1 << 9;
        /// A write that is not the oldest is cancelled.
        const CANCEL_YOUNGER      = 1 << 10;
        const CANCEL_AND_DRAIN    = 1 << 11;
        const FULL                = 1 << 12;
        const RESET_WHILE_WAITING = 1 << 13;
    }
}

/// Random pushes, drains, reads and cancellations of few entries. A write that is not accepted is
/// offered again. The rates change from phase to phase.
pub struct Random {
    dice: Dice,
    entry_bits: usize,
    /// Chances of a push, a drain, a read and a cancellation, in 1/256.
    chance: [u8; 4],
    entries: [Few; 2],
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        let entries = [Few::default(); 2];
        Random { dice: Dice::new(seed), entry_bits: params.entry_bits, chance: [0; 4], entries }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let push = i.rst_n && i.push_valid && o.push_ready;
        let drain = i.rst_n && i.drain && o.oldest_valid;
        let cancel = i.rst_n && i.cancel && o.hit;
        let of_oldest = |entry| o.oldest_valid && entry == o.oldest_entry;
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::PUSH, push);
        hit.set(Scenarios::MERGE, push && !i.drain && of_oldest(i.push_entry));
        hit.set(Scenarios::PUSH_REFUSED, i.push_valid && !o.push_ready);
        hit.set(Scenarios::DRAIN, drain);
        hit.set(Scenarios::DRAIN_WHILE_EMPTY, i.drain && !o.oldest_valid);
        hit.set(Scenarios::PUSH_OF_DRAINED, push && drain && of_oldest(i.push_entry));
        hit.set(Scenarios::READ_HIT, i.read && o.hit && o.hit_lanes == u32::MAX);
        hit.set(Scenarios::READ_PARTIAL_HIT, i.read && o.hit && o.hit_lanes != u32::MAX);
        hit.set(Scenarios::READ_MISS, i.read && !o.hit);
        hit.set(Scenarios::CANCEL, cancel);
        hit.set(Scenarios::CANCEL_YOUNGER, cancel && !of_oldest(i.lookup_entry));
        hit.set(Scenarios::CANCEL_AND_DRAIN, cancel && drain);
        hit.set(Scenarios::FULL, !o.push_ready);
        hit.set(Scenarios::RESET_WHILE_WAITING, !i.rst_n && o.oldest_valid);
        hit
    }

    fn reachable(params: &Params) -> Scenarios {
        let mut all = Scenarios::all();
        all.set(Scenarios::CANCEL_YOUNGER | Scenarios::PUSH_OF_DRAINED, params.depth > 1);
        all
    }
}

impl Random {
    /// One of the eight entries of this phase.
    fn entry(&self, bits: u8) -> u16 {
        self.entries[usize::from(bits >> 2 & 1)].pick(bits)
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, i: &In, o: &Out) -> In {
        let throw = self.dice.throw(4096);
        let random = throw.bytes;
        if throw.new_phase {
            self.chance = [random[0] | 16, random[1], random[2], random[3]];
            let bytes = [self.dice.bytes(), self.dice.bytes()];
            self.entries = bytes.map(|b| Few::new([b[0], b[1], b[2], b[3]], self.entry_bits));
        }
        let mut next = i.clone();
        if !(i.rst_n && i.push_valid && !o.push_ready) {
            next.push_valid = random[4] <= self.chance[0];
            if next.push_valid {
                next.push_entry = self.entry(random[5]);
                next.push_lane_mask = self.dice.lane_mask();
                next.push_data = self.dice.warp_register();
            }
        }
        next.rst_n = !throw.reset;
        next.lookup_entry = self.entry(random[5] >> 4);
        let free = !next.push_valid || next.push_entry != next.lookup_entry;
        next.drain = random[6] <= self.chance[1];
        next.read = free && !next.drain && random[7] <= self.chance[2];
        next.cancel = free && random[6] ^ random[7] <= self.chance[3] >> 1;
        next
    }
}
