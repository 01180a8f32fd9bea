//! Behavioural model of the write buffer.

use super::{In, Out, Params};
use crate::bits::WarpRegister;
use crate::units::ring::Ring;

/// A waiting write.
#[derive(Clone, Debug, Default)]
pub struct Entry {
    /// Position of the register: its entry, and its row in the bits above.
    pub position: u32,
    /// Lanes to write; bit n is lane n.
    pub lane_mask: u32,
    /// New value, 32 lanes of 32 bits.
    pub data: WarpRegister,
    /// Places of the older reads of the same entry that are still queued.
    pub older_reads: u64,
}

/// Behavioural model of the buffer: a ring of `depth` writes.
#[derive(Clone, Debug)]
pub struct Model {
    waiting: Ring<Entry>,
    params: Params,
}

impl Model {
    /// The oldest write, if there is one. State only.
    #[inline]
    pub fn front(&self) -> Option<&Entry> {
        self.waiting.front()
    }

    /// The oldest write, if it waits for no read. State only.
    #[inline]
    pub fn serviceable(&self) -> Option<&Entry> {
        self.front().filter(|entry| entry.older_reads == 0)
    }

    /// Number of waiting writes. State only.
    #[inline]
    pub fn count(&self) -> usize {
        self.waiting.len()
    }

    /// Whether a write would be accepted. State only.
    #[inline]
    pub fn ready(&self) -> bool {
        !self.waiting.is_full()
    }

    /// Whether a write of the entry is buffered. State only.
    #[inline]
    pub fn holds(&self, entry: u16) -> bool {
        self.waiting.iter().any(|write| self.params.position.entry(write.position) == entry)
    }

    /// Whether a buffered write of the entry waits for no read. State only.
    #[inline]
    pub fn holds_serviceable(&self, entry: u16) -> bool {
        let mut free = self.waiting.iter().filter(|write| write.older_reads == 0);
        free.any(|write| self.params.position.entry(write.position) == entry)
    }

    /// Adds a write. The buffer must not be full.
    #[inline]
    pub fn push(&mut self, entry: Entry) {
        self.waiting.push(entry);
    }

    /// Removes the oldest write. There must be one.
    #[inline]
    pub fn pop(&mut self) {
        self.waiting.pop();
    }

    /// Empties the buffer, as a reset does.
    pub fn clear(&mut self) {
        self.waiting.clear();
    }

    /// Notes that the read in a place, one-hot, leaves the queue: no write waits for it any more.
    #[inline]
    pub fn read_leaves(&mut self, place: u64) {
        self.waiting.for_each(|entry| entry.older_reads &= !place);
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        Model { waiting: Ring::new(params.depth), params: params.clone() }
    }

    #[inline]
    fn outputs(&self, i: &In) -> Out {
        let front = self.waiting.front_place();
        Out {
            push_ready: self.ready(),
            front_valid: !self.waiting.is_empty(),
            front_serviceable: self.serviceable().is_some(),
            read_blocked: self.holds(i.read_entry),
            read_younger: self.holds_serviceable(i.read_entry),
            front_position: front.position,
            front_lane_mask: front.lane_mask,
            front_data: front.data,
        }
    }

    #[inline]
    fn tick(&mut self, i: &In) {
        if !i.rst_n {
            return self.clear();
        }
        let accepted = i.push_valid && self.ready();
        let taken = i.pop && !self.waiting.is_empty();
        if accepted {
            self.push(Entry {
                position: i.push_position,
                lane_mask: i.push_lane_mask,
                data: i.push_data,
                older_reads: i.push_older_reads,
            });
        }
        self.read_leaves(i.read_leaving);
        if taken {
            self.pop();
        }
    }

    fn accepts(&self, i: &In) -> bool {
        i.push_position >> self.params.position.bits() == 0
            && i.read_entry >> self.params.position.entry_bits == 0
            && (i.push_older_reads | i.read_leaving) >> self.params.read_queue_depth == 0
            && i.read_leaving.count_ones() <= 1
    }
}
