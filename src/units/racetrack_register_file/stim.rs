//! Kernels of random size: a mapping loaded or not, then reads and writes of few registers, of one
//! bank, or of all, under changing pressure.

use super::{In, Out, Params, READ_PORTS, RacetrackRegisterFile, WRITE_PORTS};
use crate::stream::Placer;
use crate::units::dice::{Dice, scaled};
use crate::units::{Geometry, Stimulus};
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

/// Where accesses go in a phase.
#[derive(Clone, Copy)]
enum Target {
    Few,
    OneBank(usize),
    All,
}

pub struct Random {
    dice: Dice,
    params: Params,
    /// Registers a thread, and warps with which they fit.
    regs: usize,
    warps: usize,
    /// Entries that are still to be loaded, the next one last; each bank has its own permutation.
    loads: Vec<(u8, u16, (u8, u8))>,
    target: Target,
    /// Of 256: chance of a read on a channel, of a write on a channel.
    chance: [u8; 2],
    modes: [bool; 2],
    /// Lanes written since reset, by warp and register.
    written: Vec<u32>,
}

impl Random {
    pub fn new(params: &Params, seed: u64) -> Self {
        Random {
            dice: Dice::new(seed),
            params: params.clone(),
            regs: 1,
            warps: 1,
            loads: Vec::new(),
            target: Target::All,
            chance: [0; 2],
            modes: [false; 2],
            written: vec![0; 64 << 8],
        }
    }

    fn geometry(&self) -> Geometry {
        self.params.map.geometry
    }

    /// A kernel that fits, and for half of the kernels a mapping.
    fn new_kernel(&mut self) {
        self.written.fill(0);
        let positions = self.geometry().positions();
        self.warps = 1 + self.dice.below(self.params.placement.warps);
        self.regs = loop {
            let regs =
                1 + self.dice.below((positions * self.params.banks() / self.warps).clamp(1, 256));
            let place = self.placer(regs).place(self.warps as u8 - 1, regs as u8 - 1);
            let rows =
                (0..regs).map(|reg| self.placer(regs).place(self.warps as u8 - 1, reg as u8).1);
            if place.1 < positions && rows.max().unwrap_or(0) < positions {
                break regs;
            }
            self.warps = self.warps.div_ceil(2);
        };
        self.loads.clear();
        if self.dice.below(2) == 0 {
            return;
        }
        for bank in 0..self.params.banks() as u8 {
            let mut permutation: Vec<usize> = (0..positions).collect();
            for n in (1..positions).rev() {
                permutation.swap(n, self.dice.below(n + 1));
            }
            let geometry = self.geometry();
            let places = permutation.into_iter().enumerate();
            self.loads
                .extend(places.map(|(e, position)| (bank, e as u16, geometry.place(position))));
        }
    }

    fn placer(&self, regs_per_thread: usize) -> Placer {
        let placement = &self.params.placement;
        Placer { placement: placement.placement, banks: placement.banks, regs_per_thread }
    }

    fn new_phase(&mut self) {
        let [read, write, target, bank, aligned_only, preshift, ..] = self.dice.bytes();
        self.chance = [read, write];
        self.modes = [aligned_only < 64, preshift < 160];
        self.target = match target % 4 {
            0 => Target::Few,
            1 => Target::OneBank(usize::from(scaled(bank, self.params.banks()))),
            _ => Target::All,
        };
    }

    /// A warp and one of its registers.
    fn register(&mut self) -> (u8, u8) {
        let (warps, regs) = match self.target {
            Target::Few => (self.warps.min(2), self.regs.min(3)),
            _ => (self.warps, self.regs),
        };
        for _ in 0..16 {
            let (warp, reg) = (self.dice.below(warps) as u8, self.dice.below(regs) as u8);
            match self.target {
                Target::OneBank(bank) if self.placer(self.regs).place(warp, reg).0 != bank => {}
                _ => return (warp, reg),
            }
        }
        (0, 0)
    }

    fn lanes_written(&mut self, warp: u8, reg: u8) -> &mut u32 {
        &mut self.written[usize::from(warp) << 8 | usize::from(reg)]
    }

    fn offer_reads(&mut self, next: &mut In, refused: u8) {
        next.read_valid = refused;
        for n in (0..READ_PORTS).filter(|n| refused >> n & 1 == 0) {
            let random = self.dice.bytes();
            let (warp, reg) = self.register();
            if random[0] > self.chance[0] || *self.lanes_written(warp, reg) != u32::MAX {
                continue;
            }
            next.read_valid |= 1 << n;
            (next.read_warp[n], next.read_reg[n]) = (warp, reg);
            next.read_cu[n] = scaled(random[1], self.params.bank.queue.collector_units);
            next.read_slot[n] = scaled(random[2], self.params.bank.queue.operand_slots);
        }
    }

    fn offer_writes(&mut self, next: &mut In, refused: u8) {
        next.write_valid = refused;
        for n in (0..WRITE_PORTS).filter(|n| refused >> n & 1 == 0) {
            if self.dice.bytes()[0] > self.chance[1] {
                continue;
            }
            next.write_valid |= 1 << n;
            (next.write_warp[n], next.write_reg[n]) = self.register();
            next.write_lane_mask[n] = self.dice.lane_mask();
            next.write_data[n] = self.dice.warp_register();
        }
    }
}

impl Stimulus<RacetrackRegisterFile> for Random {
    fn next(&mut self, i: &In, o: &Out) -> In {
        let throw = self.dice.throw(16384);
        if throw.new_phase {
            self.new_phase();
        }
        let accepted = if i.rst_n { i.write_valid & o.write_ready } else { 0 };
        for n in (0..WRITE_PORTS).filter(|n| accepted >> n & 1 != 0) {
            *self.lanes_written(i.write_warp[n], i.write_reg[n]) |= i.write_lane_mask[n];
        }
        let mut next = i.clone();
        next.rst_n = !throw.reset;
        next.map_valid = false;
        [next.aligned_only, next.preshift_en] = self.modes;
        if throw.reset {
            self.new_kernel();
            (next.read_valid, next.write_valid) = (0, 0);
            return next;
        }
        next.regs_per_thread = self.regs as u16;
        if let Some((bank, entry, (port, offset))) = self.loads.pop() {
            next.map_valid = true;
            (next.map_bank, next.map_entry) = (bank, entry);
            (next.map_port, next.map_offset) = (port, offset);
            return next;
        }
        self.offer_reads(&mut next, i.read_valid & !o.read_ready);
        self.offer_writes(&mut next, i.write_valid & !o.write_ready);
        next
    }
}
