//! Kernels on allocated registers, and warps that run them: every state of a small warp, or one
//! execution.

use crate::support::programs::{guarded, instruction, integer, kernel, move_of};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use regforge::compiler::allocate::allocated;
use regforge::ptx::cfg::Cfg;
use regforge::ptx::exec::{
    Area, Code, Execution, Fault, Geometry, Memory, Schedule, SimtStack, Start, Watch, run,
};
use regforge::ptx::isa::{Instruction, Integer, Op, Operand, Reg, Special, Type};
use regforge::ptx::kernel::{Home, Kernel, window};
use rustc_hash::FxHashSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A kernel with its registers in allocated homes.
pub struct Placed {
    pub kernel: Kernel,
    pub homes: Vec<Home>,
}

impl Placed {
    pub fn new(kernel: &Kernel) -> Placed {
        let (kernel, homes) = allocated(kernel);
        Placed { kernel, homes }
    }

    /// Words of a register.
    fn words(&self, reg: Reg) -> Range<usize> {
        self.homes[reg.index()].words()
    }
}

/// The launches of a folder of kernels.
pub fn launches(folder: &Path) -> Vec<PathBuf> {
    let pattern = format!("{}/*/case.toml", folder.display());
    let found: Vec<PathBuf> = glob::glob(&pattern).unwrap().map(|path| path.unwrap()).collect();
    assert!(found.len() >= 10, "{pattern}");
    found
}

/// A few instructions, every way of branching among them.
pub fn small(seed: u64) -> Kernel {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let types = [Type::Pred, Type::U32, Type::U32, Type::U32, Type::U64];
    let size = rng.random_range(6..14);
    let own = Operand::Special(Special::Tid(0));
    let mut code: Vec<Instruction> = (1..types.len())
        .map(|n| instruction(move_of(types[n]), &[Reg(n as u32)], &[own]))
        .collect();
    let begin = code.len();
    for _ in 0..size {
        let mut word = || Reg(rng.random_range(1..4));
        let (a, b, c) = (word(), word(), word());
        let target = rng.random_range(begin..=begin + size);
        let other = rng.random_range(begin..=begin + size);
        let is_guarded = rng.random_bool(0.5);
        let plain = match rng.random_range(0..12) {
            0..=3 => instruction(Op::Branch(target), &[], &[]),
            4 => {
                let ways = Op::BranchIndexed(vec![target, other, begin + size]);
                code.push(instruction(ways, &[], &[Operand::Reg(a)]));
                continue;
            }
            5 => instruction(Op::Exit, &[], &[]),
            6 => {
                let op = integer(Integer::MulWide, Type::U32);
                instruction(op, &[Reg(4)], &[a, b].map(Operand::Reg))
            }
            7 => instruction(Op::Unpack(Type::B32), &[a, b], &[Operand::Reg(Reg(4))]),
            8 => instruction(move_of(Type::U32), &[c], &[own]),
            _ => {
                let op = integer(Integer::Add, Type::U32);
                instruction(op, &[c], &[a, b].map(Operand::Reg))
            }
        };
        let is_branch = matches!(plain.op, Op::Branch(_));
        let is_guarded = is_guarded || is_branch && rng.random_bool(0.6);
        code.push(if is_guarded { guarded(Reg(0), false, plain) } else { plain });
    }
    kernel("small", &types, code)
}

/// A state of a warp: where its lanes are, which of them have written each register, and which
/// lanes of each word are destroyed.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct State {
    pub stack: SimtStack,
    known: Vec<u32>,
    destroyed: Vec<u32>,
}

/// What the states of a warp show.
#[derive(PartialEq, Eq, Debug)]
pub enum Found {
    Right,
    /// A lane reads its value of a register from a destroyed word.
    Wrong,
    /// Too many states to see them all.
    Unknown,
}

/// An instruction as some lanes come to it.
#[derive(Clone, Copy)]
pub struct At {
    pub pc: usize,
    /// Lanes on this path.
    pub active: u32,
    /// Those in which the guard holds.
    pub lanes: u32,
}

impl State {
    /// Whether no executing lane wants a value that is destroyed.
    pub fn read(&self, placed: &Placed, at: At) -> bool {
        let wrong =
            |reg: Reg, word: usize| self.destroyed[word] & self.known[reg.index()] & at.lanes;
        let mut reads = placed.kernel.code[at.pc].reads();
        reads.all(|reg| placed.words(reg).all(|word| wrong(reg, word) == 0))
    }

    /// These lanes of a word hold nothing from now on.
    pub fn destroy(&mut self, word: usize, lanes: u32) {
        self.destroyed[word] |= lanes;
    }

    /// The executing lanes write.
    pub fn write(&mut self, placed: &Placed, at: At) {
        for reg in placed.kernel.code[at.pc].writes() {
            placed.words(reg).for_each(|word| self.destroyed[word] &= !at.lanes);
            self.known[reg.index()] |= at.lanes;
        }
    }
}

/// All states of a warp whose guards and indices are anything, and whose ways run in either order.
/// `access` does to a state what an instruction does to registers, and says whether that is right.
pub fn explore(placed: &Placed, lanes: u32, access: impl Fn(&mut State, At) -> bool) -> Found {
    const MOST: usize = 60_000;

    let Placed { kernel, homes } = placed;
    let cfg = Cfg::new(kernel);
    let words = homes.iter().map(|home| home.words().end).max().unwrap_or(0);
    let first = State {
        stack: SimtStack::new(lanes),
        known: vec![0; kernel.registers.len()],
        destroyed: vec![0; words],
    };
    let mut seen = FxHashSet::from_iter([first.clone()]);
    let mut open = vec![first];
    while let Some(state) = open.pop() {
        let Some((pc, active)) = state.stack.current() else { continue };
        let Some(instruction) = kernel.code.get(pc) else {
            let mut state = state;
            state.stack.exit(active);
            open.extend(seen.insert(state.clone()).then_some(state));
            continue;
        };
        let meet = cfg.reconvergence(pc).unwrap_or(SimtStack::EXIT);
        for lanes in subsets(active).filter(|lanes| instruction.guard.is_some() || *lanes == active)
        {
            let mut state = state.clone();
            if !access(&mut state, At { pc, active, lanes }) {
                return Found::Wrong;
            }
            for stack in steps(&state.stack, &instruction.op, lanes, meet) {
                let state = State { stack, ..state.clone() };
                open.extend(seen.insert(state.clone()).then_some(state));
            }
        }
        if seen.len() > MOST {
            return Found::Unknown;
        }
    }
    Found::Right
}

fn subsets(lanes: u32) -> impl Iterator<Item = u32> {
    (0..=lanes).filter(move |subset| subset & !lanes == 0)
}

/// Where a warp may go.
fn steps(stack: &SimtStack, op: &Op, lanes: u32, meet: usize) -> Vec<SimtStack> {
    let Some((pc, active)) = stack.current() else { return Vec::new() };
    let diverge = |ways: &[(usize, u32)]| {
        let mut stack = stack.clone();
        stack.diverge(ways, meet);
        stack
    };
    match op {
        Op::Branch(target) => {
            let (on, jump) = ((pc + 1, active & !lanes), (*target, lanes));
            vec![diverge(&[on, jump]), diverge(&[jump, on])]
        }
        // Each lane takes the first or the second target, or the third.
        Op::BranchIndexed(targets) => {
            let mut all = Vec::new();
            for first in subsets(active) {
                for second in subsets(active & !first) {
                    let masks = [first, second, active & !first & !second];
                    let mut ways: Vec<(usize, u32)> = Vec::new();
                    for (target, mask) in targets.iter().zip(masks) {
                        match ways.iter_mut().find(|way| way.0 == *target) {
                            Some(way) => way.1 |= mask,
                            None => ways.push((*target, mask)),
                        }
                    }
                    all.push(diverge(&ways));
                    ways.reverse();
                    all.push(diverge(&ways));
                }
            }
            all
        }
        Op::Exit => {
            let mut stack = stack.clone();
            stack.exit(lanes);
            vec![stack]
        }
        _ => {
            let mut stack = stack.clone();
            stack.advance();
            vec![stack]
        }
    }
}

/// Executes a random program in warps of 32 lanes and a last one of 13. Beside its results, memory
/// has these tables.
pub fn execute(
    kernel: &Kernel,
    homes: &[Home],
    tables: &[Area],
    watch: &mut impl Watch,
) -> Result<Execution, Box<Fault>> {
    const THREADS: u32 = 45;

    let code = Code::new(kernel, homes);
    let results = Area::unknown("out", window::BUFFERS, 8 * THREADS as usize);
    let areas = [&[results], tables].concat();
    let start = Start { memory: Memory::new(areas), ..Start::default() };
    let geometry =
        Geometry { grid: [1, 1, 1], block: [THREADS, 1, 1], dynamic_shared: 0, static_shared: 0 };
    // A program whose loops have lost their counters runs away.
    let schedule = Schedule { limit: 100_000, ..Schedule::default() };
    run(&code, &geometry, start, schedule, watch, || {})
}
