//! Executes a kernel, warp by warp, as the PTX ISA defines: SIMT with reconvergence at
//! post-dominators.
//!
//! CTAs and their warps take turns in an order that a [`Schedule`] fixes, so that all results are
//! the same on every host. Illegal behaviour ends the run with a [`Fault`] that names thread,
//! instruction and line. Doubtful behaviour is counted ([`Doubtful`]).

mod atomic;
mod barrier;
mod code;
mod cta;
mod execute;
mod fault;
mod flow;
mod memory;
mod race;
mod stack;
mod start;
mod texture;
mod warp;

pub use barrier::{Barriers, Votes};
pub use code::{Code, Place, Ready};
pub use execute::{Inputs, LaneTrouble, Outputs, World, execute};
pub use fault::{Doubt, Doubtful, Fault, Site, Trouble};
pub use flow::{Arrival, Flow, flow};
pub use memory::{Area, Memory, Refusal};
pub use race::{Races, Touch};
pub use stack::SimtStack;
pub use texture::{OUTSIDE, TextureObject, Textures};
pub use warp::{Registers, Warp};

use crate::bits::{LANES, WarpRegister};
use crate::ptx::isa::{Instruction, Special};
use cta::Cta;

/// Shape of a launch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Geometry {
    /// CTAs of the grid, x, y, z.
    pub grid: [u32; 3],
    /// Threads per CTA, x, y, z.
    pub block: [u32; 3],
    /// Dynamic shared memory per CTA, in bytes.
    pub dynamic_shared: u64,
    /// Static shared memory of the kernel, in bytes.
    pub static_shared: u64,
}

impl Geometry {
    /// Threads of a CTA.
    pub fn threads(&self) -> usize {
        self.block.iter().map(|&n| n as usize).product()
    }

    /// Warps of a CTA.
    pub fn warps(&self) -> usize {
        self.threads().div_ceil(LANES)
    }

    /// CTAs of the grid.
    pub fn ctas(&self) -> u64 {
        self.grid.iter().map(|&n| u64::from(n)).product()
    }

    /// Index of CTA `number` in the grid; x varies fastest.
    pub fn cta(&self, number: u64) -> [u32; 3] {
        let [x, y, _] = self.grid.map(u64::from);
        [number % x, number / x % y, number / (x * y)].map(|n| n as u32)
    }

    /// Index of the thread in a lane of a warp; x varies fastest.
    pub fn thread(&self, warp: usize, lane: usize) -> [u32; 3] {
        let number = (warp * LANES + lane) as u64;
        let [x, y, _] = self.block.map(u64::from);
        [number % x, number / x % y, number / (x * y)].map(|n| n as u32)
    }

    /// Address at which dynamic shared memory begins.
    pub fn dynamic_start(&self) -> u64 {
        self.static_shared.next_multiple_of(16)
    }

    /// Shared memory per CTA, in bytes.
    pub fn shared(&self) -> u64 {
        match self.dynamic_shared {
            0 => self.static_shared,
            bytes => self.dynamic_start() + bytes,
        }
    }

    /// Values of a special register in a warp's lanes: low words, high words. Clocks read 0 here.
    pub fn special(&self, special: Special, cta: [u32; 3], warp: usize) -> [WarpRegister; 2] {
        let all = |value: u32| [value; LANES];
        let lanes = |of: &dyn Fn(u32) -> u32| std::array::from_fn(|lane| of(lane as u32));
        let bit = |lane: u32| 1u32 << lane;
        let low = match special {
            Special::Tid(n) => lanes(&|lane| self.thread(warp, lane as usize)[usize::from(n)]),
            Special::Ntid(n) => all(self.block[usize::from(n)]),
            Special::Ctaid(n) => all(cta[usize::from(n)]),
            Special::Nctaid(n) => all(self.grid[usize::from(n)]),
            Special::LaneId => lanes(&|lane| lane),
            Special::WarpId => all(warp as u32),
            Special::NwarpId => all(self.warps() as u32),
            Special::NsmId => all(1),
            Special::LaneMaskEq => lanes(&bit),
            Special::LaneMaskLt => lanes(&|lane| bit(lane) - 1),
            Special::LaneMaskLe => lanes(&|lane| bit(lane) | (bit(lane) - 1)),
            Special::LaneMaskGt => lanes(&|lane| !(bit(lane) | (bit(lane) - 1))),
            Special::LaneMaskGe => lanes(&|lane| !(bit(lane) - 1)),
            Special::DynamicSharedSize => all(self.dynamic_shared as u32),
            Special::TotalSharedSize => all(self.shared() as u32),
            Special::SmId
            | Special::GridId
            | Special::Clock
            | Special::ClockHi
            | Special::Clock64
            | Special::GlobalTimer
            | Special::Env(_) => all(0),
        };
        [low, [0; LANES]]
    }
}

/// Initial state of a launch.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// Module variables and buffers.
    pub memory: Memory,
    /// The parameter space.
    pub params: Vec<u8>,
    /// Textures bound to references or handles.
    pub textures: Textures,
}

/// Counts of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ExecutionCounts {
    /// Warp instructions.
    pub warp_instructions: u64,
    /// Thread instructions: lanes whose guard is true, summed over all instructions.
    pub thread_instructions: u64,
    /// Branches that a warp executed, indexed ones included.
    pub branches: u64,
    /// Branches whose lanes took different ways.
    pub divergent_branches: u64,
    /// Arrivals of warps at barriers.
    pub barriers: u64,
    /// Warp instructions that accessed global or generic memory.
    pub global_accesses: u64,
    /// Warp instructions that accessed shared memory.
    pub shared_accesses: u64,
    /// Warp instructions that accessed local memory.
    pub local_accesses: u64,
}

/// An instruction that a warp has executed.
pub struct Event<'a> {
    /// Number of the CTA in the grid.
    pub cta: u64,
    /// Number of the warp in its CTA.
    pub warp: usize,
    /// Warp slot, numbered over all resident CTAs.
    pub slot: usize,
    /// Number of the instruction in the kernel.
    pub pc: usize,
    /// The instruction that was executed.
    pub instruction: &'a Instruction,
    /// Lanes whose thread had not ended before the instruction.
    pub living: u32,
    /// Lanes on the current path.
    pub active: u32,
    /// Active lanes whose guard is true.
    pub lanes: u32,
    /// Each lane's address. For a texture, the address of the texel, or [`OUTSIDE`].
    pub addresses: &'a [u64; LANES],
}

/// Results of an instruction before they are written.
pub struct Write<'a> {
    /// Number of the CTA in the grid.
    pub cta: u64,
    /// Number of the warp in its CTA.
    pub warp: usize,
    /// Number of the instruction in the kernel.
    pub pc: usize,
    /// The instruction that writes.
    pub instruction: &'a Instruction,
    /// Lanes that are written.
    pub lanes: u32,
    /// Values for the destinations. A watcher may change them before they are written.
    pub values: &'a mut Outputs,
}

/// A warp at an instruction that it is about to execute.
pub struct Visit<'a> {
    /// Number of the CTA in the grid.
    pub cta: u64,
    /// Warp slot, numbered over all resident CTAs.
    pub slot: usize,
    /// Number of the instruction in the kernel.
    pub pc: usize,
    /// Lanes that execute it, after the guard.
    pub lanes: u32,
    /// Registers of the warp.
    pub registers: &'a mut Registers,
}

/// Observes every executed instruction.
pub trait Watch {
    /// Sees an instruction after its results are written.
    fn executed(&mut self, event: &Event);

    /// Called before a warp reads the operands of an instruction. A register file that loses values
    /// changes the registers here.
    #[inline]
    fn comes(&mut self, _: &mut Visit) {}

    /// Called after the operands are read and before the results are written.
    #[inline]
    fn has_read(&mut self, _: &mut Visit) {}

    /// Called before results are written to registers. A register file that does not keep all of a
    /// value changes it here.
    #[inline]
    fn writes(&mut self, _: &mut Write) {}
}

/// A watcher that does nothing.
pub struct Unwatched;

impl Watch for Unwatched {
    #[inline]
    fn executed(&mut self, _: &Event) {}
}

/// Order and duration of the warps' turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// CTAs that run at the same time.
    pub resident: usize,
    /// Instructions of a warp per turn.
    pub turn: usize,
    /// Maximum instructions per warp; more count as a runaway.
    pub limit: u64,
    /// Whether every thread runs alone, as a warp of one lane. Results must not depend on
    /// reconvergence. Only for kernels whose threads exchange values within a warp through barriers
    /// only.
    pub alone: bool,
    /// Whether to detect warps that access the same shared bytes without a barrier in between;
    /// slower.
    pub races: bool,
}

impl Default for Schedule {
    /// One CTA at a time, with long turns: the fastest schedule.
    fn default() -> Self {
        Schedule { resident: 1, turn: 1024, limit: 100_000_000, alone: false, races: false }
    }
}

/// Result of a run.
#[derive(Clone, Debug)]
pub struct Execution {
    /// Final contents of module variables and buffers.
    pub memory: Memory,
    /// Instructions, branches, barriers and accesses of all warps.
    pub counts: ExecutionCounts,
    /// Doubtful behaviour, one entry per kind and instruction, in text order.
    pub doubtful: Vec<Doubtful>,
}

/// Runs all CTAs of a launch. Calls `progress` after each CTA.
///
/// # Errors
/// The first [`Fault`], which ends the run.
pub fn run(
    code: &Code,
    geometry: &Geometry,
    start: Start,
    schedule: Schedule,
    watch: &mut impl Watch,
    mut progress: impl FnMut(),
) -> Result<Execution, Box<Fault>> {
    let mut grid = cta::Grid::new(code, geometry, start, schedule);
    let mut waiting = 0..geometry.ctas();
    let mut slots: Vec<Option<Cta>> = Vec::new();
    slots.resize_with(schedule.resident.max(1), || None);
    loop {
        for (slot, resident) in slots.iter_mut().enumerate() {
            if resident.is_none() {
                *resident = waiting.next().map(|number| Cta::new(&grid, number, slot));
            }
            let Some(cta) = resident else { continue };
            if cta.round(&mut grid, watch)? {
                *resident = None;
                progress();
            }
        }
        if waiting.is_empty() && slots.iter().all(Option::is_none) {
            return Ok(grid.outcome());
        }
    }
}
