//! Pending requests, for the stimulus of register files that do not keep the order of requests.

use crate::units::channels::WRITE_PORTS;
use std::collections::VecDeque;

/// A register of a warp, as a number below [`REGISTERS`].
pub fn register(warp: u8, reg: u8) -> usize {
    usize::from(warp) << 8 | usize::from(reg)
}

/// Number of values of [`register`].
pub const REGISTERS: usize = 64 << 8;

/// Maximum operand slots of a collector unit.
const SLOTS: usize = 4;

/// Reads that are not answered and writes that are not acknowledged.
pub struct Pending {
    /// Pending reads of each register.
    reads: Vec<u8>,
    /// Pending writes of each register.
    writes: Vec<u8>,
    /// By collector unit and slot: the register of the pending read.
    slots: Vec<[Option<usize>; SLOTS]>,
    /// By channel, the pending writes, oldest first: register and lanes.
    writing: [VecDeque<(usize, u32)>; WRITE_PORTS],
}

impl Pending {
    /// No pending requests, in an SM with `collector_units` collector units.
    pub fn new(collector_units: usize) -> Pending {
        Pending {
            reads: vec![0; REGISTERS],
            writes: vec![0; REGISTERS],
            slots: vec![[None; SLOTS]; collector_units],
            writing: Default::default(),
        }
    }

    /// Removes all pending requests.
    pub fn clear(&mut self) {
        self.reads.fill(0);
        self.writes.fill(0);
        self.slots.fill([None; SLOTS]);
        self.writing = Default::default();
    }

    /// Whether a slot has no pending read, and its collector unit has none for another warp.
    pub fn has_slot(&self, cu: u8, slot: u8, warp: u8) -> bool {
        let slots = &self.slots[usize::from(cu)];
        let is_other = |register: &usize| register >> 8 != usize::from(warp);
        slots[usize::from(slot)].is_none() && !slots.iter().flatten().any(is_other)
    }

    /// Adds an offered read.
    pub fn read(&mut self, cu: u8, slot: u8, register: usize) {
        self.slots[usize::from(cu)][usize::from(slot)] = Some(register);
        self.reads[register] += 1;
    }

    /// Removes the answered read of a slot.
    pub fn answered(&mut self, cu: u8, slot: u8) {
        if let Some(register) = self.slots[usize::from(cu)][usize::from(slot)].take() {
            self.reads[register] -= 1;
        }
    }

    /// Adds a write that is offered on a channel.
    pub fn write(&mut self, channel: usize, register: usize, lanes: u32) {
        self.writes[register] += 1;
        self.writing[channel].push_back((register, lanes));
    }

    /// Removes a channel's oldest write, which is acknowledged. Returns its register and lanes.
    pub fn written(&mut self, channel: usize) -> Option<(usize, u32)> {
        let (register, lanes) = self.writing[channel].pop_front()?;
        self.writes[register] -= 1;
        Some((register, lanes))
    }

    /// Whether a read of a register is pending.
    pub fn is_read(&self, register: usize) -> bool {
        self.reads[register] != 0
    }

    /// Whether a write of a register is pending.
    pub fn is_written(&self, register: usize) -> bool {
        self.writes[register] != 0
    }
}
