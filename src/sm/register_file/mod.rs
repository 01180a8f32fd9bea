//! The register file as the SM sees it: channels for reads and writes, and answers.
//!
//! A read names a warp and a register and is answered once, under the collector unit and slot that
//! asked, when all 32 lanes of the operand are there. How many entries of how many banks that takes,
//! through what tables, and whether the read leaves them intact, is the register file's own
//! business; so is where a register lies. A write names the lanes that it changes. Both are accepted
//! in the cycle in which they are offered and ready; what is not accepted is offered again, the
//! oldest on the lowest channel. Writes are told when they are in place, those of a channel in
//! order; until then nobody reads the register. Registers that share storage
//! ([`RegisterFile::overlap`]) count as one in this, and in what follows.
//!
//! A register file either keeps reads and writes of a register in the order in which they are
//! accepted ([`RegisterFile::keeps_order`]; of a read and a write that are accepted in the same
//! cycle the read is older), or is offered no write of a register whose reads are not all answered.
//!
//! A register file that exists as a unit implements [`Channels`], which ties the channels to the
//! unit's ports. [`Ported`] then clocks the unit's model, its RTL, or both ([`Clocked`]), which
//! makes three register files out of one description. Others can implement [`RegisterFile`]
//! directly.
//!
//! A register file may look loads up before they go to memory ([`RegisterFile::looks_up`]), because a
//! register of another warp may hold the data. It is then told of every access of global memory in the
//! order in which they take effect, of registers that nobody needs any more, and of warps that have
//! left. Its verdict on a load says whether memory is asked at all.
//!
//! A register file may have to bring registers before they can be used: the SM names those of a warp's
//! next instructions ([`Offer::bundle`]), and the warp waits until it holds them ([`Reply::holds`]).
//!
//! A register file may have shared memory in its storage ([`RegisterFile::has_shared_memory`]). What it
//! loads is compared with what the kernel has stored, so that a register which lies on an array is
//! found.

mod counts;
mod ported;

pub use counts::{BankCounts, Counts, Events};
pub use ported::{Channels, Clocked, MAX_EVENTS, Modelled, Operation, Ported, events};

use crate::bits::{LANES, RegisterSet, WarpRegister};
use arrayvec::ArrayVec;

pub use super::memory::{Pass, SHARED_BANKS};
pub use crate::units::channels::{READ_PORTS, WRITE_PORTS};

/// Most answers in a cycle: one from each bank, or one for each collector unit.
pub const MAX_ANSWERS: usize = 32;

/// A read that is offered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Read {
    /// Collector unit that asks.
    pub cu: u8,
    /// Operand slot that asks.
    pub slot: u8,
    /// Warp slot.
    pub warp: u8,
    /// Register of the thread.
    pub reg: u8,
    /// No lane of the warp reads the register again before it is written. Offered when every older
    /// read of the register is accepted.
    pub dead: bool,
    /// The register is likely to be read often.
    pub promote: bool,
}

/// A write that is offered.
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
    /// Whether it is what a load brought whose verdict was [`Verdict::Recorded`].
    pub fill: bool,
}

/// Channels for registers that nobody needs any more.
pub const RELEASE_PORTS: usize = 2;

/// Bytes from a window's beginning that an access can name.
pub const WINDOW_BYTES: u64 = 1 << 26;

/// What an access does to what registers hold of memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AccessKind {
    /// It may find its data in a register, and leaves it in one.
    #[default]
    Load,
    /// It changes memory.
    Store,
    /// What registers hold of memory may be out of date from here on: a fence.
    Flush,
}

/// An access of global memory that takes effect.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Access {
    /// What it does.
    pub kind: AccessKind,
    /// Warp slot.
    pub warp: u8,
    /// Register that a load fills.
    pub reg: u8,
    /// Whether no lane outside of `lanes` needs the old value of the register.
    pub whole: bool,
    /// Whether L1 lacks a line of it: it is neither there nor under way.
    pub missing: bool,
    /// Binary logarithm of the bytes of each lane, 0 to 5.
    pub bytes: u8,
    /// Lanes that access; bit n is lane n.
    pub lanes: u32,
    /// Lanes whose address is in the window of [`WINDOW_BYTES`] that begins at the launch's first
    /// buffer.
    pub inside: u32,
    /// Of each lane, the low 26 bits of the address, counted from the window's beginning.
    pub addresses: [u32; LANES],
}

/// What a load that was looked up does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It goes to memory, and other loads may find what it brings in its register.
    Recorded,
    /// It goes to memory.
    Memory,
    /// Its register has the data.
    Held,
    /// Its register gets data that is under way for another load; it is told when.
    Coming,
    /// Its register gets data from two others; it is told when.
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

/// What the SM offers in a cycle: request n is on channel n.
#[derive(Clone, Debug, Default)]
pub struct Offer {
    /// Reads, oldest first: read n is on read channel n.
    pub reads: ArrayVec<Read, READ_PORTS>,
    /// Writes, oldest first: write n is on write channel n.
    pub writes: ArrayVec<Write, WRITE_PORTS>,
    /// An access, if the register file looks loads up.
    pub access: Option<Access>,
    /// Registers that nobody needs any more, whose reads are answered and whose writes are in place:
    /// release n is on release channel n.
    pub releases: ArrayVec<Register, RELEASE_PORTS>,
    /// A warp slot whose warp has left.
    pub leave: Option<u8>,
    /// A pass of shared memory.
    pub pass: Option<Pass>,
    /// A bundle that a warp needs next; its last one was released in an earlier cycle.
    pub bundle: Option<Bundle>,
    /// Warp slots whose bundle has ended: the reads of its instructions are accepted.
    pub released: u64,
    /// Warp slots that issued an instruction in the cycle before, a bit each.
    pub issued: u64,
    /// Warp slots whose warp ended in the cycle before.
    pub ended: u64,
}

/// An operand.
#[derive(Clone, Copy, Debug)]
pub struct Answer {
    /// Collector unit that asked.
    pub cu: u8,
    /// Operand slot that asked.
    pub slot: u8,
    /// Value of the register, 32 lanes of 32 bits.
    pub data: WarpRegister,
}

/// What the register file says in a cycle.
#[derive(Clone, Debug)]
pub struct Reply {
    /// Read channels that are accepted if a request is offered on them; bit n is channel n.
    pub read_ready: u8,
    /// Write channels that are accepted if a request is offered on them; bit n is channel n.
    pub write_ready: u8,
    /// Channels whose oldest accepted write that was not told yet is in place: reads that are
    /// accepted later see it.
    pub written: u8,
    /// Operands that arrive in this cycle.
    pub answers: ArrayVec<Answer, MAX_ANSWERS>,
    /// Whether the access is accepted if one is offered.
    pub access_ready: bool,
    /// On the oldest accepted load that has none yet.
    pub verdict: Option<Verdict>,
    /// A register whose data came for a load that was [`Verdict::Coming`] or [`Verdict::Merged`].
    pub woken: Option<Register>,
    /// Release channels that are accepted; bit n is channel n.
    pub release_ready: u8,
    /// Whether the leaving warp is accepted.
    pub leave_ready: bool,
    /// Warp slots of which the register file holds nothing: a warp may begin there.
    pub left: u64,
    /// Whether a pass is accepted if one is offered. The SM sets it before the cycle: a register file
    /// that does not share its storage with shared memory leaves it set.
    pub pass_ready: bool,
    /// Most warps that may be active under schedulers that limit them (`ltlws_lrr`, `ltlws_gto`). The SM
    /// begins with no limit: a register file without one leaves it.
    pub active: u8,
    /// Warp slots that hold the bundle that they have asked for. The SM begins with all of them: a
    /// register file in which all registers are at hand leaves it.
    pub holds: u64,
    /// Banks whose word arrives in this cycle: those that the pass of the cycle before has asked. The SM
    /// sets it to none before the cycle.
    pub answered: u32,
    /// The words.
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
    /// Makes ready for a kernel: reset, tables loaded, every register of every warp slot written
    /// once. Takes no time of the SM's.
    fn begin(&mut self, regs_per_thread: usize, warps: usize);

    /// A clock cycle.
    fn cycle(&mut self, offer: &Offer, reply: &mut Reply);

    /// Whether nothing is under way, so that cycles without requests change nothing.
    fn is_idle(&self) -> bool;

    /// Whether it is not idle, but nothing goes on before the SM does something.
    fn is_stuck(&self) -> bool {
        false
    }

    /// Who waits in it for what, if it is stuck.
    fn waits_for(&self) -> String {
        String::new()
    }

    /// Whether a write never overtakes a read of its register that was accepted before it.
    fn keeps_order(&self) -> bool;

    /// Whether two registers of a thread share storage, as those may that are never needed at the
    /// same time.
    fn overlap(&self, a: u8, b: u8) -> bool {
        a == b
    }

    /// Whether it takes accesses, releases and leaving warps, and gives verdicts on loads.
    fn looks_up(&self) -> bool {
        false
    }

    /// Whether shared memory is in its storage. Passes then have words, atomic operations a pass that
    /// loads before each that stores, and every word that a pass has asked for arrives a cycle after
    /// the pass was accepted.
    fn has_shared_memory(&self) -> bool {
        false
    }

    /// What it has done since [`RegisterFile::begin`].
    fn counts(&self) -> &Counts;

    /// Where two sides of a lockstep first disagreed.
    fn disagreement(&self) -> Option<&str> {
        None
    }
}
