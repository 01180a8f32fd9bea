//! The bank's behaviour: its parts' models, and the choice of the request to serve.

use super::{In, Op, Out, Params};
use crate::bits::WarpRegister;
use crate::units::{Model as _, domain_array, read_queue, shift_controller, write_buffer};

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

impl Model {
    /// The oldest write if it is serviceable and no read is overdue, else the oldest read. State
    /// only.
    #[inline]
    pub fn request(&self) -> Request {
        let write = self.buffer.serviceable().filter(|_| !self.read_overdue());
        let write = write.map(|entry| (true, entry.port, entry.offset));
        let request = write.or(self.queue.front().map(|entry| (false, entry.port, entry.offset)));
        match request {
            Some((write, port, offset)) => Request { valid: true, write, port, offset },
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

    /// Whether there is a request and the head lies at its offset. State only.
    #[inline]
    pub fn aligned(&self) -> bool {
        let request = self.request();
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

    /// What the bank does in this cycle.
    #[inline]
    pub fn op(&self, grant: bool, preshift_en: bool) -> Op {
        self.controller.outputs(&self.controller_inputs(true, grant, preshift_en)).op
    }

    /// Whether the oldest read has let as many writes pass as it must, and no write of its position
    /// waits.
    #[inline]
    fn read_overdue(&self) -> bool {
        let limit = self.params.max_write_run;
        limit > 0
            && self.write_run == limit
            && self.queue.front().is_some_and(|read| !self.buffer.holds(read.port, read.offset))
    }

    #[inline]
    fn controller_inputs(
        &self,
        rst_n: bool,
        grant: bool,
        preshift_en: bool,
    ) -> shift_controller::In {
        let request = self.request();
        shift_controller::In {
            rst_n,
            req_valid: request.valid,
            req_write: request.write,
            req_offset: request.offset,
            grant,
            preshift_en,
        }
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
        let request = self.controller_inputs(i.rst_n, i.grant, i.preshift_en);
        let controller = self.controller.outputs(&request);
        Out {
            read_ready: self.queue.ready(),
            write_ready: self.buffer.ready(),
            req_valid: request.req_valid,
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
        let controller_inputs = self.controller_inputs(i.rst_n, i.grant, i.preshift_en);
        let op = self.controller.outputs(&controller_inputs).op;
        self.controller.tick(&controller_inputs);
        if !i.rst_n {
            self.queue.clear();
            self.buffer.clear();
            self.array.reset();
            (self.rsp_valid, self.rsp_cu, self.rsp_slot) = (false, 0, 0);
            self.write_run = 0;
            return;
        }
        // The write waits for the reads that remain, so it is counted before the queue moves.
        let probe = read_queue::In {
            rst_n: true,
            push_valid: i.read_valid,
            push_cu: i.read_cu,
            push_slot: i.read_slot,
            push_port: i.read_port,
            push_offset: i.read_offset,
            pop: op == Op::Read,
            probe_port: i.write_port,
            probe_offset: i.write_offset,
        };
        let accepted_write = i.write_valid && self.buffer.ready();
        let older_reads = if accepted_write { self.queue.probe(&probe) } else { 0 };
        self.write_run = match op {
            _ if self.queue.front().is_none() => 0,
            Op::Read => 0,
            Op::Write => (self.write_run + 1).min(self.params.max_write_run),
            _ => self.write_run,
        };
        self.rsp_valid = op == Op::Read;
        match op {
            Op::Read => {
                if let Some(&read_queue::Entry { cu, slot, port, offset }) = self.queue.front() {
                    self.array.perform(op, port, 0, &i.write_data);
                    self.buffer.read_performed(port, offset);
                    (self.rsp_cu, self.rsp_slot) = (cu, slot);
                }
            }
            Op::Write => {
                if let Some(entry) = self.buffer.front() {
                    self.array.perform(op, entry.port, entry.lane_mask, &entry.data);
                }
            }
            _ => self.array.perform(op, 0, 0, &i.write_data),
        }
        if accepted_write {
            self.buffer.push(write_buffer::Entry {
                port: i.write_port,
                offset: i.write_offset,
                lane_mask: i.write_lane_mask,
                data: i.write_data,
                older_reads,
            });
        }
        if op == Op::Write {
            self.buffer.pop();
        }
        self.queue.tick(&probe);
    }

    fn accepts(&self, i: &In) -> bool {
        let geometry = self.params.geometry;
        geometry.contains(i.read_port, i.read_offset)
            && geometry.contains(i.write_port, i.write_offset)
    }
}
