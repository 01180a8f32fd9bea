//! Requests that are not done yet, for stimulus of register files that keep no order.

use crate::units::channels::WRITE_PORTS;
use std::collections::VecDeque;

/// A register of a warp, as a number below [`REGISTERS`].
pub fn register(warp: u8, reg: u8) -> usize {
    usize::from(warp) << 8 | usize::from(reg)
}

/// Numbers that [`register`] gives.
pub const REGISTERS: usize = 64 << 8;

/// Operand slots of a collector unit, at most.
const SLOTS: usize = 4;

/// Reads without an answer and writes that are not in place.
pub struct Pending {
    reads: Vec<u8>,
    writes: Vec<u8>,
    /// By collector unit and slot: the register that is read.
    slots: Vec<[Option<usize>; SLOTS]>,
    /// By channel, the oldest first: the register that is written, and its lanes.
    writing: [VecDeque<(usize, u32)>; WRITE_PORTS],
}

impl Pending {
    /// Pending requests of a file with at most `collector_units` collector units.
    pub fn new(collector_units: usize) -> Pending {
        Pending {
            reads: vec![0; REGISTERS],
            writes: vec![0; REGISTERS],
            slots: vec![[None; SLOTS]; collector_units],
            writing: Default::default(),
        }
    }

    /// Nothing is pending.
    pub fn clear(&mut self) {
        self.reads.fill(0);
        self.writes.fill(0);
        self.slots.fill([None; SLOTS]);
        self.writing = Default::default();
    }

    /// Whether a slot is free, and its collector unit reads for no other warp.
    pub fn has_slot(&self, cu: u8, slot: u8, warp: u8) -> bool {
        let slots = &self.slots[usize::from(cu)];
        let is_other = |register: &usize| register >> 8 != usize::from(warp);
        slots[usize::from(slot)].is_none() && !slots.iter().flatten().any(is_other)
    }

    /// A read is offered.
    pub fn read(&mut self, cu: u8, slot: u8, register: usize) {
        self.slots[usize::from(cu)][usize::from(slot)] = Some(register);
        self.reads[register] += 1;
    }

    /// The read of a slot is answered.
    pub fn answered(&mut self, cu: u8, slot: u8) {
        if let Some(register) = self.slots[usize::from(cu)][usize::from(slot)].take() {
            self.reads[register] -= 1;
        }
    }

    /// A write is offered on a channel.
    pub fn write(&mut self, channel: usize, register: usize, lanes: u32) {
        self.writes[register] += 1;
        self.writing[channel].push_back((register, lanes));
    }

    /// A channel's oldest write is in place: its register and lanes.
    pub fn written(&mut self, channel: usize) -> Option<(usize, u32)> {
        let (register, lanes) = self.writing[channel].pop_front()?;
        self.writes[register] -= 1;
        Some((register, lanes))
    }

    /// Whether a read of a register has no answer.
    pub fn is_read(&self, register: usize) -> bool {
        self.reads[register] != 0
    }

    /// Whether a write of a register is not in place.
    pub fn is_written(&self, register: usize) -> bool {
        self.writes[register] != 0
    }
}
