//! Request channels of all register files: eight read and three write channels before banks that
//! take one read and one write each per cycle.

pub use super::channel_pending::{Pending, REGISTERS, register};
pub use super::channel_replay::Replay;
pub use super::channel_traffic::{Traffic, random_kernel};

use super::placement;
use crate::bits::WarpRegister;
use crate::stream::Placer;

/// Number of read channels.
pub const READ_PORTS: usize = 8;

/// Number of write channels.
pub const WRITE_PORTS: usize = 3;

/// Maximum number of banks of a register file, the bound of `gpu.banks`.
pub const MAX_BANKS: usize = 32;

/// The place of a register.
#[derive(Clone, Copy, Debug, Default)]
pub struct Placed {
    /// Bank that holds the register.
    pub bank: u8,
    /// Entry of the bank.
    pub entry: u16,
}

/// Places of all channels' registers, in a kernel with `regs_per_thread` registers per thread.
pub fn place<const N: usize>(
    params: &placement::Params,
    regs_per_thread: u16,
    warps: &[u8; N],
    regs: &[u8; N],
) -> [Placed; N] {
    let placer = Placer {
        placement: params.placement,
        banks: params.banks,
        regs_per_thread: usize::from(regs_per_thread),
    };
    let mut places = [Placed::default(); N];
    place_each(&placer, warps, regs, &mut places);
    places
}

// Not inlined for each number of channels, because the code of a cycle barely fits the L1 cache.
#[inline(never)]
fn place_each(placer: &Placer, warps: &[u8], regs: &[u8], places: &mut [Placed]) {
    for ((place, &warp), &reg) in places.iter_mut().zip(warps).zip(regs) {
        // Warp 0, register 0 is in bank 0, entry 0 with every placement.
        if warp | reg != 0 {
            let (bank, entry) = placer.place(warp, reg);
            *place = Placed { bank: bank as u8, entry: entry as u16 };
        }
    }
}

/// Channels with no lower valid channel addressing the same bank; bit n is channel n.
#[inline]
pub fn lowest<const N: usize>(valid: u8, places: &[Placed; N]) -> u8 {
    if valid == 0 {
        return ((1u16 << N) - 1) as u8;
    }
    let (mut asked, mut lowest) = (0u32, 0);
    for (n, place) in places.iter().enumerate() {
        lowest |= u8::from(asked >> place.bank & 1 == 0) << n;
        asked |= u32::from(valid >> n & 1) << place.bank;
    }
    lowest
}

/// A write that is offered to a bank.
#[derive(Clone, Copy, Debug)]
pub struct NewWrite<'a> {
    /// Entry to write.
    pub entry: u16,
    /// Lanes to write; bit n is lane n.
    pub lane_mask: u32,
    /// New value, 32 lanes of 32 bits.
    pub data: &'a WarpRegister,
}

/// Indices of the set bits, lowest first.
#[inline]
pub fn ones(mut bits: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (bits != 0).then(|| bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        lowest
    })
}

/// The request channels of a register file's inputs.
pub struct Requests<'a> {
    /// Offered reads; bit n is read channel n.
    pub read_valid: &'a mut u8,
    /// Requesting collector unit, by read channel.
    pub read_cu: &'a mut [u8; READ_PORTS],
    /// Requesting operand slot, by read channel.
    pub read_slot: &'a mut [u8; READ_PORTS],
    /// Warp slot of the read, by read channel.
    pub read_warp: &'a mut [u8; READ_PORTS],
    /// Register of the read, by read channel.
    pub read_reg: &'a mut [u8; READ_PORTS],
    /// Hints of reads, if the register file has inputs for them.
    pub hints: Option<Hints<'a>>,
    /// Offered writes; bit n is write channel n.
    pub write_valid: &'a mut u8,
    /// Warp slot of the write, by write channel.
    pub write_warp: &'a mut [u8; WRITE_PORTS],
    /// Register of the write, by write channel.
    pub write_reg: &'a mut [u8; WRITE_PORTS],
    /// Lanes to write, by write channel; bit n is lane n.
    pub write_lane_mask: &'a mut [u32; WRITE_PORTS],
    /// New value, by write channel: 32 lanes of 32 bits.
    pub write_data: &'a mut [WarpRegister; WRITE_PORTS],
}

/// Hints of reads; bit n is read channel n.
pub struct Hints<'a> {
    /// Reads after which no lane of the warp reads the register again before it is written.
    pub dead: &'a mut u8,
    /// Reads of registers that are likely to be read often.
    pub promote: &'a mut u8,
}

/// Outputs of a register file to its channels, and the activity of its banks.
pub struct Responses<'a> {
    /// Ready read channels; bit n is read channel n.
    pub read_ready: u8,
    /// Ready write channels; bit n is write channel n.
    pub write_ready: u8,
    /// Response channels with an answer; bit n is response channel n.
    pub rsp_valid: u32,
    /// Collector unit of the answered read, by response channel.
    pub rsp_cu: &'a [u8],
    /// Operand slot of the answered read, by response channel.
    pub rsp_slot: &'a [u8],
    /// Value that was read, by response channel: 32 lanes of 32 bits.
    pub rsp_data: &'a [WarpRegister],
    /// Banks with a request; bit b is bank b.
    pub request: u32,
    /// Banks that perform a read; bit b is bank b.
    pub read: u32,
    /// Banks that perform a write; bit b is bank b.
    pub write: u32,
}

/// [`Requests`] of an input struct that has fields of the same names.
macro_rules! requests {
    ($inputs:expr) => {{
        let i = $inputs;
        $crate::units::channels::Requests {
            read_valid: &mut i.read_valid,
            read_cu: &mut i.read_cu,
            read_slot: &mut i.read_slot,
            read_warp: &mut i.read_warp,
            read_reg: &mut i.read_reg,
            hints: None,
            write_valid: &mut i.write_valid,
            write_warp: &mut i.write_warp,
            write_reg: &mut i.write_reg,
            write_lane_mask: &mut i.write_lane_mask,
            write_data: &mut i.write_data,
        }
    }};
}
/// [`Responses`] of an output struct with the usual names of its fields.
macro_rules! responses {
    ($outputs:expr) => {{
        let o = $outputs;
        $crate::units::channels::Responses {
            read_ready: o.read_ready,
            write_ready: o.write_ready,
            rsp_valid: o.rsp_valid.into(),
            rsp_cu: &o.rsp_cu,
            rsp_slot: &o.rsp_slot,
            rsp_data: &o.rsp_data,
            request: o.bank_request,
            read: o.bank_read,
            write: o.bank_write,
        }
    }};
}
pub(crate) use {requests, responses};
