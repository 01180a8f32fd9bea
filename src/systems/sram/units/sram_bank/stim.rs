//! Reads and writes of few or of all entries, under changing pressure and grants.

use super::{In, Out, Params, SramBank};
use crate::systems::sram::config::BankPorts;
use crate::units::Stimulus;
use crate::units::dice::{Dice, scaled};
use bitflags::bitflags;

bitflags! {
    /// What stimulus must reach.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const READ                   = 1 << 0;
        const WRITE                  = 1 << 1;
        /// Performed in one cycle.
        const READ_AND_WRITE         = 1 << 2;
        const PARTIAL_WRITE_ACCEPTED = 1 << 3;
        const WAITS_FOR_GRANT        = 1 << 4;
        const READ_REFUSED           = 1 << 5;
        const WRITE_REFUSED          = 1 << 6;
        /// Both accepted in one cycle, of one entry: the read is older.
        const ACCEPTED_AT_ONCE       = 1 << 7;
        /// The buffer is full and a read goes without a write: the writes wait for older reads.
        const READ_BEFORE_WRITES     = 1 << 8;
        /// The queue is full and a write goes without a read.
        const WRITE_BEFORE_READS     = 1 << 9;
        const ANSWERS_BACK_TO_BACK   = 1 << 10;
        const IDLE                   = 1 << 11;
        const RESET_WHILE_WAITING    = 1 << 12;
    }
}

pub fn reachable(params: &Params) -> Scenarios {
    let mut all = Scenarios::all();
    all.set(Scenarios::READ_AND_WRITE, params.ports == BankPorts::Separate);
    all
}

pub fn scenarios(i: &In, o: &Out) -> Scenarios {
    let read = i.rst_n && i.read_valid && o.read_ready;
    let write = i.rst_n && i.write_valid && o.write_ready;
    let mut hit = Scenarios::empty();
    hit.set(Scenarios::READ, o.read);
    hit.set(Scenarios::WRITE, o.write);
    hit.set(Scenarios::READ_AND_WRITE, o.read && o.write);
    hit.set(Scenarios::PARTIAL_WRITE_ACCEPTED, write && i.write_lane_mask != u32::MAX);
    hit.set(Scenarios::WAITS_FOR_GRANT, o.req_valid && !i.grant);
    hit.set(Scenarios::READ_REFUSED, i.read_valid && !o.read_ready);
    hit.set(Scenarios::WRITE_REFUSED, i.write_valid && !o.write_ready);
    hit.set(Scenarios::ACCEPTED_AT_ONCE, read && write && i.read_entry == i.write_entry);
    hit.set(Scenarios::READ_BEFORE_WRITES, o.read && !o.write && !o.write_ready);
    hit.set(Scenarios::WRITE_BEFORE_READS, o.write && !o.read && !o.read_ready);
    hit.set(Scenarios::ANSWERS_BACK_TO_BACK, o.rsp_valid && o.read);
    hit.set(Scenarios::IDLE, !o.req_valid);
    hit.set(Scenarios::RESET_WHILE_WAITING, !i.rst_n && o.req_valid);
    hit
}

/// Random requests; one that is refused is offered again. From phase to phase the pressure changes,
/// and whether accesses go to few entries or to all. Only entries whose lanes were all written since
/// reset are read.
pub struct Random {
    dice: Dice,
    params: Params,
    /// Of 256: chance of a read, a write, a grant.
    chance: [u8; 3],
    /// The few entries of this phase; none if accesses go everywhere.
    few: Option<[u16; 3]>,
    /// Lanes of each entry that were written since reset.
    written: Vec<u32>,
}

impl Random {
    pub fn new(params: &Params, seed: u64) -> Self {
        Random {
            dice: Dice::new(seed),
            params: params.clone(),
            chance: [0; 3],
            few: None,
            written: vec![0; params.array.entries],
        }
    }

    fn new_phase(&mut self) {
        let [read, write, grant, few, ..] = self.dice.bytes();
        self.chance = [read, write, grant | 32];
        let entries = self.params.array.entries;
        self.few = (few < 192).then(|| std::array::from_fn(|_| self.dice.below(entries) as u16));
    }

    fn entry(&mut self) -> u16 {
        match self.few {
            Some(few) => few[self.dice.below(few.len())],
            None => self.dice.below(self.params.array.entries) as u16,
        }
    }

    fn offer_read(&mut self, next: &mut In, random: [u8; 2]) {
        let entry = self.entry();
        next.read_valid = self.written[usize::from(entry)] == u32::MAX;
        if next.read_valid {
            next.read_entry = entry;
            next.read_cu = scaled(random[0], self.params.queue.collector_units);
            next.read_slot = scaled(random[1], self.params.queue.operand_slots);
        }
    }

    fn offer_write(&mut self, next: &mut In) {
        next.write_entry = self.entry();
        next.write_lane_mask = self.dice.lane_mask();
        next.write_data = self.dice.warp_register();
    }
}

impl Stimulus<SramBank> for Random {
    fn next(&mut self, i: &In, o: &Out) -> In {
        let throw = self.dice.throw(8192);
        let random = throw.bytes;
        if throw.new_phase {
            self.new_phase();
        }
        if i.rst_n && i.write_valid && o.write_ready {
            self.written[usize::from(i.write_entry)] |= i.write_lane_mask;
        }
        let mut next = i.clone();
        next.rst_n = !throw.reset;
        next.grant = random[0] <= self.chance[2];
        if throw.reset {
            self.written.fill(0);
            (next.read_valid, next.write_valid) = (false, false);
            return next;
        }
        if !i.read_valid || o.read_ready {
            next.read_valid = random[1] <= self.chance[0];
            if next.read_valid {
                self.offer_read(&mut next, [random[3], random[4]]);
            }
        }
        if !i.write_valid || o.write_ready {
            next.write_valid = random[2] <= self.chance[1];
            if next.write_valid {
                self.offer_write(&mut next);
            }
        }
        next
    }
}
