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
//! Register files to come add what they need here: loads that a register already holds
//! ([`RegisterFile::has_loaded`], locality-aware), and registers in shared memory (EXPARS).

mod counts;
mod ported;

pub use counts::{BankCounts, Counts, Events};
pub use ported::{Channels, Clocked, MAX_EVENTS, Modelled, Operation, Ported, events};

use crate::bits::WarpRegister;
use arrayvec::ArrayVec;

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
}

/// What the SM offers in a cycle: request n is on channel n.
#[derive(Clone, Debug, Default)]
pub struct Offer {
    /// Reads, oldest first: read n is on read channel n.
    pub reads: ArrayVec<Read, READ_PORTS>,
    /// Writes, oldest first: write n is on write channel n.
    pub writes: ArrayVec<Write, WRITE_PORTS>,
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
#[derive(Clone, Debug, Default)]
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
}

/// A load whose addresses are known, before it goes to memory.
#[derive(Clone, Copy, Debug)]
pub struct Load<'a> {
    /// Warp slot.
    pub warp: u8,
    /// Registers that it fills.
    pub registers: &'a [u8],
    /// Lanes that load; bit n is lane n.
    pub lanes: u32,
    /// Of each lane.
    pub addresses: &'a [u64; 32],
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

    /// Whether a write never overtakes a read of its register that was accepted before it.
    fn keeps_order(&self) -> bool;

    /// Whether two registers of a thread share storage, as those may that are never needed at the
    /// same time.
    fn overlap(&self, a: u8, b: u8) -> bool {
        a == b
    }

    /// Whether the registers that a load fills have its values already, so that it needs neither
    /// memory nor write-back.
    fn has_loaded(&mut self, _load: &Load) -> bool {
        false
    }

    /// What it has done since [`RegisterFile::begin`].
    fn counts(&self) -> &Counts;

    /// Where two sides of a lockstep first disagreed.
    fn disagreement(&self) -> Option<&str> {
        None
    }
}
