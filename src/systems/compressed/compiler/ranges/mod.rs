//! Range analysis: finds the interval of numbers that each register may hold.
//!
//! The kernel is converted to extended SSA form (`essa`). `transfer` gives the interval that an
//! instruction writes, from the intervals that it reads. `solve` then computes the intervals of all
//! names: it takes the strongly connected components of names in topological order. In each one it
//! widens the names that grow, to the next limit of a type or number in a comparison of the kernel,
//! and then narrows all names again. The result is close to the least solution. The range of a
//! register is the union over everything written to it.
//!
//! The analysis is sound for every input. Memory, textures, clocks and votes of other lanes may
//! have any value of their type; special registers have the values that the launch allows
//! ([`Limits`]); arithmetic that may wrap gives the full range. [`Interval`] explains how intervals
//! stand for bits.
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
