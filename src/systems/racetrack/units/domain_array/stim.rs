//! Head movements with accesses in between. Reads only registers that were completely written
//! since reset.

use super::{In, Op, Out, Params};
use crate::systems::racetrack::units::PortRegions;
use crate::units::dice::{Dice, scaled};
use crate::units::{Model, RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const READ               = 1 << 0;
        const WRITE              = 1 << 1;
        const PARTIAL_WRITE      = 1 << 2;
        const SHIFT_LEFT         = 1 << 3;
        const SHIFT_RIGHT        = 1 << 4;
        const NOP                = 1 << 5;
        const READ_AFTER_READ    = 1 << 6;
        const WRITE_OF_LAST_PORT = 1 << 7;
        const RESET              = 1 << 8;
    }
}

/// Random operations, with runs of shifts in one direction.
pub struct Random {
    dice: Dice,
    geometry: PortRegions,
    head: usize,
    towards_right: bool,
    /// Written lanes of each position since reset, as a mask.
    written: Vec<u32>,
    /// Chance of a shift in a cycle, in 1/256.
    shift_chance: u8,
}

/// Serves both the logical and the physical array.
impl<M: Model<Params = Params, In = In, Out = Out>> RandomStimulus<M> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        let geometry = params.geometry;
        Random {
            dice: Dice::new(seed),
            geometry,
            head: geometry.rest_offset(),
            towards_right: true,
            written: vec![0; geometry.positions()],
            shift_chance: 0,
        }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let mut hit = Scenarios::empty();
        let write = i.op == Op::Write;
        hit.set(Scenarios::READ, i.op == Op::Read);
        hit.set(Scenarios::WRITE, write);
        hit.set(Scenarios::PARTIAL_WRITE, write && i.lane_mask != u32::MAX);
        hit.set(Scenarios::SHIFT_LEFT, i.op == Op::ShiftLeft);
        hit.set(Scenarios::SHIFT_RIGHT, i.op == Op::ShiftRight);
        hit.set(Scenarios::NOP, i.op == Op::Nop);
        hit.set(Scenarios::READ_AFTER_READ, i.op == Op::Read && o.read_valid);
        hit.set(Scenarios::WRITE_OF_LAST_PORT, write && i.port > 0);
        hit.set(Scenarios::RESET, !i.rst_n);
        hit
    }
}

impl Random {
    fn shift(&mut self) -> Op {
        let last = self.geometry.offsets - 1;
        self.towards_right = match self.head {
            0 => true,
            head if head == last => false,
            _ => self.towards_right,
        };
        match self.towards_right {
            true => self.head += 1,
            false => self.head -= 1,
        }
        if self.towards_right { Op::ShiftRight } else { Op::ShiftLeft }
    }
}

impl<M: Model<In = In, Out = Out>> Stimulus<M> for Random {
    fn next(&mut self, i: &In, _: &Out) -> In {
        let throw = self.dice.throw(8192);
        let random = throw.bytes;
        let mut next = In { rst_n: !throw.reset, op: Op::Nop, ..i.clone() };
        if throw.new_phase {
            self.shift_chance = random[0];
        }
        if throw.reset {
            self.head = self.geometry.rest_offset();
            self.written.fill(0);
            return next;
        }
        if random[1] < self.shift_chance {
            self.towards_right ^= random[2] < 16;
            next.op = self.shift();
            return next;
        }
        next.port = scaled(random[3], self.geometry.ports);
        let written = &mut self.written[usize::from(next.port) * self.geometry.offsets + self.head];
        match random[4] % 8 {
            0 => {}
            1..5 if *written == u32::MAX => next.op = Op::Read,
            _ => {
                next.op = Op::Write;
                next.lane_mask = self.dice.lane_mask();
                next.write_data = self.dice.warp_register();
                *written |= next.lane_mask;
            }
        }
        next
    }
}
