//! Stimulus: writes of four entries, pushed and popped at changing rates, and older reads that
//! leave the queue.

use super::{In, Model, Out, Params};
use crate::units::dice::{Dice, Few};
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const PUSH                 = 1 << 0;
        const POP                  = 1 << 1;
        const PUSH_AND_POP         = 1 << 2;
        const OFFERED_WHILE_FULL   = 1 << 3;
        const POP_WHILE_EMPTY      = 1 << 4;
        const FRONT_WAITS_FOR_READ = 1 << 5;
        /// A read leaves while a write of the read's entry waits.
        const LEAVES_WHILE_BLOCKED = 1 << 6;
        /// A read leaves in the cycle in which a write that would wait for it is pushed.
        const READ_WHILE_PUSHED    = 1 << 7;
        const PARTIAL_WRITE        = 1 << 8;
        const RESET_WHILE_WAITING  = 1 << 9;
        /// A write of the read's entry waits behind the front.
        const BLOCKED_NOT_BY_FRONT = 1 << 10;
        /// Every write of the read's entry waits for an older read.
        const READ_OLDER           = 1 << 11;
    }
}

/// Random pushes, pops and leaving reads, of four entries. A refused write is offered again. The
/// rates change from phase to phase.
pub struct Random {
    dice: Dice,
    params: Params,
    /// Chances of a push, of a pop and of a leaving read, out of 256.
    chance: [u8; 3],
    entries: Few,
    /// Place of the next read that leaves.
    place: usize,
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        let params = params.clone();
        let (dice, entries) = (Dice::new(seed), Few::default());
        Random { dice, params, chance: [0; 3], entries, place: 0 }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let push = i.push_valid && o.push_ready && i.rst_n;
        let pop = i.pop && o.front_valid && i.rst_n;
        let other_than_front = (u32::from(i.read_entry) ^ o.front_position) & 1 != 0;
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::PUSH, push);
        hit.set(Scenarios::POP, pop);
        hit.set(Scenarios::PUSH_AND_POP, push && pop);
        hit.set(Scenarios::OFFERED_WHILE_FULL, i.push_valid && !o.push_ready);
        hit.set(Scenarios::POP_WHILE_EMPTY, i.pop && !o.front_valid);
        hit.set(Scenarios::FRONT_WAITS_FOR_READ, o.front_valid && !o.front_serviceable);
        hit.set(Scenarios::LEAVES_WHILE_BLOCKED, i.read_leaving != 0 && o.read_blocked);
        let waits = push && i.push_older_reads & i.read_leaving != 0;
        hit.set(Scenarios::READ_WHILE_PUSHED, waits);
        hit.set(Scenarios::BLOCKED_NOT_BY_FRONT, o.read_blocked && other_than_front);
        hit.set(Scenarios::READ_OLDER, o.read_blocked && !o.read_younger);
        hit.set(Scenarios::PARTIAL_WRITE, push && i.push_lane_mask != u32::MAX);
        hit.set(Scenarios::RESET_WHILE_WAITING, !i.rst_n && o.front_valid);
        hit
    }

    fn reachable(params: &Params) -> Scenarios {
        let mut all = Scenarios::all();
        all.set(Scenarios::PUSH_AND_POP | Scenarios::BLOCKED_NOT_BY_FRONT, params.depth > 1);
        all
    }
}

impl Random {
    /// Offers a new write.
    fn push(&mut self, next: &mut In, random: u8) {
        let entry = self.entries.pick(random);
        next.push_position = self.params.position.random(entry, random);
        next.push_older_reads = match random & 4 {
            0 => 0,
            _ => u64::from_le_bytes(self.dice.bytes()) >> (64 - self.params.read_queue_depth),
        };
        next.push_lane_mask = self.dice.lane_mask();
        next.push_data = self.dice.warp_register();
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, i: &In, o: &Out) -> In {
        let throw = self.dice.throw(4096);
        let random = throw.bytes;
        if throw.new_phase {
            self.chance = [random[0], random[1], random[2]];
            let pairs = [random[3], random[4], random[5], random[6]];
            self.entries = Few::new(pairs, self.params.position.entry_bits);
        }
        let mut next = i.clone();
        if !(i.rst_n && i.push_valid && !o.push_ready) {
            next.push_valid = random[2] <= self.chance[0];
            if next.push_valid {
                self.push(&mut next, random[3]);
            }
        }
        next.rst_n = !throw.reset;
        next.pop = random[5] <= self.chance[1];
        next.read_leaving = u64::from(random[6] <= self.chance[2]) << self.place;
        if next.read_leaving != 0 {
            self.place = (self.place + 1) % self.params.read_queue_depth;
        }
        next.read_entry = self.entries.pick(random[7]);
        next
    }
}
