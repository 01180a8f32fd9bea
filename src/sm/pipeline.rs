//! The SM's state and its cycle.

use super::bundles::{Bundles, Holders};
use super::buses::Buses;
use super::collector::{Collector, Overlaps};
use super::cta::Cta;
use super::device::Device;
use super::front::Misses;
use super::instruction::{Class, Ends, Hint, Instruction, Times, decode};
use super::load_store::LoadStore;
use super::memory::{Hierarchy, L2};
use super::register_file::{Offer, Register, RegisterFile, Reply};
use super::releases::Releases;
use super::results::{Results, Written};
use super::scheduler::{Scheduler, has_common_levels};
use super::statistics::Statistics;
use super::warp::Warp;
use super::watch::Watch;
use crate::config::{Config, Illegal, Writes, WrongPath};
use crate::error::{Error, Place, Result};
use crate::ptx::exec::{Code, Fault, Geometry, Outputs, Site, Start, Trouble};
use crate::ptx::isa::Special;
use crate::ptx::kernel::window;

/// A launch on a GPU.
pub struct Workload<'a> {
    /// The kernel, with storage for each register.
    pub code: &'a Code<'a>,
    /// Hints for each instruction's reads, in order. May be empty.
    pub hints: &'a [Vec<Hint>],
    /// Registers whose values end at each instruction. May be empty.
    pub ends: &'a [Ends],
    /// Its bundles, if the register file fetches registers.
    pub bundles: Option<&'a Bundles>,
    /// CTAs, threads and shared memory of the launch.
    pub geometry: &'a Geometry,
    /// Memory, parameters and textures at the start.
    pub start: Start,
    /// Resident CTAs of an SM.
    pub resident: usize,
    /// Registers per thread in the register file.
    pub regs_per_thread: usize,
    /// Maximum instructions of a warp; beyond it the run ends with an error.
    pub limit: u64,
    /// Whether cycles in which nothing can happen are skipped. It changes only the time of the
    /// simulation.
    pub skip: bool,
}

/// A streaming multiprocessor that runs CTAs of a kernel.
pub(super) struct Sm<'a, W> {
    /// Number of this SM, and the number of SMs.
    pub(super) number: usize,
    pub(super) sms: usize,
    pub(super) code: &'a Code<'a>,
    pub(super) geometry: &'a Geometry,
    pub(super) instructions: Vec<Instruction>,
    pub(super) register_file: Box<dyn RegisterFile>,
    pub(super) watch: Option<&'a mut W>,
    /// The current cycle. Between cycles: the next one in which something can happen.
    pub(super) now: u64,

    pub(super) has_clock: bool,

    /// Resident warps, by warp slot.
    pub(super) warps: Vec<Option<Warp>>,
    pub(super) ctas: Vec<Option<Cta>>,
    /// Number of places without a CTA.
    pub(super) room: usize,

    // Sets of warp slots; bit n is slot n.
    /// Slots with a warp.
    pub(super) live: u64,
    /// Slots whose warp waits at a barrier.
    pub(super) at_barrier: u64,
    /// Slots whose warp waits for a control instruction.
    pub(super) deciding: u64,
    /// Slots whose next instruction waits for a register or predicate.
    pub(super) held: u64,
    /// Slots whose next instruction waits for a register or predicate from memory.
    pub(super) far: u64,
    /// Slots with a decoded instruction.
    pub(super) buffered: u64,
    /// By class: warp slots whose next instruction found no free collector unit.
    pub(super) lacks: [u64; 3],

    pub(super) schedulers: Vec<Scheduler>,
    /// Whether schedulers share the limit of active warps.
    pub(super) common_levels: bool,
    /// The scheduler that activated the last warp.
    pub(super) last_entered: usize,
    /// Warp slots of each scheduler.
    pub(super) own: Vec<u64>,
    /// Warp and instruction of the last fetch.
    pub(super) fetched: Option<(usize, usize)>,
    pub(super) last_fetched: usize,
    pub(super) instruction_buffer: usize,
    pub(super) latches: bool,
    pub(super) all_through_units: bool,
    /// Reserved cycles of the result buses, if results are reserved.
    pub(super) buses: Option<Buses>,
    pub(super) fetches_wrong_path: bool,
    /// Fetches that wait for their line.
    pub(super) misses: Misses,

    pub(super) collector: Collector,
    /// First free cycle of each SP unit and each SFU.
    pub(super) units: [Vec<u64>; 2],
    pub(super) load_store: LoadStore,
    pub(super) hierarchy: Hierarchy,
    pub(super) results: Results,
    pub(super) result_queue: usize,
    /// Registers whose values end at each instruction. May be empty.
    pub(super) ends: &'a [Ends],
    pub(super) releases: Releases,

    /// The kernel's bundles, if the register file fetches registers.
    pub(super) bundles: Option<&'a Bundles>,
    /// State of the warps' bundles.
    pub(super) holders: Holders,

    pub(super) offer: Offer,
    pub(super) reply: Reply,
    pub(super) out: Box<Outputs>,
    pub(super) statistics: Statistics,
    /// Whether the last executed instruction read memory that was never stored.
    pub(super) doubtful: bool,
    /// First word of shared memory that differs from the stored one.
    pub(super) misread: Option<String>,
    /// Whether anything has changed in this cycle.
    pub(super) progress: bool,
    limit: u64,
    skip: bool,
}

impl<'a, W: Watch> Sm<'a, W> {
    /// An empty SM, one of `config.gpu().sms_simulated`.
    ///
    /// # Errors
    /// [`Error::Input`] if the kernel does not fit the configuration.
    pub fn new(
        config: &Config,
        launch: &Workload<'a>,
        number: usize,
        mut register_file: Box<dyn RegisterFile>,
        watch: Option<&'a mut W>,
    ) -> Result<Sm<'a, W>> {
        check(config, launch)?;
        let &Workload { code, hints, ends, bundles, geometry, .. } = launch;
        let &Workload { resident, regs_per_thread, limit, skip, .. } = launch;
        let times = Times { latency: config.latency(), initiation: config.initiation() };
        let slots = resident * geometry.warps();
        register_file.begin(regs_per_thread, slots);
        let load_store = LoadStore::new(config, &*register_file, window::BUFFERS);
        let keeps_order = register_file.keeps_order();
        let looks_up = register_file.looks_up();
        let overlaps = overlaps(&*register_file);
        let sm = config.sm();
        let own =
            |n| (0..64).filter(|slot| slot % sm.schedulers == n).fold(0, |m, s| m | 1u64 << s);
        // A free write takes one cycle, the minimum of a write on a channel.
        let write_back_delay = sm.write_back_delay + u64::from(sm.writes == Writes::Free);
        use Special::{Clock, Clock64, ClockHi, GlobalTimer};
        Ok(Sm {
            number,
            sms: config.gpu().sms_simulated,
            code,
            geometry,
            instructions: decode(code, sm, times, &overlaps, hints, ends)?,
            register_file,
            watch,
            now: 0,
            has_clock: code
                .specials
                .iter()
                .any(|special| matches!(special, Clock | Clock64 | ClockHi | GlobalTimer)),
            warps: (0..slots).map(|_| None).collect(),
            ctas: (0..resident).map(|_| None).collect(),
            room: resident,
            live: 0,
            at_barrier: 0,
            deciding: 0,
            held: 0,
            far: 0,
            buffered: 0,
            lacks: [0; 3],
            schedulers: (0..sm.schedulers)
                .map(|_| Scheduler::new(sm.scheduler, sm.active_warps))
                .collect(),
            common_levels: has_common_levels(sm.scheduler),
            last_entered: sm.schedulers - 1,
            own: (0..sm.schedulers).map(own).collect(),
            fetched: None,
            last_fetched: 63,
            instruction_buffer: sm.instruction_buffer,
            latches: sm.latches,
            all_through_units: sm.all_through_units,
            buses: Buses::new(sm),
            misses: Misses::new(config.instruction().perfect),
            fetches_wrong_path: sm.wrong_path == WrongPath::Fetched,
            collector: Collector::new(config, keeps_order, overlaps),
            units: [vec![0; sm.sp_units], vec![0; sm.sfu_units]],
            load_store,
            hierarchy: Hierarchy::new(config),
            results: Results::new(write_back_delay, sm.predicate_delay),
            result_queue: sm.result_queue,
            ends: if looks_up { ends } else { &[] },
            releases: Releases::new(slots),
            bundles,
            holders: Holders::default(),
            offer: Offer::default(),
            reply: Reply::default(),
            out: Box::default(),
            statistics: Statistics::default(),
            doubtful: false,
            misread: None,
            progress: false,
            limit,
            skip,
        })
    }

    /// Ends the run. Counts the cycles in which the SM had no CTA, and clocks the register file
    /// until the last accepted writes are in its banks, so that its counts include them. These
    /// cycles are not part of the run.
    pub(super) fn end_run(&mut self, end: u64) {
        let empty = end - self.now;
        self.statistics.cycles = end;
        self.statistics.skipped_cycles += empty;
        self.statistics.idle += empty * self.schedulers.len() as u64;
        self.statistics.collector_cycles = self.collector.occupied;
        let none = Offer::default();
        while !self.register_file.is_idle() && self.disagreement().is_none() {
            self.register_file.cycle(&none, &mut self.reply);
            self.words_come();
        }
    }

    /// First disagreement of model and RTL, or of register file and kernel.
    pub(super) fn disagreement(&self) -> Option<&str> {
        self.register_file.disagreement().or(self.misread.as_deref())
    }

    /// Ends the cycle and, if nothing has changed, skips to the next cycle in which something can
    /// happen.
    pub(super) fn end_cycle(&mut self, l2: &L2) -> std::result::Result<(), Box<Fault>> {
        if !self.progress {
            self.skip_ahead(l2)?;
        }
        self.now += 1;
        Ok(())
    }

    /// One cycle, without the launch of a CTA.
    pub(super) fn cycle(&mut self, device: &mut Device) -> std::result::Result<(), Box<Fault>> {
        self.progress = false;
        self.statistics.warp_cycles += u64::from(self.live.count_ones());
        self.statistics.write_wait_cycles += self.results.waiting() as u64;
        let collector = &mut self.collector;
        collector.offer(&mut self.offer);
        let is_unread = |warp, reg| collector.is_unread(warp, reg);
        let releases = &mut self.releases;
        let is_kept = |warp, reg| is_unread(warp, reg) || releases.holds(warp, reg);
        self.results.offer(&mut self.offer, is_kept);
        releases.offer(&mut self.offer, is_unread);
        self.release_bundles();
        self.offer_access();
        self.offer_pass();
        self.register_file.cycle(&self.offer, &mut self.reply);
        (self.offer.issued, self.offer.ended) = (0, 0);
        self.bundles_come();
        self.answers_to_loads();
        self.words_come();
        self.passed();
        self.dispatch(device)?;
        self.accepted();
        self.collector.answers(&self.reply);
        self.latch();
        self.progress |= !self.reply.answers.is_empty();
        self.complete();
        self.issue()?;
        self.fetch(device);
        Ok(())
    }

    /// Removes the requests that the register file has accepted.
    fn accepted(&mut self) {
        let Reply { read_ready, write_ready, written, .. } = self.reply;
        let (watch, now) = (&mut self.watch, self.now);
        let reads = self.collector.accepted(read_ready, |read, lanes| watch.read(now, read, lanes));
        for (n, write) in self.offer.writes.iter().enumerate() {
            if write_ready >> n & 1 != 0 {
                self.watch.write(now, write);
            }
        }
        let writes = self.results.accepted(write_ready);
        for Written { result, reg, last } in self.results.written(written) {
            self.progress = true;
            let slot = self.results.get(result).warp;
            self.in_place(slot, reg);
            if last {
                self.retire(result);
            }
        }
        self.statistics.reads_accepted += reads;
        self.statistics.writes_accepted += writes;
        let released = self.releases.accepted(&self.offer, &self.reply);
        self.progress |= released || reads + writes > 0;
    }

    /// Notes that a write of a register has completed.
    pub(super) fn in_place(&mut self, slot: usize, reg: u8) {
        if let Some(warp) = &mut self.warps[slot] {
            warp.pending.remove(reg);
            warp.far.remove(reg);
            self.held &= !(1 << slot);
        }
        self.releases.written(slot as u8, reg);
    }

    /// Queues the releases of registers that are dead once the issuing instruction has its
    /// operands.
    pub(super) fn end(&mut self, slot: usize, pc: usize) {
        let (Some(ends), Some(warp)) = (self.ends.get(pc), &self.warps[slot]) else { return };
        for &reg in &ends.registers {
            let register = Register { warp: slot as u8, reg };
            self.releases.push(register, warp.pending.contains(reg));
        }
    }

    /// Takes results that become ready: predicates are written, registers wait for a channel.
    fn complete(&mut self) {
        while let Some(index) = self.results.next_ready(self.now) {
            self.progress = true;
            let result = self.results.get(index);
            let slot = result.warp;
            if let Some(warp) = &mut self.warps[slot] {
                for &(n, value) in &result.predicates {
                    let kept = warp.predicates[n] & !result.lanes;
                    warp.predicates[n] = kept | value & result.lanes;
                    warp.pending.remove_predicate(n);
                }
                self.held &= !(1 << slot);
            }
            if self.collector.write(result) {
                let regs = result.regs.clone();
                regs.into_iter().for_each(|reg| self.in_place(slot, reg));
                self.retire(index);
            } else if !self.results.write(index) {
                self.retire(index);
            }
        }
    }

    /// Retires an instruction.
    pub(super) fn retire(&mut self, result: usize) {
        let done = self.results.get(result);
        let (slot, through) = (done.warp, done.through);
        self.results.retire(result);
        // An instruction that took effect at issue is counted already.
        self.statistics.retired -= u64::from(through);
        self.retired(slot);
    }

    /// Retires an instruction of a warp.
    pub(super) fn retired(&mut self, slot: usize) {
        self.statistics.retired += 1;
        if let Some(warp) = &mut self.warps[slot] {
            warp.in_flight -= 1;
        }
        self.finish(slot);
    }

    /// Skips cycles in which nothing can happen, and detects a deadlock.
    fn skip_ahead(&mut self, l2: &L2) -> std::result::Result<(), Box<Fault>> {
        let is_idle = self.register_file.is_idle();
        if !is_idle && !self.register_file.is_stuck() {
            return Ok(());
        }
        let (now, later) = (self.now, |cycle: &u64| *cycle > self.now);
        let units = self.units.iter().flatten().copied().filter(later);
        let memory = self.load_store.next_cycle(now, &self.hierarchy);
        let fetch = self.misses.next_cycle().map(|cycle| cycle.max(now + 1));
        let ticket = l2.next_event().filter(|_| self.hierarchy.is_promised());
        let ticket = ticket.map(|cycle| cycle.max(now + 1));
        let results = self.results.next_cycle();
        let next = units.chain(results).chain(memory).chain(fetch).chain(ticket).min();
        let Some(next) = next else { return self.deadlock() };
        if !is_idle || !self.skip {
            return Ok(());
        }
        let skipped = next.saturating_sub(now + 1);
        self.statistics.skipped_cycles += skipped;
        self.statistics.warp_cycles += skipped * u64::from(self.live.count_ones());
        self.statistics.write_wait_cycles += skipped * self.results.waiting() as u64;
        self.collector.occupied += skipped * self.collector.taken() as u64;
        if let Some(kind) = self.load_store.stalled() {
            self.statistics.memory_stalls += skipped;
            self.hierarchy.refused_again(kind, skipped);
        }
        self.count_waiting(skipped);
        self.now += skipped;
        Ok(())
    }

    /// Reports a deadlock: nothing is in flight, and no warp can continue.
    fn deadlock(&self) -> std::result::Result<(), Box<Fault>> {
        let waiting = self.at_barrier.count_ones() as usize;
        if self.register_file.is_stuck() {
            let slot = self.holders.asking.trailing_zeros() as usize;
            let what = self.register_file.waits_for();
            return Err(self.fault(slot, 0, Trouble::Starved { what, waiting }));
        }
        let slot = self.at_barrier.trailing_zeros() as usize;
        match self.warps.get(slot).is_some_and(Option::is_some) {
            true => Err(self.fault(slot, 0, Trouble::Deadlock { waiting })),
            false => Ok(()),
        }
    }

    #[cold]
    pub(super) fn fault(&self, slot: usize, lane: u32, trouble: Trouble) -> Box<Fault> {
        let pc = self.warps[slot].as_ref().and_then(|warp| warp.stack.current());
        self.fault_at(slot, pc.map_or(0, |(pc, _)| pc), lane, trouble)
    }

    #[cold]
    pub(super) fn fault_at(
        &self,
        slot: usize,
        pc: usize,
        lane: u32,
        trouble: Trouble,
    ) -> Box<Fault> {
        let (place, number) = (slot / self.geometry.warps(), slot % self.geometry.warps());
        let cta = self.ctas[place].as_ref().map_or([0; 3], |cta| cta.place);
        Box::new(Fault {
            trouble,
            site: Site {
                cta,
                thread: self.geometry.thread(number, lane as usize % crate::bits::LANES),
                pc,
                line: self.code.kernel.code.get(pc).map_or(0, |instruction| instruction.line),
                origin: self.code.kernel.origin(pc),
            },
        })
    }

    /// Ends the run if a warp has executed too many instructions.
    #[inline]
    pub(super) fn check_limit(
        &self,
        slot: usize,
        executed: u64,
    ) -> std::result::Result<(), Box<Fault>> {
        match executed >= self.limit {
            true => Err(self.fault(slot, 0, Trouble::Runaway { limit: self.limit })),
            false => Ok(()),
        }
    }

    /// A free unit of a class for the instruction of a collector unit.
    #[inline]
    pub(super) fn free_unit(&self, class: Class, cu: usize) -> Option<usize> {
        let units = self.units[class as usize].iter().enumerate();
        let mut free = units.filter(|(_, free)| **free <= self.now).map(|(unit, _)| unit);
        match &self.buses {
            None => free.next(),
            Some(buses) => {
                let pc = self.collector.unit(cu).issued.pc;
                let at = self.now + self.instructions[pc].latency;
                free.find(|unit| buses.is_free(class, *unit, at))
            }
        }
    }
}

/// Registers that share storage with each register, itself included.
fn overlaps(register_file: &dyn RegisterFile) -> Overlaps {
    let of = |a| (0..=u8::MAX).filter(|b| register_file.overlap(a, *b)).collect();
    (0..=u8::MAX).map(of).collect()
}

/// Checks that the kernel fits.
fn check(config: &Config, launch: &Workload) -> Result<()> {
    let warps = launch.resident * launch.geometry.warps();
    if launch.resident == 0 || warps > config.gpu().warps {
        let found =
            format!("{} resident CTAs of {} warps each", launch.resident, launch.geometry.warps());
        let place = Place::whole(config.name());
        return Err(Error::input(place, found, format!("1 to {} warps", config.gpu().warps)));
    }
    let sm = config.sm();
    if sm.writes == Writes::Free && (!launch.ends.is_empty() || launch.bundles.is_some()) {
        let bound = "ported, because the register file holds loaded data or bundles".into();
        return Err(config.refuse(Illegal { key: "sm.writes", bound }));
    }
    let collectors = Collector::entries(sm);
    if collectors != config.gpu().collector_units {
        let latches = if sm.latches { " + 2 * (sm.sp_units + sm.sfu_units + 1)" } else { "" };
        let units = "sm.sp_collectors + sm.sfu_collectors + sm.memory_collectors";
        let bound = format!("{units}{latches} = {collectors}");
        return Err(config.refuse(Illegal { key: "gpu.collector_units", bound }));
    }
    Ok(())
}
