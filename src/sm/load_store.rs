//! The load/store unit: from a warp's access to the lines and passes that it takes.
//!
//! It takes one instruction at a time. An access of shared memory holds it for as many cycles as it
//! takes passes; one of global, local or texture memory for one cycle a line, and longer while no
//! line can be asked for. Its data is there when the last line is.

use super::memory::{AccessKind, Hierarchy, Lines, atomic_passes, coalesce, passes};
use super::pipeline::Sm;
use super::register_file::Load;
use super::watch::Watch;
use crate::bits::LANES;
use crate::config::Config;
use crate::ptx::exec::OUTSIDE;
use crate::ptx::isa::{Access, Op, Space};
use crate::ptx::kernel::window;

/// Where local memory lies behind the caches, beyond all that a kernel can name: each warp slot has
/// its own, the lanes' words side by side.
const LOCAL: u64 = 1 << 40;

/// Lines of the constant cache.
const CONSTANT_LINE: u64 = 64;

/// An access that asks for its lines.
struct UnderWay {
    result: usize,
    kind: AccessKind,
    /// The next one to ask for.
    next: usize,
    /// When all that were asked for are there.
    ready: u64,
    /// Whether the last request was refused.
    refused: bool,
}

pub struct LoadStore {
    under_way: Option<UnderWay>,
    lines: Lines,
    /// The cycle from which it is free.
    free: u64,
    line_bytes: u64,
    banks: usize,
    shared_latency: u64,
    constant_latency: u64,
}

impl LoadStore {
    pub fn new(config: &Config) -> LoadStore {
        LoadStore {
            under_way: None,
            lines: Lines::new(),
            free: 0,
            line_bytes: config.l1().line_bytes,
            banks: config.shared().banks,
            shared_latency: config.shared().latency,
            constant_latency: config.constant().latency,
        }
    }

    pub fn is_free(&self, now: u64) -> bool {
        self.under_way.is_none() && self.free <= now
    }

    /// The access that waits for a line that cannot be asked for.
    pub fn stalled(&self) -> Option<AccessKind> {
        self.under_way.as_ref().filter(|access| access.refused).map(|access| access.kind)
    }

    /// The cycle in which it can go on, if it has to wait.
    pub fn next_cycle(&self, now: u64, hierarchy: &Hierarchy) -> Option<u64> {
        match self.under_way {
            Some(_) => Some(hierarchy.next_free(now)),
            None => (self.free > now).then_some(self.free),
        }
    }
}

/// Which memory an access goes to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Shared,
    Local,
    Global,
    Constant,
    Texture,
}

impl<W: Watch> Sm<'_, W> {
    /// An access that has taken effect takes its time.
    pub(super) fn access(&mut self, slot: usize, pc: usize, lanes: u32) {
        if let Some(warp) = &mut self.warps[slot] {
            warp.memory_done += 1;
        }
        let op = &self.code.kernel.code[pc].op;
        let (target, bytes) = target(op, &self.out.addresses, lanes);
        let kind = kind(op, target);
        self.count_access(op, target, lanes);
        if matches!(op, Op::Load(_)) && self.is_held(slot, pc, lanes) {
            return;
        }
        let result = self.result(slot, pc, lanes);
        self.results.get_mut(result).loaded = true;
        let addresses = &mut self.out.addresses;
        let unit = &mut self.load_store;
        let now = self.now;
        match target {
            Target::Shared => {
                let passes = match op {
                    Op::Atomic(_) => atomic_passes(addresses, lanes, bytes, unit.banks),
                    _ => passes(addresses, lanes, bytes, unit.banks),
                };
                let passes = passes.max(1);
                self.statistics.shared_conflicts += passes - 1;
                unit.free = now + passes;
                self.results.ready_at(result, now + passes - 1 + unit.shared_latency);
                return;
            }
            Target::Constant => {
                coalesce(addresses, lanes, bytes, CONSTANT_LINE, &mut unit.lines);
                let lines = (unit.lines.len() as u64).max(1);
                unit.free = now + lines;
                self.results.ready_at(result, now + lines - 1 + unit.constant_latency);
                return;
            }
            Target::Local => {
                let bytes = bytes.max(4);
                let slot_bytes = LANES as u64 * self.code.kernel.local_bytes.next_multiple_of(16);
                let start = LOCAL + slot as u64 * slot_bytes.next_multiple_of(unit.line_bytes);
                interleave(addresses, bytes, start);
                coalesce(addresses, lanes, bytes, unit.line_bytes, &mut unit.lines);
            }
            Target::Texture => {
                let inside = (0..LANES).filter(|lane| addresses[*lane] != OUTSIDE);
                let lanes = lanes & inside.fold(0, |mask, lane| mask | 1 << lane);
                coalesce(addresses, lanes, bytes, unit.line_bytes, &mut unit.lines);
            }
            Target::Global => {
                coalesce(addresses, lanes, bytes, unit.line_bytes, &mut unit.lines);
            }
        }
        if unit.lines.is_empty() {
            self.results.ready_at(result, now + 1);
            return;
        }
        unit.under_way = Some(UnderWay { result, kind, next: 0, ready: now, refused: false });
        self.go_on();
    }

    /// Asks for the next line of the access that is under way.
    pub(super) fn go_on(&mut self) {
        let unit = &mut self.load_store;
        let Some(access) = &mut unit.under_way else { return };
        let Some((line, bytes)) = unit.lines.get(access.next) else { return };
        let Some(ready) = self.hierarchy.access(self.now, access.kind, line, bytes) else {
            access.refused = true;
            self.statistics.memory_stalls += 1;
            return;
        };
        self.progress = true;
        access.refused = false;
        access.ready = access.ready.max(ready);
        access.next += 1;
        unit.free = self.now + 1;
        if access.next == unit.lines.len() {
            self.results.ready_at(access.result, access.ready.max(self.now + 1));
            unit.under_way = None;
        }
    }

    /// Whether the register file has what a load would fill; then it is done.
    fn is_held(&mut self, slot: usize, pc: usize, lanes: u32) -> bool {
        let instruction = &self.instructions[pc];
        let registers: arrayvec::ArrayVec<u8, 16> =
            instruction.writes.iter().map(|written| written.reg).collect();
        let load =
            Load { warp: slot as u8, registers: &registers, lanes, addresses: &self.out.addresses };
        if !self.register_file.has_loaded(&load) {
            return false;
        }
        self.statistics.loads_held += 1;
        if let Some(warp) = &mut self.warps[slot] {
            for reg in registers {
                warp.pending.remove(reg);
                warp.far.remove(reg);
            }
            self.held &= !(1 << slot);
        }
        self.load_store.free = self.now + 1;
        let result = self.results.start(slot, lanes);
        self.results.ready_at(result, self.now + 1);
        true
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

/// Where an access goes, and the bytes of each lane. A generic one goes where its first lane goes.
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

/// From addresses in each thread's local memory to those behind the caches, where the lanes' words
/// lie side by side. Wide values lie in as many lines as their words would.
fn interleave(addresses: &mut [u64; LANES], bytes: u64, start: u64) {
    for (lane, address) in addresses.iter_mut().enumerate() {
        let within = *address & (window::BYTES - 1);
        *address = start + (within / bytes * LANES as u64 + lane as u64) * bytes + within % 4;
    }
}

fn size(access: &Access) -> u64 {
    access.ty.bytes() * u64::from(access.elements)
}

fn kind(op: &Op, target: Target) -> AccessKind {
    match (op, target) {
        (Op::Atomic(_), _) => AccessKind::Atomic,
        (_, Target::Texture) => AccessKind::Texture,
        (Op::Store(_), Target::Local) => AccessKind::LocalStore,
        (_, Target::Local) => AccessKind::LocalLoad,
        (Op::Store(_), _) => AccessKind::Store,
        _ => AccessKind::Load,
    }
}
