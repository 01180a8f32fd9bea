//! Branches that cannot diverge: lanes that reach one together take the same way.
//!
//! A register is uniform if it holds the same value in all lanes that execute together. It is not
//! if it may differ from the start, such as `%tid`, if it follows from one that is not, or if lanes
//! bring different values to where they meet. On a SIMT stack, lanes that part at a branch meet
//! again at its immediate post-dominator and nowhere else. So a value that is written on a way of a
//! branch that may diverge, and needed where its lanes meet, is not uniform. Any other value of
//! such a way is: lanes on different ways do not execute together.

use super::liveness::{Liveness, Registers};
use crate::ptx::cfg::Cfg;
use crate::ptx::isa::{Instruction, Op, Operand, Reg, Space, Special};
use crate::ptx::kernel::Kernel;
use fixedbitset::FixedBitSet;
use std::collections::BTreeSet;

/// The ways that lanes may take apart from one another.
#[derive(Clone, Debug)]
pub struct Parting {
    /// The block that ends with the branch.
    pub block: usize,
    /// Where lanes may wait: beginnings of the ways and the meeting point; not the exit.
    pub places: BTreeSet<usize>,
    /// By way, the blocks that control reaches on it before the meeting point.
    pub ways: Vec<(usize, Vec<usize>)>,
    /// The block where lanes meet again; none if only at the exit.
    pub meet: Option<usize>,
}

/// All branches of a kernel that may diverge.
pub fn partings(kernel: &Kernel, cfg: &Cfg, live: &Liveness) -> Vec<Parting> {
    let all = (0..cfg.blocks().len()).filter(|block| decides(last(kernel, cfg, *block)).is_some());
    let all: Vec<Parting> = all.map(|block| Parting::new(cfg, block)).collect();
    let varying = varying(kernel, cfg, live, &all);
    let parts = |parting: &Parting| may_part(last(kernel, cfg, parting.block), &varying);
    all.into_iter().filter(parts).collect()
}

impl Parting {
    fn new(cfg: &Cfg, block: usize) -> Parting {
        let end = cfg.post_dominator(block);
        let begins: BTreeSet<usize> =
            cfg.successors(block).filter(|way| Some(*way) != end && *way != cfg.exit()).collect();
        let meet = end.filter(|meet| *meet != cfg.exit());
        Parting {
            block,
            places: begins.iter().copied().chain(meet).collect(),
            ways: begins.iter().map(|way| (*way, reached(cfg, *way, end))).collect(),
            meet,
        }
    }
}

/// The last instruction of a block.
fn last<'a>(kernel: &'a Kernel, cfg: &Cfg, block: usize) -> &'a Instruction {
    &kernel.code[cfg.blocks()[block].end - 1]
}

/// Operand that decides the lanes' ways at a branch.
fn decides(instruction: &Instruction) -> Option<Operand> {
    match instruction.op {
        Op::Branch(_) => instruction.guard.map(|guard| Operand::Reg(guard.reg)),
        Op::BranchIndexed(_) => instruction.src.first().copied(),
        _ => None,
    }
}

fn may_part(instruction: &Instruction, varying: &Registers) -> bool {
    decides(instruction).is_some_and(|operand| varies(operand, varying))
        || instruction.guard.is_some_and(|guard| varying.contains(guard.reg.index()))
}

/// Blocks that control reaches from this one, itself among them, without passing `end`.
fn reached(cfg: &Cfg, from: usize, end: Option<usize>) -> Vec<usize> {
    let mut seen = FixedBitSet::with_capacity(cfg.exit() + 1);
    seen.insert(cfg.exit());
    seen.extend(end);
    let mut open = vec![from];
    let mut all = Vec::new();
    while let Some(block) = open.pop() {
        if !seen.put(block) {
            all.push(block);
            open.extend(cfg.successors(block));
        }
    }
    all
}

/// Registers that may differ between lanes that execute together.
fn varying(kernel: &Kernel, cfg: &Cfg, live: &Liveness, branches: &[Parting]) -> Registers {
    let mut varying = unwritten(kernel, cfg);
    let brought: Vec<Registers> =
        branches.iter().map(|branch| brought(kernel, cfg, live, branch)).collect();
    loop {
        let before = varying.count_ones(..);
        for instruction in &kernel.code {
            if makes_varying(instruction, &varying) {
                instruction.writes().for_each(|reg| varying.insert(reg.index()));
            }
        }
        for (branch, brought) in branches.iter().zip(&brought) {
            if may_part(last(kernel, cfg, branch.block), &varying) {
                varying.union_with(brought);
            }
        }
        if varying.count_ones(..) == before {
            return varying;
        }
    }
}

/// Registers written on ways of a branch and needed where its lanes reconverge.
fn brought(kernel: &Kernel, cfg: &Cfg, live: &Liveness, branch: &Parting) -> Registers {
    let mut written = Registers::with_capacity(kernel.registers.len());
    let Some(meet) = branch.meet else { return written };
    for block in branch.ways.iter().flat_map(|(_, blocks)| blocks) {
        let code = &kernel.code[cfg.blocks()[*block].clone()];
        code.iter().flat_map(Instruction::writes).for_each(|reg| written.insert(reg.index()));
    }
    written.intersect_with(live.live_in(meet));
    written
}

/// Whether an instruction may write different values in lanes that execute together, or keep
/// different values by its guard.
fn makes_varying(instruction: &Instruction, varying: &Registers) -> bool {
    let by_guard = instruction.guard.is_some_and(|guard| varying.contains(guard.reg.index()));
    by_guard
        || match &instruction.op {
            Op::ActiveMask => false,
            // Lanes have one result if they name the same members.
            Op::Vote { .. } | Op::Reduce { .. } => {
                instruction.src.iter().skip(1).any(|mask| varies(*mask, varying))
            }
            Op::Compute(_)
            | Op::Compare(_)
            | Op::Classify(_)
            | Op::Logic(_)
            | Op::Select(_)
            | Op::Pack(_)
            | Op::Unpack(_)
            | Op::Carry(_) => instruction.src.iter().any(|operand| varies(*operand, varying)),
            // One address has one value for all lanes, but where each lane has its own memory.
            Op::Load(access) if !matches!(access.space, Space::Local | Space::Generic) => {
                instruction.src.iter().any(|operand| varies(*operand, varying))
            }
            _ => true,
        }
}

fn varies(operand: Operand, varying: &Registers) -> bool {
    match operand {
        Operand::Reg(reg) => varying.contains(reg.index()),
        Operand::Imm(_) => false,
        Operand::Special(special) => !matches!(
            special,
            Special::Ntid(_)
                | Special::Ctaid(_)
                | Special::Nctaid(_)
                | Special::WarpId
                | Special::NwarpId
                | Special::DynamicSharedSize
                | Special::TotalSharedSize
        ),
    }
}

/// Registers that some way leads to a read of, with no write in every thread before: a thread may
/// read anything there.
fn unwritten(kernel: &Kernel, cfg: &Cfg) -> Registers {
    let none = Registers::with_capacity(kernel.registers.len());
    let mut all = none.clone();
    all.insert_range(..);
    let mut before: Vec<Registers> = vec![all; cfg.blocks().len()];
    let mut unwritten = none.clone();
    if let Some(first) = before.first_mut() {
        first.clone_from(&none);
    }
    let mut changed = true;
    while changed {
        changed = false;
        for block in cfg.reverse_post_order() {
            let mut written = before[*block].clone();
            for instruction in &kernel.code[cfg.blocks()[*block].clone()] {
                let missing = |reg: &Reg| !written.contains(reg.index());
                instruction.uses().filter(missing).for_each(|reg| unwritten.insert(reg.index()));
                if instruction.guard.is_none() {
                    instruction.writes().for_each(|reg| written.insert(reg.index()));
                }
            }
            for next in cfg.successors(*block).filter(|next| *next != cfg.exit()) {
                changed |= !before[next].is_subset(&written);
                before[next].intersect_with(&written);
            }
        }
    }
    unwritten
}
