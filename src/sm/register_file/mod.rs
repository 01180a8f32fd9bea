//! The register file as the SM sees it: channels for reads and writes, and answers.
//!
//! A read names a warp and a register. It is answered once, with the requesting collector unit and
//! slot, when all 32 lanes of the operand are ready. Placement, tables, the number of bank entries
//! and their state after the read are internal to the register file. A write names the lanes that
//! it changes. Both are accepted in the cycle in which they are offered and ready; other requests
//! are offered again, the oldest on the lowest channel. Completed writes are acknowledged, in order
//! per channel; until then no read of the register is offered. Registers that share storage
//! ([`RegisterFile::overlap`]) count as one register here and below.
//!
//! A register file either keeps reads and writes of a register in the order in which they are
//! accepted ([`RegisterFile::keeps_order`]; of a read and a write that are accepted in the same
//! cycle the read is older), or is offered no write of a register whose reads are not all answered.
//!
//! A register file that exists as a unit implements [`Channels`], which ties the channels to the
//! unit's ports. A file of banks gets this from its storage ([`StorageOnSm`]). [`Ported`] then
//! clocks the unit's model, its RTL, or both ([`Clocked`]), so that one description gives three
//! register files. Others can implement [`RegisterFile`] directly.
//!
//! A register file may look loads up before they are sent to memory ([`RegisterFile::looks_up`]),
//! because a register of another warp may hold the data. The SM then offers it dead registers,
//! finished warps, and every access of global memory, in the order in which the accesses take
//! effect. The register file's verdict on a load decides whether the load is sent to memory.
//!
//! A register file may have to fetch registers before use: the SM names the registers of a warp's
//! next instructions ([`Offer::bundle`]), and the warp waits until it holds them
//! ([`Reply::holds`]).
//!
//! A register file may have shared memory in its storage ([`RegisterFile::has_shared_memory`]).
//! Loaded words are compared with the stored ones, which detects a register that overlaps an array.

mod banks;
mod counts;
mod ported;

pub use banks::StorageOnSm;
pub use counts::{BankCounts, Counts, Events};
pub use ported::{Channels, Clocked, MAX_EVENTS, Modelled, Operation, Ported, events};

use crate::bits::{LANES, RegisterSet, WarpRegister};
use arrayvec::ArrayVec;

pub use super::memory::{Pass, SHARED_BANKS};
pub use crate::units::channels::{READ_PORTS, WRITE_PORTS};

/// Maximum answers in a cycle: one from each bank, or one for each collector unit.
pub const MAX_ANSWERS: usize = 32;

/// An offered read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Read {
    /// Requesting collector unit.
    pub cu: u8,
    /// Requesting operand slot.
    pub slot: u8,
    /// Warp slot.
    pub warp: u8,
    /// Register of the thread.
    pub reg: u8,
    /// Whether no lane of the warp reads the register again before it is written. Such a read is
    /// offered only after every older read of the register is accepted.
    pub dead: bool,
    /// Whether the register is likely to be read often.
    pub promote: bool,
}

/// An offered write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Write {
    /// Warp slot.
    pub warp: u8,
    /// Register of the thread.
    pub reg: u8,
    /// Lanes that it changes.
    pub lane_mask: u32,
    /// New value, 32 lanes of 32 bits.
    pub data: WarpRegister,
    /// Whether it is the data of a load whose verdict was [`Verdict::Recorded`].
    pub fill: bool,
}

/// Channels for dead registers.
pub const RELEASE_PORTS: usize = 2;

/// Size of the window of addresses that an access can name, bytes.
pub const WINDOW_BYTES: u64 = 1 << 26;

/// Effect of an access on loaded data in registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AccessKind {
    /// A load: it may find its data in a register, and its destination then holds the data.
    #[default]
    Load,
    /// A store: it changes memory.
    Store,
    /// A fence: loaded data in registers may be stale after it.
    Flush,
}

/// An access of global memory that takes effect.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// Its effect.
    pub kind: AccessKind,
    /// Warp slot.
    pub warp: u8,
    /// Register that a load fills.
    pub reg: u8,
    /// Whether the old value of the register is dead in all lanes outside of `lanes`.
    pub whole: bool,
    /// Whether a line of the access is neither in L1 nor in flight.
    pub missing: bool,
    /// Binary logarithm of the bytes of each lane, 0 to 5.
    pub bytes: u8,
    /// Lanes that access; bit n is lane n.
    pub lanes: u32,
    /// Lanes whose address is in the window of [`WINDOW_BYTES`] that begins at the launch's first
    /// buffer.
    pub inside: u32,
    /// Low 26 bits of each lane's address, relative to the window.
    pub addresses: [u32; LANES],
}

/// Verdict on a load.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The load is sent to memory, and other loads may find its data in its register.
    Recorded,
    /// The load is sent to memory.
    Memory,
    /// The load's register has the data.
    Held,
    /// The load's register gets data that is in flight for another load. A wake-up follows.
    Coming,
    /// The load's register gets data from two other registers. A wake-up follows.
    Merged,
}

/// A register of a warp.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Register {
    /// Warp slot.
    pub warp: u8,
    /// Register of the thread.
    pub reg: u8,
}

/// A warp's next bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bundle {
    /// Warp slot.
    pub warp: u8,
    /// Registers that its instructions read or write.
    pub registers: RegisterSet,
}

/// Offers of the SM in a cycle: request n is on channel n.
#[derive(Clone, Debug, Default)]
pub struct Offer {
    /// Reads, oldest first: read n is on read channel n.
    pub reads: ArrayVec<Read, READ_PORTS>,
    /// Writes, oldest first: write n is on write channel n.
    pub writes: ArrayVec<Write, WRITE_PORTS>,
    /// An access, for register files that look loads up.
    pub access: Option<Access>,
    /// Dead registers whose reads are answered and whose writes have completed: release n is on
    /// release channel n.
    pub releases: ArrayVec<Register, RELEASE_PORTS>,
    /// A warp slot whose warp has finished.
    pub leave: Option<u8>,
    /// A pass of shared memory, only for a register file that has it.
    pub pass: Option<Pass>,
    /// The next bundle of a warp, whose previous bundle was released in an earlier cycle.
    pub bundle: Option<Bundle>,
    /// Warp slots whose bundle has ended: the reads of its instructions are accepted.
    pub released: u64,
    /// Warp slots that issued an instruction in the previous cycle; bit n is slot n.
    pub issued: u64,
    /// Warp slots whose warp ended in the previous cycle; bit n is slot n.
    pub ended: u64,
}

/// An operand.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// Collector unit of the answered read.
    pub cu: u8,
    /// Operand slot of the answered read.
    pub slot: u8,
    /// Value of the register, 32 lanes of 32 bits.
    pub data: WarpRegister,
}

/// Reply of the register file in a cycle.
#[derive(Clone, Debug)]
pub struct Reply {
    /// Read channels that are accepted if a request is offered on them; bit n is channel n.
    pub read_ready: u8,
    /// Write channels that are accepted if a request is offered on them; bit n is channel n.
    pub write_ready: u8,
    /// Bit n: write channel n's oldest outstanding write has completed. Reads accepted later see
    /// it.
    pub written: u8,
    /// Operands that arrive in this cycle.
    pub answers: ArrayVec<Answer, MAX_ANSWERS>,
    /// Whether the access is accepted if one is offered.
    pub access_ready: bool,
    /// Verdict on the oldest accepted load without one.
    pub verdict: Option<Verdict>,
    /// Wake-up: a register has received its data for a load that was [`Verdict::Coming`] or
    /// [`Verdict::Merged`].
    pub woken: Option<Register>,
    /// Release channels that are accepted; bit n is channel n.
    pub release_ready: u8,
    /// Whether the finished warp is accepted.
    pub leave_ready: bool,
    /// Warp slots whose registers are all released, so that a warp may start there.
    pub left: u64,
    /// Whether a pass is accepted if one is offered. The SM sets it before the cycle: a register
    /// file that does not share its storage with shared memory leaves it set.
    pub pass_ready: bool,
    /// Maximum active warps under schedulers that limit them (`ltlws_lrr`, `ltlws_gto`). The SM
    /// presets no limit; a register file without a limit does not change it.
    pub active: u8,
    /// Warp slots that hold the bundle that they requested. The SM presets all; a register file
    /// that holds all registers does not change it.
    pub holds: u64,
    /// Banks whose word arrives in this cycle, as the pass of the previous cycle requested. The SM
    /// presets none.
    pub answered: u32,
    /// Words of the banks in `answered`.
    pub words: [u32; SHARED_BANKS],
}

impl Default for Reply {
    fn default() -> Self {
        Reply {
            read_ready: 0,
            write_ready: 0,
            written: 0,
            answers: ArrayVec::new(),
            access_ready: false,
            verdict: None,
            woken: None,
            release_ready: 0,
            leave_ready: false,
            left: 0,
            pass_ready: true,
            active: u8::MAX,
            holds: u64::MAX,
            answered: 0,
            words: [0; SHARED_BANKS],
        }
    }
}

/// A register file of one SM.
pub trait RegisterFile {
    /// Prepares for a kernel: reset, tables loaded, every register of every warp slot written once.
    /// Takes no SM cycles.
    fn begin(&mut self, regs_per_thread: usize, warps: usize);

    /// A clock cycle.
    fn cycle(&mut self, offer: &Offer, reply: &mut Reply);

    /// Whether nothing is in flight, so that cycles without requests change nothing.
    fn is_idle(&self) -> bool;

    /// Whether the register file is not idle, but changes nothing until the SM acts.
    fn is_stuck(&self) -> bool {
        false
    }

    /// Waiting part of a stuck register file, and the cause.
    fn waits_for(&self) -> String {
        String::new()
    }

    /// Whether a write never overtakes a read of its register that was accepted before it.
    fn keeps_order(&self) -> bool;

    /// Whether two registers of a thread share storage. Registers that are never live together may.
    fn overlap(&self, a: u8, b: u8) -> bool {
        a == b
    }

    /// Whether it takes accesses, releases and finished warps, and gives verdicts on loads.
    fn looks_up(&self) -> bool {
        false
    }

    /// Whether shared memory is in its storage. Passes then have words; atomic operations have a
    /// pass that loads before each pass that stores; and every requested word arrives in the cycle
    /// after its pass is accepted.
    fn has_shared_memory(&self) -> bool {
        false
    }

    /// Counts since [`RegisterFile::begin`].
    fn counts(&self) -> &Counts;

    /// First disagreement of the two sides of a lockstep.
    fn disagreement(&self) -> Option<&str> {
        None
    }
}
