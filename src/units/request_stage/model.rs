//! Behavioural model of the request stage: which registers hold a request, of which bank, and the
//! order of the requests.

use super::{In, Out, Params, READ_PORTS, REGISTERS};
use crate::units::channels::ones;

/// Behavioural model of the stage; bit n of a mask is register n.
#[derive(Clone, Debug)]
pub struct Model {
    /// Registers that hold a request.
    held: u16,
    /// Bank of each held request.
    bank: [u8; REGISTERS],
    /// For each register: the registers with older requests of the same bank.
    older: [u16; REGISTERS],
}

impl Model {
    /// Held requests that are the oldest of their bank: reads, then writes.
    #[inline]
    pub fn offer(&self) -> (u8, u8) {
        let mut oldest = 0;
        for n in ones(self.held.into()) {
            oldest |= u16::from(self.older[n] == 0) << n;
        }
        Self::split(oldest)
    }

    /// Splits a mask of registers into its reads and its writes.
    #[inline]
    fn split(mask: u16) -> (u8, u8) {
        let reads = mask & ((1 << READ_PORTS) - 1);
        (reads as u8, (mask >> READ_PORTS) as u8)
    }

    /// Bank of a held read.
    #[inline]
    pub fn read_bank(&self, channel: usize) -> u8 {
        self.bank[channel]
    }

    /// Bank of a held write.
    #[inline]
    pub fn write_bank(&self, channel: usize) -> u8 {
        self.bank[READ_PORTS + channel]
    }

    /// Banks of held requests.
    #[inline]
    pub fn waiting(&self) -> u32 {
        ones(self.held.into()).fold(0, |banks, n| banks | 1 << self.bank[n])
    }

    /// Registers whose request enters its bank in this cycle.
    #[inline]
    fn leaves(&self, read_ready: u32, write_ready: u32) -> u16 {
        let (reads, writes) = self.offer();
        let mut leaves = 0;
        for n in ones((u16::from(reads) | u16::from(writes) << READ_PORTS).into()) {
            let ready = if n < READ_PORTS { read_ready } else { write_ready };
            leaves |= (ready >> self.bank[n] & 1) as u16 * (1 << n);
        }
        leaves
    }

    /// Ready channels, reads then writes, given the banks that can accept a read and a write.
    #[inline]
    pub fn ready(&self, read_ready: u32, write_ready: u32) -> (u8, u8) {
        let all = (1 << REGISTERS) - 1;
        Self::split((!self.held | self.leaves(read_ready, write_ready)) & all)
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(_: &Params) -> Self {
        Model { held: 0, bank: [0; REGISTERS], older: [0; REGISTERS] }
    }

    fn outputs(&self, i: &In) -> Out {
        let (read_ready, write_ready) = self.ready(i.bank_read_ready, i.bank_write_ready);
        let waiting = self.waiting();
        let mut o = Out { read_ready, write_ready, waiting, ..Out::default() };
        let (reads, writes) = self.offer();
        for n in ones(reads.into()) {
            o.read_offer[n] = 1 << self.read_bank(n);
        }
        for n in ones(writes.into()) {
            o.write_offer[n] = 1 << self.write_bank(n);
        }
        o
    }

    #[inline]
    fn tick(&mut self, i: &In) {
        if !i.rst_n {
            (self.held, self.bank, self.older) = (0, [0; REGISTERS], [0; REGISTERS]);
            return;
        }
        let leaves = self.leaves(i.bank_read_ready, i.bank_write_ready);
        let stays = self.held & !leaves;
        let valid = u16::from(i.read_valid) | u16::from(i.write_valid) << READ_PORTS;
        let enters = valid & !stays;
        for n in ones(stays.into()) {
            self.older[n] &= !leaves;
        }
        for n in ones(enters.into()) {
            self.bank[n] = match n.checked_sub(READ_PORTS) {
                None => i.read_bank[n],
                Some(channel) => i.write_bank[channel],
            };
            // The new banks of lower registers are stored already.
            let older = ones((stays | enters & ((1 << n) - 1)).into());
            let same = older.filter(|&older| self.bank[older] == self.bank[n]);
            self.older[n] = same.fold(0, |mask, older| mask | 1 << older);
        }
        self.held = stays | enters;
    }
}
