//! Liveness: the registers whose values a thread still needs.
//!
//! A register is live at a point if a thread may have written it before and may read it afterwards,
//! before the next write. A guarded write does not end a live range: a thread whose guard is false
//! keeps its value. A register that no write can have reached is not live either. Otherwise a
//! register that is first written by `@p` and then by `@!p` would be live from the start of the
//! kernel.
//!
//! # One thread is enough
//!
//! These sets are for one thread, although the 32 lanes of a warp share a warp register and may be
//! at different instructions. For allocation that is sound. A warp register is 32 words, one per
//! lane, and an instruction writes only the words of its active lanes. Assume that some lanes wait
//! at a reconvergence point while others execute one side of the branch. A value that is live only
//! in the waiting lanes is in words that this side does not write, whatever registers it uses. So
//! each lane sees its own words change as if it ran alone, and two registers may share a home if no
//! single thread needs both at once. An instruction that reads other lanes (shuffle, vote) reads
//! operands of lanes that also execute it, and there the operand is live.
//!
//! It is *not* sound for an action on a complete warp register, for example to drop it when it is
//! dead: waiting lanes may still need their words. For that see [`super::warp_liveness`].

use crate::ptx::cfg::Cfg;
use crate::ptx::isa::{Instruction, Reg, Type};
use crate::ptx::kernel::Kernel;
use fixedbitset::FixedBitSet;

/// A set of registers, by index.
pub type Registers = FixedBitSet;

/// Live registers at the start and end of every block.
#[derive(Clone, Debug)]
pub struct Liveness {
    live_in: Vec<Registers>,
    live_out: Vec<Registers>,
    /// Registers that may have been written before each block begins.
    written: Vec<Registers>,
}

/// Maximum number of live values, separately for words and predicates: not always at the same
/// instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pressure {
    /// 32-bit words; a 64-bit register counts two, a predicate none.
    pub words: usize,
    pub predicates: usize,
}

impl Liveness {
    pub fn new(kernel: &Kernel, cfg: &Cfg) -> Liveness {
        let none = vec![Registers::with_capacity(kernel.registers.len()); cfg.blocks().len()];
        let mut live =
            Liveness { live_in: none.clone(), live_out: none, written: written(kernel, cfg) };
        let mut changed = true;
        while changed {
            changed = false;
            for block in (0..cfg.blocks().len()).rev() {
                live.live_out[block] = live.wanted(cfg, block);
                let live_in = live.walk_back(kernel, cfg, block, |_, _| ());
                changed |= live_in != live.live_in[block];
                live.live_in[block] = live_in;
            }
        }
        for block in 0..cfg.blocks().len() {
            let written = written_after(kernel, cfg, block, &live.written[block]);
            live.live_out[block].intersect_with(&written);
        }
        live
    }

    /// Live registers at the start of a block.
    pub fn live_in(&self, block: usize) -> &Registers {
        &self.live_in[block]
    }

    /// Live registers at the end of a block.
    pub fn live_out(&self, block: usize) -> &Registers {
        &self.live_out[block]
    }

    /// Walks a block backwards. Calls `visit` with each instruction's number and the registers that
    /// are live after it; returns the registers that are live before the first instruction.
    pub fn walk_back(
        &self,
        kernel: &Kernel,
        cfg: &Cfg,
        block: usize,
        mut visit: impl FnMut(usize, &Registers),
    ) -> Registers {
        let range = cfg.blocks()[block].clone();
        let mut written = self.written[block].clone();
        let mut first_writes = Vec::new();
        for n in range.clone() {
            let new = kernel.code[n].writes().filter(|reg| !written.put(reg.index()));
            first_writes.extend(new.map(|reg| (n, reg)));
        }
        let mut now = self.live_out[block].clone();
        now.intersect_with(&written);
        for n in range.rev() {
            visit(n, &now);
            step_back(&kernel.code[n], &mut now);
            while let Some((_, reg)) = first_writes.pop_if(|(at, _)| *at == n) {
                written.remove(reg.index());
            }
            now.intersect_with(&written);
        }
        now
    }

    /// Live registers before each instruction.
    pub fn before_each(&self, kernel: &Kernel, cfg: &Cfg) -> Vec<Registers> {
        let mut all = self.after_each(kernel, cfg);
        for (block, range) in cfg.blocks().iter().enumerate() {
            all[range.clone()].rotate_right(1);
            all[range.start].clone_from(&self.live_in[block]);
        }
        all
    }

    /// Live registers after each instruction.
    pub fn after_each(&self, kernel: &Kernel, cfg: &Cfg) -> Vec<Registers> {
        let mut all = vec![Registers::new(); kernel.code.len()];
        for block in 0..cfg.blocks().len() {
            self.walk_back(kernel, cfg, block, |n, live| all[n].clone_from(live));
        }
        all
    }

    /// For each instruction, the registers whose value it reads last, each once: they are not live
    /// after it, or it overwrites them.
    pub fn deaths(&self, kernel: &Kernel, cfg: &Cfg) -> Vec<Vec<Reg>> {
        let mut deaths = vec![Vec::new(); kernel.code.len()];
        for block in 0..cfg.blocks().len() {
            self.walk_back(kernel, cfg, block, |n, live| {
                let instruction = &kernel.code[n];
                let kept = |reg: Reg| live.contains(reg.index()) && !overwrites(instruction, reg);
                deaths[n] = instruction.uses().filter(|reg| !kept(*reg)).collect();
                deaths[n].sort_unstable();
                deaths[n].dedup();
            });
        }
        deaths
    }

    /// Maximum pressure. A value that an instruction writes counts directly after it, even if it is
    /// never read.
    pub fn maximum(&self, kernel: &Kernel, cfg: &Cfg) -> Pressure {
        let mut most = Pressure::default();
        for block in 0..cfg.blocks().len() {
            self.walk_back(kernel, cfg, block, |n, live| {
                let unread = kernel.code[n].writes().filter(|reg| !live.contains(reg.index()));
                let mut unread: Vec<Reg> = unread.collect();
                unread.sort_unstable();
                unread.dedup();
                let held = live.ones().map(|n| Reg(n as u32)).chain(unread);
                let now = pressure(kernel, held);
                most.words = most.words.max(now.words);
                most.predicates = most.predicates.max(now.predicates);
            });
        }
        most
    }

    /// Registers that any successor of a block needs.
    fn wanted(&self, cfg: &Cfg, block: usize) -> Registers {
        let mut wanted = self.live_out[block].clone();
        for next in cfg.successors(block).filter(|next| *next != cfg.exit()) {
            wanted.union_with(&self.live_in[next]);
        }
        wanted
    }
}

/// Registers that may have been written before each block begins.
fn written(kernel: &Kernel, cfg: &Cfg) -> Vec<Registers> {
    let mut all = vec![Registers::with_capacity(kernel.registers.len()); cfg.blocks().len()];
    let mut changed = true;
    while changed {
        changed = false;
        for block in 0..cfg.blocks().len() {
            let after = written_after(kernel, cfg, block, &all[block]);
            for next in cfg.successors(block).filter(|next| *next != cfg.exit()) {
                changed |= !after.is_subset(&all[next]);
                all[next].union_with(&after);
            }
        }
    }
    all
}

fn written_after(kernel: &Kernel, cfg: &Cfg, block: usize, before: &Registers) -> Registers {
    let mut written = before.clone();
    for instruction in &kernel.code[cfg.blocks()[block].clone()] {
        instruction.writes().for_each(|reg| written.insert(reg.index()));
    }
    written
}

/// Turns the live registers after an instruction into those before it.
fn step_back(instruction: &Instruction, live: &mut Registers) {
    end_by_writes(instruction, live);
    instruction.uses().for_each(|reg| live.insert(reg.index()));
}

/// Removes the registers that the instruction writes in every thread that reaches it.
pub(super) fn end_by_writes(instruction: &Instruction, live: &mut Registers) {
    if instruction.guard.is_none() {
        instruction.writes().for_each(|reg| live.remove(reg.index()));
    }
}

/// Whether every thread that executes the instruction gets a new value.
fn overwrites(instruction: &Instruction, reg: Reg) -> bool {
    instruction.guard.is_none() && instruction.writes().any(|written| written == reg)
}

fn pressure(kernel: &Kernel, registers: impl Iterator<Item = Reg>) -> Pressure {
    registers.fold(Pressure::default(), |sum, reg| Pressure {
        words: sum.words + kernel.registers[reg.index()].words(),
        predicates: sum.predicates + usize::from(kernel.ty(reg) == Type::Pred),
    })
}
