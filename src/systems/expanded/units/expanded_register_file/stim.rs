//! Launches of random size, whose warps present bundles, read, write and end by the SM's rules,
//! beside passes of shared memory.

use super::{In, Model, Out, OwnIn, OwnOut, Params};
use crate::bits::{LANES, RegisterSet};
use crate::systems::expanded::units::register_allocation_table::REGISTER_BYTES;
use crate::systems::expanded::units::scratchpad;
use crate::units::bank_file::{SharedIn, SharedOut};
use crate::units::channels::{READ_PORTS, REGISTERS, WRITE_PORTS, ones, register as index};
use crate::units::dice::{Dice, scaled};
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const BANK_READ        = 1 << 0;
        const CACHE_READ       = 1 << 1;
        /// Banks and cache answer in the same cycle.
        const BOTH_ANSWER      = 1 << 2;
        const SEVERAL_CACHED   = 1 << 3;
        const READ_REFUSED     = 1 << 4;
        const CACHE_REFUSES    = 1 << 5;
        const BANK_WRITE       = 1 << 6;
        const CACHE_WRITE      = 1 << 7;
        const WRITE_REFUSED    = 1 << 8;
        const DIRECT_WRITE     = 1 << 9;
        const WRITE_BACK       = 1 << 10;
        const FETCH            = 1 << 11;
        const NO_BUNDLE        = 1 << 12;
        const BUNDLE           = 1 << 13;
        const QUEUE            = 1 << 14;
        const BLOCKED          = 1 << 15;
        const SEVERAL_HOLD     = 1 << 16;
        const RELEASE          = 1 << 17;
        const END              = 1 << 18;
        const PASS             = 1 << 19;
        const PASS_REFUSED     = 1 << 20;
        const WORDS            = 1 << 21;
        /// A pass takes the port while registers are fetched.
        const REGISTER_WAITS   = 1 << 22;
        const PLAIN_LAUNCH     = 1 << 23;
        const MIXED_LAUNCH     = 1 << 24;
        const LIMITED          = 1 << 25;
        const IDLE             = 1 << 26;
        const RESET_WHILE_BUSY = 1 << 27;
    }
}

/// A launch: its CTAs, their warps and registers, and the rows of all arrays.
#[derive(Clone, Copy, Debug, Default)]
struct Launch {
    warps: usize,
    ctas_rf: usize,
    ctas_mix: usize,
    registers: usize,
    start_reg: usize,
    array_rows: usize,
}

impl Launch {
    /// Warp slots that the launch occupies.
    fn slots(&self) -> usize {
        (self.ctas_rf + self.ctas_mix) * self.warps
    }

    /// Rows of the scratchpad that the registers of a mix CTA occupy.
    fn rows(&self) -> usize {
        (self.registers - self.start_reg) * self.warps
    }

    fn fits(&self, params: &Params) -> bool {
        let table = &params.own.table;
        let of_mix = self.ctas_mix * self.warps * self.start_reg;
        let lines = self.ctas_rf * self.warps * self.registers + of_mix;
        self.slots() >= 1
            && self.slots() <= table.warps
            && self.ctas_mix <= table.ctas
            && lines <= table.lines
            && self.ctas_mix * self.rows() + self.array_rows <= params.own.scratchpad.rows
    }

    /// A random launch that fits.
    fn random(params: &Params, dice: &mut Dice) -> Launch {
        let table = &params.own.table;
        for _ in 0..64 {
            let [few, small, plain, ..] = dice.bytes();
            let most_warps = if few & 1 == 0 { 2 } else { 8 };
            let most_registers = if small & 1 == 0 { 24 } else { params.own.prefetcher.registers };
            let warps = 1 + dice.below(table.warps.min(most_warps));
            let registers = 1 + dice.below(most_registers);
            let ctas = table.warps / warps + 1;
            let launch = Launch {
                warps,
                registers,
                ctas_rf: dice.below(ctas),
                ctas_mix: if plain < 32 { 0 } else { dice.below(ctas.min(table.ctas + 1)) },
                start_reg: dice.below(registers),
                array_rows: dice.below(params.own.scratchpad.rows + 1),
            };
            if launch.fits(params) {
                return launch;
            }
        }
        Launch { warps: 1, ctas_rf: 1, registers: 1, start_reg: 1, ..Launch::default() }
    }

    /// Inputs that load the launch, in reverse order: the variables are last, to be loaded first.
    fn loads(&self, params: &Params) -> Vec<OwnIn> {
        let first = self.ctas_rf * self.warps;
        let mut variables = OwnIn { load: true, enable: self.ctas_mix > 0, ..OwnIn::default() };
        if variables.enable {
            variables.start_warp = first as u8;
            variables.start_reg = self.start_reg as u8;
            variables.offset = params.own.table.offset(first, self.registers, self.start_reg);
        }
        let base = |mix: usize| OwnIn {
            load_base: true,
            base_cta: mix as u8,
            base: ((params.own.scratchpad.rows - (mix + 1) * self.rows()) * REGISTER_BYTES) as u32,
            base_warp: (first + mix * self.warps) as u8,
            ..OwnIn::default()
        };
        let mut all: Vec<OwnIn> = (0..self.ctas_mix).rev().map(base).collect();
        all.push(variables);
        all
    }

    fn in_scratchpad(&self, warp: u8, reg: u8) -> bool {
        let first = self.ctas_rf * self.warps;
        self.ctas_mix > 0 && usize::from(warp) >= first && usize::from(reg) >= self.start_reg
    }
}

/// Bundle state of a warp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Has {
    #[default]
    Nothing,
    Asked,
    Holds,
}

/// A warp and its bundle.
#[derive(Clone, Debug, Default)]
struct Warp {
    has: Has,
    bundle: Vec<u8>,
}

/// Random requests that keep the SM's rules.
pub struct Random {
    dice: Dice,
    params: Params,
    launch: Launch,
    /// Loads still to do, the next one last.
    loads: Vec<OwnIn>,
    warps: Vec<Warp>,
    /// Lanes of each register that its current warp has written.
    written: Vec<u32>,
    /// Mask of the stored bytes of each row, bank 0 lowest.
    stored: Vec<u128>,
    /// Numbers of warps and of registers that are used in this phase.
    used: usize,
    regs: usize,
    /// Chances, out of 256: a read and a write on each channel, a pass, a bundle, a release.
    chance: [u8; 5],
}

/// Mask of bytes of a bank, at the bank's place in its row.
fn of_bank(bank: usize, bytes: u8) -> u128 {
    u128::from(bytes) << (scratchpad::Params::WORD_BYTES * bank)
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        Random {
            dice: Dice::new(seed),
            params: params.clone(),
            launch: Launch::default(),
            loads: Vec::new(),
            warps: Vec::new(),
            written: vec![0; REGISTERS],
            stored: vec![0; params.own.scratchpad.rows],
            used: 1,
            regs: 1,
            chance: [0; 5],
        }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let (own_in, own) = (&i.own, &o.own);
        let (i, o) = (&i.shared, &o.shared);
        let offered = u16::from(i.read_valid) | u16::from(i.write_valid) << READ_PORTS;
        let ready = u16::from(o.read_ready) | u16::from(o.write_ready) << READ_PORTS;
        let (reads, writes) = (0xff, 7 << READ_PORTS);
        let cached = offered & own.in_cache;
        let fetched = own.moved && !own.moved_back;
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::BANK_READ, o.bank_read != 0);
        hit.set(Scenarios::CACHE_READ, own.cache_valid != 0);
        hit.set(Scenarios::BOTH_ANSWER, own.cache_valid != 0 && o.rsp_valid != 0);
        hit.set(Scenarios::SEVERAL_CACHED, own.cache_valid.count_ones() > 1);
        hit.set(Scenarios::READ_REFUSED, offered & !own.in_cache & !ready & reads != 0);
        hit.set(Scenarios::CACHE_REFUSES, cached & !ready & reads != 0);
        hit.set(Scenarios::BANK_WRITE, o.bank_write != 0);
        hit.set(Scenarios::CACHE_WRITE, cached & ready & writes != 0 && !own.direct);
        hit.set(Scenarios::WRITE_REFUSED, cached & !ready & writes != 0);
        hit.set(Scenarios::DIRECT_WRITE, own.direct);
        hit.set(Scenarios::WRITE_BACK, own.written_back);
        hit.set(Scenarios::FETCH, fetched);
        hit.set(Scenarios::NO_BUNDLE, own.bundle_none);
        hit.set(Scenarios::BUNDLE, own_in.bundle_valid && !own.bundle_none);
        hit.set(Scenarios::QUEUE, own.queued > 0 && own.fetches);
        hit.set(Scenarios::BLOCKED, own.blocked);
        hit.set(Scenarios::SEVERAL_HOLD, own.holds.count_ones() > 1);
        hit.set(Scenarios::RELEASE, own_in.released != 0);
        hit.set(Scenarios::END, own_in.ended != 0);
        hit.set(Scenarios::PASS, own_in.pass_valid && own.pass_ready);
        hit.set(Scenarios::PASS_REFUSED, own_in.pass_valid && !own.pass_ready);
        hit.set(Scenarios::WORDS, own.answered != 0);
        hit.set(Scenarios::REGISTER_WAITS, own_in.pass_valid && own.fetches && !own.moved);
        hit.set(Scenarios::PLAIN_LAUNCH, own_in.load && !own_in.enable);
        hit.set(Scenarios::MIXED_LAUNCH, own_in.load && own_in.enable);
        hit.set(Scenarios::LIMITED, own_in.issued != 0 && own.active == 1);
        hit.set(Scenarios::IDLE, !own.busy);
        hit.set(Scenarios::RESET_WHILE_BUSY, !i.rst_n && own.busy);
        hit
    }

    fn reachable(params: &Params) -> Scenarios {
        let own = &params.own;
        let mut all = Scenarios::all();
        all.set(Scenarios::SEVERAL_CACHED, own.cache.banks > 1);
        let of_several = Scenarios::QUEUE | Scenarios::BLOCKED | Scenarios::SEVERAL_HOLD;
        all.set(of_several | Scenarios::LIMITED, own.table.warps > 1);
        all
    }
}

impl Random {
    fn new_launch(&mut self) {
        self.launch = Launch::random(&self.params, &mut self.dice);
        self.loads = self.launch.loads(&self.params);
        self.warps = vec![Warp::default(); self.launch.slots()];
        self.written.fill(0);
        self.stored.fill(0);
        self.new_phase();
    }

    fn new_phase(&mut self) {
        let [read, write, pass, bundle, release, always, few, ..] = self.dice.bytes();
        let pass = if always & 3 == 0 { u8::MAX } else { pass };
        self.chance = [read, write, pass, bundle, release];
        let slots = self.launch.slots().max(1);
        self.used = if few & 1 == 0 { slots } else { 1 + self.dice.below(slots) };
        let registers = self.launch.registers.max(1);
        self.regs = if few & 2 == 0 { registers } else { registers.min(6) };
    }

    /// Records the changes of the last cycle.
    fn observe(&mut self, i: &In, o: &SharedOut, own: &OwnOut) {
        for n in ones((i.shared.write_valid & o.write_ready).into()) {
            let register = index(i.shared.write_warp[n], i.shared.write_reg[n]);
            self.written[register] |= i.shared.write_lane_mask[n];
        }
        for (slot, warp) in self.warps.iter_mut().enumerate() {
            let none = own.bundle_none && usize::from(i.own.bundle_warp) == slot;
            if warp.has == Has::Asked && (none || own.holds >> slot & 1 != 0) {
                warp.has = Has::Holds;
            }
        }
        if i.own.pass_valid && own.pass_ready && i.own.pass_stores {
            for bank in 0..LANES {
                let row = usize::from(i.own.pass_row[bank]);
                self.stored[row] |= of_bank(bank, i.own.pass_enable[bank]);
            }
        }
    }

    /// A warp slot and a register, from the first or the last ones, as many as this phase uses.
    fn register(&mut self) -> (u8, u8) {
        let [warp, reg, which, ..] = self.dice.bytes();
        let from = if which & 1 == 0 { 0 } else { self.launch.slots() - self.used };
        let first = if which & 2 == 0 { 0 } else { self.launch.registers - self.regs };
        let warp = from + usize::from(scaled(warp, self.used));
        (warp as u8, (first + usize::from(scaled(reg, self.regs))) as u8)
    }

    /// A register that may be read.
    fn readable(&mut self) -> Option<(u8, u8)> {
        let [of_bundle, which, ..] = self.dice.bytes();
        let (warp, mut reg) = self.register();
        let Warp { has, bundle } = &self.warps[usize::from(warp)];
        if of_bundle < 192 && *has == Has::Holds && !bundle.is_empty() {
            reg = bundle[usize::from(which) % bundle.len()];
        }
        let held = *has == Has::Holds && bundle.contains(&reg);
        let whole = self.written[index(warp, reg)] == u32::MAX;
        (whole && (held || !self.launch.in_scratchpad(warp, reg))).then_some((warp, reg))
    }

    fn offer_reads(&mut self, next: &mut SharedIn, refused: u8) {
        next.read_valid = refused;
        let queue = &self.params.shared.front.queue;
        let (units, slots) = (queue.collector_units, queue.operand_slots);
        for n in (0..READ_PORTS).filter(|n| refused >> n & 1 == 0) {
            let [chance, cu, slot, ..] = self.dice.bytes();
            (next.read_warp[n], next.read_reg[n]) = (0, 0);
            if chance <= self.chance[0]
                && let Some((warp, reg)) = self.readable()
            {
                next.read_valid |= 1 << n;
                (next.read_cu[n], next.read_slot[n]) = (scaled(cu, units), scaled(slot, slots));
                (next.read_warp[n], next.read_reg[n]) = (warp, reg);
            }
        }
    }

    fn offer_writes(&mut self, next: &mut SharedIn, refused: u8) {
        next.write_valid = refused;
        for n in (0..WRITE_PORTS).filter(|n| refused >> n & 1 == 0) {
            let [chance, of_bundle, which, ..] = self.dice.bytes();
            (next.write_warp[n], next.write_reg[n]) = (0, 0);
            if chance > self.chance[1] {
                continue;
            }
            let (warp, mut reg) = self.register();
            let bundle = &self.warps[usize::from(warp)].bundle;
            if of_bundle < 128 && !bundle.is_empty() {
                reg = bundle[usize::from(which) % bundle.len()];
            }
            next.write_valid |= 1 << n;
            (next.write_warp[n], next.write_reg[n]) = (warp, reg);
            next.write_lane_mask[n] = self.dice.lane_mask();
            next.write_data[n] = self.dice.warp_register();
        }
    }

    /// Offers a pass that accesses the arrays. It loads only stored words.
    fn offer_pass(&mut self, next: &mut OwnIn, refused: bool) {
        let [chance, kind, stores, ..] = self.dice.bytes();
        if refused {
            return;
        }
        next.pass_valid = chance <= self.chance[2] && self.launch.array_rows > 0;
        if !next.pass_valid {
            return;
        }
        next.pass_stores = stores < 128;
        next.pass_data = self.dice.warp_register();
        let common = self.dice.below(self.launch.array_rows);
        let banks = self.dice.lane_mask();
        for bank in 0..LANES {
            let any = self.dice.below(self.launch.array_rows);
            let row = if kind & 1 == 0 { common } else { any };
            let whole = self.stored[row] & of_bank(bank, 0xf) == of_bank(bank, 0xf);
            let bytes = if kind & 2 == 0 { 0xf } else { self.dice.bytes()[0] & 0xf };
            let asked = banks >> bank & 1 != 0 && (next.pass_stores || whole);
            next.pass_row[bank] = row as u16;
            next.pass_enable[bank] = if asked { bytes } else { 0 };
        }
    }

    /// Random registers of a warp; those in the scratchpad all have different lines.
    fn bundle(&mut self, warp: u8) -> Vec<u8> {
        let lines = self.params.own.cache.lines;
        let most = self.params.own.prefetcher.registers;
        let (mut taken, mut all) = (0u64, Vec::new());
        let [more, ..] = self.dice.bytes();
        for _ in 0..=scaled(more, 12) {
            let reg = self.register().1;
            let line = 1 << (usize::from(reg) % lines);
            let in_scratchpad = self.launch.in_scratchpad(warp, reg);
            if in_scratchpad && taken & line != 0 || usize::from(reg) >= most {
                continue;
            }
            taken |= if in_scratchpad { line } else { 0 };
            all.push(reg);
        }
        all
    }

    /// Releases bundles and ends warps without pending requests; one warp presents its next bundle.
    fn move_on(&mut self, next: &mut In) {
        (next.own.released, next.own.ended, next.own.bundle_valid) = (0, 0, false);
        let busy =
            |valid: u8, warps: &[u8]| ones(valid.into()).fold(0u64, |mask, n| mask | 1 << warps[n]);
        let reading = busy(next.shared.read_valid, &next.shared.read_warp);
        let writing = busy(next.shared.write_valid, &next.shared.write_warp);
        let [release, several, end, chance, ..] = self.dice.bytes();
        for _ in 0..=several & 1 {
            let slot = self.dice.below(self.warps.len());
            let warp = &mut self.warps[slot];
            if reading >> slot & 1 != 0 || release > self.chance[4] || warp.has == Has::Asked {
                continue;
            }
            if warp.has == Has::Holds {
                next.own.released |= 1 << slot;
                *warp = Warp::default();
            }
            if end < 12 && writing >> slot & 1 == 0 {
                next.own.ended |= 1 << slot;
                let first = index(slot as u8, 0);
                self.written[first..first + 256].fill(0);
            }
        }
        let (slot, _) = self.register();
        let gone = (next.own.released | next.own.ended) >> slot & 1 != 0;
        if chance <= self.chance[3] && self.warps[usize::from(slot)].has == Has::Nothing && !gone {
            let bundle = self.bundle(slot);
            (next.own.bundle_valid, next.own.bundle_warp) = (true, slot);
            next.own.bundle_set = set(&bundle);
            self.warps[usize::from(slot)] = Warp { has: Has::Asked, bundle };
        }
    }
}

fn set(registers: &[u8]) -> RegisterSet {
    registers.iter().fold(RegisterSet::default(), |mut set, reg| {
        set[usize::from(reg / 64)] |= 1 << (reg % 64);
        set
    })
}

impl Stimulus<Model> for Random {
    fn next(&mut self, i: &In, o: &Out) -> In {
        let throw = self.dice.throw(16384);
        if throw.new_phase {
            self.new_phase();
        }
        let mut next = i.clone();
        if i.shared.rst_n {
            self.observe(i, &o.shared, &o.own);
        }
        next.shared.rst_n = !throw.reset;
        if throw.reset {
            self.new_launch();
            (next.shared.read_valid, next.shared.write_valid) = (0, 0);
            next.shared.regs_per_thread = self.launch.registers as u16;
            next.own = OwnIn::default();
            return next;
        }
        if let Some(own) = self.loads.pop() {
            next.own = own;
            return next;
        }
        (next.own.load, next.own.load_base) = (false, false);
        self.offer_reads(&mut next.shared, i.shared.read_valid & !o.shared.read_ready);
        self.offer_writes(&mut next.shared, i.shared.write_valid & !o.shared.write_ready);
        self.offer_pass(&mut next.own, i.own.pass_valid && !o.own.pass_ready);
        self.move_on(&mut next);
        let all = u64::MAX >> (64 - self.params.own.table.warps);
        next.own.issued = u64::from_le_bytes(throw.bytes) & all & u64::from(throw.bytes[0] & 1);
        next
    }
}
