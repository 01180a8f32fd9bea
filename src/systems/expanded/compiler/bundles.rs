//! Bundles: runs of instructions whose scratchpad registers are in the operand cache together.
//!
//! The rules are as follows. The text of the paper's rules 1 to 4 is lost (`exp-gap-page6`), so
//! that rules 1 to 4 are ours:
//!
//! 1. Each instruction is in exactly one bundle; a bundle is a contiguous run of instructions.
//! 2. A barrier is the last instruction of its bundle, so that no warp waits at a barrier while it
//!    holds lines that others need. An instruction that touches a word which a load from beyond the
//!    SM may still write is the first of its bundle, so that no warp holds lines while it waits for
//!    memory.
//! 3. No two registers of a bundle that may be in the scratchpad have the same line.
//! 4. A bundle has no more registers that may be in the scratchpad than the cache has lines. Rule 3
//!    implies this rule.
//! 5. A bundle is within one basic block.
//!
//! Source: Yu et al. 2018, section 3.3.2.

use super::far::on_the_way;
use crate::ptx::cfg::Cfg;
use crate::ptx::isa::{Instruction, Op};
use crate::ptx::kernel::{Home, Kernel};
use serde::Serialize;
use std::collections::BTreeSet;
use std::ops::Range;

/// Properties of an instruction that the rules use.
#[derive(Clone, Debug, Serialize)]
pub struct Step {
    pub pc: usize,
    pub block: usize,
    /// Words that the instruction reads or writes.
    pub registers: BTreeSet<usize>,
    /// Words among these that a load from beyond the SM may still write.
    pub far: BTreeSet<usize>,
    pub barrier: bool,
}

/// A run of instructions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bundle {
    pub code: Range<usize>,
    /// Words that its instructions read or write.
    pub vector: BTreeSet<usize>,
}

impl Bundle {
    /// Whether the bundle has a register from `bound` on, which can be in the scratchpad. A PREF
    /// then precedes the bundle.
    pub fn needs_pref(&self, bound: usize) -> bool {
        self.vector.range(bound..).next().is_some()
    }
}

/// Words that an instruction reads or writes.
pub fn touched(instruction: &Instruction, homes: &[Home]) -> BTreeSet<usize> {
    let all = instruction.uses().chain(instruction.writes());
    all.flat_map(|reg| homes[reg.index()].words()).collect()
}

/// Properties of every instruction of a kernel whose registers have these homes.
pub fn steps(kernel: &Kernel, cfg: &Cfg, homes: &[Home]) -> Vec<Step> {
    let on_the_way = on_the_way(kernel, cfg, homes);
    let step = |(pc, instruction): (usize, &Instruction)| {
        let registers = touched(instruction, homes);
        Step {
            pc,
            block: cfg.block_of(pc),
            far: &registers & &on_the_way[pc],
            registers,
            barrier: matches!(instruction.op, Op::Barrier(_)),
        }
    };
    kernel.code.iter().enumerate().map(step).collect()
}

/// Greedy bundles: each is as long as the rules allow. Registers from `bound` on may be in the
/// scratchpad. No single instruction may have two of them that agree modulo `lines`.
pub fn bundles(steps: &[Step], bound: usize, lines: usize) -> Vec<Bundle> {
    let mut all: Vec<Bundle> = Vec::new();
    for step in steps {
        match all.last_mut() {
            Some(open) if takes(open, &steps[step.pc - 1], step, bound, lines) => {
                open.code.end += 1;
                open.vector.extend(&step.registers);
            }
            _ => all.push(Bundle { code: step.pc..step.pc + 1, vector: step.registers.clone() }),
        }
    }
    all
}

/// Whether a bundle that ends with `last` may be extended by `next`.
fn takes(open: &Bundle, last: &Step, next: &Step, bound: usize, lines: usize) -> bool {
    let all = &open.vector | &next.registers;
    let taken: BTreeSet<usize> = all.range(bound..).map(|word| word % lines).collect();
    last.block == next.block
        && !last.barrier
        && next.far.is_empty()
        && taken.len() == all.range(bound..).count()
}
