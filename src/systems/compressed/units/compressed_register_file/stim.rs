//! Kernels of random size with random tables, and random reads and writes that obey the rules.

use super::{In, MAX_COLLECTORS, Model, Out, Params, Shape, SharedIn, SharedOut, file_params};
use crate::stream::Placer;
use crate::systems::compressed::indirection::{Indirection, SLICES};
use crate::systems::compressed::units::storages::PackedStorage;
use crate::units::bank_file::{self, Driver as _};
use crate::units::channels::{
    Pending, READ_PORTS, REGISTERS, WRITE_PORTS, ones, register as index,
};
use crate::units::dice::{Dice, scaled};
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const LOAD                 = 1 << 0;
        const READ                 = 1 << 1;
        const WRITE                = 1 << 2;
        /// A bank reads and writes in one cycle.
        const READ_AND_WRITE       = 1 << 3;
        const READ_REFUSED         = 1 << 4;
        const WRITE_REFUSED        = 1 << 5;
        const SEVERAL_ANSWERS      = 1 << 6;
        const CONVERSION           = 1 << 7;
        const SEVERAL_CONVERSIONS  = 1 << 8;
        const SEVERAL_WRITTEN      = 1 << 9;
        const ALL_READS_ACCEPTED   = 1 << 10;
        const ALL_WRITES_ACCEPTED  = 1 << 11;
        const RESET_WHILE_WAITING  = 1 << 12;
        const ONE_BANK             = 1 << 13;
        /// A bank with a request neither reads nor writes.
        const BANK_WAITS           = 1 << 14;
        /// Some requested banks are granted and others are not.
        const MORE_REQUESTS_THAN_GRANTS = 1 << 15;
    }
}

/// A kernel: its warps and the table entries of its architectural registers.
#[derive(Default)]
struct Kernel {
    warps: usize,
    entries: Vec<Indirection>,
    /// For each architectural register, the registers that share a slice with it, itself included.
    overlapping: Vec<Vec<u8>>,
    /// Physical registers of a thread.
    physical: usize,
}

/// Architectural registers that may share slices with others.
const ALIASES: usize = 8;

impl Kernel {
    /// A random kernel whose registers fit the banks.
    fn random(dice: &mut Dice, params: &Shape) -> Kernel {
        let warps = 1 + dice.below(params.placement().warps);
        let most = (params.placement().entries * params.banks() / warps).clamp(1, 64);
        let physical = 1 + dice.below(most);
        let placer = Placer {
            placement: params.placement().placement,
            banks: params.banks(),
            regs_per_thread: physical,
        };
        let fits = (0..physical).all(|register| {
            placer.place(warps as u8 - 1, register as u8).1 < params.placement().entries
        });
        if !fits {
            return Kernel::random(dice, params);
        }
        let mut free = vec![u8::MAX; physical];
        let most = 256 - ALIASES;
        let mut entries: Vec<_> = (0..most).map_while(|_| place(dice, &mut free)).collect();
        entries.extend((0..ALIASES).filter_map(|_| place(dice, &mut vec![u8::MAX; physical])));
        let overlapping = entries.iter().map(|one| {
            let others = (0u8..).zip(&entries);
            others.filter(|(_, other)| one.overlaps(other)).map(|(n, _)| n).collect()
        });
        Kernel { warps, overlapping: overlapping.collect(), entries, physical }
    }
}

/// A random table entry in free slices, which it removes from `free`.
fn place(dice: &mut Dice, free: &mut [u8]) -> Option<Indirection> {
    let [flags, width, ..] = dice.bytes();
    let (signed, float) = (flags & 1 != 0, flags & 2 != 0);
    let mut entry = Indirection { signed, float, ..Indirection::default() };
    let mut left = 1 + u32::from(scaled(width, SLICES));
    let start = dice.below(free.len());
    let registers = (0..free.len()).map(|n| (start + n) % free.len());
    let registers: Vec<usize> = registers.filter(|register| free[*register] != 0).take(2).collect();
    for (part, register) in registers.into_iter().enumerate() {
        if left > 0 {
            let mask = some(dice, free[register], left);
            (entry.registers[part], entry.masks[part]) = (register as u8, mask);
            left -= mask.count_ones();
        }
    }
    entry.float &= entry.slices() >= 2;
    for part in 0..2 {
        free[usize::from(entry.registers[part])] &= !entry.masks[part];
    }
    (entry.masks[0] != 0).then_some(entry)
}

/// A random subset of `slices` with at most `most` elements.
fn some(dice: &mut Dice, mut slices: u8, most: u32) -> u8 {
    while slices.count_ones() > most {
        slices &= !(1 << dice.below(SLICES));
    }
    slices
}

/// Cycles between bursts over a storage that does not move: enough to complete the previous burst.
const BURST: usize = 16;
/// The same over a storage that moves.
const SLOW_BURST: usize = 128;

/// Random requests that obey the rules.
pub struct Random<S: PackedStorage> {
    dice: Dice,
    params: Shape,
    file: bank_file::Params<S>,
    /// Driver of the storage's own inputs.
    driver: S::FileDriver,
    kernel: Kernel,
    loaded: usize,
    /// Chances, out of 256, of a read and of a write on each channel.
    chance: [u8; 2],
    /// Whether only a few registers of the first warps are used.
    few: bool,
    /// Whether requests come in bursts, each after the previous one has completed.
    bursts: bool,
    cycles: usize,
    /// Lanes that were written, by warp and register.
    written: Vec<u32>,
    pending: Pending,
}

impl<S: PackedStorage> RandomStimulus<Model<S>> for Random<S> {
    type Scenarios = Scenarios;

    fn new(params: &Params<S>, seed: u64) -> Self {
        Random {
            dice: Dice::new(seed),
            params: params.shared.clone(),
            file: file_params::<S>(params),
            driver: S::FileDriver::default(),
            kernel: Kernel::default(),
            loaded: 0,
            chance: [0; 2],
            few: false,
            bursts: false,
            cycles: 0,
            written: vec![0; REGISTERS],
            pending: Pending::new(MAX_COLLECTORS),
        }
    }

    fn scenarios(inputs: &In<S>, outputs: &Out<S>) -> Scenarios {
        let (i, o) = (&inputs.shared, &outputs.shared);
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::LOAD, i.load_valid);
        hit.set(Scenarios::READ, o.bank_read != 0);
        hit.set(Scenarios::WRITE, o.bank_write != 0);
        hit.set(Scenarios::READ_AND_WRITE, o.bank_read & o.bank_write != 0);
        hit.set(Scenarios::READ_REFUSED, i.read_valid & !o.read_ready != 0);
        hit.set(Scenarios::WRITE_REFUSED, i.write_valid & !o.write_ready != 0);
        hit.set(Scenarios::SEVERAL_ANSWERS, o.rsp_valid.count_ones() > 1);
        hit.set(Scenarios::CONVERSION, o.converted != 0);
        hit.set(Scenarios::SEVERAL_CONVERSIONS, o.converted.count_ones() > 1);
        hit.set(Scenarios::SEVERAL_WRITTEN, o.written.count_ones() > 1);
        hit.set(Scenarios::ALL_READS_ACCEPTED, i.read_valid & o.read_ready == 0xff);
        hit.set(Scenarios::ALL_WRITES_ACCEPTED, i.write_valid & o.write_ready == 7);
        hit.set(Scenarios::RESET_WHILE_WAITING, !i.rst_n && o.bank_request != 0);
        hit.set(Scenarios::ONE_BANK, o.bank_request.count_ones() == 1);
        hit.set(Scenarios::BANK_WAITS, o.bank_request & !o.bank_read & !o.bank_write != 0);
        let idle = o.bank_request & !o.bank_grant;
        hit.set(Scenarios::MORE_REQUESTS_THAN_GRANTS, o.bank_grant != 0 && idle != 0);
        hit
    }

    fn reachable(params: &Params<S>) -> Scenarios {
        let params = &params.shared;
        let mut all = Scenarios::all();
        all.set(Scenarios::READ_AND_WRITE, params.file.front.two_ports);
        all.set(Scenarios::BANK_WAITS, S::MOVES || params.limits_banks());
        all.set(Scenarios::MORE_REQUESTS_THAN_GRANTS, params.limits_banks());
        all.set(Scenarios::SEVERAL_CONVERSIONS, params.converters > 1);
        // There must be enough slots without outstanding reads for all channels at once.
        let slots = params.collector_units * params.collector.slots;
        all.set(Scenarios::ALL_READS_ACCEPTED, slots >= 4 * READ_PORTS);
        all
    }
}

impl<S: PackedStorage> Random<S> {
    fn new_kernel(&mut self) {
        self.kernel = Kernel::random(&mut self.dice, &self.params);
        self.driver.new_kernel(&self.file, &mut self.dice);
        self.loaded = 0;
        self.written.fill(0);
        self.pending.clear();
    }

    /// Records answered reads, completed writes and loaded entries.
    fn observe(&mut self, i: &SharedIn, o: &SharedOut) {
        for cu in ones(o.rsp_valid) {
            self.pending.answered(cu as u8, o.rsp_slot[cu]);
        }
        for n in ones(o.written.into()) {
            if let Some((register, lanes)) = self.pending.written(n) {
                self.written[register] |= lanes;
            }
        }
        self.loaded += usize::from(i.load_valid);
    }

    /// Whether a register, or one that shares a slice with it, has a write in flight.
    fn is_written(&self, warp: u8, reg: u8) -> bool {
        let overlapping = &self.kernel.overlapping[usize::from(reg)];
        overlapping.iter().any(|other| self.pending.is_written(index(warp, *other)))
    }

    /// Whether a register, or one that shares a slice with it, has an unanswered read.
    fn is_read(&self, warp: u8, reg: u8) -> bool {
        let overlapping = &self.kernel.overlapping[usize::from(reg)];
        overlapping.iter().any(|other| self.pending.is_read(index(warp, *other)))
    }

    fn register(&mut self) -> (u8, u8) {
        let (warps, registers) = match self.few {
            true => (self.kernel.warps.min(2), self.kernel.entries.len().min(8)),
            false => (self.kernel.warps, self.kernel.entries.len()),
        };
        (self.dice.below(warps) as u8, self.dice.below(registers) as u8)
    }

    fn offer_reads(&mut self, next: &mut SharedIn, refused: u8, most: u8) {
        next.read_valid = refused;
        for n in (0..READ_PORTS).filter(|n| refused >> n & 1 == 0) {
            let [chance, cu, slot, ..] = self.dice.bytes();
            let cu = scaled(cu, self.params.collector_units);
            let slot = scaled(slot, self.params.collector.slots);
            let (warp, reg) = self.register();
            let register = index(warp, reg);
            if chance >= most
                || !self.pending.has_slot(cu, slot, warp)
                || self.written[register] != u32::MAX
                || self.is_written(warp, reg)
            {
                continue;
            }
            self.pending.read(cu, slot, register);
            next.read_valid |= 1 << n;
            (next.read_cu[n], next.read_slot[n]) = (cu, slot);
            (next.read_warp[n], next.read_reg[n]) = (warp, reg);
        }
    }

    fn offer_writes(&mut self, next: &mut SharedIn, refused: u8, most: u8) {
        next.write_valid = refused;
        for n in (0..WRITE_PORTS).filter(|n| refused >> n & 1 == 0) {
            let (warp, reg) = self.register();
            let register = index(warp, reg);
            if self.dice.bytes()[0] >= most || self.is_read(warp, reg) || self.is_written(warp, reg)
            {
                continue;
            }
            next.write_valid |= 1 << n;
            (next.write_warp[n], next.write_reg[n]) = (warp, reg);
            next.write_lane_mask[n] = self.dice.lane_mask();
            next.write_data[n] = self.dice.warp_register();
            self.pending.write(n, register, next.write_lane_mask[n]);
        }
    }
}

impl<S: PackedStorage> Stimulus<Model<S>> for Random<S> {
    fn next(&mut self, i: &In<S>, o: &Out<S>) -> In<S> {
        let throw = self.dice.throw(8192);
        if throw.new_phase {
            let [read, write, kind, first, second, ..] = self.dice.bytes();
            self.chance = [read, write];
            (self.few, self.bursts) = (kind < 128, kind % 4 == 0);
            self.driver.new_phase([first, second]);
        }
        let mut next = i.clone();
        let (last, answered) = (&i.shared, &o.shared);
        if last.rst_n {
            self.observe(last, answered);
        }
        let shared = &mut next.shared;
        (shared.rst_n, shared.load_valid) = (!throw.reset, false);
        if throw.reset {
            self.new_kernel();
            (shared.read_valid, shared.write_valid) = (0, 0);
            return next;
        }
        shared.regs_per_thread = self.kernel.physical as u16;
        if !self.driver.next(&mut next.own) {
            return next;
        }
        if let Some(entry) = self.kernel.entries.get(self.loaded) {
            (shared.load_valid, shared.load_register) = (true, self.loaded as u8);
            shared.load_entry = entry.word();
            return next;
        }
        self.cycles += 1;
        let period = if S::MOVES { SLOW_BURST } else { BURST };
        let pauses = self.bursts && !self.cycles.is_multiple_of(period);
        let chance = if pauses { [0; 2] } else { self.chance };
        let reads = last.read_valid & !answered.read_ready;
        let writes = last.write_valid & !answered.write_ready;
        self.offer_reads(shared, reads, chance[0]);
        self.offer_writes(shared, writes, chance[1]);
        next
    }
}
