//! Collector units: where instructions wait for their operands.
//!
//! An issued instruction takes a free collector unit of its class. Its registers are read in order;
//! at most one read per operand slot is in flight. All waiting reads are in one queue in order of
//! age, and the oldest are offered to the register file.
//!
//! With latches ([`Sm::latches`](crate::config::Sm)) an instruction waits in a latch before its
//! unit and in one behind it, as in GPGPU-Sim's ID_OC and OC_EX registers. Its reads are offered in
//! the cycle in which it leaves the first latch. As the register file names a unit in its answers,
//! an entry of `gpu.collector_units` stays with the instruction from latch to latch.

use super::free_writes::FreeWrites;
use super::instruction::{Class, Instruction, MAX_READS};
use super::register_file::{Answer, Offer, READ_PORTS, Read, Reply};
use crate::bits::{LANES, WarpRegister};
use crate::config::Config;
use arrayvec::ArrayVec;
use std::ops::Range;

/// An instruction that is issued into a collector unit.
#[derive(Clone, Debug)]
pub struct Issued {
    /// Warp slot.
    pub warp: usize,
    pub pc: usize,
    /// Active lanes on the warp's path, and those of them whose guard is true.
    pub active: u32,
    pub lanes: u32,
    /// Predicate operands.
    pub predicates: ArrayVec<u32, 4>,
    /// Number of older memory instructions of its warp.
    pub order: u64,
    /// Whether the instruction is in a bundle.
    pub bundled: bool,
    /// Whether the instruction took effect at issue and only occupies units.
    pub through: bool,
}

/// A collector unit.
pub struct Unit {
    pub issued: Issued,
    /// Sequence number of the instruction, in order of issue.
    number: u64,
    /// Registers to collect.
    reads: ArrayVec<Wanted, MAX_READS>,
    /// Numbers of queued reads and of answered reads.
    asked: usize,
    answered: usize,
    /// The read in flight of each operand slot.
    slots: [u8; MAX_SLOTS],
    /// Operands, in the order of the reads.
    pub values: [WarpRegister; MAX_READS],
}

const MAX_SLOTS: usize = 4;

/// Maximum execution units of a class.
const MAX_WIDTH: usize = 4;

/// A register to collect.
#[derive(Clone, Copy)]
struct Wanted {
    reg: u8,
    dead: bool,
    promote: bool,
}

/// A queued read.
#[derive(Clone, Copy)]
struct Waiting {
    read: Read,
    lanes: u32,
}

/// Registers that share storage with each register of a thread, itself included.
pub type Overlaps = Vec<Box<[u8]>>;

/// All collector units.
pub struct Collector {
    units: Vec<Unit>,
    /// Indices of the units of each class.
    ranges: [Range<usize>; 3],
    /// Free units, bit n for unit n.
    free: u64,
    /// Units with all operands, by class, earliest first.
    complete: [ArrayVec<u8, 64>; 3],
    /// With latches: units whose instruction is in the latch behind them, by class. Without:
    /// unused; instructions start from `complete`.
    latched: [ArrayVec<u8, MAX_WIDTH>; 3],
    /// Capacity of each of the two latches, by class; `None` without latches.
    widths: Option<[usize; 3]>,
    /// By class: capacity of the units and the latch before them, instructions in them, and
    /// instructions that entered in this cycle.
    most: [usize; 3],
    collecting: [usize; 3],
    entered: [usize; 3],
    waiting: Vec<Waiting>,
    /// Queued reads that are offered in this cycle, by channel.
    offered: ArrayVec<usize, READ_PORTS>,
    /// Reads that a write of their register must not overtake, by warp slot and register: reads
    /// that are not accepted, or not answered if the register file does not keep order.
    unread: Vec<u8>,
    /// Reads of each warp's bundle that are not accepted.
    in_bundle: Vec<u16>,
    overlaps: Overlaps,
    keeps_order: bool,
    /// Values of the registers, if writes are free. Operands are taken at issue; reads only take
    /// time.
    free_writes: Option<FreeWrites>,
    slots: usize,
    per_unit: usize,
    /// Instructions that took a collector unit.
    issued: u64,
    /// Sum over cycles of the units in use.
    pub occupied: u64,
}

impl Collector {
    pub fn new(config: &Config, keeps_order: bool, overlaps: Overlaps) -> Collector {
        let sm = &config.sm();
        let units = [sm.sp_collectors, sm.sfu_collectors, sm.memory_collectors];
        let widths = sm.latches.then_some([sm.sp_units, sm.sfu_units, 1]);
        let width = widths.unwrap_or_default();
        let counts: [usize; 3] = std::array::from_fn(|n| units[n] + 2 * width[n]);
        let total: usize = counts.iter().sum();
        let mut from = 0;
        let ranges = counts.map(|count| {
            from += count;
            from - count..from
        });
        let predicates = ArrayVec::new();
        let (order, bundled, through) = (0, false, false);
        let (warp, pc, active, lanes) = (0, 0, 0, 0);
        let issued = Issued { warp, pc, active, lanes, predicates, order, bundled, through };
        let unit = || Unit {
            issued: issued.clone(),
            number: 0,
            reads: ArrayVec::new(),
            asked: 0,
            answered: 0,
            slots: [0; MAX_SLOTS],
            values: [[0; LANES]; MAX_READS],
        };
        Collector {
            units: (0..total).map(|_| unit()).collect(),
            ranges,
            free: if total == 64 { u64::MAX } else { (1 << total) - 1 },
            complete: Default::default(),
            latched: Default::default(),
            widths,
            most: std::array::from_fn(|n| units[n] + width[n]),
            collecting: [0; 3],
            entered: [0; 3],
            waiting: Vec::with_capacity(total * MAX_SLOTS),
            offered: ArrayVec::new(),
            unread: vec![0; config.gpu().warps << 8],
            in_bundle: vec![0; config.gpu().warps],
            overlaps,
            keeps_order,
            free_writes: FreeWrites::new(config),
            slots: config.gpu().operand_slots.min(MAX_SLOTS),
            per_unit: match sm.reads_per_collector {
                0 => READ_PORTS,
                most => most,
            },
            issued: 0,
            occupied: 0,
        }
    }

    /// Entries of `gpu.collector_units` that units and latches need.
    pub fn entries(sm: &crate::config::Sm) -> usize {
        let latches = if sm.latches { 2 * (sm.sp_units + sm.sfu_units + 1) } else { 0 };
        sm.sp_collectors + sm.sfu_collectors + sm.memory_collectors + latches
    }

    /// A free unit of a class or, with latches, a free place in the latch before the units.
    #[inline]
    pub fn free(&self, class: Class) -> Option<usize> {
        if let Some(widths) = self.widths {
            let n = class as usize;
            if self.entered[n] == widths[n] || self.collecting[n] == self.most[n] {
                return None;
            }
        }
        let Range { start, end } = self.ranges[class as usize].clone();
        let of_class = self.free >> start & (u64::MAX >> (64 - (end - start)));
        (of_class != 0).then(|| start + of_class.trailing_zeros() as usize)
    }

    /// Units in use.
    pub fn taken(&self) -> usize {
        match self.widths {
            None => self.units.len() - self.free.count_ones() as usize,
            // Instructions that entered in the last cycle are still in the latch before the units.
            Some(_) => self.collecting.iter().sum::<usize>() - self.entered.iter().sum::<usize>(),
        }
    }

    /// With latches: moves instructions with all operands to the latch behind their unit; memory
    /// instructions only in order.
    #[inline]
    pub fn latch(&mut self, may_go: impl Fn(&Issued) -> bool) {
        let Some(widths) = self.widths else { return };
        for (class, width) in widths.into_iter().enumerate() {
            while self.latched[class].len() < width {
                let units = &self.units;
                let may_go = |cu: &u8| {
                    class != Class::Memory as usize || may_go(&units[usize::from(*cu)].issued)
                };
                let Some(n) = self.complete[class].iter().position(may_go) else { break };
                let cu = self.complete[class].remove(n);
                self.latched[class].push(cu);
                self.collecting[class] -= 1;
            }
        }
    }

    /// Whether an instruction is in a latch behind the units.
    #[inline]
    pub fn has_latched(&self) -> bool {
        self.latched.iter().any(|latched| !latched.is_empty())
    }

    pub fn unit(&self, cu: usize) -> &Unit {
        &self.units[cu]
    }

    /// Whether a read of this register, or of one that shares storage with it, is not accepted (not
    /// answered, if the register file does not keep order).
    #[inline]
    pub fn is_unread(&self, warp: u8, reg: u8) -> bool {
        let overlaps = &self.overlaps[usize::from(reg)];
        overlaps.iter().any(|other| self.unread[usize::from(warp) << 8 | usize::from(*other)] != 0)
    }

    /// Whether a read of a warp's bundle is not accepted.
    #[inline]
    pub fn reads_in_bundle(&self, warp: usize) -> bool {
        self.in_bundle[warp] != 0
    }

    /// Whether all older reads of this read's register, and of registers that share storage with
    /// it, are accepted (answered, if the register file does not keep order).
    #[inline]
    fn is_last(&self, read: &Read) -> bool {
        let overlaps = self.overlaps[usize::from(read.reg)].iter();
        let unread =
            overlaps.map(|other| self.unread[usize::from(read.warp) << 8 | usize::from(*other)]);
        unread.sum::<u8>() == 1 || self.keeps_order && !self.is_after_another(read)
    }

    /// Whether an older read of the same register is not accepted. Younger reads do not count: each
    /// read could wait for the other.
    fn is_after_another(&self, read: &Read) -> bool {
        let age = |cu: usize, n: usize| (self.units[cu].number, n);
        let of = |read: &Read| {
            let cu = usize::from(read.cu);
            (cu, usize::from(self.units[cu].slots[usize::from(read.slot)]))
        };
        let (cu, n) = of(read);
        let (this, overlaps) = (age(cu, n), &self.overlaps[usize::from(read.reg)]);
        let asked = self.waiting.iter().map(|waiting| of(&waiting.read));
        let to_ask = (0..self.units.len()).filter(|cu| self.free >> cu & 1 == 0);
        let to_ask = to_ask.flat_map(|cu| {
            (self.units[cu].asked..self.units[cu].reads.len()).map(move |n| (cu, n))
        });
        asked.chain(to_ask).any(|(cu, n)| {
            let unit = &self.units[cu];
            unit.issued.warp == usize::from(read.warp)
                && overlaps.contains(&unit.reads[n].reg)
                && age(cu, n) < this
        })
    }

    /// Puts an instruction into a free unit. `converged`: all living lanes of the warp are on its
    /// path.
    #[inline]
    pub fn issue(
        &mut self,
        cu: usize,
        class: Class,
        issued: Issued,
        instruction: &Instruction,
        converged: bool,
    ) {
        let Instruction { reads, hints, .. } = instruction;
        self.free &= !(1 << cu);
        self.collecting[class as usize] += 1;
        self.entered[class as usize] += 1;
        for reg in reads {
            self.unread[issued.warp << 8 | usize::from(*reg)] += 1;
        }
        if issued.bundled {
            self.in_bundle[issued.warp] += reads.len() as u16;
        }
        self.issued += 1;
        let unit = &mut self.units[cu];
        (unit.issued, unit.number) = (issued, self.issued);
        unit.reads.clear();
        unit.reads.extend(reads.iter().zip(hints).map(|(&reg, hint)| Wanted {
            reg,
            dead: hint.dead || hint.dead_if_converged && converged,
            promote: hint.promote,
        }));
        (unit.asked, unit.answered) = (0, 0);
        if let Some(values) = &self.free_writes {
            let warp = unit.issued.warp;
            for (value, reg) in unit.values.iter_mut().zip(reads) {
                *value = *values.get(warp, *reg);
            }
        }
        for slot in 0..reads.len().min(self.slots) {
            self.ask(cu, slot);
        }
        if reads.is_empty() {
            self.complete[class as usize].push(cu as u8);
        }
    }

    /// Queues the next read of a unit, for this slot.
    #[inline]
    fn ask(&mut self, cu: usize, slot: usize) {
        let unit = &mut self.units[cu];
        let Wanted { reg, dead, promote } = unit.reads[unit.asked];
        unit.slots[slot] = unit.asked as u8;
        unit.asked += 1;
        let (cu, warp) = (cu as u8, unit.issued.warp as u8);
        let read = Read { cu, slot: slot as u8, warp, reg, dead, promote };
        self.waiting.push(Waiting { read, lanes: unit.issued.lanes });
    }

    /// Offers the oldest queued reads.
    #[inline]
    pub fn offer(&mut self, offer: &mut Offer) {
        self.occupied += self.taken() as u64;
        self.entered = [0; 3];
        self.offered.clear();
        offer.reads.clear();
        for (n, waiting) in self.waiting.iter().enumerate() {
            let of_unit = |read: &&Read| read.cu == waiting.read.cu;
            let has_enough = self.per_unit < READ_PORTS
                && offer.reads.iter().filter(of_unit).count() >= self.per_unit;
            if has_enough || waiting.read.dead && !self.is_last(&waiting.read) {
                continue;
            }
            self.offered.push(n);
            offer.reads.push(waiting.read);
            if offer.reads.is_full() {
                break;
            }
        }
    }

    /// Removes accepted reads from the queue, calls `seen` with each, and returns their number.
    #[inline]
    pub fn accepted(&mut self, ready: u8, mut seen: impl FnMut(&Read, u32)) -> u64 {
        let mut count = 0;
        for (channel, &n) in self.offered.iter().enumerate() {
            if ready >> channel & 1 == 0 {
                continue;
            }
            // Earlier removals have moved the read down.
            let Waiting { read, lanes } = self.waiting.remove(n - count);
            if self.keeps_order {
                self.unread[usize::from(read.warp) << 8 | usize::from(read.reg)] -= 1;
            }
            let issued = &self.units[usize::from(read.cu)].issued;
            self.in_bundle[issued.warp] -= u16::from(issued.bundled);
            seen(&read, lanes);
            count += 1;
        }
        count as u64
    }

    /// Takes the register file's answers.
    #[inline]
    pub fn answers(&mut self, reply: &Reply) {
        for Answer { cu, slot, data } in &reply.answers {
            let (cu, slot) = (usize::from(*cu), usize::from(*slot));
            let unit = &mut self.units[cu];
            let n = usize::from(unit.slots[slot]);
            if self.free_writes.is_none() {
                unit.values[n] = *data;
            }
            unit.answered += 1;
            if !self.keeps_order {
                self.unread[unit.issued.warp << 8 | usize::from(unit.reads[n].reg)] -= 1;
            }
            if unit.asked < unit.reads.len() {
                self.ask(cu, slot);
            } else if unit.answered == unit.reads.len() {
                let class = self.ranges.iter().position(|range| range.contains(&cu));
                self.complete[class.unwrap_or(0)].push(cu as u8);
            }
        }
    }

    /// If writes are free, writes a result's registers and returns true.
    #[inline]
    pub fn write(&mut self, result: &super::results::Result) -> bool {
        let Some(values) = &mut self.free_writes else { return false };
        for (reg, value) in result.regs.iter().zip(&result.values) {
            values.set(result.warp, *reg, result.lanes, value);
        }
        true
    }

    /// The unit that has had all operands for the longest time and may start.
    #[inline]
    pub fn next(&self, class: Class, may_go: impl Fn(&Issued) -> bool) -> Option<usize> {
        let unit = |cu: &u8| &self.units[usize::from(*cu)];
        let may_go = |cu: &&u8| may_go(&unit(cu).issued);
        let next = match self.widths {
            None => self.complete[class as usize].iter().find(may_go),
            // The oldest instruction in the latch.
            Some(_) => {
                let latched = self.latched[class as usize].iter().filter(may_go);
                latched.min_by_key(|cu| unit(cu).number)
            }
        };
        next.map(|cu| usize::from(*cu))
    }

    /// Frees a unit whose instruction has started.
    #[inline]
    pub fn release(&mut self, cu: usize, class: Class) {
        match self.widths {
            None => {
                self.complete[class as usize].retain(|other| usize::from(*other) != cu);
                self.collecting[class as usize] -= 1;
            }
            Some(_) => self.latched[class as usize].retain(|other| usize::from(*other) != cu),
        }
        self.free |= 1 << cu;
    }
}
