//! EXPARS' half of the compiler. It decides which registers of a thread may leave the register file
//! ([`order`]), how many CTAs then fit ([`split`]), and which registers are fetched together
//! ([`mod@bundles`]).

pub mod bundles;
pub mod far;
pub mod order;
pub mod report;
pub mod split;

use super::config::{Bundles, Expanded};
use crate::compiler::occupancy::{KernelNeeds, Resources};
use crate::ptx::cfg::Cfg;
use crate::ptx::kernel::{Home, Kernel};
use bundles::{Bundle, Step, bundles, steps};
use order::{Order, Text};
use split::{Bounds, Split, best_split};

/// A kernel whose registers may be partly in the scratchpad.
#[derive(Clone, Debug)]
pub struct Expansion {
    /// The new numbers of the kernel's words, heaviest first.
    pub order: Order,
    /// Homes by the new numbers, one for each register of the kernel.
    pub homes: Vec<Home>,
    /// References of each word, by its new number.
    pub weights: Vec<u64>,
    /// The first register that may leave the register file.
    pub spill_from: usize,
    pub split: Split,
    /// The step of each instruction.
    pub steps: Vec<Step>,
    pub bundles: Vec<Bundle>,
}

/// A kernel and the resources of its CTAs.
#[derive(Clone, Copy)]
pub struct Launched<'a> {
    pub kernel: &'a Kernel,
    /// Homes of the kernel's registers before they are ordered.
    pub homes: &'a [Home],
    pub threads_per_cta: usize,
    /// Shared memory of a CTA, bytes.
    pub shared_bytes: usize,
    /// CTAs of the launch.
    pub ctas: usize,
}

impl Expansion {
    /// Compiles a kernel for the most resident CTAs that the launch can use.
    pub fn new(launched: &Launched, sm: &Resources, keys: &Expanded) -> Expansion {
        let Launched { kernel, homes, .. } = *launched;
        let cfg = Cfg::new(kernel);
        let text = Text::new(kernel, &cfg, homes, keys.loop_weight);
        let least = split::least_start(text.registers(), keys.tau_percent);
        let (order, spill_from) = text.order(keys.cache_lines, least);
        let needs = KernelNeeds {
            threads_per_cta: launched.threads_per_cta,
            regs_per_thread: text.registers(),
            shared_bytes: launched.shared_bytes,
        };
        let bounds = Bounds { tau_percent: keys.tau_percent, spill_from };
        let split = best_split(&needs, sm, bounds, launched.ctas);
        let homes = order.homes(homes);
        let steps = steps(kernel, &cfg, &homes);
        let bound = match keys.bundles {
            Bundles::Launch if split.ctas_mix > 0 => split.start_reg,
            _ => spill_from,
        };
        let bundles = bundles(&steps, bound, keys.cache_lines);
        let weights = order.words().iter().map(|word| text.weights[*word]).collect();
        Expansion { order, homes, weights, spill_from, split, steps, bundles }
    }
}
