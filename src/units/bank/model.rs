//! Behavioural model of a bank: waiting requests, accesses wanted of the storage, and answers.

use super::{Action as _, FrontOut, In, Out, Params, Storage, Write};
use crate::bits::WarpRegister;
use crate::units::channels::NewWrite;
use crate::units::{Model as _, Position, read_queue, write_buffer};

/// Behavioural model of a bank.
#[derive(Clone, Debug)]
pub struct Model<S> {
    queue: read_queue::Model,
    buffer: write_buffer::Model,
    storage: S,
    /// Bit fields of the waiting requests' positions.
    position: Position,
    two_ports: bool,
    max_write_run: usize,
    /// Writes performed in a row while a read waited, up to the limit.
    write_run: usize,
    /// Collector unit of the last performed read.
    rsp_cu: u8,
    /// Operand slot of the last performed read.
    rsp_slot: u8,
    /// Bits of a collector unit's number, below a read's hints.
    cu_bits: usize,
}

/// Accesses that the front wants the storage to perform now.
#[derive(Clone, Copy, Debug, Default)]
pub struct Wanted {
    /// Row to read, for the oldest read; none if that read must wait.
    pub read: Option<u16>,
    /// Row to write, for the oldest write; none if that write must wait.
    pub write: Option<u16>,
    /// Hints of the oldest read.
    pub hints: u8,
    /// Whether another read waits behind the oldest.
    pub followed: bool,
}

impl Wanted {
    /// The row to access, for a bank with one port.
    #[inline]
    pub fn row(&self) -> Option<u16> {
        self.write.or(self.read)
    }
}

/// A read that is offered to a bank.
#[derive(Clone, Copy, Debug, Default)]
pub struct NewRead {
    /// Requesting collector unit.
    pub cu: u8,
    /// Operand slot of the collector unit.
    pub slot: u8,
    /// Entry to read.
    pub entry: u16,
    /// Hints for the storage.
    pub hints: u8,
}

impl<S: Storage> Model<S> {
    /// Whether a read or a write waits. State only.
    #[inline]
    pub fn requests(&self) -> bool {
        self.queue.count() > 0 || self.buffer.count() > 0
    }

    /// Whether a read would be accepted. State only.
    #[inline]
    pub fn read_ready(&self) -> bool {
        self.queue.ready()
    }

    /// Whether a write would be accepted. State only.
    #[inline]
    pub fn write_ready(&self) -> bool {
        self.buffer.ready()
    }

    /// The storage behind the front.
    #[inline]
    pub fn storage(&self) -> &S {
        &self.storage
    }

    /// Accesses that the front wants the storage to perform now. State only.
    // Inlined: a call would return the value through memory, and reading it back as a whole would
    // stall behind the stores of its parts.
    #[inline(always)]
    pub fn wanted(&self) -> Wanted {
        let write = self.buffer.serviceable().filter(|_| !self.read_overdue());
        let read = self.queue.front().filter(|read| match self.two_ports {
            // A buffered write of this entry that still waits for a read is younger than this
            // read, because this read is the oldest.
            true => !self.buffer.holds_serviceable(self.position.entry(read.position)),
            false => write.is_none(),
        });
        Wanted {
            read: read.map(|entry| self.position.row(entry.position)),
            write: write.map(|entry| self.position.row(entry.position)),
            hints: read.map_or(0, |entry| self.hints(entry)),
            followed: self.queue.followed(),
        }
    }

    /// Hints of a waiting read.
    #[inline]
    fn hints(&self, entry: &read_queue::Entry) -> u8 {
        (u16::from(entry.cu) >> self.cu_bits) as u8
    }

    /// Whether the maximum run of writes has passed the oldest read, and no write of its entry is
    /// buffered.
    #[inline]
    fn read_overdue(&self) -> bool {
        self.max_write_run > 0
            && self.write_run == self.max_write_run
            && self
                .queue
                .front()
                .is_some_and(|read| !self.buffer.holds(self.position.entry(read.position)))
    }

    /// Collector unit, operand slot and data of the read that is answered now. State only.
    #[inline]
    pub fn answer(&self) -> Option<(u8, u8, &WarpRegister)> {
        self.storage.answer().map(|data| (self.rsp_cu, self.rsp_slot, data))
    }

    /// Whether no request waits, no read is answered and the storage is at rest. A cycle without a
    /// new request then changes nothing. State only.
    #[inline]
    pub fn is_idle(&self) -> bool {
        !self.requests() && self.storage.answer().is_none() && !self.storage.is_moving()
    }

    /// The clock edge of a cycle with this action of the storage and these offered requests.
    #[inline]
    pub fn clock(
        &mut self,
        action: S::Action,
        read: Option<NewRead>,
        write: Option<NewWrite>,
        own: &S::In,
    ) {
        let position = |entry| self.position.of(entry, self.storage.row(entry));
        let read = read.map(|read| read_queue::Entry {
            cu: read.cu | (u16::from(read.hints) << self.cu_bits) as u8,
            slot: read.slot,
            position: position(read.entry),
        });
        let write = write.filter(|_| self.buffer.ready());
        let queue = read_queue::In::offer(read, action.reads(), write.map(|write| write.entry));
        // The older reads are looked up before the queue changes.
        let write = write.map(|NewWrite { entry, lane_mask, data }| write_buffer::Entry {
            position: position(entry),
            lane_mask,
            data: *data,
            older_reads: self.queue.probe(&queue),
        });
        if self.max_write_run > 0 {
            self.count_writes(action);
        }
        let performed = if action.reads() { self.queue.front() } else { None };
        if let Some(&read_queue::Entry { cu, slot, .. }) = performed {
            self.rsp_cu = (u16::from(cu) & ((1 << self.cu_bits) - 1)) as u8;
            self.rsp_slot = slot;
        }
        let stored = if action.writes() { self.buffer.front() } else { None };
        let stored = stored.map(|write| Write {
            row: self.position.row(write.position),
            lane_mask: write.lane_mask,
            bits: u32::MAX,
            data: &write.data,
        });
        let performed = performed.map(|read| self.position.row(read.position));
        self.storage.clock(action, performed, stored, own);
        if let Some(write) = write {
            self.buffer.push(write);
        }
        if action.reads() {
            self.buffer.read_leaves(self.queue.leaving(&queue));
        }
        if action.writes() {
            self.buffer.pop();
        }
        self.queue.tick(&queue);
    }

    #[inline]
    fn count_writes(&mut self, action: S::Action) {
        if self.queue.front().is_none() || action.reads() {
            self.write_run = 0;
        } else if action.writes() {
            self.write_run = (self.write_run + 1).min(self.max_write_run);
        }
    }

    /// Resets the bank.
    pub fn clear(&mut self) {
        self.queue.clear();
        self.buffer.clear();
        self.storage.clear();
        (self.rsp_cu, self.rsp_slot) = (0, 0);
        self.write_run = 0;
    }
}

impl<S: Storage> crate::units::Model for Model<S> {
    type Params = Params<S>;
    type In = In<S>;
    type Out = Out<S>;

    fn new(params: &Params<S>) -> Self {
        Model {
            queue: read_queue::Model::new(&params.shared.queue),
            buffer: write_buffer::Model::new(&params.shared.buffer),
            storage: S::new(&params.own),
            position: params.shared.queue.position,
            two_ports: params.shared.two_ports,
            max_write_run: params.shared.max_write_run,
            write_run: 0,
            rsp_cu: 0,
            rsp_slot: 0,
            cu_bits: params.shared.queue.cu_bits(),
        }
    }

    #[inline]
    fn outputs(&self, i: &In<S>) -> Out<S> {
        let wanted = self.wanted();
        let action = self.storage.decide(&wanted, i.shared.grant, &i.own);
        let shared = FrontOut {
            read_ready: self.read_ready(),
            write_ready: self.write_ready(),
            req_valid: self.requests(),
            read: action.reads(),
            write: action.writes(),
            rsp_valid: self.storage.answer().is_some(),
            rsp_cu: self.rsp_cu,
            rsp_slot: self.rsp_slot,
            rsp_data: *self.storage.read_data(),
        };
        Out::<S> { shared, own: self.storage.outputs(&wanted, action) }
    }

    #[inline]
    fn tick(&mut self, i: &In<S>) {
        let (front, own) = (&i.shared, &i.own);
        if !front.rst_n {
            return self.clear();
        }
        let read = front.read_valid.then_some(NewRead {
            cu: front.read_cu,
            slot: front.read_slot,
            entry: front.read_entry,
            hints: S::hints(own),
        });
        let write = front.write_valid.then_some(NewWrite {
            entry: front.write_entry,
            lane_mask: front.write_lane_mask,
            data: &front.write_data,
        });
        let action = self.storage.decide(&self.wanted(), front.grant, own);
        self.clock(action, read, write, own);
    }

    fn accepts(&self, i: &In<S>) -> bool {
        let front = &i.shared;
        (!front.read_valid || self.storage.holds(front.read_entry))
            && (!front.write_valid || self.storage.holds(front.write_entry))
            && self.storage.accepts(&i.own)
    }
}
