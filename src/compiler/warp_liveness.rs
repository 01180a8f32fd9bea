//! Which words of a warp register file are still needed, by one thread and by all lanes of a warp.
//!
//! [`super::liveness`] is about the values of one thread. Here it is about words after allocation:
//! a word is needed if any value that lives in it is. And it is about a warp: what one lane no
//! longer needs, a lane that waits elsewhere may need.
//!
//! # Where lanes wait
//!
//! Lanes part at a branch that may diverge: one with a guard or an index that [`super::uniform`]
//! does not find to be the same in all lanes that reach it together. While some run one way, the
//! others wait at the beginning of another way, or where all of them meet again, at the branch's
//! immediate post-dominator. So it is with a [`SimtStack`]. An instruction may run while lanes wait
//! for a branch if control reaches it from a way of the branch without passing the branch's meeting
//! point. The order of the ways does not matter.
//!
//! It does not hold for independent thread scheduling, where lanes wait anywhere.
//!
//! [`SimtStack`]: crate::ptx::exec::SimtStack

use super::liveness::{Liveness, Registers, end_by_writes};
use super::uniform::partings;
use crate::ptx::cfg::Cfg;
use crate::ptx::kernel::{Home, Kernel};
use fixedbitset::FixedBitSet;
use std::collections::BTreeSet;

/// A set of a thread's words of 32 bits, by number.
pub type Words = FixedBitSet;

/// Words needed before, at and after each instruction.
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
    /// Words that they need.
    pub words: Words,
    /// Blocks at whose beginning they wait.
    pub blocks: BTreeSet<usize>,
}

impl WarpLiveness {
    /// Analyses a kernel whose registers have these homes, one for each.
    pub fn new(kernel: &Kernel, cfg: &Cfg, live: &Liveness, homes: &[Home]) -> WarpLiveness {
        let waiting = waiting(kernel, cfg, live);
        let count = homes.iter().map(|home| home.words().end).max().unwrap_or(0);
        // All words that any of these registers takes.
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

    /// Words that a thread may still read after instruction `n` before it writes them; without
    /// those that `n` itself writes in every thread.
    pub fn by_thread(&self, n: usize) -> &Words {
        &self.by_thread[n]
    }

    /// The same of all lanes of the warp: those that are at `n`, executing or not, and those that
    /// wait while others are at `n`.
    pub fn by_warp(&self, n: usize) -> &Words {
        &self.by_warp[n]
    }

    /// Words that some lane of the warp needs when others reach instruction `n`.
    pub fn before(&self, n: usize) -> &Words {
        &self.before[n]
    }

    /// Words that some lane of the warp needs once others have executed instruction `n`, with those
    /// that `n` writes and some lane reads.
    pub fn after(&self, n: usize) -> &Words {
        &self.after[n]
    }

    /// Lanes that may wait while others are at instruction `n`; none if no lane can.
    pub fn waiting(&self, n: usize) -> Option<&Waiting> {
        self.waiting[n].as_ref()
    }
}

/// By block, the blocks at whose beginning lanes may wait while others are in it.
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
