//! The front of the pipeline: fetch and issue.

use super::back::inputs;
use super::collector::Issued;
use super::device::Device;
use super::instruction::{Class, Operand};
use super::memory::{Arrival, When};
use super::pipeline::Sm;
use super::scheduler::{move_common_levels, round_robin};
use super::watch::{Reason, Watch};
use crate::ptx::exec::{Fault, Flow, Trouble, flow};
use arrayvec::ArrayVec;

/// Result of an attempt to issue from a warp. If the warps of a scheduler have different results in
/// a cycle, the last one in this list counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Try {
    /// A register or predicate is pending.
    Held,
    /// No collector unit is free, or a fence waits.
    Stalled,
    Issued,
}

impl<W: Watch> Sm<'_, W> {
    /// Each scheduler issues an instruction of the first warp that can.
    pub(super) fn issue(&mut self) -> Result<(), Box<Fault>> {
        if self.common_levels {
            let waits = self.at_barrier | self.far & self.held | self.holders.asking;
            let most = usize::from(self.reply.active);
            move_common_levels(&mut self.schedulers, waits, most, &mut self.last_entered);
        }
        let count = self.schedulers.len();
        for n in 0..count {
            // With latches, schedulers compete for places in them. As in GPGPU-Sim they take turns
            // to be first.
            let scheduler = if self.latches { (self.now as usize + n) % count } else { n };
            let waits = self.at_barrier | self.far & self.held | self.holders.asking;
            self.schedulers[scheduler].move_levels(waits);
            let ready = self.own[scheduler] & self.live & self.buffered;
            let waits = self.held | self.holders.asking;
            let left = ready & !self.at_barrier & !self.deciding & !waits;
            // Warps known to lack a collector unit are not tried.
            let lacking = self.lacking() & left;
            let held = (ready & waits != 0).then_some(Try::Held);
            let stalled = (lacking != 0).then_some(Try::Stalled);
            let tried = self.issue_one(scheduler, left & !lacking)?;
            match tried.max(stalled).max(held) {
                Some(Try::Issued) => self.progress = true,
                Some(Try::Stalled) => self.statistics.stalled += 1,
                Some(Try::Held) => self.statistics.scoreboard += 1,
                None => self.statistics.idle += 1,
            }
        }
        Ok(())
    }

    /// Tries a scheduler's warps in these slots until one issues. Returns the maximum of their
    /// results.
    fn issue_one(&mut self, scheduler: usize, mut slots: u64) -> Result<Option<Try>, Box<Fault>> {
        let mut most = None;
        while let Some(slot) = self.schedulers[scheduler].first(slots) {
            slots &= !(1 << slot);
            let tried = self.try_issue(slot)?;
            if tried == Try::Issued {
                self.schedulers[scheduler].issued(slot);
                return Ok(Some(tried));
            }
            most = most.max(Some(tried));
        }
        Ok(most)
    }

    /// Warp slots whose instruction needs a collector unit of a class that has none free.
    fn lacking(&self) -> u64 {
        let lacks = Class::COLLECTED.into_iter().map(|class| (class, self.lacks[class as usize]));
        let full =
            lacks.filter(|(class, slots)| *slots != 0 && self.collector.free(*class).is_none());
        full.fold(0, |mask, (_, slots)| mask | slots)
    }

    /// Counts cycles in which no warp can issue, as [`Sm::issue`] does.
    pub(super) fn count_waiting(&mut self, cycles: u64) {
        for own in &self.own {
            let ready = own & self.live & self.buffered;
            let waits = self.held | self.holders.asking;
            let left = ready & !self.at_barrier & !self.deciding & !waits;
            match (left != 0, ready & waits != 0) {
                (true, _) => self.statistics.stalled += cycles,
                (_, true) => self.statistics.scoreboard += cycles,
                _ => self.statistics.idle += cycles,
            }
        }
    }

    fn try_issue(&mut self, slot: usize) -> Result<Try, Box<Fault>> {
        let code = self.code;
        let current = self.warps[slot].as_ref().and_then(|warp| warp.stack.current());
        let Some((pc, active)) = current else { return Ok(Try::Stalled) };
        if pc >= self.instructions.len() {
            // Past the end of the kernel.
            self.exit(slot, active);
            return Ok(Try::Issued);
        }
        if self.is_wrong_path(slot, pc) {
            return Ok(Try::Stalled);
        }
        if let Some(tried) = self.try_prefetch(slot, pc) {
            return Ok(tried);
        }
        let Some(warp) = &mut self.warps[slot] else { return Ok(Try::Stalled) };
        let instruction = &self.instructions[pc];
        if instruction.touched.meets(&warp.pending) {
            let far = instruction.touched.meets(&warp.far);
            self.held |= 1 << slot;
            self.far = self.far & !(1 << slot) | u64::from(far) << slot;
            let why = if far { Reason::Memory } else { Reason::Dependence };
            self.watch.waits(self.now, slot, why);
            return Ok(Try::Held);
        }
        if instruction.fences && warp.memory_issued != warp.memory_done {
            return Ok(Try::Stalled);
        }
        let (class, flushes) = (instruction.class, instruction.flushes);
        if flushes && class == Class::Control && !self.load_store.has_room() {
            return Ok(Try::Stalled);
        }
        let through = class == Class::Control && self.all_through_units;
        let taken = if through { Class::Sp } else { class };
        let cu = match taken {
            Class::Control => None,
            _ => match self.collector.free(taken) {
                Some(cu) => Some(cu),
                None => {
                    self.lacks[taken as usize] |= 1 << slot;
                    return Ok(Try::Stalled);
                }
            },
        };
        let decides = instruction.decides;
        let executed = warp.executed;
        warp.executed += 1;
        let lanes = active & warp.guard(code.instructions[pc].guard);
        let predicates = predicates(&instruction.operands, &warp.predicates);
        self.check_limit(slot, executed)?;
        self.watch.issued(self.now, slot, pc);
        self.offer.issued |= 1 << slot;
        self.count_issue(class, active, lanes);
        self.take(slot);
        self.end(slot, pc);
        self.end_bundle(slot, pc);
        if flushes && class == Class::Control && lanes != 0 {
            self.flush();
        }
        if let Some(cu) = cu.filter(|_| through) {
            self.pass_through(slot, cu, pc);
        }
        match cu.filter(|_| !through) {
            Some(_) if lanes == 0 && (decides || !self.all_through_units) => {
                self.statistics.nullified += 1;
                self.statistics.retired += 1;
                self.advance(slot);
            }
            Some(cu) => {
                self.collect(slot, cu, Issued { predicates, ..issued(slot, pc, active, lanes) })
            }
            None => {
                let specials = self.warps[slot].as_ref().map_or(&[][..], |warp| &warp.specials);
                let inputs = inputs(&self.instructions[pc], code, &[], &predicates, specials);
                let flow = flow(&code.kernel.code[pc], &inputs, lanes);
                drop(inputs);
                self.go(slot, pc, flow, active, lanes)?;
            }
        }
        Ok(Try::Issued)
    }

    /// Removes a decoded instruction.
    fn take(&mut self, slot: usize) {
        self.lacks.iter_mut().for_each(|slots| *slots &= !(1 << slot));
        if let Some(warp) = &mut self.warps[slot] {
            warp.buffered -= 1;
            warp.fetch_from += 1;
            if warp.buffered == 0 {
                self.buffered &= !(1 << slot);
            }
        }
    }

    /// An instruction that takes effect at issue occupies a collector unit and an SP unit, too.
    fn pass_through(&mut self, slot: usize, cu: usize, pc: usize) {
        if let Some(warp) = &mut self.warps[slot] {
            warp.in_flight += 1;
        }
        let issued = Issued { through: true, ..issued(slot, pc, 0, 0) };
        self.statistics.collected += 1;
        self.collector.issue(cu, Class::Sp, issued, &self.instructions[pc], false);
    }

    /// Issues an instruction to a collector unit.
    fn collect(&mut self, slot: usize, cu: usize, mut issued: Issued) {
        let instruction = &self.instructions[issued.pc];
        let Some(warp) = &mut self.warps[slot] else { return };
        warp.pending.add(&instruction.written);
        if instruction.far {
            warp.far.add(&instruction.written);
        }
        warp.in_flight += 1;
        if instruction.class == Class::Memory {
            issued.order = warp.memory_issued;
            warp.memory_issued += 1;
        }
        issued.bundled = self.bundles.and_then(|bundles| bundles.set(issued.pc)).is_some();
        self.statistics.collected += 1;
        self.statistics.reads_wanted += instruction.reads.len() as u64;
        let decides = instruction.decides;
        let converged = issued.active == warp.stack.alive();
        self.collector.issue(cu, instruction.class, issued, instruction, converged);
        match decides {
            true => self.deciding |= 1 << slot,
            false => self.advance(slot),
        }
    }

    /// Executes a control instruction whose operands are known, and moves its warp on.
    pub(super) fn go(
        &mut self,
        slot: usize,
        pc: usize,
        flow: Flow,
        active: u32,
        lanes: u32,
    ) -> Result<(), Box<Fault>> {
        let meet = self.code.instructions[pc].meet;
        let Some(warp) = &mut self.warps[slot] else { return Ok(()) };
        let fault =
            |sm: &Self, trouble| Err(sm.fault_at(slot, pc, lanes.trailing_zeros(), trouble));
        match flow {
            Flow::Branch { target } => {
                self.statistics.branches += 1;
                self.statistics.divergent_branches += u64::from(lanes != 0 && lanes != active);
                warp.stack.branch(lanes, target, meet);
                self.moved(slot, pc);
            }
            Flow::Ways(ways) => {
                self.statistics.branches += 1;
                let splits = ways.len() > 1 || lanes != 0 && lanes != active;
                self.statistics.divergent_branches += u64::from(splits);
                warp.stack.diverge(&ways, meet);
                self.moved(slot, pc);
            }
            Flow::Exit => {
                self.statistics.retired += 1;
                self.exit(slot, lanes);
                return Ok(());
            }
            Flow::Trap if lanes != 0 => return fault(self, Trouble::Trap),
            Flow::Illegal(what) => return fault(self, Trouble::Illegal(what)),
            Flow::Barrier(arrival) if lanes != 0 => {
                self.statistics.barriers += 1;
                let cta = warp.cta;
                warp.in_flight += 1;
                warp.pending.add(&self.instructions[pc].written);
                if let Some(cta) = &mut self.ctas[cta] {
                    cta.barriers.arrive(&arrival, crate::bits::LANES);
                }
                match arrival.waits {
                    true => self.wait(slot, arrival.number),
                    false => {
                        self.advance(slot);
                        self.retired(slot);
                    }
                }
                self.release(cta);
                return Ok(());
            }
            Flow::Barrier(_) | Flow::Trap | Flow::Values => self.advance(slot),
        }
        self.statistics.retired += 1;
        Ok(())
    }

    /// Ends threads of a warp.
    fn exit(&mut self, slot: usize, lanes: u32) {
        let Some(warp) = &mut self.warps[slot] else { return };
        let cta = warp.cta;
        let pc = warp.stack.current().map_or(0, |(pc, _)| pc);
        warp.stack.exit(lanes);
        let ended = warp.stack.alive() == 0;
        self.moved(slot, pc);
        if ended {
            self.release(cta);
            self.finish(slot);
        }
    }

    /// Advances to the next instruction.
    pub(super) fn advance(&mut self, slot: usize) {
        let Some(warp) = &mut self.warps[slot] else { return };
        let Some((pc, _)) = warp.stack.current() else { return };
        warp.stack.advance();
        self.moved(slot, pc);
    }

    /// Discards decoded instructions that are not the next ones. Returns whether there were any.
    fn is_wrong_path(&mut self, slot: usize, pc: usize) -> bool {
        let Some(warp) = &mut self.warps[slot] else { return false };
        if !self.fetches_wrong_path || warp.fetch_from == pc {
            return false;
        }
        (warp.buffered, warp.fetch_from) = (0, pc);
        self.buffered &= !(1 << slot);
        self.progress = true;
        true
    }

    /// Discards decoded instructions if the warp does not continue in sequence.
    fn moved(&mut self, slot: usize, from: usize) {
        let Some(warp) = &mut self.warps[slot] else { return };
        if self.fetches_wrong_path {
            return;
        }
        if warp.stack.current().map(|(pc, _)| pc) != Some(from + 1) {
            warp.buffered = 0;
            self.buffered &= !(1 << slot);
        }
    }

    /// Decodes the last fetch, and fetches for a warp without decoded instructions.
    ///
    /// With an instruction cache, a warp whose line has arrived is fetched before others, and a
    /// warp that misses waits for its line.
    pub(super) fn fetch(&mut self, device: &mut Device) {
        if let Some((slot, pc)) = self.fetched.take() {
            self.progress = true;
            let fetches_wrong_path = self.fetches_wrong_path;
            if let Some(warp) = &mut self.warps[slot]
                && (fetches_wrong_path && warp.fetch_from == pc
                    || warp.stack.current().map(|(pc, _)| pc) == Some(pc))
                && self.deciding >> slot & 1 == 0
            {
                warp.buffered = self.instruction_buffer;
                self.buffered |= 1 << slot;
            }
        }
        if let Some((slot, pc)) = self.misses.arrived(self.now) {
            self.fetched = Some((slot, pc));
            self.progress = true;
            return;
        }
        let mut wanted = self.live & !self.buffered & !self.deciding & !self.misses.waiting;
        while let Some(slot) = round_robin(wanted, self.last_fetched) {
            wanted &= !(1 << slot);
            let warp = self.warps[slot].as_ref();
            let current = warp.and_then(|warp| {
                let (pc, _) = warp.stack.current()?;
                Some(if self.fetches_wrong_path { warp.fetch_from } else { pc })
            });
            if let Some(pc) = current {
                self.last_fetched = slot;
                self.progress = true;
                if self.misses.perfect || self.finds(device, slot, pc) {
                    self.fetched = Some((slot, pc));
                }
                return;
            }
        }
    }

    /// Whether an instruction hits in the instruction cache. A miss requests its line, if the cache
    /// accepts it.
    fn finds(&mut self, device: &mut Device, slot: usize, pc: usize) -> bool {
        match self.hierarchy.instruction(&mut device.l2, self.now, pc) {
            Some(ready) if !ready.is_past(self.now) => {
                self.misses.push(ready, slot, pc);
                false
            }
            found => found.is_some(),
        }
    }

    fn count_issue(&mut self, class: Class, active: u32, lanes: u32) {
        let statistics = &mut self.statistics;
        statistics.issued += 1;
        statistics.thread_instructions += u64::from(lanes.count_ones());
        statistics.issued_by_lanes.0[active.count_ones() as usize] += 1;
        match class {
            Class::Sp => statistics.sp += 1,
            Class::Sfu => statistics.sfu += 1,
            Class::Memory => statistics.memory += 1,
            Class::Control => statistics.control += 1,
        }
    }
}

/// Fetches that wait for the line of their instruction.
pub(super) struct Misses {
    /// Whether every fetch hits, so that none waits.
    perfect: bool,
    /// Arrival of the line, warp slot, instruction; in order of the fetches.
    all: Vec<(When, usize, usize)>,
    /// Warp slots that wait; bit n is slot n.
    waiting: u64,
}

impl Misses {
    pub fn new(perfect: bool) -> Misses {
        Misses { perfect, all: Vec::with_capacity(64), waiting: 0 }
    }

    fn push(&mut self, ready: When, slot: usize, pc: usize) {
        self.all.push((ready, slot, pc));
        self.waiting |= 1 << slot;
    }

    /// The first warp whose line has arrived, and its instruction.
    fn arrived(&mut self, now: u64) -> Option<(usize, usize)> {
        let first = self.all.iter().position(|(ready, ..)| ready.is_past(now))?;
        let (_, slot, pc) = self.all.remove(first);
        self.waiting &= !(1 << slot);
        Some((slot, pc))
    }

    /// Forgets the warp of a slot.
    pub fn forget(&mut self, slot: usize) {
        if self.waiting >> slot & 1 != 0 {
            self.waiting &= !(1 << slot);
            self.all.retain(|(_, other, _)| *other != slot);
        }
    }

    /// Takes the arrival of a line.
    pub fn settle(&mut self, arrival: &Arrival) {
        for (ready, ..) in &mut self.all {
            ready.settle(arrival);
        }
    }

    /// The next known arrival of a line.
    pub fn next_cycle(&self) -> Option<u64> {
        self.all.iter().filter(|(ready, ..)| ready.is_known()).map(|(ready, ..)| ready.cycle).min()
    }
}

/// An instruction of a warp without operands.
fn issued(warp: usize, pc: usize, active: u32, lanes: u32) -> Issued {
    let predicates = ArrayVec::new();
    Issued { warp, pc, active, lanes, predicates, order: 0, bundled: false, through: false }
}

/// Predicate operands, in order.
#[inline]
fn predicates(operands: &[Operand], values: &[u32]) -> ArrayVec<u32, 4> {
    let value = |operand: &Operand| match *operand {
        Operand::Predicate(n) => Some(values[n]),
        Operand::Truth(truth) => Some(if truth { u32::MAX } else { 0 }),
        _ => None,
    };
    operands.iter().filter_map(value).collect()
}
