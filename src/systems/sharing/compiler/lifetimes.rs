//! Where registers of a warp are released, and which loads may drop the old value of other lanes.
//!
//! A register is a word of a thread after allocation, in all lanes of a warp. It is mapped by a
//! write and stays mapped until it is released. It can be released where no lane of the warp needs
//! it any more, neither an executing nor a waiting one ([`WarpLiveness`]). This depends only on the
//! place in the code. So a warp that reaches an instruction releases the registers that the
//! instruction lists, whether its guard is true or false.
//!
//! Most registers are released after an instruction that reads them. Others are released before an
//! instruction: on a side of a branch that does not need them, where lanes reconverge, or after a
//! write that no instruction reads. A release is listed only where the register may be mapped.
//! Where a warp ends, no release is listed: hardware releases all of its registers.

use crate::compiler::liveness::Liveness;
use crate::compiler::warp_liveness::{WarpLiveness, Words};
use crate::ptx::cfg::Cfg;
use crate::ptx::isa::{Instruction, Op, Reuse, Space};
use crate::ptx::kernel::{Home, Kernel};
use std::collections::BTreeSet;

/// Lifetimes of a kernel's registers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lifetimes {
    /// One entry for each instruction.
    pub instructions: Vec<Lifetime>,
    /// Maximum number of mapped registers of a warp after any instruction, on any path through the
    /// kernel.
    pub mapped_at_most: usize,
}

/// Effect of an instruction on the registers of its warp.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lifetime {
    /// Registers to release before it, ascending.
    pub before: Vec<usize>,
    /// Registers to release after it has read its operands and before it writes, ascending.
    pub after: Vec<usize>,
    /// The load of global memory or of a generic address, if it is one.
    pub load: Option<Load>,
}

/// A load of global memory, classified by the compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Load {
    /// An ordered load, or one that bypasses the SM's cache. It never shares.
    Ordered,
    /// A load of anything but one 32-bit value to a 32-bit register. It never shares.
    Width,
    /// A load of one 32-bit value.
    Word {
        /// Whether only the loading lanes may need the old value of the destination.
        whole: bool,
    },
}

impl Load {
    /// Classifies an instruction; none if it does not load from global memory.
    fn new(instruction: &Instruction, homes: &[Home], needed: &Words) -> Option<Load> {
        let Op::Load(access) = &instruction.op else { return None };
        if !matches!(access.space, Space::Global | Space::Generic) {
            return None;
        }
        if instruction.op.reuse() != Reuse::Allowed {
            return Some(Load::Ordered);
        }
        let home = match instruction.dst.as_slice() {
            [Some(reg)] if access.ty.bits() == 32 => homes[reg.index()],
            _ => return Some(Load::Width),
        };
        Some(match home {
            Home::Word(word) => Load::Word { whole: !needed.contains(word) },
            _ => Load::Width,
        })
    }
}

/// The lifetimes of a kernel whose registers are allocated to `homes`.
pub fn lifetimes(kernel: &Kernel, homes: &[Home]) -> Lifetimes {
    let cfg = Cfg::new(kernel);
    let needed = WarpLiveness::new(kernel, &cfg, &Liveness::new(kernel, &cfg), homes);
    let walk = Walk { kernel, homes, needed };
    let begins = walk.begins(&cfg);
    let mut all = Lifetimes::default();
    for (block, mut mapped) in cfg.blocks().iter().zip(begins) {
        for n in block.clone() {
            let (before, after) = walk.step(n, &mut mapped);
            let load = Load::new(&kernel.code[n], homes, walk.needed.by_warp(n));
            all.instructions.push(Lifetime { before, after, load });
            all.mapped_at_most = all.mapped_at_most.max(mapped.count_ones(..));
        }
    }
    all
}

/// A walk through the code that tracks the registers that may be mapped.
struct Walk<'a> {
    kernel: &'a Kernel,
    homes: &'a [Home],
    needed: WarpLiveness,
}

impl Walk<'_> {
    /// Registers that may be mapped at the start of each block.
    fn begins(&self, cfg: &Cfg) -> Vec<Words> {
        let mut begins = vec![Words::new(); cfg.blocks().len()];
        let mut changed = true;
        while changed {
            changed = false;
            for block in cfg.reverse_post_order() {
                let mut mapped = begins[*block].clone();
                for n in cfg.blocks()[*block].clone() {
                    self.step(n, &mut mapped);
                }
                for next in self.followers(cfg, *block) {
                    changed |= !mapped.is_subset(&begins[next]);
                    begins[next].union_with(&mapped);
                }
            }
        }
        begins
    }

    /// Blocks that a warp may execute after a block. Where its lanes end or reconverge, the warp
    /// may continue with any waiting lanes.
    fn followers(&self, cfg: &Cfg, block: usize) -> BTreeSet<usize> {
        let last = cfg.blocks()[block].end - 1;
        let mut all: BTreeSet<usize> = cfg.successors(block).collect();
        if let Some(waiting) = self.needed.waiting(last)
            && all.iter().any(|next| *next == cfg.exit() || waiting.blocks.contains(next))
        {
            all.extend(&waiting.blocks);
        }
        all.remove(&cfg.exit());
        all
    }

    /// Steps over an instruction. Returns the registers to release before it and after its reads.
    fn step(&self, n: usize, mapped: &mut Words) -> (Vec<usize>, Vec<usize>) {
        let instruction = &self.kernel.code[n];
        let waiting = self.needed.waiting(n);
        // Other lanes may have executed before, so the registers that waiting lanes need may be
        // mapped.
        waiting.into_iter().for_each(|waiting| mapped.union_with(&waiting.words));
        let ends = matches!(instruction.op, Op::Exit | Op::Trap) && instruction.guard.is_none();
        if ends && waiting.is_none() {
            mapped.clear();
            return (Vec::new(), Vec::new());
        }
        let before = release(mapped, self.needed.before(n));
        let mut kept = self.needed.after(n).clone();
        let words = instruction.writes().flat_map(|reg| self.homes[reg.index()].words());
        let written: Vec<usize> = words.collect();
        written.iter().for_each(|word| kept.grow_and_insert(*word));
        let after = release(mapped, &kept);
        written.iter().for_each(|word| mapped.grow_and_insert(*word));
        (before, after)
    }
}

/// Removes the registers that are not needed from `mapped`, and returns them.
fn release(mapped: &mut Words, needed: &Words) -> Vec<usize> {
    let released = mapped.difference(needed).collect();
    mapped.intersect_with(needed);
    released
}
