//! Cycle-accurate model of the shift controller.

use super::{In, Op, Out, Params};

impl In {
    /// Offset of the read or write that is requested.
    #[inline]
    pub fn offset(&self) -> u8 {
        if self.req_write { self.write_offset } else { self.read_offset }
    }
}

/// State: the head position and the cycles left of a running write.
#[derive(Clone, Debug)]
pub struct Model {
    last: u8,
    rest: u8,
    /// Cycles that a write holds the bank after its first cycle.
    write_hold: u8,
    head: u8,
    /// Remaining cycles of the running write.
    hold: u8,
}

impl Model {
    /// Offset under the access ports. State only.
    pub fn head(&self) -> u8 {
        self.head
    }

    /// Clock edge of a cycle that performs `op`.
    #[inline]
    pub fn perform(&mut self, op: Op) {
        match op {
            Op::Nop => self.hold = self.hold.saturating_sub(1),
            // Other operations start only while no write holds the bank.
            Op::Read => {}
            Op::Write => self.hold = self.write_hold,
            Op::ShiftRight => self.head = (self.head + 1).min(self.last),
            Op::ShiftLeft => self.head = self.head.saturating_sub(1),
        }
    }

    /// Returns to the reset state.
    pub fn clear(&mut self) {
        (self.head, self.hold) = (self.rest, 0);
    }

    /// Whether an earlier write still holds the bank. State only.
    pub fn busy(&self) -> bool {
        self.hold != 0
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        Model {
            last: (params.geometry.offsets - 1) as u8,
            rest: params.geometry.rest_offset() as u8,
            write_hold: (params.write_cycles - 1) as u8,
            head: params.geometry.rest_offset() as u8,
            hold: 0,
        }
    }

    #[inline]
    fn outputs(&self, i: &In) -> Out {
        let offset = i.offset();
        let aligned = i.req_valid && self.head == offset;
        let op = if self.busy() || !i.req_valid {
            Op::Nop
        } else if !aligned {
            match i.grant || i.preshift_en {
                false => Op::Nop,
                true if self.head < offset => Op::ShiftRight,
                true => Op::ShiftLeft,
            }
        } else if !i.grant {
            Op::Nop
        } else if i.req_write {
            Op::Write
        } else {
            Op::Read
        };
        Out { op, head: self.head, aligned, busy: self.busy() }
    }

    #[inline]
    fn tick(&mut self, i: &In) {
        if !i.rst_n {
            return self.clear();
        }
        self.perform(self.outputs(i).op);
    }

    fn accepts(&self, i: &In) -> bool {
        i.read_offset <= self.last && i.write_offset <= self.last
    }
}
