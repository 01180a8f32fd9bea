//! The load/store unit: from a warp's access to the lines and passes that it takes.
//!
//! The unit takes one instruction at a time:
//!
//! - An access of shared memory offers its passes to the register file, one per cycle, from the
//!   cycle after it has taken effect. If the register file has no shared memory, each pass takes
//!   one cycle. The access holds the unit until its last pass is accepted.
//! - An access of global, local or texture memory holds the unit for one cycle per line, and longer
//!   while requests are rejected. Its data has arrived when the last line has arrived.
//!
//! If the register file looks loads up, accesses pass [`Lookup`] first, one per cycle.

use super::device::Device;
use super::lookup::{Judged, Lookup};
use super::memory::{
    AccessKind, CONSTANT_LINE, Found, Hierarchy, L2, Lines, Passes, SharedAccess, coalesce,
};
use super::pipeline::Sm;
use super::promised::Promised;
use super::register_file::{self, Pass, RegisterFile, Verdict, WINDOW_BYTES};
use super::watch::Watch;
use crate::bits::LANES;
use crate::config::{Config, LocalLayout, SharedPasses};
use crate::ptx::exec::OUTSIDE;
use crate::ptx::isa::{Access, Atomic, Cache, Op, Space};
use crate::ptx::kernel::window;
use std::collections::VecDeque;
use std::mem::replace;

/// Address of local memory behind the caches, above all addresses that a kernel can name. Each warp
/// slot of each SM has a region, in which the lanes' words are adjacent.
const LOCAL: u64 = 1 << 40;

/// An access that requests its lines.
struct UnderWay {
    result: usize,
    kind: AccessKind,
    /// The next line to request.
    next: usize,
    /// Cycle in which all requested lines with a known arrival have arrived.
    ready: u64,
    /// Whether the last request was rejected.
    refused: bool,
}

/// An access of shared memory that offers its passes.
struct Passing {
    result: usize,
    /// The next pass to offer.
    next: usize,
    /// Order of its result among results of the same cycle.
    turn: u64,
}

/// Time that an access takes.
pub enum Work {
    /// Cycles for which the access occupies the unit, and cycles from the last of them to its data.
    Cycles { cycles: u64, latency: u64 },
    /// Passes of shared memory.
    Passes(Box<Passes>),
    /// Lines of global, local or texture memory.
    Lines { kind: AccessKind, lines: Box<Lines> },
}

pub struct LoadStore {
    under_way: Option<UnderWay>,
    /// Lines of the current access.
    lines: Box<Lines>,
    /// Spare storage for the next access.
    #[expect(clippy::vec_box, reason = "boxes move between accesses, so that no cycle allocates")]
    spare: Vec<Box<Lines>>,
    passing: Option<Passing>,
    /// Passes of the current access.
    passes: Box<Passes>,
    /// Spare storage for the next access.
    #[expect(clippy::vec_box, reason = "boxes move between accesses, so that no cycle allocates")]
    spare_passes: Vec<Box<Passes>>,
    /// Look-up stage and start of the window, if the register file looks loads up.
    lookup: Option<Lookup>,
    window: u64,
    /// First cycle in which the unit is free.
    free: u64,
    line_bytes: u64,
    banks: usize,
    /// Whether the register file has shared memory.
    has_shared_memory: bool,
    /// The pass that the register file answers next.
    answered: Option<Pass>,
    shared_latency: u64,
    /// Whether an access of shared memory takes the passes of its first word.
    first_word: bool,
    constant_latency: u64,
    perfect_constants: bool,
    local_layout: LocalLayout,
    /// Accesses in L1's latency, if it is before the tags.
    pipeline: Option<Pipeline>,
    /// Whether atomics, and loads with `.cg` and `.cv`, bypass L1.
    obeys_operators: bool,
    /// Accesses with lines whose arrival is unknown.
    promised: Promised,
}

/// An access of a line that passes L1's latency before its tags.
#[derive(Clone, Copy)]
struct Passed {
    /// The cycle in which it reaches the tags without stalls.
    at: u64,
    result: usize,
    kind: AccessKind,
    line: u64,
    bytes: u32,
    /// Whether it is the last of its instruction.
    last: bool,
}

/// Accesses in L1's latency, in order.
struct Pipeline {
    latency: u64,
    passed: VecDeque<Passed>,
    /// Cycle in which all lines have arrived that the instruction at the tags has looked up.
    ready: u64,
}

impl LoadStore {
    /// The unit of an SM with this register file. `window` is the start of the window of addresses,
    /// if loads are looked up.
    pub fn new(config: &Config, register_file: &dyn RegisterFile, window: u64) -> LoadStore {
        LoadStore {
            under_way: None,
            lines: Box::default(),
            spare: Vec::new(),
            passing: None,
            passes: Box::default(),
            spare_passes: Vec::new(),
            lookup: register_file.looks_up().then(Lookup::default),
            window,
            free: 0,
            line_bytes: config.l1().line_bytes,
            banks: config.shared().banks,
            has_shared_memory: register_file.has_shared_memory(),
            answered: None,
            shared_latency: config.shared().latency,
            // A register file with shared memory must access all words.
            first_word: config.shared().passes == SharedPasses::FirstWord
                && !register_file.has_shared_memory(),
            constant_latency: config.constant().latency,
            perfect_constants: config.constant().perfect,
            local_layout: config.local().layout,
            pipeline: config.l1().pipelined.then(|| Pipeline {
                latency: config.l1().latency,
                passed: VecDeque::with_capacity(config.l1().latency as usize),
                ready: 0,
            }),
            obeys_operators: config.l1().cache_operators,
            promised: Promised::default(),
        }
    }

    /// Whether it accepts an instruction.
    pub fn is_free(&self, now: u64) -> bool {
        self.lookup.as_ref().map_or_else(|| self.is_idle(now), Lookup::has_room)
    }

    /// Whether a fence can pass.
    pub fn has_room(&self) -> bool {
        self.lookup.as_ref().is_none_or(Lookup::has_room)
    }

    /// Whether nothing is in flight behind the look-up.
    fn is_idle(&self, now: u64) -> bool {
        self.under_way.is_none() && self.passing.is_none() && self.free <= now
    }

    /// The access whose next line was rejected.
    pub fn stalled(&self) -> Option<AccessKind> {
        self.under_way.as_ref().filter(|access| access.refused).map(|access| access.kind)
    }

    /// The cycle in which a stalled unit can continue.
    pub fn next_cycle(&self, now: u64, hierarchy: &Hierarchy) -> Option<u64> {
        let passed = self.pipeline.as_ref().and_then(|pipeline| pipeline.passed.front());
        let passed = passed.map(|passed| passed.at.max(now + 1));
        let own = match self.under_way {
            Some(_) if self.pipeline.is_some() => Some(now + 1),
            Some(_) => Some(hierarchy.next_free(now)),
            None if self.passing.is_some() => Some(now + 1),
            None => (self.free > now).then_some(self.free),
        };
        own.into_iter().chain(passed).min()
    }
}

/// Memory of an access.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Shared,
    Local,
    Global,
    Constant,
    Texture,
}

impl<W: Watch> Sm<'_, W> {
    /// Starts the timing of an access that has taken effect.
    // Not inlined: few instructions access memory, and the code of all others barely fits the L1
    // cache.
    #[inline(never)]
    pub(super) fn access(&mut self, device: &mut Device, slot: usize, pc: usize, lanes: u32) {
        if let Some(warp) = &mut self.warps[slot] {
            warp.memory_done += 1;
        }
        let op = &self.code.kernel.code[pc].op;
        let (target, bytes) = target(op, &self.out.addresses, lanes);
        self.count_access(op, target, lanes);
        let access = match target {
            Target::Global => self.looked_up(op, slot, pc, lanes, bytes),
            _ => None,
        };
        let result = self.result(slot, pc, lanes);
        self.results.get_mut(result).loaded = true;
        let work = self.work(op, target, slot, lanes, bytes);
        match (&mut self.load_store.lookup, access) {
            (None, _) => self.begin(result, work),
            (Some(lookup), None) => lookup.pass(result, work),
            (Some(lookup), Some(access)) => lookup.push(access, Some((result, work))),
        }
        if self.instructions[pc].flushes {
            self.flush();
        }
        self.go_on(device);
    }

    /// Time that an access of these lanes takes.
    fn work(&mut self, op: &Op, target: Target, slot: usize, mut lanes: u32, bytes: u64) -> Work {
        let addresses = &mut self.out.addresses;
        let unit = &mut self.load_store;
        if target == Target::Shared {
            let atomic = matches!(op, Op::Atomic(_));
            let stores = atomic || matches!(op, Op::Store(_));
            let place = self.warps[slot].as_ref().map_or(0, |warp| warp.cta) as u64;
            let start = place * self.geometry.shared().next_multiple_of(16);
            lanes &= in_shared_memory(op, addresses);
            addresses.iter_mut().for_each(|at| *at = start + (*at & (window::BYTES - 1)));
            let mut passes = unit.spare_passes.pop().unwrap_or_default();
            let banks = unit.banks;
            let bytes = if unit.first_word { bytes.min(4) } else { bytes };
            let access = SharedAccess { addresses, lanes, bytes, stores, atomic, banks };
            match unit.has_shared_memory {
                true => passes.split(&access),
                false => passes.only_count(&access),
            }
            self.statistics.shared_conflicts += passes.count() as u64 - 1;
            if unit.has_shared_memory {
                self.fill(&mut passes, op, place as usize, start, bytes == 8);
            }
            return Work::Passes(passes);
        }
        let mut lines = unit.spare.pop().unwrap_or_default();
        let mut line_bytes = unit.line_bytes;
        match target {
            Target::Shared | Target::Global => {}
            Target::Constant => line_bytes = CONSTANT_LINE,
            Target::Local if unit.local_layout == LocalLayout::Thread => {
                // As in GPGPU-Sim, CTA slots of all SMs alternate.
                let warps = self.geometry.warps();
                let cta = slot / warps * self.sms + self.number;
                let threads = (self.sms * self.warps.len() * LANES) as u64;
                let first = ((cta * warps + slot % warps) * LANES) as u64;
                lines.clear();
                for word in 0..bytes.div_ceil(4) {
                    let words: [u64; LANES] = std::array::from_fn(|lane| {
                        let within = addresses[lane] & (window::BYTES - 1);
                        let row = (within / 4 + word) * threads;
                        LOCAL + 4 * (row + first + lane as u64) + within % 4
                    });
                    lines.add(&words, lanes, bytes.min(4), line_bytes);
                }
                return Work::Lines { kind: kind(op, target, false), lines };
            }
            Target::Local => {
                let slot_bytes = LANES as u64 * self.code.kernel.local_bytes.next_multiple_of(16);
                let slot = (self.number * self.warps.len() + slot) as u64;
                let start = LOCAL + slot * slot_bytes.next_multiple_of(unit.line_bytes);
                interleave(addresses, bytes.max(4), start);
            }
            Target::Texture => {
                let inside = (0..LANES).filter(|lane| addresses[*lane] != OUTSIDE);
                lanes &= inside.fold(0, |mask, lane| mask | 1 << lane);
            }
        }
        let bytes = if target == Target::Local { bytes.max(4) } else { bytes };
        coalesce(addresses, lanes, bytes, line_bytes, &mut lines);
        if target == Target::Constant && unit.perfect_constants {
            let cycles = (lines.len() as u64).max(1);
            unit.spare.push(lines);
            return Work::Cycles { cycles, latency: unit.constant_latency };
        }
        Work::Lines { kind: kind(op, target, unit.obeys_operators), lines }
    }

    /// Fills in the words of the passes of an access that has taken effect. The CTA's array starts
    /// at an address.
    fn fill(&self, passes: &mut Passes, op: &Op, place: usize, start: u64, wide: bool) {
        let Some(cta) = &self.ctas[place] else { return };
        let now = |address: u64| {
            (0..4).fold((0, 0), |(word, known), n| {
                let at = (address + n).wrapping_sub(start);
                let inside = at < cta.shared.bytes.len() as u64;
                let (byte, is_known) =
                    if inside { cta.shared.load(at as usize, 1) } else { (0, false) };
                (word | (byte as u32) << (8 * n), known | u32::from(is_known) << n)
            })
        };
        match op {
            Op::Atomic(_) => {
                let words = [&self.out.values[0].lo, &self.out.values[0].hi];
                let found = Found { words, wide, known: !self.doubtful };
                passes.fill_atomic(self.load_store.banks, &found, now);
            }
            _ => passes.fill(self.load_store.banks, now),
        }
    }

    /// Starts the timing of an access.
    fn begin(&mut self, result: usize, work: Work) {
        let (unit, now) = (&mut self.load_store, self.now);
        match work {
            Work::Cycles { cycles, latency } => {
                unit.free = now + cycles;
                self.results.ready_at(result, now + cycles - 1 + latency);
            }
            Work::Passes(passes) => {
                unit.spare_passes.push(replace(&mut unit.passes, passes));
                let turn = self.results.turn();
                unit.passing = Some(Passing { result, next: 0, turn });
            }
            Work::Lines { lines, .. } if lines.is_empty() => {
                unit.spare.push(lines);
                self.results.ready_at(result, now + 1);
            }
            Work::Lines { kind, lines } => {
                unit.spare.push(replace(&mut unit.lines, lines));
                let access = UnderWay { result, kind, next: 0, ready: now, refused: false };
                unit.under_way = Some(access);
            }
        }
    }

    /// The access for the register file. None for loads whose data does not fit one 32-bit
    /// register.
    fn looked_up(
        &self,
        op: &Op,
        slot: usize,
        pc: usize,
        lanes: u32,
        bytes: u64,
    ) -> Option<register_file::Access> {
        self.load_store.lookup.as_ref()?;
        let instruction = &self.instructions[pc];
        let (kind, reg) = match op {
            Op::Load(_) => (register_file::AccessKind::Load, instruction.shares?),
            _ => (register_file::AccessKind::Store, 0),
        };
        let from = |lane: usize| self.out.addresses[lane].wrapping_sub(self.load_store.window);
        let inside = (0..LANES).filter(|lane| from(*lane) < WINDOW_BYTES);
        Some(register_file::Access {
            kind,
            warp: slot as u8,
            reg,
            whole: instruction.whole || self.is_everyone(slot, lanes),
            missing: false,
            bytes: bytes.ilog2() as u8,
            lanes,
            inside: inside.fold(0, |mask, lane| mask | 1 << lane),
            addresses: std::array::from_fn(|lane| (from(lane) % WINDOW_BYTES) as u32),
        })
    }

    /// Whether these are all lanes of the warp that have not exited.
    fn is_everyone(&self, slot: usize, lanes: u32) -> bool {
        self.warps[slot].as_ref().is_some_and(|warp| warp.stack.alive() & !lanes == 0)
    }

    /// Notes that a fence, or an access that includes one, has taken effect.
    pub(super) fn flush(&mut self) {
        if let Some(lookup) = &mut self.load_store.lookup {
            let kind = register_file::AccessKind::Flush;
            lookup.push(register_file::Access { kind, ..Default::default() }, None);
        }
    }

    /// Offers the register file the next access.
    pub(super) fn offer_access(&mut self) {
        if let Some(lookup) = &mut self.load_store.lookup {
            lookup.offer(&self.hierarchy, &mut self.offer);
        }
    }

    /// Offers the next pass of shared memory to a register file that has shared memory. Others
    /// would accept it at once, and are offered none.
    pub(super) fn offer_pass(&mut self) {
        let unit = &self.load_store;
        (self.reply.pass_ready, self.reply.answered) = (true, 0);
        if unit.has_shared_memory {
            let next = unit.passing.as_ref().and_then(|passing| unit.passes.get(passing.next));
            self.offer.pass = next.cloned();
        }
    }

    /// Compares the words from the register file with the words that the kernel has stored.
    pub(super) fn words_come(&mut self) {
        let Some(pass) = self.load_store.answered.take() else { return };
        self.progress = true;
        let wrong = pass.banks().find(|bank| {
            let answered = self.reply.answered >> bank & 1 != 0;
            !answered || pass.differs(*bank, self.reply.words[*bank]) != 0
        });
        let Some(bank) = wrong.filter(|_| self.misread.is_none()) else { return };
        let given = match self.reply.answered >> bank & 1 {
            0 => "no word".to_string(),
            _ => format!("{:#010x}", self.reply.words[bank]),
        };
        self.misread = Some(format!(
            "cycle {}: shared memory, row {} of bank {bank}: the register file returns {given}, \
             but the kernel stored {:#010x}",
            self.now, pass.rows[bank], pass.words[bank]
        ));
    }

    /// Notes that the register file has accepted the next pass, if there was one.
    pub(super) fn passed(&mut self) {
        let unit = &mut self.load_store;
        let Some(passing) = unit.passing.as_mut().filter(|_| self.reply.pass_ready) else { return };
        self.progress = true;
        if unit.has_shared_memory {
            unit.answered = self.offer.pass.take().filter(|pass| !pass.stores);
        }
        passing.next += 1;
        if passing.next == unit.passes.count() {
            let ready = self.now + unit.shared_latency - 1;
            self.results.ready_in_turn(passing.result, ready, passing.turn);
            unit.passing = None;
        }
    }

    /// Takes the register file's verdict on a load, and its wake-up of another.
    pub(super) fn answers_to_loads(&mut self) {
        let Some(lookup) = &mut self.load_store.lookup else { return };
        let (judged, moved) = lookup.reply(&self.offer, &self.reply);
        let woken = self.reply.woken.and_then(|register| lookup.woken(register));
        self.progress |= moved || woken.is_some();
        if let Some(result) = woken {
            self.filled(result);
        }
        let Some(Judged { verdict, result, lines, outside }) = judged else { return };
        self.statistics.loads_outside += u64::from(outside);
        match verdict {
            Verdict::Recorded => self.results.get_mut(result).fill = true,
            Verdict::Memory => {}
            Verdict::Held | Verdict::Coming | Verdict::Merged => {
                self.statistics.loads_held += 1;
                self.statistics.lines_saved += lines as u64;
            }
        }
        if verdict == Verdict::Held {
            self.filled(result);
        }
    }

    /// Completes a load whose data is in a register, without a write.
    fn filled(&mut self, result: usize) {
        let loaded = self.results.get(result);
        let (slot, regs) = (loaded.warp, loaded.regs.clone());
        regs.into_iter().for_each(|reg| self.in_place(slot, reg));
        self.retire(result);
    }

    /// Looks up the access that has passed L1's latency. A rejected access waits at the tags.
    pub(super) fn look_up(&mut self, device: &mut Device) {
        let Some(pipeline) = &mut self.load_store.pipeline else { return };
        let Some(passed) = pipeline.passed.front().filter(|passed| passed.at <= self.now) else {
            return;
        };
        let Passed { result, kind, line, bytes, last, .. } = *passed;
        self.progress = true;
        let Some(ready) = self.hierarchy.access(&mut device.l2, self.now, kind, line, bytes) else {
            self.statistics.memory_stalls += 1;
            return;
        };
        pipeline.passed.pop_front();
        self.load_store.promised.add(result, ready);
        pipeline.ready = pipeline.ready.max(ready.cycle);
        if last {
            let ready = std::mem::take(&mut pipeline.ready);
            self.all_asked(result, ready);
        }
    }

    /// Notes that all lines of an access are requested. Lines with a known arrival have arrived in
    /// cycle `ready`.
    fn all_asked(&mut self, result: usize, ready: u64) {
        if let Some(ready) = self.load_store.promised.finish(result, ready) {
            self.results.ready_at(result, ready);
        }
    }

    /// Takes the answers to earlier tickets of the memory.
    pub(super) fn arrive(&mut self, now: u64, l2: &L2) {
        for arrival in l2.arrivals() {
            while let Some(own) = self.hierarchy.settle(now, arrival) {
                self.misses.settle(&own);
                self.load_store.promised.settle(&own);
            }
        }
        while let Some((result, ready)) = self.load_store.promised.next_ready() {
            self.results.ready_at(result, ready);
        }
    }

    /// Requests the next line of the current access.
    pub(super) fn go_on(&mut self, device: &mut Device) {
        if self.load_store.is_idle(self.now)
            && let Some(lookup) = &mut self.load_store.lookup
            && let Some((result, work)) = lookup.next()
        {
            self.begin(result, work);
        }
        let unit = &mut self.load_store;
        let Some(access) = &mut unit.under_way else { return };
        let Some((line, bytes)) = unit.lines.get(access.next) else { return };
        let passes_l1 = match access.kind {
            AccessKind::Constant | AccessKind::Texture | AccessKind::UncachedLoad => false,
            AccessKind::Atomic => !unit.obeys_operators,
            _ => true,
        };
        if let Some(pipeline) = unit.pipeline.as_mut().filter(|_| passes_l1) {
            if pipeline.passed.len() as u64 == pipeline.latency {
                return;
            }
            access.next += 1;
            let last = access.next == unit.lines.len();
            let (at, result, kind) = (self.now + pipeline.latency, access.result, access.kind);
            pipeline.passed.push_back(Passed { at, result, kind, line, bytes, last });
            self.progress = true;
            unit.free = self.now + 1;
            if last {
                unit.under_way = None;
            }
            return;
        }
        let done = self.hierarchy.access(&mut device.l2, self.now, access.kind, line, bytes);
        let Some(ready) = done else {
            access.refused = true;
            self.statistics.memory_stalls += 1;
            return;
        };
        self.progress = true;
        access.refused = false;
        unit.promised.add(access.result, ready);
        access.ready = access.ready.max(ready.cycle);
        access.next += 1;
        unit.free = self.now + 1;
        if access.next == unit.lines.len() {
            let earliest = self.now + u64::from(access.kind != AccessKind::Constant);
            let (result, ready) = (access.result, access.ready.max(earliest));
            unit.under_way = None;
            self.all_asked(result, ready);
        }
    }

    fn count_access(&mut self, op: &Op, target: Target, lanes: u32) {
        let statistics = &mut self.statistics;
        let counter = match (target, op) {
            (_, Op::Atomic(_)) => &mut statistics.atomics,
            (Target::Shared, _) => &mut statistics.shared_accesses,
            (Target::Local, _) => &mut statistics.local_accesses,
            (Target::Constant, _) => &mut statistics.constant_loads,
            (Target::Texture, _) => &mut statistics.texture_fetches,
            (Target::Global, Op::Store(_)) => &mut statistics.global_stores,
            (Target::Global, _) => &mut statistics.global_loads,
        };
        *counter += 1;
        let threads = match (target, op) {
            (Target::Shared, _) => &mut statistics.thread_shared_accesses,
            (Target::Global | Target::Local, Op::Store(_)) => &mut statistics.thread_stores,
            (Target::Global | Target::Local, _) => &mut statistics.thread_loads,
            (Target::Constant | Target::Texture, _) => return,
        };
        *threads += u64::from(lanes.count_ones());
    }
}

/// Lanes of an access to shared memory whose address is in it: all, unless addresses are generic.
fn in_shared_memory(op: &Op, addresses: &[u64; LANES]) -> u32 {
    let (Op::Load(access) | Op::Store(access) | Op::Atomic(Atomic { access, .. })) = op else {
        return 0;
    };
    if access.space != Space::Generic {
        return u32::MAX;
    }
    let shared = window::SHARED..window::SHARED + window::BYTES;
    let inside = (0..LANES).filter(|lane| shared.contains(&addresses[*lane]));
    inside.fold(0, |mask, lane| mask | 1 << lane)
}

/// Memory of an access, and bytes per lane. The first lane decides for generic addresses.
fn target(op: &Op, addresses: &[u64; LANES], lanes: u32) -> (Target, u64) {
    let access = match op {
        Op::Load(access) | Op::Store(access) => access,
        Op::Atomic(atomic) => &atomic.access,
        _ => return (Target::Texture, 4),
    };
    let target = match access.space {
        Space::Shared => Target::Shared,
        Space::Local => Target::Local,
        Space::Global => Target::Global,
        Space::Const | Space::Param => Target::Constant,
        Space::Generic => {
            let first = addresses[lanes.trailing_zeros() as usize % LANES];
            let within = |start: u64| (start..start + window::BYTES).contains(&first);
            if within(window::SHARED) {
                Target::Shared
            } else if within(window::LOCAL) {
                Target::Local
            } else if within(window::PARAM) || within(window::CONST) {
                Target::Constant
            } else {
                Target::Global
            }
        }
    };
    (target, size(access))
}

/// Translates addresses of each thread's local memory to addresses behind the caches, where the
/// lanes' words are adjacent. Wide values occupy the lines of their words.
fn interleave(addresses: &mut [u64; LANES], bytes: u64, start: u64) {
    for (lane, address) in addresses.iter_mut().enumerate() {
        let within = *address & (window::BYTES - 1);
        *address = start + (within / bytes * LANES as u64 + lane as u64) * bytes + within % 4;
    }
}

fn size(access: &Access) -> u64 {
    access.ty.bytes() * u64::from(access.elements)
}

fn kind(op: &Op, target: Target, obeys_operators: bool) -> AccessKind {
    match (op, target) {
        (Op::Atomic(_), _) => AccessKind::Atomic,
        (_, Target::Texture) => AccessKind::Texture,
        (Op::Store(_), Target::Local) => AccessKind::LocalStore,
        (_, Target::Local) => AccessKind::LocalLoad,
        (_, Target::Constant) => AccessKind::Constant,
        (Op::Store(_), _) => AccessKind::Store,
        (Op::Load(Access { cache: Cache::Level2 | Cache::Never, .. }), _) if obeys_operators => {
            AccessKind::UncachedLoad
        }
        _ => AccessKind::Load,
    }
}
