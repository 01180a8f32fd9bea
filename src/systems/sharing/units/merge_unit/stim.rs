//! Stimulus: merges of any lanes, and copies. Reads and writes are refused at times, some for long.

use super::{In, Model, Out, Params};
use crate::units::dice::Dice;
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const MERGE             = 1 << 0;
        const COPY              = 1 << 1;
        const SHIFT_UP          = 1 << 2;
        const SHIFT_DOWN        = 1 << 3;
        /// Register a provides all lanes.
        const NOTHING_OF_B      = 1 << 4;
        const READ              = 1 << 5;
        const READ_REFUSED      = 1 << 6;
        const READ_URGENT       = 1 << 7;
        const ANSWER_OF_B       = 1 << 8;
        const WRITE             = 1 << 9;
        const WRITE_REFUSED     = 1 << 10;
        const RESET_WHILE_BUSY  = 1 << 11;
        const WRITE_URGENT      = 1 << 12;
        const ANSWER_URGENT     = 1 << 13;
    }
}

pub struct Random {
    dice: Dice,
    params: Params,
    busy: bool,
    /// Whether the read of a source was accepted and is not answered yet.
    unanswered: bool,
    /// Probability, out of 256, of a start, an accepted read, an answer and an accepted write.
    chance: [u8; 4],
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        let dice = Dice::new(seed);
        Random { dice, params: *params, busy: false, unanswered: false, chance: [0; 4] }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let start = i.rst_n && i.start;
        let merge = start && !i.copy;
        let up = |shift: u8| shift & 0x20 == 0 && shift != 0;
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::MERGE, merge);
        hit.set(Scenarios::COPY, start && i.copy);
        hit.set(Scenarios::SHIFT_UP, merge && up(i.a_shift) && up(i.b_shift));
        hit.set(Scenarios::SHIFT_DOWN, merge && i.a_shift & i.b_shift & 0x20 != 0);
        hit.set(Scenarios::NOTHING_OF_B, merge && i.split == i.last);
        hit.set(Scenarios::READ, o.read_valid && i.read_ready);
        hit.set(Scenarios::READ_REFUSED, o.read_valid && !i.read_ready);
        hit.set(Scenarios::READ_URGENT, o.read_valid && o.urgent);
        hit.set(Scenarios::ANSWER_OF_B, i.rsp_valid && o.held == 2);
        hit.set(Scenarios::WRITE, i.rst_n && o.write_valid && i.write_ready);
        hit.set(Scenarios::WRITE_REFUSED, o.write_valid && !i.write_ready);
        hit.set(Scenarios::WRITE_URGENT, o.write_valid && o.urgent);
        hit.set(Scenarios::ANSWER_URGENT, o.urgent && !o.read_valid && !o.write_valid);
        hit.set(Scenarios::RESET_WHILE_BUSY, !i.rst_n && o.busy);
        hit
    }
}

impl Random {
    /// Updates the state after a cycle.
    fn follow(&mut self, i: &In, o: &Out) {
        if !i.rst_n {
            (self.busy, self.unanswered) = (false, false);
            return;
        }
        self.busy = i.start || o.busy && !(o.write_valid && i.write_ready);
        self.unanswered &= !i.rsp_valid;
        self.unanswered |= o.read_valid && i.read_ready;
    }

    /// A random number from `least` to `most`.
    fn between(&mut self, least: i32, most: i32) -> i32 {
        least + self.dice.below((most - least + 1) as usize) as i32
    }

    /// Lanes and shifts of a merge.
    fn merge(&mut self, next: &mut In) {
        let top = self.params.lanes as i32 - 1;
        let first = self.between(0, top);
        let last = self.between(first, top);
        let split = self.between(first, last);
        let bits = (2 << self.params.index_bits()) - 1;
        let a = self.between(-first, top - split);
        // If no lane comes from b, its shift is arbitrary.
        let b = self.between(-(split + 1), top - last);
        (next.first, next.last, next.split) = (first as u8, last as u8, split as u8);
        (next.a_shift, next.b_shift) = ((a & bits) as u8, (b & bits) as u8);
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, i: &In, o: &Out) -> In {
        self.follow(i, o);
        let throw = self.dice.throw(4096);
        if throw.new_phase {
            let [a, b, c, d, e, ..] = throw.bytes;
            // In some phases reads or writes are refused for long, or answers are late.
            let rare = |chance: u8, rare: bool| if rare { chance >> 5 } else { chance };
            self.chance = [a, rare(b, e < 96), rare(c, e % 4 == 0), rare(d, e >= 160)];
        }
        let random = self.dice.bytes();
        let [start, read, answer, write] = self.chance;
        let mut next = In { rst_n: !throw.reset, ..In::default() };
        next.read_ready = random[1] <= read;
        next.write_ready = random[2] <= write;
        next.rsp_data = self.dice.warp_register();
        if !self.busy && random[0] <= start {
            next.start = true;
            next.copy = random[3] < 64;
            self.merge(&mut next);
            let phys = |dice: &mut Dice| dice.below(1 << self.params.phys_bits) as u16;
            next.a_phys = phys(&mut self.dice);
            next.b_phys = phys(&mut self.dice);
            next.dest_phys = phys(&mut self.dice);
        } else {
            next.rsp_valid = self.unanswered && random[4] <= answer;
        }
        next
    }
}
