//! Uniform branches: branches that cannot diverge, because all lanes that reach one together take
//! the same way.
//!
//! A register is uniform if it holds the same value in all lanes that execute together. It varies
//! if one of these holds:
//!
//! - It may differ from the start, such as `%tid`.
//! - It is computed from a register that varies.
//! - Lanes bring different values to the point where they reconverge.
//!
//! On a SIMT stack, lanes that diverge at a branch reconverge at its immediate post-dominator and
//! nowhere else. So a value varies if it is written on a way of a branch that may diverge and is
//! needed where its lanes reconverge. Other values on that way stay uniform, because lanes on
//! different ways do not execute together.

use super::liveness::{Liveness, Registers};
use crate::ptx::cfg::Cfg;
use crate::ptx::isa::{Instruction, Op, Operand, Reg, Space, Special};
use crate::ptx::kernel::Kernel;
use fixedbitset::FixedBitSet;
use std::collections::BTreeSet;

/// A branch that may diverge, and the ways that its lanes may take.
#[derive(Clone, Debug)]
pub struct Parting {
    /// The block that ends with the branch.
    pub block: usize,
    /// Blocks at whose start lanes may wait: the starts of the ways and the reconvergence point,
    /// without the exit.
    pub places: BTreeSet<usize>,
    /// For each way, the blocks that control reaches on it before the reconvergence point.
    pub ways: Vec<(usize, Vec<usize>)>,
    /// The block where lanes reconverge; `None` if they reconverge only at the exit.
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

/// The operand that selects each lane's way at a branch.
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

/// Blocks that control reaches from `from`, including `from`, without passing `end`.
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

/// Registers written on the ways of a branch and needed where its lanes reconverge.
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

/// Whether an instruction may leave different values in lanes that execute together: it writes
/// different values, or its guard lets only some lanes write.
fn makes_varying(instruction: &Instruction, varying: &Registers) -> bool {
    let by_guard = instruction.guard.is_some_and(|guard| varying.contains(guard.reg.index()));
    by_guard
        || match &instruction.op {
            Op::ActiveMask => false,
            // All lanes get one result if they name the same member mask.
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
            // One address gives all lanes the same value, unless each lane has its own memory.
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

/// Registers that some path reads without an unguarded write before. A thread may read any value
/// there.
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
