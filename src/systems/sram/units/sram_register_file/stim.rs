//! Kernels of random size, and random requests.

use super::{In, Out, Params, SramRegisterFile};
use crate::systems::sram::config::BankPorts;
use crate::units::Stimulus;
use crate::units::channels::{READ_PORTS, Traffic, WRITE_PORTS, requests, responses};
use bitflags::bitflags;

bitflags! {
    /// What stimulus must reach.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const READ                  = 1 << 0;
        const WRITE                 = 1 << 1;
        /// A bank reads and writes in one cycle.
        const READ_AND_WRITE        = 1 << 2;
        const ALL_BANKS_GRANTED     = 1 << 3;
        const MORE_REQUESTS_THAN_GRANTS = 1 << 4;
        const READ_REFUSED          = 1 << 5;
        const WRITE_REFUSED         = 1 << 6;
        const SEVERAL_ANSWERS       = 1 << 7;
        const ALL_READS_ACCEPTED    = 1 << 8;
        const ALL_WRITES_ACCEPTED   = 1 << 9;
        const RESET_WHILE_WAITING   = 1 << 10;
        /// One bank alone has requests, and more are offered than it takes.
        const BURST_TO_ONE_BANK     = 1 << 11;
        /// All write channels are offered, and none is accepted.
        const WRITE_FLOOD           = 1 << 12;
    }
}

pub fn reachable(params: &Params) -> Scenarios {
    let mut all = Scenarios::all();
    let (banks, max_banks) = (params.banks(), params.max_banks());
    all.set(Scenarios::READ_AND_WRITE, params.bank.ports == BankPorts::Separate);
    all.set(Scenarios::MORE_REQUESTS_THAN_GRANTS, max_banks < banks);
    all.set(Scenarios::ALL_READS_ACCEPTED, banks >= READ_PORTS);
    all.set(Scenarios::ALL_WRITES_ACCEPTED, banks >= WRITE_PORTS);
    all
}

pub fn scenarios(i: &In, o: &Out) -> Scenarios {
    let idle = o.bank_request & !o.bank_grant;
    let mut hit = Scenarios::empty();
    hit.set(Scenarios::READ, o.bank_read != 0);
    hit.set(Scenarios::WRITE, o.bank_write != 0);
    hit.set(Scenarios::READ_AND_WRITE, o.bank_read & o.bank_write != 0);
    hit.set(Scenarios::ALL_BANKS_GRANTED, idle == 0 && o.bank_request.count_ones() > 1);
    hit.set(Scenarios::MORE_REQUESTS_THAN_GRANTS, o.bank_grant != 0 && idle != 0);
    hit.set(Scenarios::READ_REFUSED, i.read_valid & !o.read_ready != 0);
    hit.set(Scenarios::WRITE_REFUSED, i.write_valid & !o.write_ready != 0);
    hit.set(Scenarios::SEVERAL_ANSWERS, o.rsp_valid.count_ones() > 1);
    hit.set(Scenarios::ALL_READS_ACCEPTED, i.read_valid & o.read_ready == 0xff);
    hit.set(Scenarios::ALL_WRITES_ACCEPTED, i.write_valid & o.write_ready == 7);
    hit.set(Scenarios::RESET_WHILE_WAITING, !i.rst_n && o.bank_request != 0);
    let refused = (i.read_valid & !o.read_ready).count_ones();
    hit.set(Scenarios::BURST_TO_ONE_BANK, o.bank_request.count_ones() == 1 && refused > 1);
    let all_writes = i.write_valid.count_ones() == WRITE_PORTS as u32;
    hit.set(Scenarios::WRITE_FLOOD, all_writes && i.write_valid & o.write_ready == 0);
    hit
}

/// Random requests.
pub struct Random {
    traffic: Traffic,
}

impl Random {
    pub fn new(params: &Params, seed: u64) -> Self {
        Random { traffic: Traffic::new(&params.placement, &params.bank.queue, seed) }
    }
}

impl Stimulus<SramRegisterFile> for Random {
    fn next(&mut self, i: &In, o: &Out) -> In {
        let throw = self.traffic.dice.throw(16384);
        if throw.new_phase {
            let [read, write, target, bank, ..] = self.traffic.dice.bytes();
            self.traffic.new_phase([read, write, target, bank]);
        }
        let mut next = i.clone();
        let responses = responses!(o);
        if i.rst_n {
            self.traffic.observe(&requests!(&mut next), &responses);
        }
        next.rst_n = !throw.reset;
        if throw.reset {
            self.traffic.new_kernel();
            (next.read_valid, next.write_valid) = (0, 0);
            return next;
        }
        next.regs_per_thread = self.traffic.regs_per_thread();
        self.traffic.offer(&mut requests!(&mut next), &responses);
        next
    }
}
