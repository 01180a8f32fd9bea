//! A CTA: warps that take turns, and barriers.

use super::code::{Code, Ready};
use super::execute::{Inputs, LaneTrouble, Outputs, World, execute};
use super::fault::{Doubt, Doubtful, Fault, Site, Trouble};
use super::memory::{Area, Memory};
use super::race::Races;
use super::texture::Textures;
use super::warp::Warp;
use super::{Counts, Event, Geometry, Outcome, Schedule, Start, Watch};
use crate::bits::LANES;
use crate::ptx::isa::{Barrier, Instruction, Op, Space};
use std::collections::BTreeMap;

/// Barriers of a CTA.
const BARRIERS: usize = 16;

/// What all CTAs share.
pub struct Grid<'a> {
    code: &'a Code<'a>,
    geometry: &'a Geometry,
    schedule: Schedule,
    memory: Memory,
    params: Area,
    textures: Textures,
    counts: Counts,
    /// By kind and instruction.
    doubtful: BTreeMap<(usize, Doubt), Doubtful>,
    out: Box<Outputs>,
    has_clock: bool,
}

impl<'a> Grid<'a> {
    pub fn new(
        code: &'a Code<'a>,
        geometry: &'a Geometry,
        start: Start,
        schedule: Schedule,
    ) -> Grid<'a> {
        let mut params = Area::known("kernel parameters", 0, start.params);
        params.read_only = true;
        use crate::ptx::isa::Special::{Clock, Clock64, ClockHi, GlobalTimer};
        Grid {
            code,
            geometry,
            schedule,
            memory: start.memory,
            params,
            textures: start.textures,
            counts: Counts::default(),
            doubtful: BTreeMap::new(),
            out: Box::default(),
            has_clock: code
                .specials
                .iter()
                .any(|special| matches!(special, Clock | Clock64 | ClockHi | GlobalTimer)),
        }
    }

    /// Threads that a warp stands for at a barrier, also one that is not full.
    fn width(&self) -> usize {
        if self.schedule.alone { 1 } else { LANES }
    }

    pub fn outcome(self) -> Outcome {
        let doubtful = self.doubtful.into_values().collect();
        Outcome { memory: self.memory, counts: self.counts, doubtful }
    }
}

/// A barrier that warps gather at.
#[derive(Clone, Copy, Default)]
struct Gathering {
    /// Threads that have arrived, whole warps.
    arrived: usize,
    /// How many are waited for; all that have not ended if absent.
    expected: Option<usize>,
    /// Threads whose predicate was true, and all that had one.
    true_threads: u32,
    threads: u32,
}

/// What a step of a warp came to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Goes,
    Waits,
    Ended,
}

/// A CTA that runs.
pub struct Cta {
    number: u64,
    /// Where it runs, among the resident ones.
    slot: usize,
    place: [u32; 3],
    warps: Vec<Warp>,
    shared: Area,
    races: Option<Races>,
    barriers: [Gathering; BARRIERS],
}

impl Cta {
    pub fn new(grid: &Grid, number: u64, slot: usize) -> Cta {
        let place = grid.geometry.cta(number);
        let warps = match grid.schedule.alone {
            true => Warp::of_threads(grid.code, grid.geometry, place),
            false => Warp::of_cta(grid.code, grid.geometry, place),
        };
        let shared = Area::unknown("shared memory", 0, grid.geometry.shared() as usize);
        Cta {
            number,
            slot,
            place,
            warps,
            races: grid.schedule.races.then(|| Races::new(&shared)),
            shared,
            barriers: [Gathering::default(); BARRIERS],
        }
    }

    /// Every warp has its turn. Whether all threads have ended.
    pub fn round(&mut self, grid: &mut Grid, watch: &mut impl Watch) -> Result<bool, Box<Fault>> {
        let (mut goes, mut waiting) = (false, None);
        for n in 0..self.warps.len() {
            for _ in 0..grid.schedule.turn {
                match self.step(n, grid, watch)? {
                    Step::Goes => goes = true,
                    Step::Waits => {
                        waiting = waiting.or(Some(n));
                        break;
                    }
                    Step::Ended => break,
                }
            }
        }
        match waiting {
            _ if goes => Ok(false),
            None => Ok(true),
            Some(n) => {
                let all = self.warps.iter().filter(|warp| warp.waits.is_some());
                let trouble = Trouble::Deadlock { waiting: all.count() };
                Err(self.fault(n, grid, 0, trouble))
            }
        }
    }

    /// One instruction of a warp.
    #[inline]
    fn step(
        &mut self,
        n: usize,
        grid: &mut Grid,
        watch: &mut impl Watch,
    ) -> Result<Step, Box<Fault>> {
        let warp = &mut self.warps[n];
        let Some((pc, active)) = warp.stack.current() else { return Ok(Step::Ended) };
        if warp.waits.is_some() {
            return Ok(Step::Waits);
        }
        let code = grid.code;
        let Some(instruction) = code.kernel.code.get(pc) else {
            warp.stack.exit(active);
            self.release(grid);
            return Ok(Step::Goes);
        };
        let ready = &code.instructions[pc];
        if warp.executed >= grid.schedule.limit {
            let trouble = Trouble::Runaway { limit: warp.executed };
            return Err(self.fault(n, grid, active.trailing_zeros(), trouble));
        }
        if grid.has_clock {
            warp.set_clock(code);
        }
        warp.executed += 1;
        let (holds, unknown) = warp.registers.guard(ready.guard);
        let lanes = active & holds;
        let mut doubt = None;
        if unknown & active != 0 {
            doubt = Some((Doubt::UninitialisedRegister, (unknown & active).trailing_zeros()));
        }
        let mut inputs = Inputs::default();
        let unknown = warp.registers.gather(code, ready, &mut inputs) & lanes;
        if unknown != 0 {
            doubt = doubt.or(Some((Doubt::UninitialisedRegister, unknown.trailing_zeros())));
        }
        grid.counts.warp_instructions += 1;
        grid.counts.thread_instructions += u64::from(lanes.count_ones());
        count_access(&mut grid.counts, &instruction.op);
        let flow = flow(instruction, &inputs, active, lanes);
        let values = flow == Flow::Values && lanes != 0;
        if values {
            let mut world = World {
                memory: &mut grid.memory,
                shared: &mut self.shared,
                local: &mut warp.local,
                local_bytes: code.kernel.local_bytes,
                params: &mut grid.params,
                textures: &grid.textures,
                warp: n,
                races: self.races.as_mut(),
                doubtful: None,
            };
            let done = execute(&instruction.op, &inputs, lanes, &mut world, &mut grid.out);
            let memory = world.doubtful.map(|(doubt, lane)| (doubt, lane as u32));
            doubt = doubt.or(memory);
            if let Err(LaneTrouble { lane, trouble }) = done {
                drop(inputs);
                return Err(self.fault(n, grid, lane as u32, trouble));
            }
        }
        drop(inputs);
        if values {
            self.warps[n].registers.scatter(ready, lanes, &grid.out);
        }
        watch.executed(&Event {
            cta: self.number,
            warp: self.warps[n].number,
            slot: self.slot * self.warps.len() + n,
            pc,
            instruction,
            active,
            lanes,
            addresses: &grid.out.addresses,
        });
        if let Some((doubt, lane)) = doubt {
            self.doubtful(n, grid, lane, doubt, pc);
        }
        self.go(n, grid, ready, flow, lanes)
    }

    /// Moves the warp on.
    fn go(
        &mut self,
        n: usize,
        grid: &mut Grid,
        ready: &Ready,
        flow: Flow,
        lanes: u32,
    ) -> Result<Step, Box<Fault>> {
        let stack = &mut self.warps[n].stack;
        match flow {
            Flow::Values => stack.advance(),
            Flow::Branch { target } => {
                let active = stack.current().map_or(0, |(_, active)| active);
                grid.counts.branches += 1;
                grid.counts.divergent_branches += u64::from(lanes != 0 && lanes != active);
                stack.branch(lanes, target, ready.meet);
            }
            Flow::Ways(ways) => {
                grid.counts.branches += 1;
                grid.counts.divergent_branches += u64::from(ways.len() > 1);
                stack.diverge(&ways, ready.meet);
            }
            Flow::Exit => {
                stack.exit(lanes);
                self.release(grid);
            }
            Flow::Trap if lanes != 0 => {
                return Err(self.fault(n, grid, lanes.trailing_zeros(), Trouble::Trap));
            }
            Flow::Trap => stack.advance(),
            Flow::Illegal(what) => {
                let lane = lanes.trailing_zeros();
                return Err(self.fault(n, grid, lane, Trouble::Illegal(what)));
            }
            Flow::Barrier { .. } if lanes == 0 => stack.advance(),
            Flow::Barrier { number, threads, wanted, waits } => {
                grid.counts.barriers += 1;
                let all = stack.alive();
                if let Some((pc, active)) = stack.current().filter(|(_, active)| *active != all) {
                    let lane = active.trailing_zeros();
                    self.doubtful(n, grid, lane, Doubt::DivergentBarrier, pc);
                }
                let gathering = &mut self.barriers[number];
                gathering.arrived += grid.width();
                gathering.expected = threads;
                gathering.true_threads += wanted.count_ones();
                gathering.threads += lanes.count_ones();
                match waits {
                    true => self.warps[n].waits = Some(number),
                    false => self.warps[n].stack.advance(),
                }
                self.release(grid);
                return Ok(Step::Goes);
            }
        }
        Ok(Step::Goes)
    }

    /// Lets go those who wait at barriers that all have reached.
    fn release(&mut self, grid: &mut Grid) {
        let alive = self.warps.iter().filter(|warp| warp.stack.alive() != 0).count() * grid.width();
        for number in 0..BARRIERS {
            let Gathering { arrived, expected, true_threads, threads } = self.barriers[number];
            if arrived == 0 || arrived < expected.unwrap_or(alive) {
                continue;
            }
            self.barriers[number] = Gathering::default();
            if let Some(races) = &mut self.races {
                races.barrier();
            }
            for warp in self.warps.iter_mut().filter(|warp| warp.waits == Some(number)) {
                warp.waits = None;
                let Some((pc, lanes)) = warp.stack.current() else { continue };
                if let Op::Barrier(kind) = grid.code.kernel.code[pc].op {
                    let everywhere = |truth: bool| if truth { u32::MAX } else { 0 };
                    grid.out.values[0].lo = [true_threads; LANES];
                    grid.out.predicates[0] = match kind {
                        Barrier::AllTrue { .. } => everywhere(true_threads == threads),
                        _ => everywhere(true_threads != 0),
                    };
                    warp.registers.scatter(&grid.code.instructions[pc], lanes, &grid.out);
                }
                warp.stack.advance();
            }
        }
    }

    fn site(&self, n: usize, grid: &Grid, lane: u32, pc: usize) -> Site {
        Site {
            cta: self.place,
            thread: grid.geometry.thread(self.warps[n].number, lane as usize % LANES),
            pc,
            line: grid.code.kernel.code.get(pc).map_or(0, |instruction| instruction.line),
            origin: grid.code.kernel.origin(pc),
        }
    }

    #[cold]
    fn fault(&self, n: usize, grid: &Grid, lane: u32, trouble: Trouble) -> Box<Fault> {
        let pc = self.warps[n].stack.current().map_or(0, |(pc, _)| pc);
        Box::new(Fault { trouble, site: self.site(n, grid, lane, pc) })
    }

    #[cold]
    fn doubtful(&self, n: usize, grid: &mut Grid, lane: u32, doubt: Doubt, pc: usize) {
        let first = self.site(n, grid, lane, pc);
        let entry = grid.doubtful.entry((pc, doubt));
        entry.or_insert(Doubtful { doubt, count: 0, first }).count += 1;
    }
}

/// Where an instruction leads.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Flow {
    /// On to the next one, with values and memory changed.
    Values,
    Branch {
        target: usize,
    },
    Ways(Vec<(usize, u32)>),
    Exit,
    Trap,
    Barrier {
        number: usize,
        threads: Option<usize>,
        wanted: u32,
        waits: bool,
    },
    Illegal(&'static str),
}

#[inline]
fn flow(instruction: &Instruction, inputs: &Inputs, active: u32, lanes: u32) -> Flow {
    match &instruction.op {
        Op::Branch(target) => Flow::Branch { target: *target },
        Op::BranchIndexed(targets) => ways(targets, inputs, active, lanes),
        Op::Exit => Flow::Exit,
        Op::Trap => Flow::Trap,
        Op::Barrier(kind) => barrier(*kind, inputs, lanes),
        _ => Flow::Values,
    }
}

/// Each target with the lanes that go there.
fn ways(targets: &[usize], inputs: &Inputs, active: u32, lanes: u32) -> Flow {
    let mut ways: BTreeMap<usize, u32> = BTreeMap::new();
    for lane in (0..LANES).filter(|lane| lanes >> lane & 1 != 0) {
        let Some(&target) = targets.get(inputs.values[0].lo[lane] as usize) else {
            return Flow::Illegal("an index beyond the branch targets");
        };
        *ways.entry(target).or_default() |= 1 << lane;
    }
    if active & !lanes != 0 {
        return Flow::Illegal("a guarded indexed branch");
    }
    Flow::Ways(ways.into_iter().collect())
}

fn barrier(kind: Barrier, inputs: &Inputs, lanes: u32) -> Flow {
    let first = lanes.trailing_zeros() as usize % LANES;
    let number = inputs.values.first().map_or(0, |value| value.lo[first] as usize);
    let threads = inputs.values.get(1).map(|value| value.lo[first] as usize);
    if number >= BARRIERS {
        return Flow::Illegal("a barrier number above 15");
    }
    let predicate = inputs.predicates.first().copied().unwrap_or(0);
    let (wanted, waits) = match kind {
        Barrier::Sync => (0, true),
        Barrier::Arrive => (0, false),
        Barrier::CountTrue { negated }
        | Barrier::AllTrue { negated }
        | Barrier::AnyTrue { negated } => (if negated { !predicate } else { predicate }, true),
    };
    Flow::Barrier { number, threads, wanted: wanted & lanes, waits }
}

#[inline]
fn count_access(counts: &mut Counts, op: &Op) {
    let access = match op {
        Op::Load(access) | Op::Store(access) => access,
        Op::Atomic(atomic) => &atomic.access,
        _ => return,
    };
    match access.space {
        Space::Global | Space::Generic => counts.global_accesses += 1,
        Space::Shared => counts.shared_accesses += 1,
        Space::Local => counts.local_accesses += 1,
        Space::Const | Space::Param => {}
    }
}
