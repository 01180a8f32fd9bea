//! Reads and writes of few or of all positions, under changing pressure and grants.

use super::super::Positions;
use super::{In, Op, Out, Params, RacetrackBank};
use crate::units::Stimulus;
use crate::units::dice::{Dice, scaled};
use bitflags::bitflags;

bitflags! {
    /// What stimulus must reach.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const READ                   = 1 << 0;
        const WRITE                  = 1 << 1;
        const PARTIAL_WRITE_ACCEPTED = 1 << 2;
        const SHIFT_LEFT             = 1 << 3;
        const SHIFT_RIGHT            = 1 << 4;
        /// A shift without a grant.
        const PRESHIFT               = 1 << 5;
        const ALIGNED_WITHOUT_GRANT  = 1 << 6;
        const BUSY_WITH_WRITE        = 1 << 7;
        const READ_REFUSED           = 1 << 8;
        const WRITE_REFUSED          = 1 << 9;
        /// Both accepted in one cycle, of one register: the read is older.
        const READ_AND_WRITE_AT_ONCE = 1 << 10;
        /// The bank holds a write and performs a read: the write waits for an older read.
        const READ_BEFORE_WRITE      = 1 << 11;
        const ANSWERS_BACK_TO_BACK   = 1 << 12;
        const IDLE                   = 1 << 13;
        const RESET_WHILE_WAITING    = 1 << 14;
    }
}

pub fn reachable(params: &Params) -> Scenarios {
    let mut all = Scenarios::all();
    all.set(Scenarios::BUSY_WITH_WRITE, params.controller.write_cycles > 1);
    all
}

pub fn scenarios(i: &In, o: &Out) -> Scenarios {
    let read = i.rst_n && i.read_valid && o.read_ready;
    let write = i.rst_n && i.write_valid && o.write_ready;
    let same = (i.read_port, i.read_offset) == (i.write_port, i.write_offset);
    let mut hit = Scenarios::empty();
    hit.set(Scenarios::READ, o.op == Op::Read);
    hit.set(Scenarios::WRITE, o.op == Op::Write);
    hit.set(Scenarios::PARTIAL_WRITE_ACCEPTED, write && i.write_lane_mask != u32::MAX);
    hit.set(Scenarios::SHIFT_LEFT, o.op == Op::ShiftLeft);
    hit.set(Scenarios::SHIFT_RIGHT, o.op == Op::ShiftRight);
    hit.set(Scenarios::PRESHIFT, o.op.shifts() && !i.grant);
    hit.set(Scenarios::ALIGNED_WITHOUT_GRANT, o.aligned && !i.grant && !o.busy);
    hit.set(Scenarios::BUSY_WITH_WRITE, o.busy);
    hit.set(Scenarios::READ_REFUSED, i.read_valid && !o.read_ready);
    hit.set(Scenarios::WRITE_REFUSED, i.write_valid && !o.write_ready);
    hit.set(Scenarios::READ_AND_WRITE_AT_ONCE, read && write && same);
    hit.set(Scenarios::READ_BEFORE_WRITE, o.op == Op::Read && !o.write_ready);
    hit.set(Scenarios::ANSWERS_BACK_TO_BACK, o.rsp_valid && o.op == Op::Read);
    hit.set(Scenarios::IDLE, !o.req_valid);
    hit.set(Scenarios::RESET_WHILE_WAITING, !i.rst_n && o.req_valid);
    hit
}

/// Random requests; one that is refused is offered again. From phase to phase the pressure changes,
/// and whether accesses go to four positions or to all. Only registers whose lanes were all written
/// since reset are read.
pub struct Random {
    dice: Dice,
    params: Params,
    /// Of 256: chance of a read, a write, a grant, of preshifting.
    chance: [u8; 4],
    /// The few positions of this phase; none if accesses go everywhere.
    few: Option<Positions>,
    /// Lanes of each position that were written since reset.
    written: Vec<u32>,
}

impl Random {
    pub fn new(params: &Params, seed: u64) -> Self {
        Random {
            dice: Dice::new(seed),
            params: params.clone(),
            chance: [0; 4],
            few: None,
            written: vec![0; params.geometry.positions()],
        }
    }

    fn new_phase(&mut self) {
        let [read, write, grant, preshift, a, b, c, d] = self.dice.bytes();
        self.chance = [read, write, grant | 32, preshift];
        let few = Positions::new([a, b, c, d], &self.params.geometry);
        self.few = (read ^ write < 192).then_some(few);
    }

    fn position(&mut self, random: [u8; 2]) -> (u8, u8) {
        let geometry = self.params.geometry;
        match self.few {
            Some(few) => few.pick(random[0]),
            None => (scaled(random[0], geometry.ports), scaled(random[1], geometry.offsets)),
        }
    }

    fn lanes_written(&mut self, (port, offset): (u8, u8)) -> &mut u32 {
        let geometry = self.params.geometry;
        &mut self.written[usize::from(port) * geometry.offsets + usize::from(offset)]
    }

    fn offer_read(&mut self, next: &mut In, random: [u8; 4]) {
        let position = self.position([random[0], random[1]]);
        next.read_valid = *self.lanes_written(position) == u32::MAX;
        if next.read_valid {
            (next.read_port, next.read_offset) = position;
            next.read_cu = scaled(random[2], self.params.queue.collector_units);
            next.read_slot = scaled(random[3], self.params.queue.operand_slots);
        }
    }

    fn offer_write(&mut self, next: &mut In) {
        let random = self.dice.bytes();
        (next.write_port, next.write_offset) = self.position([random[0], random[1]]);
        next.write_lane_mask = self.dice.lane_mask();
        next.write_data = self.dice.warp_register();
    }
}

impl Stimulus<RacetrackBank> for Random {
    fn next(&mut self, i: &In, o: &Out) -> In {
        let throw = self.dice.throw(8192);
        let random = throw.bytes;
        if throw.new_phase {
            self.new_phase();
        }
        let (read_refused, write_refused) =
            (i.read_valid && !o.read_ready, i.write_valid && !o.write_ready);
        if i.rst_n && i.write_valid && o.write_ready {
            *self.lanes_written((i.write_port, i.write_offset)) |= i.write_lane_mask;
        }
        let mut next = i.clone();
        next.rst_n = !throw.reset;
        next.grant = random[0] <= self.chance[2];
        next.preshift_en = random[1] <= self.chance[3];
        if throw.reset {
            self.written.fill(0);
            (next.read_valid, next.write_valid) = (false, false);
            return next;
        }
        if !read_refused {
            next.read_valid = random[2] <= self.chance[0];
            if next.read_valid {
                self.offer_read(&mut next, [random[4], random[5], random[6], random[7]]);
            }
        }
        if !write_refused {
            next.write_valid = random[3] <= self.chance[1];
            if next.write_valid {
                self.offer_write(&mut next);
            }
        }
        next
    }
}
