//! Executes a CTA: its warps take turns and meet at barriers.

use super::barrier::Barriers;
use super::code::{Code, Ready};
use super::execute::{Inputs, LaneTrouble, Outputs, World, execute};
use super::fault::{Doubt, Doubtful, Fault, Site, Trouble};
use super::flow::{Flow, flow};
use super::memory::{Area, Memory};
use super::race::Races;
use super::texture::Textures;
use super::warp::Warp;
use super::{Event, Execution, ExecutionCounts, Geometry, Schedule, Start, Visit, Watch, Write};
use crate::bits::LANES;
use crate::ptx::isa::{Op, Space};
use std::collections::BTreeMap;

/// State shared by all CTAs of a grid.
pub struct Grid<'a> {
    code: &'a Code<'a>,
    geometry: &'a Geometry,
    schedule: Schedule,
    memory: Memory,
    params: Area,
    textures: Textures,
    counts: ExecutionCounts,
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
            counts: ExecutionCounts::default(),
            doubtful: BTreeMap::new(),
            out: Box::default(),
            has_clock: code
                .specials
                .iter()
                .any(|special| matches!(special, Clock | Clock64 | ClockHi | GlobalTimer)),
        }
    }

    /// Number of threads that a warp counts for at a barrier, even if it is not full.
    fn width(&self) -> usize {
        if self.schedule.alone { 1 } else { LANES }
    }

    pub fn outcome(self) -> Execution {
        let doubtful = self.doubtful.into_values().collect();
        Execution { memory: self.memory, counts: self.counts, doubtful }
    }
}

/// Result of one step of a warp.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    Goes,
    Waits,
    Ended,
}

/// A resident CTA.
pub struct Cta {
    number: u64,
    /// Index among the resident CTAs.
    slot: usize,
    place: [u32; 3],
    warps: Vec<Warp>,
    shared: Area,
    races: Option<Races>,
    barriers: Barriers,
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
            barriers: Barriers::default(),
        }
    }

    /// Gives every warp its turn. True if all threads have ended.
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

    /// Executes one instruction of a warp.
    #[inline]
    fn step(
        &mut self,
        n: usize,
        grid: &mut Grid,
        watch: &mut impl Watch,
    ) -> Result<Step, Box<Fault>> {
        let slot = self.slot * self.warps.len() + n;
        let warp = &mut self.warps[n];
        let Some((pc, active)) = warp.stack.current() else { return Ok(Step::Ended) };
        if warp.waits.is_some() {
            return Ok(Step::Waits);
        }
        let code = grid.code;
        let Some(instruction) = code.kernel.code.get(pc) else {
            warp.stack.exit(active);
            self.release(grid, watch);
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
        let (cta, living) = (self.number, warp.stack.alive());
        watch.comes(&mut Visit { cta, slot, pc, lanes, registers: &mut warp.registers });
        let mut inputs = Inputs::default();
        let unknown = warp.registers.gather(code, ready, &mut inputs) & lanes;
        if unknown != 0 {
            doubt = doubt.or(Some((Doubt::UninitialisedRegister, unknown.trailing_zeros())));
        }
        grid.counts.warp_instructions += 1;
        grid.counts.thread_instructions += u64::from(lanes.count_ones());
        count_access(&mut grid.counts, &instruction.op);
        let flow = flow(instruction, &inputs, lanes);
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
                living,
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
        let warp = &mut self.warps[n];
        watch.has_read(&mut Visit { cta, slot, pc, lanes, registers: &mut warp.registers });
        if values {
            watch.writes(&mut Write {
                cta,
                warp: warp.number,
                pc,
                instruction,
                lanes,
                values: &mut grid.out,
            });
            warp.registers.scatter(ready, lanes, &grid.out);
        }
        watch.executed(&Event {
            cta,
            warp: warp.number,
            slot,
            pc,
            instruction,
            living,
            active,
            lanes,
            addresses: &grid.out.addresses,
        });
        if let Some((doubt, lane)) = doubt {
            self.doubtful(n, grid, lane, doubt, pc);
        }
        self.go(n, grid, watch, ready, flow, lanes)
    }

    /// Executes the control flow of an instruction.
    fn go(
        &mut self,
        n: usize,
        grid: &mut Grid,
        watch: &mut impl Watch,
        ready: &Ready,
        flow: Flow,
        lanes: u32,
    ) -> Result<Step, Box<Fault>> {
        let stack = &mut self.warps[n].stack;
        let active = stack.current().map_or(0, |(_, active)| active);
        match flow {
            Flow::Values => stack.advance(),
            Flow::Branch { target } => {
                grid.counts.branches += 1;
                grid.counts.divergent_branches += u64::from(lanes != 0 && lanes != active);
                stack.branch(lanes, target, ready.meet);
            }
            Flow::Ways(ways) => {
                grid.counts.branches += 1;
                let splits = ways.len() > 1 || lanes != 0 && lanes != active;
                grid.counts.divergent_branches += u64::from(splits);
                stack.diverge(&ways, ready.meet);
            }
            Flow::Exit => {
                stack.exit(lanes);
                self.release(grid, watch);
            }
            Flow::Trap if lanes != 0 => {
                return Err(self.fault(n, grid, lanes.trailing_zeros(), Trouble::Trap));
            }
            Flow::Trap => stack.advance(),
            Flow::Illegal(what) => {
                let lane = lanes.trailing_zeros();
                return Err(self.fault(n, grid, lane, Trouble::Illegal(what)));
            }
            Flow::Barrier(_) if lanes == 0 => stack.advance(),
            Flow::Barrier(arrival) => {
                grid.counts.barriers += 1;
                let all = stack.alive();
                if let Some((pc, active)) = stack.current().filter(|(_, active)| *active != all) {
                    let lane = active.trailing_zeros();
                    self.doubtful(n, grid, lane, Doubt::DivergentBarrier, pc);
                }
                self.barriers.arrive(&arrival, grid.width());
                match arrival.waits {
                    true => self.warps[n].waits = Some(arrival.number),
                    false => self.warps[n].stack.advance(),
                }
                self.release(grid, watch);
                return Ok(Step::Goes);
            }
        }
        Ok(Step::Goes)
    }

    /// Releases the warps that wait at complete barriers.
    fn release(&mut self, grid: &mut Grid, watch: &mut impl Watch) {
        let alive = self.warps.iter().filter(|warp| warp.stack.alive() != 0).count() * grid.width();
        while let Some((number, votes)) = self.barriers.complete(alive) {
            if let Some(races) = &mut self.races {
                races.barrier();
            }
            for warp in self.warps.iter_mut().filter(|warp| warp.waits == Some(number)) {
                warp.waits = None;
                let Some((pc, lanes)) = warp.stack.current() else { continue };
                let instruction = &grid.code.kernel.code[pc];
                if let Op::Barrier(kind) = instruction.op {
                    votes.write(kind, &mut grid.out);
                    watch.writes(&mut Write {
                        cta: self.number,
                        warp: warp.number,
                        pc,
                        instruction,
                        lanes,
                        values: &mut grid.out,
                    });
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

#[inline]
fn count_access(counts: &mut ExecutionCounts, op: &Op) {
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
