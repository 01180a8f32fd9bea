//! Liveness of the words of a warp register file, for one thread and for all lanes of a warp.
//!
//! [`super::liveness`] treats the values of one thread. This module treats words after allocation:
//! a word is needed if any value allocated to it is needed. It also treats a warp: a waiting lane
//! may need a word that the executing lanes no longer need.
//!
//! # Where lanes wait
//!
//! Lanes diverge at a branch with a guard or an index that [`super::uniform`] does not find to be
//! equal in all lanes that reach it together. While some lanes execute one way, the others wait at
//! the start of another way, or at the reconvergence point, the immediate post-dominator of the
//! branch. A [`SimtStack`] works like this. So lanes may wait at a branch while an instruction runs
//! if control reaches the instruction on a way of the branch without passing the reconvergence
//! point. The order of the ways does not matter.
//!
//! This does not hold for independent thread scheduling, where lanes may wait anywhere.
//!
//! [`SimtStack`]: crate::ptx::exec::SimtStack

use super::liveness::{Liveness, Registers, end_by_writes};
use super::uniform::partings;
use crate::ptx::cfg::Cfg;
use crate::ptx::kernel::{Home, Kernel};
use fixedbitset::FixedBitSet;
use std::collections::BTreeSet;

/// A set of a thread's 32-bit words, by number.
pub type Words = FixedBitSet;

/// Words needed before, during and after each instruction.
#[derive(Clone, Debug)]
pub struct WarpLiveness {
    by_thread: Vec<Words>,
    by_warp: Vec<Words>,
    before: Vec<Words>,
    after: Vec<Words>,
    waiting: Vec<Option<Waiting>>,
}

/// Lanes that may wait while others execute.
#[derive(Clone, Debug)]
pub struct Waiting {
    /// Words that the waiting lanes need.
    pub words: Words,
    /// Blocks at whose start they wait.
    pub blocks: BTreeSet<usize>,
}

impl WarpLiveness {
    /// Analyses a kernel; `homes` has one home for each register.
    pub fn new(kernel: &Kernel, cfg: &Cfg, live: &Liveness, homes: &[Home]) -> WarpLiveness {
        let waiting = waiting(kernel, cfg, live);
        let count = homes.iter().map(|home| home.words().end).max().unwrap_or(0);
        // Words of these registers.
        let words = |registers: &Registers| {
            let mut all = Words::with_capacity(count);
            registers.ones().for_each(|reg| all.insert_range(homes[reg].words()));
            all
        };
        let none = vec![Words::new(); kernel.code.len()];
        let mut needed = WarpLiveness {
            by_thread: none.clone(),
            by_warp: none.clone(),
            before: none.clone(),
            after: none,
            waiting: vec![None; kernel.code.len()],
        };
        for (block, waiting) in waiting.iter().enumerate() {
            let waiting = (!waiting.is_empty()).then(|| {
                let blocks = waiting.iter();
                let needed = blocks.fold(Words::new(), |all, at| &all | live.live_in(*at));
                Waiting { words: words(&needed), blocks: waiting.clone() }
            });
            let of_warp = |of_thread: &Words| match &waiting {
                Some(waiting) => of_thread | &waiting.words,
                None => of_thread.clone(),
            };
            let range = cfg.blocks()[block].clone();
            live.walk_back(kernel, cfg, block, |n, after| {
                let mut kept = after.clone();
                end_by_writes(&kernel.code[n], &mut kept);
                needed.by_thread[n] = words(&kept);
                needed.by_warp[n] = of_warp(&needed.by_thread[n]);
                needed.after[n] = of_warp(&words(after));
                needed.waiting[n].clone_from(&waiting);
            });
            needed.before[range.start] = of_warp(&words(live.live_in(block)));
            for n in range.skip(1) {
                needed.before[n] = needed.after[n - 1].clone();
            }
        }
        needed
    }

    /// Words that a thread may read after instruction `n` before it writes them, without the words
    /// that `n` itself writes in every thread.
    pub fn by_thread(&self, n: usize) -> &Words {
        &self.by_thread[n]
    }

    /// Like [`WarpLiveness::by_thread`], for all lanes of the warp: the lanes at `n`, executing or
    /// not, and the lanes that wait while others are at `n`.
    pub fn by_warp(&self, n: usize) -> &Words {
        &self.by_warp[n]
    }

    /// Words that some lane of the warp needs when lanes reach instruction `n`.
    pub fn before(&self, n: usize) -> &Words {
        &self.before[n]
    }

    /// Words that some lane of the warp needs after lanes have executed instruction `n`, including
    /// words that `n` writes and some lane reads.
    pub fn after(&self, n: usize) -> &Words {
        &self.after[n]
    }

    /// Lanes that may wait while others are at instruction `n`; `None` if no lane can.
    pub fn waiting(&self, n: usize) -> Option<&Waiting> {
        self.waiting[n].as_ref()
    }
}

/// For each block, the blocks at whose start lanes may wait while others execute it.
fn waiting(kernel: &Kernel, cfg: &Cfg, live: &Liveness) -> Vec<BTreeSet<usize>> {
    let mut all = vec![BTreeSet::new(); cfg.blocks().len()];
    for parting in partings(kernel, cfg, live) {
        for (way, blocks) in &parting.ways {
            let others = parting.places.iter().filter(|place| *place != way);
            for block in blocks {
                all[*block].extend(others.clone());
            }
        }
    }
    all
}
