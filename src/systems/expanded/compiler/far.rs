//! Words that a load from beyond the SM may still write: a forward data-flow analysis.

use super::bundles::touched;
use crate::ptx::cfg::Cfg;
use crate::ptx::kernel::{Home, Kernel};
use std::collections::BTreeSet;

/// The set of these words before each instruction. A load of global or local memory, an atomic
/// operation there or a texture fetch adds the words that it writes. An instruction that reads or
/// writes a word waits for the word and removes it.
pub fn on_the_way(kernel: &Kernel, cfg: &Cfg, homes: &[Home]) -> Vec<BTreeSet<usize>> {
    let mut entry = vec![BTreeSet::new(); cfg.blocks().len()];
    let mut before = vec![BTreeSet::new(); kernel.code.len()];
    let mut changed = true;
    while changed {
        changed = false;
        for (block, range) in cfg.blocks().iter().enumerate() {
            let mut now = entry[block].clone();
            for n in range.clone() {
                before[n].clone_from(&now);
                let instruction = &kernel.code[n];
                now = &now - &touched(instruction, homes);
                if instruction.op.is_far() {
                    now.extend(instruction.writes().flat_map(|reg| homes[reg.index()].words()));
                }
            }
            for next in cfg.successors(block).filter(|next| *next != cfg.exit()) {
                changed |= !now.is_subset(&entry[next]);
                entry[next].extend(&now);
            }
        }
    }
    before
}
