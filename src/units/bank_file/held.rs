//! Model of the request stage: requests that are held between the channels and the banks.

use super::model::{Decision, Offered};
use super::{In, InFile};
use crate::bits::{LANES, WarpRegister};
use crate::units::bank::NewRead;
use crate::units::channels::{NewWrite, READ_PORTS, WRITE_PORTS, ones};
use crate::units::{Model as _, request_stage};

/// The held request of each channel, and the order of these requests.
#[derive(Clone, Debug)]
pub(super) struct Held {
    order: request_stage::Model,
    reads: [NewRead; READ_PORTS],
    writes: [Write; WRITE_PORTS],
}

/// A held write.
#[derive(Clone, Copy, Debug)]
struct Write {
    entry: u16,
    lane_mask: u32,
    data: WarpRegister,
}

impl Held {
    /// An empty stage before this number of banks.
    pub fn new(banks: usize) -> Held {
        Held {
            order: request_stage::Model::new(&request_stage::Params { banks }),
            reads: [NewRead::default(); READ_PORTS],
            writes: [Write { entry: 0, lane_mask: 0, data: [0; LANES] }; WRITE_PORTS],
        }
    }

    /// Ready channels, reads then writes, given the banks that can accept a read and a write.
    #[inline]
    pub fn ready(&self, read_ready: u32, write_ready: u32) -> (u8, u8) {
        self.order.ready(read_ready, write_ready)
    }

    /// Banks of held requests.
    #[inline]
    pub fn waiting(&self) -> u32 {
        self.order.waiting()
    }

    /// Requests that are offered to each bank: reads, then writes.
    #[inline]
    pub fn offered(&self) -> (Offered, Offered) {
        let (reads, writes) = self.order.offer();
        (
            Offered::new(reads, |channel| self.order.read_bank(channel)),
            Offered::new(writes, |channel| self.order.write_bank(channel)),
        )
    }

    /// The held read of a channel.
    #[inline]
    pub fn read(&self, channel: usize) -> NewRead {
        self.reads[channel]
    }

    /// The held write of a channel.
    #[inline]
    pub fn write(&self, channel: usize) -> NewWrite<'_> {
        let Write { entry, lane_mask, data } = &self.writes[channel];
        NewWrite { entry: *entry, lane_mask: *lane_mask, data }
    }

    /// The clock edge, given the banks that can accept a read and a write.
    pub fn clock<S: InFile>(
        &mut self,
        i: &In<S>,
        decision: &Decision<S>,
        bank_read_ready: u32,
        bank_write_ready: u32,
    ) {
        let (reads, writes) = self.ready(bank_read_ready, bank_write_ready);
        for n in ones((i.shared.read_valid & reads).into()) {
            self.reads[n] = decision.read(i, n);
        }
        for n in ones((i.shared.write_valid & writes).into()) {
            let NewWrite { entry, lane_mask, data } = decision.write(i, n);
            self.writes[n] = Write { entry, lane_mask, data: *data };
        }
        self.order.tick(&request_stage::In {
            rst_n: true,
            read_valid: i.shared.read_valid,
            read_bank: decision.reads.map(|place| place.bank),
            write_valid: i.shared.write_valid,
            write_bank: decision.writes.map(|place| place.bank),
            bank_read_ready,
            bank_write_ready,
        });
    }

    /// Empties the stage, as a reset does.
    pub fn clear(&mut self) {
        self.order.tick(&request_stage::In::default());
    }
}
