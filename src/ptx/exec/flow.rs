//! The effect of an instruction on a warp's control flow.

use super::execute::Inputs;
use crate::bits::LANES;
use crate::ptx::isa::{Barrier, Instruction, Op};
use std::collections::BTreeMap;

/// Effect of an instruction on control flow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flow {
    /// The warp continues with the next instruction; values and memory may change.
    Values,
    /// The executing lanes jump to the target; the other active lanes continue.
    Branch {
        /// Number of the target instruction.
        target: usize,
    },
    /// Targets, each with the lanes that jump to it; the other active lanes continue.
    Ways(Vec<(usize, u32)>),
    /// Executing lanes end.
    Exit,
    /// The kernel is aborted.
    Trap,
    /// The warp arrives at a barrier.
    Barrier(Arrival),
    /// An error in the kernel's text that is found only during execution.
    Illegal(&'static str),
}

/// A warp's arrival at a barrier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// Barrier number, 0 to 15.
    pub number: usize,
    /// Number of threads to wait for, if the instruction gives one.
    pub threads: Option<usize>,
    /// Lanes that arrive.
    pub lanes: u32,
    /// Lanes whose predicate, after its `!`, is true.
    pub wanted: u32,
    /// Whether the warp waits for the others; false for `bar.arrive`.
    pub waits: bool,
}

/// Barriers of a CTA.
pub const BARRIERS: usize = 16;

/// The control-flow effect of an instruction for the executing lanes.
#[inline]
pub fn flow(instruction: &Instruction, inputs: &Inputs, lanes: u32) -> Flow {
    match &instruction.op {
        Op::Branch(target) => Flow::Branch { target: *target },
        Op::BranchIndexed(targets) => ways(targets, inputs, lanes),
        Op::Exit => Flow::Exit,
        Op::Trap => Flow::Trap,
        Op::Barrier(kind) => barrier(*kind, inputs, lanes),
        _ => Flow::Values,
    }
}

fn ways(targets: &[usize], inputs: &Inputs, lanes: u32) -> Flow {
    let mut ways: BTreeMap<usize, u32> = BTreeMap::new();
    for lane in (0..LANES).filter(|lane| lanes >> lane & 1 != 0) {
        let Some(&target) = targets.get(inputs.values[0].lo[lane] as usize) else {
            return Flow::Illegal("an index beyond the branch targets");
        };
        *ways.entry(target).or_default() |= 1 << lane;
    }
    Flow::Ways(ways.into_iter().collect())
}

fn barrier(kind: Barrier, inputs: &Inputs, lanes: u32) -> Flow {
    let first = lanes.trailing_zeros() as usize % LANES;
    let number = inputs.values.first().map_or(0, |value| value.lo[first] as usize);
    let threads = inputs.values.get(1).map(|value| value.lo[first] as usize);
    if number >= BARRIERS {
        return Flow::Illegal("a barrier number above 15");
    }
    let predicate = inputs.predicates.first().copied().unwrap_or(0);
    let (wanted, waits) = match kind {
        Barrier::Sync => (0, true),
        Barrier::Arrive => (0, false),
        Barrier::CountTrue { negated }
        | Barrier::AllTrue { negated }
        | Barrier::AnyTrue { negated } => (if negated { !predicate } else { predicate }, true),
    };
    Flow::Barrier(Arrival { number, threads, lanes, wanted: wanted & lanes, waits })
}
