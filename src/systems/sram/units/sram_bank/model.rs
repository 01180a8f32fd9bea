//! The bank's behaviour: its parts' models, and the choice of what to serve.

use super::{In, Out, Params};
use crate::bits::WarpRegister;
use crate::systems::sram::config::BankPorts;
use crate::systems::sram::units::sram_array;
use crate::units::channels::NewWrite;
use crate::units::{Model as _, read_queue, write_buffer};

#[derive(Clone, Debug)]
pub struct Model {
    queue: read_queue::Model,
    buffer: write_buffer::Model,
    array: sram_array::Model,
    ports: BankPorts,
    rsp_cu: u8,
    rsp_slot: u8,
}

/// What the bank performs in a cycle.
#[derive(Clone, Copy, Debug, Default)]
pub struct Served {
    pub read: bool,
    pub write: bool,
}

impl Model {
    /// Whether a read or a write waits. State only.
    #[inline]
    pub fn requests(&self) -> bool {
        self.queue.front().is_some() || self.buffer.front().is_some()
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

    /// Collector unit, slot and data of the read that is answered now. State only.
    #[inline]
    pub fn answer(&self) -> Option<(u8, u8, &WarpRegister)> {
        let data = self.array.read_data();
        self.array.read_valid().then_some((self.rsp_cu, self.rsp_slot, data))
    }

    /// What a grant lets the bank perform now. State only.
    #[inline]
    pub fn served(&self) -> Served {
        let write = self.buffer.serviceable().is_some();
        let read = self.queue.front().is_some_and(|read| match self.ports {
            BankPorts::Shared => !write,
            // A buffered write that waits for an older read is younger than this one, the oldest.
            BankPorts::Separate => !self.buffer.holds_serviceable(read.position),
        });
        Served { read, write }
    }

    /// The clock edge of a cycle in which this is performed and these are offered.
    #[inline]
    pub fn clock(
        &mut self,
        served: Served,
        read: Option<read_queue::Entry>,
        write: Option<NewWrite>,
    ) {
        let write = write.filter(|_| self.buffer.ready());
        let queue = read_queue::In::offer(read, served.read, write.as_ref().map(|w| w.position));
        // The write waits for the reads that remain, so they are counted before the queue moves.
        let older_reads = if write.is_some() { self.queue.probe(&queue) } else { 0 };
        if let Some(entry) = self.buffer.front().filter(|_| served.write) {
            self.array.write(entry.position, entry.lane_mask, &entry.data);
        }
        match self.queue.front().filter(|_| served.read) {
            Some(&read_queue::Entry { cu, slot, position }) => {
                self.array.read(position);
                self.buffer.read_performed(position);
                (self.rsp_cu, self.rsp_slot) = (cu, slot);
            }
            None => self.array.rest(),
        }
        if let Some(write) = write {
            self.buffer.push(write.waiting(older_reads));
        }
        if served.write {
            self.buffer.pop();
        }
        self.queue.tick(&queue);
    }

    /// As after reset; what is stored stays.
    pub fn clear(&mut self) {
        self.queue.clear();
        self.buffer.clear();
        self.array.rest();
        (self.rsp_cu, self.rsp_slot) = (0, 0);
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        Model {
            queue: read_queue::Model::new(&params.queue),
            buffer: write_buffer::Model::new(&params.buffer),
            array: sram_array::Model::new(&params.array),
            ports: params.ports,
            rsp_cu: 0,
            rsp_slot: 0,
        }
    }

    #[inline]
    fn outputs(&self, i: &In) -> Out {
        let served = if i.grant { self.served() } else { Served::default() };
        Out {
            read_ready: self.queue.ready(),
            write_ready: self.buffer.ready(),
            req_valid: self.requests(),
            read: served.read,
            write: served.write,
            rsp_valid: self.array.read_valid(),
            rsp_cu: self.rsp_cu,
            rsp_slot: self.rsp_slot,
            rsp_data: *self.array.read_data(),
        }
    }

    #[inline]
    fn tick(&mut self, i: &In) {
        if !i.rst_n {
            return self.clear();
        }
        let served = if i.grant { self.served() } else { Served::default() };
        let read = i.read_valid.then_some(read_queue::Entry {
            cu: i.read_cu,
            slot: i.read_slot,
            position: i.read_entry,
        });
        let write = i.write_valid.then_some(NewWrite {
            position: i.write_entry,
            lane_mask: i.write_lane_mask,
            data: &i.write_data,
        });
        self.clock(served, read, write);
    }

    fn accepts(&self, i: &In) -> bool {
        self.array.holds(i.read_entry) && self.array.holds(i.write_entry)
    }
}
