//! Which words of a warp register file are still needed, by one thread and by all lanes of a warp.
//!
//! [`super::liveness`] is about the values of one thread. Here it is about words after allocation:
//! a word is needed if any value that lives in it is. And it is about a warp: what one lane no
//! longer needs, a lane that waits elsewhere may need.
//!
//! # Where lanes wait
//!
//! Lanes part at a branch that may diverge: one with a guard or an index that [`super::uniform`]
//! does not find to be the same in all lanes that come to it together. While some run one way, the
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

/// A set of a thread's words of 32 bits, by number.
pub type Words = FixedBitSet;

/// What is needed of the words as they were before an instruction, once it has executed.
#[derive(Clone, Debug)]
pub struct WarpLiveness {
    by_thread: Vec<Words>,
    by_warp: Vec<Words>,
}

impl WarpLiveness {
    /// Of a kernel whose registers are in these homes, one for each.
    pub fn new(kernel: &Kernel, cfg: &Cfg, live: &Liveness, homes: &[Home]) -> WarpLiveness {
        let waiting = waiting(kernel, cfg, live);
        let none = vec![Words::new(); kernel.code.len()];
        let mut needed = WarpLiveness { by_thread: none.clone(), by_warp: none };
        for (block, waiting) in waiting.iter().enumerate() {
            let waiting = words(waiting, homes);
            live.walk_back(kernel, cfg, block, |n, after| {
                let mut kept = after.clone();
                end_by_writes(&kernel.code[n], &mut kept);
                needed.by_thread[n] = words(&kept, homes);
                needed.by_warp[n] = &needed.by_thread[n] | &waiting;
            });
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
}

/// All words that any of these registers takes.
fn words(registers: &Registers, homes: &[Home]) -> Words {
    let words = homes.iter().map(|home| home.words().end).max().unwrap_or(0);
    let mut all = Words::with_capacity(words);
    registers.ones().for_each(|reg| all.insert_range(homes[reg].words()));
    all
}

/// By block, the registers that lanes need which wait while others are in that block.
fn waiting(kernel: &Kernel, cfg: &Cfg, live: &Liveness) -> Vec<Registers> {
    let none = Registers::with_capacity(kernel.registers.len());
    let mut all = vec![none.clone(); cfg.blocks().len()];
    for parting in partings(kernel, cfg, live) {
        for (way, blocks) in &parting.ways {
            let mut needed = none.clone();
            let others = parting.places.iter().filter(|place| *place != way);
            others.for_each(|place| needed.union_with(live.live_in(*place)));
            blocks.iter().for_each(|block| all[*block].union_with(&needed));
        }
    }
    all
}
