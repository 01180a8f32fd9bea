//! Faults and doubtful behaviour of kernels, with their places.

use super::memory::Refusal;
use crate::ptx::isa::Space;
use std::fmt;

/// Position in the grid and in the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Site {
    /// CTA in the grid, x, y, z.
    pub cta: [u32; 3],
    /// Thread in the CTA, x, y, z.
    pub thread: [u32; 3],
    /// Index of the instruction in the kernel, from 0.
    pub pc: usize,
    /// Line of the PTX text.
    pub line: u32,
    /// Line of the source program, if the text names it: `kernel.cu:12`.
    pub origin: Option<String>,
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Site { cta: [a, b, c], thread: [x, y, z], pc, line, origin } = self;
        write!(f, "line {line} (instruction {pc}")?;
        if let Some(origin) = origin {
            write!(f, ", {origin}")?;
        }
        write!(f, "), CTA ({a}, {b}, {c}), thread ({x}, {y}, {z})")
    }
}

/// Causes that end a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// An access that memory refuses.
    Access {
        /// State space of the instruction.
        space: Space,
        /// Address in that space.
        address: u64,
        /// Size of the access, bytes.
        bytes: usize,
        /// True for stores and atomics, false for loads.
        store: bool,
        /// Why memory refuses it.
        refusal: Refusal,
    },
    /// No warp can continue.
    Deadlock {
        /// Warps that wait at a barrier.
        waiting: usize,
    },
    /// The register file waits for a warp, and no warp can continue.
    Starved {
        /// Who waits in the register file, and for what.
        what: String,
        /// Warps that wait at a barrier.
        waiting: usize,
    },
    /// A warp executed more instructions than allowed.
    Runaway {
        /// Instructions allowed for one warp.
        limit: u64,
    },
    /// A thread executed `trap`.
    Trap,
    /// A texture that the launch does not have.
    Texture {
        /// Name of the texture reference, or the handle.
        name: String,
    },
    /// An error in the kernel's text that is found only during execution.
    Illegal(&'static str),
}

/// Cause and place of the end of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Cause.
    pub trouble: Trouble,
    /// Place.
    pub site: Site,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}: ", self.site)?;
        match &self.trouble {
            Trouble::Access { space, address, bytes, store, refusal } => {
                let what = if *store { "store of" } else { "load of" };
                write!(f, "{what} {bytes} bytes at {address:#x} ({space:?}): ")?;
                match refusal {
                    Refusal::OutOfBounds { nearest, bytes } => {
                        write!(f, "out of bounds; nearest below: {nearest} ({bytes} bytes)")
                    }
                    Refusal::Misaligned => write!(f, "misaligned"),
                    Refusal::ReadOnly { name } => write!(f, "{name} is read-only"),
                }
            }
            Trouble::Deadlock { waiting } => {
                write!(f, "deadlock: {waiting} warps wait at a barrier that never completes")
            }
            Trouble::Starved { what, waiting } => {
                write!(f, "deadlock: {what}; {waiting} warps wait at a barrier")
            }
            Trouble::Runaway { limit } => {
                write!(f, "a warp executed {limit} instructions without ending")
            }
            Trouble::Trap => write!(f, "the kernel trapped"),
            Trouble::Texture { name } => write!(f, "no texture '{name}' in the launch"),
            Trouble::Illegal(what) => write!(f, "{what}"),
        }
    }
}

/// Doubtful behaviour, which does not end a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Doubt {
    /// A read of a register that was never written.
    UninitialisedRegister,
    /// A load of memory that was never written.
    UninitialisedMemory,
    /// Two warps access the same byte of shared memory without a barrier in between, and one of
    /// them writes.
    Race,
    /// A barrier that only some threads of a warp reach together.
    DivergentBarrier,
    /// A shuffle takes the value of a lane that does not execute it.
    InactiveLane,
    /// A member mask names a live lane that does not execute the instruction; the instruction does
    /// not wait for it.
    AbsentMember,
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Doubt::UninitialisedRegister => "read of a register that was never written",
            Doubt::UninitialisedMemory => "load of memory that was never written",
            Doubt::Race => "shared memory that another warp accessed since the last barrier",
            Doubt::DivergentBarrier => "barrier reached by only some threads of a warp",
            Doubt::InactiveLane => "shuffle from a lane that does not execute it; value is 0",
            Doubt::AbsentMember => {
                "member mask with a lane that does not execute the instruction; the warp does not \
                 wait for it"
            }
        })
    }
}

/// A kind of doubtful behaviour: number of occurrences, and the first one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubtful {
    /// Kind of doubtful behaviour.
    pub doubt: Doubt,
    /// Warp instructions in which it happened.
    pub count: u64,
    /// Where it happened first.
    pub first: Site,
}
