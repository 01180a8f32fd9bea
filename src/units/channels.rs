//! Shared front of all register files: eight read and three write channels before banks that
//! take one read and one write each.

pub use super::channel_pending::{Pending, REGISTERS, register};
pub use super::channel_replay::Replay;
pub use super::channel_traffic::{Traffic, random_kernel};

use super::placement;
use crate::bits::WarpRegister;
use crate::stream::Placer;

/// Read channels.
pub const READ_PORTS: usize = 8;

/// Write channels.
pub const WRITE_PORTS: usize = 3;

/// Most banks of a register file, the bound of `gpu.banks`.
pub const MAX_BANKS: usize = 32;

/// A channel's request, placed.
#[derive(Clone, Copy, Debug, Default)]
pub struct Placed {
    /// Bank that holds the register.
    pub bank: u8,
    /// Entry of that bank.
    pub entry: u16,
}

/// Place of every channel's register, in a kernel of `regs_per_thread` registers per thread.
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

// Not unrolled for each number of channels: what a cycle executes hardly fits in the first cache.
#[inline(never)]
fn place_each(placer: &Placer, warps: &[u8], regs: &[u8], places: &mut [Placed]) {
    for ((place, &warp), &reg) in places.iter_mut().zip(warps).zip(regs) {
        // The first register of all lies in the first entry of all, whatever the placement.
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

/// The numbers of the bits that are set, lowest first.
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
    /// Reads that are offered; bit n is read channel n.
    pub read_valid: &'a mut u8,
    /// Collector unit that asks, by read channel.
    pub read_cu: &'a mut [u8; READ_PORTS],
    /// Operand slot that asks, by read channel.
    pub read_slot: &'a mut [u8; READ_PORTS],
    /// Warp slot of the read, by read channel.
    pub read_warp: &'a mut [u8; READ_PORTS],
    /// Register of the read, by read channel.
    pub read_reg: &'a mut [u8; READ_PORTS],
    /// Hints of reads, if the register file takes them.
    pub hints: Option<Hints<'a>>,
    /// Writes that are offered; bit n is write channel n.
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
    /// No lane of the warp reads the register again before it is written.
    pub dead: &'a mut u8,
    /// The register is likely to be read often.
    pub promote: &'a mut u8,
}

/// Outputs of a register file to its channels, and its banks' activity.
pub struct Responses<'a> {
    /// Reads that would be accepted; bit n is read channel n.
    pub read_ready: u8,
    /// Writes that would be accepted; bit n is write channel n.
    pub write_ready: u8,
    /// Answers to reads; bit n is response channel n.
    pub rsp_valid: u32,
    /// Collector unit that asked, by response channel.
    pub rsp_cu: &'a [u8],
    /// Operand slot that asked, by response channel.
    pub rsp_slot: &'a [u8],
    /// Value that was read, by response channel: 32 lanes of 32 bits.
    pub rsp_data: &'a [WarpRegister],
    /// Banks with a request; bit b is bank b.
    pub request: u32,
    /// Banks that read; bit b is bank b.
    pub read: u32,
    /// Banks that write; bit b is bank b.
    pub write: u32,
}

/// [`Requests`] of inputs whose fields have these names.
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
/// [`Responses`] of outputs whose fields have these names.
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
