//! Reads per value: the paper's Algorithm 2, corrected.
//!
//! Reads are counted in program order within a basic block. A count begins at the first read of a
//! value, its leader, and ends at a write of the word, guarded or not, or at the end of the block.
//! It need not end at a dead read, because a write follows before the next read of that word. The
//! dead read is counted too.

use crate::ptx::cfg::Cfg;
use crate::ptx::kernel::{Home, Kernel};
use std::collections::BTreeMap;

/// The first read of a value in a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Leader {
    pub instruction: usize,
    /// Index of the word among the words that the instruction collects.
    pub position: usize,
    /// Reads of the value in the block, including this one.
    pub reads: usize,
}

/// The leaders of all blocks. `reads` lists the words that each instruction collects.
pub fn references(kernel: &Kernel, cfg: &Cfg, homes: &[Home], reads: &[Vec<usize>]) -> Vec<Leader> {
    let mut all = Vec::new();
    for block in cfg.blocks() {
        let mut open: BTreeMap<usize, Leader> = BTreeMap::new();
        for n in block.clone() {
            for (position, word) in reads[n].iter().enumerate() {
                let leader = Leader { instruction: n, position, reads: 0 };
                open.entry(*word).or_insert(leader).reads += 1;
            }
            let written = kernel.code[n].writes().flat_map(|reg| homes[reg.index()].words());
            written.for_each(|word| all.extend(open.remove(&word)));
        }
        all.extend(open.into_values());
    }
    all
}
