//! Kernels of random size: a mapping loaded or not, then random requests.

use super::{In, Out, Params, RacetrackRegisterFile};
use crate::systems::racetrack::units::PortRegions;
use crate::units::Stimulus;
use crate::units::channels::{READ_PORTS, Traffic, WRITE_PORTS, requests, responses};
use bitflags::bitflags;

bitflags! {
    /// What stimulus must reach.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const READ                  = 1 << 0;
        const WRITE                 = 1 << 1;
        const SHIFT                 = 1 << 2;
        /// A bank shifts without a grant.
        const PRESHIFT              = 1 << 3;
        const ALL_BANKS_GRANTED     = 1 << 4;
        const MORE_REQUESTS_THAN_GRANTS = 1 << 5;
        const READ_REFUSED          = 1 << 6;
        const WRITE_REFUSED         = 1 << 7;
        const SEVERAL_ANSWERS       = 1 << 8;
        const ALL_READS_ACCEPTED    = 1 << 9;
        const ALL_WRITES_ACCEPTED   = 1 << 10;
        const MAP_LOAD              = 1 << 11;
        const ALIGNED_ONLY          = 1 << 12;
        const WITHOUT_PRESHIFT      = 1 << 13;
        const RESET_WHILE_WAITING   = 1 << 14;
        /// One bank alone has requests, and more are offered than it takes.
        const BURST_TO_ONE_BANK     = 1 << 15;
        /// All write channels are offered, and none is accepted.
        const WRITE_FLOOD           = 1 << 16;
    }
}

pub fn reachable(params: &Params) -> Scenarios {
    let mut all = Scenarios::all();
    let (banks, max_banks) = (params.banks(), params.max_banks());
    all.set(Scenarios::ALL_BANKS_GRANTED, max_banks >= banks);
    all.set(Scenarios::MORE_REQUESTS_THAN_GRANTS, max_banks < banks);
    all.set(Scenarios::SEVERAL_ANSWERS, max_banks > 1);
    all.set(Scenarios::ALL_READS_ACCEPTED, banks >= READ_PORTS);
    all.set(Scenarios::ALL_WRITES_ACCEPTED, banks >= WRITE_PORTS);
    all
}

pub fn scenarios(i: &In, o: &Out) -> Scenarios {
    let idle = o.bank_request & !o.bank_grant;
    let banks = o.bank_request.count_ones();
    let mut hit = Scenarios::empty();
    hit.set(Scenarios::READ, o.bank_read != 0);
    hit.set(Scenarios::WRITE, o.bank_write != 0);
    hit.set(Scenarios::SHIFT, o.bank_shift & o.bank_grant != 0);
    hit.set(Scenarios::PRESHIFT, o.bank_shift & !o.bank_grant != 0);
    hit.set(Scenarios::ALL_BANKS_GRANTED, idle == 0 && banks > 1);
    hit.set(Scenarios::MORE_REQUESTS_THAN_GRANTS, o.bank_grant != 0 && idle != 0);
    hit.set(Scenarios::READ_REFUSED, i.read_valid & !o.read_ready != 0);
    hit.set(Scenarios::WRITE_REFUSED, i.write_valid & !o.write_ready != 0);
    hit.set(Scenarios::SEVERAL_ANSWERS, o.rsp_valid.count_ones() > 1);
    hit.set(Scenarios::ALL_READS_ACCEPTED, i.read_valid & o.read_ready == 0xff);
    hit.set(Scenarios::ALL_WRITES_ACCEPTED, i.write_valid & o.write_ready == 7);
    hit.set(Scenarios::MAP_LOAD, i.map_valid);
    hit.set(Scenarios::ALIGNED_ONLY, i.aligned_only && o.bank_grant != 0);
    hit.set(Scenarios::WITHOUT_PRESHIFT, !i.preshift_en && !i.aligned_only && idle != 0);
    let refused = (i.read_valid & !o.read_ready).count_ones();
    hit.set(Scenarios::BURST_TO_ONE_BANK, o.bank_request.count_ones() == 1 && refused > 1);
    let all_writes = i.write_valid.count_ones() == WRITE_PORTS as u32;
    hit.set(Scenarios::WRITE_FLOOD, all_writes && i.write_valid & o.write_ready == 0);
    hit.set(Scenarios::RESET_WHILE_WAITING, !i.rst_n && o.bank_request != 0);
    hit
}

/// Random requests, with or without a mapping that is loaded first.
pub struct Random {
    traffic: Traffic,
    geometry: PortRegions,
    banks: usize,
    /// Aligned only, and preshifting.
    modes: [bool; 2],
    /// Entries that are still to be loaded, last first.
    loads: Vec<(u8, u16, (u8, u8))>,
}

impl Random {
    pub fn new(params: &Params, seed: u64) -> Self {
        Random {
            traffic: Traffic::new(&params.placement, &params.bank.queue, seed),
            geometry: params.map.geometry,
            banks: params.banks(),
            modes: [false; 2],
            loads: Vec::new(),
        }
    }

    /// Another kernel, and half the time a random mapping for it.
    fn new_kernel(&mut self) {
        self.traffic.new_kernel();
        self.loads.clear();
        let dice = &mut self.traffic.dice;
        if dice.below(2) == 0 {
            return;
        }
        let (geometry, positions) = (self.geometry, self.geometry.positions());
        for bank in 0..self.banks as u8 {
            let mut permutation: Vec<usize> = (0..positions).collect();
            for n in (1..positions).rev() {
                permutation.swap(n, dice.below(n + 1));
            }
            let places = permutation.into_iter().enumerate();
            self.loads
                .extend(places.map(|(e, position)| (bank, e as u16, geometry.place(position))));
        }
    }
}

impl Stimulus<RacetrackRegisterFile> for Random {
    fn next(&mut self, i: &In, o: &Out) -> In {
        let throw = self.traffic.dice.throw(16384);
        if throw.new_phase {
            let [read, write, target, bank, aligned_only, preshift, ..] = self.traffic.dice.bytes();
            self.modes = [aligned_only < 64, preshift < 160];
            self.traffic.new_phase([read, write, target, bank]);
        }
        let mut next = i.clone();
        let responses = responses!(o);
        if i.rst_n {
            self.traffic.observe(&requests!(&mut next), &responses);
        }
        next.rst_n = !throw.reset;
        next.map_valid = false;
        [next.aligned_only, next.preshift_en] = self.modes;
        if throw.reset {
            self.new_kernel();
            (next.read_valid, next.write_valid) = (0, 0);
            return next;
        }
        next.regs_per_thread = self.traffic.regs_per_thread();
        if let Some((bank, entry, (port, offset))) = self.loads.pop() {
            next.map_valid = true;
            (next.map_bank, next.map_entry) = (bank, entry);
            (next.map_port, next.map_offset) = (port, offset);
            return next;
        }
        self.traffic.offer(&mut requests!(&mut next), &responses);
        next
    }
}
