//! The bank's behaviour: its parts' models, and the choice of the request to serve.

use super::{In, Op, Out, Params};
use crate::bits::WarpRegister;
use crate::systems::racetrack::units::{domain_array, shift_controller};
use crate::units::channels::NewWrite;
use crate::units::{Model as _, read_queue, write_buffer};

#[derive(Clone, Debug)]
pub struct Model {
    controller: shift_controller::Model,
    queue: read_queue::Model,
    buffer: write_buffer::Model,
    array: domain_array::Model,
    params: Params,
    /// Writes performed in a row while a read waited, up to the limit.
    write_run: usize,
    rsp_valid: bool,
    rsp_cu: u8,
    rsp_slot: u8,
}

/// The request that the bank serves next.
#[derive(Clone, Copy, Debug, Default)]
pub struct Request {
    pub valid: bool,
    pub write: bool,
    pub port: u8,
    pub offset: u8,
}

#[inline]
fn controller_inputs(request: &Request, grant: bool, preshift_en: bool) -> shift_controller::In {
    shift_controller::In {
        rst_n: true,
        req_valid: request.valid,
        req_write: request.write,
        req_offset: request.offset,
        grant,
        preshift_en,
    }
}

impl Model {
    /// The oldest write if it is serviceable and no read is overdue, else the oldest read. State
    /// only.
    #[inline]
    pub fn request(&self) -> Request {
        let write = self.buffer.serviceable().filter(|_| !self.read_overdue());
        let write = write.map(|entry| (true, entry.position));
        match write.or(self.queue.front().map(|entry| (false, entry.position))) {
            Some((write, position)) => {
                let (port, offset) = self.params.geometry.split(position);
                Request { valid: true, write, port, offset }
            }
            None => Request::default(),
        }
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

    /// Whether this is a request, and the head lies at its offset.
    #[inline]
    pub fn aligned(&self, request: &Request) -> bool {
        request.valid && request.offset == self.controller.head()
    }

    /// Whether an earlier write still holds the bank. State only.
    #[inline]
    pub fn busy(&self) -> bool {
        self.controller.busy()
    }

    /// Collector unit, slot and data of the read that is answered now. State only.
    #[inline]
    pub fn answer(&self) -> Option<(u8, u8, &WarpRegister)> {
        self.rsp_valid.then(|| (self.rsp_cu, self.rsp_slot, self.array.read_data()))
    }

    /// What the bank does in a cycle with these grants; `request` is [`Model::request`]'s.
    #[inline]
    pub fn op(&self, request: &Request, grant: bool, preshift_en: bool) -> Op {
        self.controller.outputs(&controller_inputs(request, grant, preshift_en)).op
    }

    /// Whether the oldest read has let as many writes pass as it must, and no write of its position
    /// waits.
    #[inline]
    fn read_overdue(&self) -> bool {
        let limit = self.params.max_write_run;
        limit > 0
            && self.write_run == limit
            && self.queue.front().is_some_and(|read| !self.buffer.holds(read.position))
    }

    /// Whether nothing waits, nothing is answered and no write holds the bank: a cycle in which
    /// nothing is offered changes nothing. State only.
    #[inline]
    pub fn is_idle(&self) -> bool {
        let waits = self.queue.front().is_some() || self.buffer.front().is_some();
        !waits && !self.rsp_valid && !self.busy()
    }

    /// The clock edge of a cycle in which the bank does this and is offered these.
    #[inline]
    pub fn clock(&mut self, op: Op, read: Option<read_queue::Entry>, write: Option<NewWrite>) {
        let geometry = self.params.geometry;
        self.controller.perform(op);
        let write = write.filter(|_| self.buffer.ready());
        let position = write.as_ref().map(|write| write.position);
        let queue = read_queue::In::offer(read, op == Op::Read, position);
        // The write waits for the reads that remain, so they are counted before the queue moves.
        let older_reads = if write.is_some() { self.queue.probe(&queue) } else { 0 };
        self.write_run = match op {
            _ if self.queue.front().is_none() => 0,
            Op::Read => 0,
            Op::Write => (self.write_run + 1).min(self.params.max_write_run),
            _ => self.write_run,
        };
        self.rsp_valid = op == Op::Read;
        match op {
            Op::Read => {
                if let Some(&read_queue::Entry { cu, slot, position }) = self.queue.front() {
                    self.array.perform(op, geometry.split(position).0, 0, &[0; 32]);
                    self.buffer.read_performed(position);
                    (self.rsp_cu, self.rsp_slot) = (cu, slot);
                }
            }
            Op::Write => {
                if let Some(entry) = self.buffer.front() {
                    let (port, _) = geometry.split(entry.position);
                    self.array.perform(op, port, entry.lane_mask, &entry.data);
                }
            }
            _ => self.array.perform(op, 0, 0, &[0; 32]),
        }
        if let Some(write) = write {
            self.buffer.push(write.waiting(older_reads));
        }
        if op == Op::Write {
            self.buffer.pop();
        }
        self.queue.tick(&queue);
    }

    /// As after reset: what is stored is undefined, the tape is at rest.
    pub fn clear(&mut self) {
        self.controller.clear();
        self.queue.clear();
        self.buffer.clear();
        self.array.reset();
        (self.rsp_valid, self.rsp_cu, self.rsp_slot) = (false, 0, 0);
        self.write_run = 0;
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        Model {
            controller: shift_controller::Model::new(&params.controller),
            queue: read_queue::Model::new(&params.queue),
            buffer: write_buffer::Model::new(&params.buffer),
            array: domain_array::Model::new(&params.array),
            params: params.clone(),
            write_run: 0,
            rsp_valid: false,
            rsp_cu: 0,
            rsp_slot: 0,
        }
    }

    #[inline]
    fn outputs(&self, i: &In) -> Out {
        let request = self.request();
        let inputs = controller_inputs(&request, i.grant, i.preshift_en);
        let controller = self.controller.outputs(&inputs);
        Out {
            read_ready: self.queue.ready(),
            write_ready: self.buffer.ready(),
            req_valid: request.valid,
            aligned: controller.aligned,
            busy: controller.busy,
            op: controller.op,
            head: controller.head,
            rsp_valid: self.rsp_valid,
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
        let geometry = self.params.geometry;
        let read = i.read_valid.then_some(read_queue::Entry {
            cu: i.read_cu,
            slot: i.read_slot,
            position: geometry.join(i.read_port, i.read_offset),
        });
        let write = i.write_valid.then_some(NewWrite {
            position: geometry.join(i.write_port, i.write_offset),
            lane_mask: i.write_lane_mask,
            data: &i.write_data,
        });
        let op = self.op(&self.request(), i.grant, i.preshift_en);
        self.clock(op, read, write);
    }

    fn accepts(&self, i: &In) -> bool {
        let geometry = self.params.geometry;
        geometry.contains(i.read_port, i.read_offset)
            && geometry.contains(i.write_port, i.write_offset)
    }
}
