#![doc = include_str!("contract.md")]

pub(super) mod faults;
mod model;
mod rtl;
mod stim;

pub use model::Model;

use super::storages::PackedStorage;
use crate::bits::WarpRegister;
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::units::bank::{self, Front};
use crate::units::{Fault, Joined, Unit};
use std::marker::PhantomData;

/// The unit: a bank of packed registers over the storage `S`.
pub struct PackedBank<S>(PhantomData<fn() -> S>);

impl<S> PackedBank<S> {
    /// The value that a system's list of units refers to.
    pub const UNIT: PackedBank<S> = PackedBank(PhantomData);
}

/// Parameters of every bank of packed registers.
#[derive(Clone, Debug)]
pub struct Shape {
    /// Ports, entries and lanes; the bank has no queue and no buffer.
    pub front: Front,
    /// Slices of a lane; fewer than 8 only in proofs.
    pub slices: usize,
}

impl Shape {
    fn lanes(&self) -> usize {
        self.front.buffer.lanes
    }
}

/// Parameters of a bank: its shape and its storage.
pub type Params<S> = Joined<Shape, <S as bank::Storage>::Params>;

ports! {
    /// Inputs of every bank.
    pub struct SharedIn(params: &Shape) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// a read is requested
        read_valid: bool = 1;
        /// entry to read
        read_entry: u16 = params.front.queue.position.entry_bits;
        /// a write is requested
        write_valid: bool = 1;
        /// entry to write
        write_entry: u16 = params.front.queue.position.entry_bits;
        /// lanes to write
        write_lane_mask: u32 = params.lanes();
        /// slices to write in each of these lanes
        write_slice_mask: u8 = params.slices;
        /// data to write, lane 0 lowest
        write_data: WarpRegister = params.front.buffer.lane_bits, times params.lanes();
        /// the bank may operate in this cycle
        grant: bool = 1;
    }
}

ports! {
    /// Outputs of every bank.
    pub struct SharedOut(params: &Shape) -> Direction::Output {
        /// the read is performed in this cycle
        read: bool = 1;
        /// the write is performed in this cycle
        write: bool = 1;
        /// a read was performed in the previous cycle
        rsp_valid: bool = 1;
        /// data of the read in the previous cycle, lane 0 lowest
        rsp_data: WarpRegister = params.front.buffer.lane_bits, times params.lanes(), under rsp_valid;
    }
}

/// Inputs of a cycle: those of every bank, then the storage's own.
pub type In<S> = Joined<SharedIn, <S as bank::Storage>::In>;

/// Outputs of a cycle: those of every bank, then the storage's own.
pub type Out<S> = Joined<SharedOut, <S as bank::Storage>::Out>;

impl<S: PackedStorage> Unit for PackedBank<S> {
    const NAME: &'static str = S::PACKED_BANK.name;
    const SUMMARY: &'static str = S::PACKED_BANK.summary;
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = S::PACKED_BANK.keys;
    const FAULTS: &'static [Fault] = S::PACKED_BANK.faults;

    type Model = Model<S>;
    type Random = stim::Random<S>;

    fn params(config: &Config) -> Params<S> {
        super::storages::bank_params::<S>(&S::packed_params(config))
    }

    fn design(params: &Params<S>) -> Result<Design> {
        rtl::design::<S>(params)
    }

    fn proofs(_: &Params<S>) -> Result<Vec<Proof>> {
        S::packed_proofs()
    }
}

pub use rtl::{Timing, checks};
