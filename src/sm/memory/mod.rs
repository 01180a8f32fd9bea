//! Timing of the memory of the streaming multiprocessors. Values are kept elsewhere.
//!
//! [`coalesce`] splits a warp's access into lines, [`Passes`] an access to shared memory into
//! passes. The SM's [`Hierarchy`] times each line: L1 or the texture cache, and the SM's links of
//! the interconnect. Behind the links all simulated SMs share one [`L2`] with its DRAM. Every
//! resource knows the cycle in which it is free. An access reserves each resource in turn, so that
//! its completion is known at once and no resource is simulated cycle by cycle. Requests never
//! overtake on the way to L2 and in DRAM. On the way back and in L2's banks a request takes the
//! first gap.
//!
//! DRAM that serves open rows first (`memory.dram_scheduler`) is the exception: a later request may
//! overtake. Accesses that wait for it get a ticket ([`When`]), which [`Hierarchy::settle`]
//! redeems.
//!
//! L1 is indexed by the line's number or a hash of its address, and replaces the least recently
//! used line. So do the caches for constants and instructions, unless they are perfect. A load that
//! misses allocates its line and an MSHR until the line arrives; later loads of the line are
//! merged. Local memory is written back, and a partially written line is fetched first, unless
//! `l1.local_store_miss` sends stores that miss to L2. Global stores and atomics go to L2 and evict
//! the line from L1. The texture cache ignores stores, as in hardware.
//!
//! L2 and DRAM serve `gpu.sms` SMs, of which `gpu.sms_simulated` are simulated. The modules `l2`
//! and `dram` define their share.

mod cache;
mod dram;
mod l2;
mod lines;
mod link;
mod reserved;
mod shared;
mod statistics;
mod when;

pub use l2::L2;
pub use lines::{Lines, coalesce};
pub use shared::{Found, Pass, Passes, SHARED_BANKS, SharedAccess};
pub use statistics::{Accesses, Dram, Statistics};
#[cfg(test)]
pub use when::Tickets;
pub use when::{Arrival, When};

use crate::config::{Config, DramScheduler, Index, LocalStoreMiss};
use cache::Cache;
use l2::Use;
use link::Interconnect;
use statistics::Answer;
use when::Ticket;

/// Bytes of a line of the constant cache.
pub const CONSTANT_LINE: u64 = 64;

/// Bytes of a line of the instruction cache, and of an instruction of GPGPU-Sim's PTX.
const INSTRUCTION_LINE: u64 = 128;
const INSTRUCTION_BYTES: u64 = 8;

/// Address of instructions behind the caches, above all addresses that a kernel can name.
const INSTRUCTIONS: u64 = 1 << 41;

/// Accesses that may wait for one line of the constant or instruction cache.
const READ_ONLY_MERGES: usize = 32;

/// Maximum texture lines in flight.
const TEXTURE_MISSES: usize = 32;

/// Kind of an access to the hierarchy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AccessKind {
    /// Load of global or generic memory, through L1.
    Load,
    /// Load of global or generic memory that bypasses L1.
    UncachedLoad,
    /// Store to global or generic memory: evicts the line from L1 and is sent to L2.
    Store,
    /// Load of local memory, through L1.
    LocalLoad,
    /// Store to local memory, kept in L1 until its line is evicted.
    LocalStore,
    /// Atomic, performed at L2.
    Atomic,
    /// Texture fetch, through the texture cache.
    Texture,
    /// Load of constants or parameters, through the constant cache.
    Constant,
    /// Fetch, through the instruction cache.
    Instruction,
}

/// The caches of one SM, and its links to L2.
#[derive(Clone, Debug)]
pub struct Hierarchy {
    l1: Level,
    texture: Level,
    constant: Level,
    instruction: Level,
    store_acknowledges: bool,
    always_hits: bool,
    /// Whether L1 exists.
    enabled: bool,
    /// Whether atomics bypass L1.
    atomics_bypass: bool,
    /// Whether a local store that misses fetches its line.
    fetches_for_stores: bool,
    /// Whether DRAM may let a later request overtake.
    first_ready: bool,
    line_bytes: u64,
    link: Interconnect,
    statistics: Statistics,
}

/// A cache of the SM.
#[derive(Clone, Debug)]
struct Level {
    tags: Cache,
    line_bytes: u64,
    latency: u64,
    /// Accesses that may wait for one line.
    merges: usize,
    mshrs: Mshrs,
}

/// Lines in flight, and their arrival.
#[derive(Clone, Debug)]
struct Mshrs {
    arrivals: Vec<(u64, When)>,
    entries: usize,
}

/// Effect of an access on a line of the SM's caches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Want {
    /// Whether a missing line is fetched.
    fetch: bool,
    changes: bool,
}

impl Hierarchy {
    /// Empty caches and idle resources, of the sizes and latencies in the configuration.
    pub fn new(config: &Config) -> Hierarchy {
        let (l1, texture) = (&config.l1(), &config.texture());
        let (constant, instruction) = (config.constant(), config.instruction());
        let level = |sets, ways, latency, merges, entries| Level {
            tags: Cache::new(sets, ways, l1.line_bytes),
            line_bytes: l1.line_bytes,
            latency,
            merges,
            mshrs: Mshrs { arrivals: Vec::with_capacity(entries), entries },
        };
        let read_only = |sets, ways, line_bytes, latency, entries| Level {
            tags: Cache::new(sets, ways, line_bytes),
            line_bytes,
            ..level(1, 1, latency, READ_ONLY_MERGES, entries)
        };
        // If accesses pass the latency before the tags, it is not added again.
        let l1_latency = if l1.pipelined { 0 } else { l1.latency };
        let l1_level = level(l1.sets, l1.ways, l1_latency, l1.mshr_merges, l1.mshr_entries);
        let (hashed, lines) = (l1.index == Index::Hashed, INSTRUCTION_LINE);
        Hierarchy {
            l1: Level { tags: l1_level.tags.hashed(hashed), ..l1_level },
            constant: read_only(
                constant.sets,
                constant.ways,
                CONSTANT_LINE,
                constant.latency,
                constant.mshr_entries,
            ),
            instruction: read_only(
                instruction.sets,
                instruction.ways,
                lines,
                0,
                instruction.mshr_entries,
            ),
            store_acknowledges: config.memory().store_acknowledges,
            texture: level(texture.sets, texture.ways, texture.latency, usize::MAX, TEXTURE_MISSES),
            always_hits: l1.always_hits,
            enabled: l1.enabled,
            atomics_bypass: l1.cache_operators,
            fetches_for_stores: l1.enabled && l1.local_store_miss == LocalStoreMiss::Fetch,
            first_ready: config.memory().dram_scheduler == DramScheduler::FirstReady,
            line_bytes: l1.line_bytes,
            link: Interconnect::new(config),
            statistics: Statistics::default(),
        }
    }

    /// One line of an access at the L1's port in cycle `now`, which never decreases: the line's
    /// address, a multiple of `l1.line_bytes`, and how many of its bytes are accessed.
    ///
    /// Returns the arrival of its data; for a global store the cycle in which it has left the SM,
    /// for a local store the cycle in which L1 has it. `None` if it is rejected because no MSHR, no
    /// merge entry of the line, no place in its set or no room in the queue to L2 is free: nothing
    /// has changed, retry in a later cycle.
    #[inline]
    pub fn access(
        &mut self,
        l2: &mut L2,
        now: u64,
        kind: AccessKind,
        line: u64,
        bytes: u32,
    ) -> Option<When> {
        let whole = u64::from(bytes) >= self.line_bytes;
        let done = match kind {
            AccessKind::UncachedLoad => self.uncached(l2, now, line, u64::from(bytes)),
            AccessKind::Load | AccessKind::LocalLoad if !self.enabled && !self.always_hits => {
                self.uncached(l2, now, line, u64::from(bytes))
            }
            AccessKind::Load | AccessKind::LocalLoad | AccessKind::Texture => {
                self.load(l2, now, kind, line)
            }
            AccessKind::Constant | AccessKind::Instruction => {
                self.in_level(l2, now, kind, line, Want { fetch: true, changes: false })
            }
            AccessKind::LocalStore if !self.fetches_for_stores && !self.has_arrived(now, line) => {
                self.send_store(l2, now, line, u64::from(bytes))
            }
            AccessKind::LocalStore => {
                self.in_level(l2, now, kind, line, Want { fetch: !whole, changes: true })
            }
            AccessKind::Store => self.store(l2, now, line, u64::from(bytes)),
            AccessKind::Atomic => self.atomic(l2, now, line, u64::from(bytes)),
        };
        match done {
            Some((answer, ready)) => {
                self.statistics.of(kind).count(answer);
                Some(ready)
            }
            None => {
                self.statistics.refused(kind, 1);
                None
            }
        }
    }

    /// [`Hierarchy::access`] of an instruction.
    #[inline]
    pub fn instruction(&mut self, l2: &mut L2, now: u64, pc: usize) -> Option<When> {
        let at = INSTRUCTIONS + pc as u64 * INSTRUCTION_BYTES;
        self.access(l2, now, AccessKind::Instruction, at / INSTRUCTION_LINE * INSTRUCTION_LINE, 0)
    }

    /// The level that serves an access.
    #[inline]
    fn level(&mut self, kind: AccessKind) -> &mut Level {
        match kind {
            AccessKind::Texture => &mut self.texture,
            AccessKind::Constant => &mut self.constant,
            AccessKind::Instruction => &mut self.instruction,
            _ => &mut self.l1,
        }
    }

    /// The first cycle after `now` in which a rejected access may succeed.
    pub fn next_free(&self, now: u64) -> u64 {
        if self.first_ready {
            return now + 1;
        }
        let arrivals = self.l1.mshrs.arrivals.iter().chain(&self.texture.mshrs.arrivals);
        let arrivals = arrivals.chain(&self.constant.mshrs.arrivals).map(|(_, ready)| ready.cycle);
        let frees = arrivals.chain(self.link.places());
        frees.filter(|cycle| *cycle > now).min().unwrap_or(now + 1)
    }

    /// Redeems a ticket of the SM that an arrival in L2 settles, and returns the arrival of the
    /// data in the SM. Call until it returns none.
    #[inline]
    pub fn settle(&mut self, now: u64, arrival: &Arrival) -> Option<Arrival> {
        let (ticket, cycle) = self.link.settle(now, arrival)?;
        let mut own = Arrival { ticket, line: arrival.line, cycle };
        for level in [&mut self.l1, &mut self.texture, &mut self.constant, &mut self.instruction] {
            if let Some((line, ready)) = level.mshrs.waiting(ticket) {
                ready.settle(&own);
                own.line = *line;
                if let Some(place) = level.tags.find(own.line) {
                    level.tags.line(place).ready.settle(&own);
                }
            }
        }
        Some(own)
    }

    /// Whether an access waits for a ticket, so that the next event is unknown.
    pub fn is_promised(&self) -> bool {
        self.link.is_promised()
    }

    /// Whether a request for a line may leave now.
    #[inline]
    fn may_send(&self, l2: &L2, now: u64, line: u64) -> bool {
        self.link.has_place(now) && l2.has_room(line)
    }

    /// Whether a line is in L1 or in flight to it.
    pub fn has(&self, line: u64) -> bool {
        self.always_hits || self.l1.tags.find(line).is_some()
    }

    /// Counts attempts that would have been rejected like the last one.
    pub fn refused_again(&mut self, kind: AccessKind, times: u64) {
        self.statistics.refused(kind, times);
    }

    /// Counts since the start.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    #[inline]
    fn load(
        &mut self,
        l2: &mut L2,
        now: u64,
        kind: AccessKind,
        line: u64,
    ) -> Option<(Answer, When)> {
        if self.always_hits {
            let level = if kind == AccessKind::Texture { &self.texture } else { &self.l1 };
            return Some((Answer::Hit, When::at(now + level.latency)));
        }
        self.in_level(l2, now, kind, line, Want { fetch: true, changes: false })
    }

    /// Access through L1 or the texture cache.
    #[inline]
    fn in_level(
        &mut self,
        l2: &mut L2,
        now: u64,
        kind: AccessKind,
        line: u64,
        want: Want,
    ) -> Option<(Answer, When)> {
        let level = self.level(kind);
        match level.tags.find(line) {
            Some(place) => {
                let found = level.tags.line(place);
                let arrived = found.ready.is_past(now);
                if !arrived && found.waiting >= level.merges {
                    return None;
                }
                found.waiting += usize::from(!arrived);
                found.dirty |= want.changes;
                let done = found.ready.from(now + level.latency);
                level.tags.touch(place);
                Some((if arrived { Answer::Hit } else { Answer::Pending }, done))
            }
            None => self.miss(l2, now, kind, line, want).map(|done| (Answer::Miss, done)),
        }
    }

    /// Allocates a line, and fetches it if necessary.
    fn miss(
        &mut self,
        l2: &mut L2,
        now: u64,
        kind: AccessKind,
        line: u64,
        want: Want,
    ) -> Option<When> {
        let may_send = self.may_send(l2, now, line);
        let level = match kind {
            AccessKind::Texture => &mut self.texture,
            AccessKind::Constant => &mut self.constant,
            AccessKind::Instruction => &mut self.instruction,
            _ => &mut self.l1,
        };
        let statistics = &mut self.statistics;
        let place = level.tags.place(line, now)?;
        // An evicted line is sent together with the request and needs no separate place.
        if !may_send || want.fetch && !level.mshrs.has_room(now) {
            return None;
        }
        let looked_up = now + level.latency;
        let (mut ready, mut done) = (When::at(now), When::at(looked_up));
        if want.fetch {
            done = self.link.fetch(l2, now, looked_up, line, level.line_bytes, statistics);
            ready = done;
            level.mshrs.arrivals.push((line, done));
            statistics.local_store_fetches += u64::from(kind == AccessKind::LocalStore);
        }
        if let Some(victim) = level.tags.fill(place, line, ready, want.changes) {
            use AccessKind::{Constant, Instruction, Texture};
            if !matches!(kind, Texture | Constant | Instruction) {
                statistics.evictions += 1;
            }
            if victim.dirty {
                self.link.write_back(l2, looked_up, victim.line, self.line_bytes, statistics);
            }
        }
        Some(done)
    }

    /// A load that bypasses L1: L2 sends only its bytes.
    fn uncached(&mut self, l2: &mut L2, now: u64, line: u64, bytes: u64) -> Option<(Answer, When)> {
        if !self.may_send(l2, now, line) {
            return None;
        }
        let statistics = &mut self.statistics;
        let sent = self.link.request(l2, now, line, Use::Read, 0, statistics);
        Some((Answer::Miss, self.link.receive(now, sent.ready, bytes, statistics)))
    }

    /// Whether the data of a line is in L1.
    fn has_arrived(&mut self, now: u64, line: u64) -> bool {
        let place = self.l1.tags.find(line);
        place.is_some_and(|place| self.l1.tags.line(place).ready.is_past(now))
    }

    /// A local store that misses in L1 is sent to L2. A fetch in flight continues.
    fn send_store(
        &mut self,
        l2: &mut L2,
        now: u64,
        line: u64,
        bytes: u64,
    ) -> Option<(Answer, When)> {
        if !self.may_send(l2, now, line) {
            return None;
        }
        let under_way = self.l1.tags.find(line).is_some();
        let sent = self.send(l2, now, line, bytes);
        Some((if under_way { Answer::Pending } else { Answer::Miss }, sent))
    }

    /// Sends a store to L2. Returns the cycle in which it has left the SM or, if stores are
    /// acknowledged, the arrival of the acknowledge.
    fn send(&mut self, l2: &mut L2, now: u64, line: u64, bytes: u64) -> When {
        let how = if bytes >= self.line_bytes { Use::Overwrite } else { Use::Change };
        let looked_up = now + self.l1.latency;
        let sent = self.link.request(l2, looked_up, line, how, bytes, &mut self.statistics);
        match self.store_acknowledges {
            true => self.link.receive(now, sent.ready, 0, &mut self.statistics),
            false => When::at(sent.left),
        }
    }

    /// Evicts a line from L1.
    fn evict(&mut self, l2: &mut L2, now: u64, line: u64) -> Answer {
        let Some(place) = self.l1.tags.find(line) else { return Answer::Miss };
        let arrived = self.l1.tags.line(place).ready.is_past(now);
        if let Some(victim) = self.l1.tags.remove(place).filter(|victim| victim.dirty) {
            let looked_up = now + self.l1.latency;
            self.link.write_back(l2, looked_up, victim.line, self.line_bytes, &mut self.statistics);
        }
        if arrived { Answer::Hit } else { Answer::Pending }
    }

    fn store(&mut self, l2: &mut L2, now: u64, line: u64, bytes: u64) -> Option<(Answer, When)> {
        if !self.may_send(l2, now, line) {
            return None;
        }
        let answer = self.evict(l2, now, line);
        Some((answer, self.send(l2, now, line, bytes)))
    }

    /// Sends operands and receives the old values, equally many bytes.
    fn atomic(&mut self, l2: &mut L2, now: u64, line: u64, bytes: u64) -> Option<(Answer, When)> {
        if !self.may_send(l2, now, line) {
            return None;
        }
        let (answer, at) = match self.atomics_bypass {
            true => (Answer::Miss, now),
            false => (self.evict(l2, now, line), now + self.l1.latency),
        };
        let statistics = &mut self.statistics;
        let sent = self.link.request(l2, at, line, Use::Change, bytes, statistics);
        Some((answer, self.link.receive(now, sent.ready, bytes, statistics)))
    }
}

impl Mshrs {
    /// Whether another line may be in flight. Arrived lines are forgotten only when the MSHRs are
    /// full.
    fn has_room(&mut self, now: u64) -> bool {
        if self.arrivals.len() == self.entries {
            self.arrivals.retain(|(_, ready)| !ready.is_past(now));
        }
        self.arrivals.len() < self.entries
    }

    /// The line that waits for a ticket.
    fn waiting(&mut self, ticket: Ticket) -> Option<&mut (u64, When)> {
        self.arrivals.iter_mut().find(|(_, ready)| ready.waits == Some(ticket))
    }
}

#[cfg(test)]
mod tests;
