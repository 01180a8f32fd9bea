//! Which numbers each register may hold: range analysis.
//!
//! A kernel becomes extended SSA form (`essa`); `transfer` says what each instruction makes of
//! the intervals that it reads, and `Solution` is the least that the rules then allow, nearly: the
//! strongly connected components of names come in topological order, and within one, names that
//! grow are widened to the next number that occurs in the kernel's comparisons or ends a type, then
//! all are narrowed again. A register's range is the union over everything written to it.
//!
//! Sound for every input: memory, textures, clocks and other lanes' votes may hold anything of their
//! type, special registers what the launch allows ([`Limits`]), and arithmetic that may wrap gives
//! everything. What an [`Interval`] means for bits is said there.
//!
//! Source: Angerd et al. 2020, section 4.2, after Pereira et al. 2013.

mod essa;
mod interval;
mod solve;
mod transfer;

pub use interval::{Interval, Width};
pub use transfer::Limits;

use crate::compiler::liveness::Liveness;
use crate::ptx::cfg::Cfg;
use crate::ptx::isa::Reg;
use crate::ptx::kernel::Kernel;
use essa::Meaning;

/// Range of each register of a kernel, by register: `None` for predicates and for registers to
/// which nothing is ever written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranges(Vec<Option<Interval>>);

impl Ranges {
    pub fn new(kernel: &Kernel, cfg: &Cfg, live: &Liveness, limits: &Limits) -> Ranges {
        let nodes = essa::names(kernel, cfg, live);
        let found = solve::solve(kernel, &nodes, limits);
        let mut ranges: Vec<Option<Interval>> = vec![None; kernel.registers.len()];
        for (node, interval) in nodes.iter().zip(found) {
            let (Meaning::Result { .. }, Some(new)) = (&node.meaning, interval) else { continue };
            let range = &mut ranges[node.reg.index()];
            *range = Some(range.map_or(new, |old| old.union(new)));
        }
        Ranges(ranges)
    }

    pub fn of(&self, reg: Reg) -> Option<Interval> {
        self.0[reg.index()]
    }
}
