#![doc = include_str!("contract.md")]
//!
//! [`Storage`] is the part in which the banks of different systems differ. [`Bank`] is the unit
//! over any such storage.

mod model;
mod rtl;
mod stim;

pub use model::{Model, NewRead, Wanted};
pub use rtl::{Access, Dut, Part, Parts, answers_in_time, answers_right, in_order};
pub use stim::{Driver, Scenarios};

use super::{Joined, Stimulus, StreamScope, Unit, read_queue, write_buffer};
use crate::bits::{WarpRegister, merge_bits};
use crate::config::{Config, Opt};
use crate::emit::{Design, Owner, Proof};
use crate::error::Result;
use crate::ports;
use crate::stream::StreamReplay;
use crate::units::Fault;
use crate::units::Ports;
use bitflags::Flags;
use std::fmt::Debug;
use std::marker::PhantomData;

/// The unit: a front over this storage.
pub struct Bank<S>(PhantomData<fn() -> S>);

impl<S> Bank<S> {
    /// The value that a system's list of units refers to.
    pub const UNIT: Bank<S> = Bank(PhantomData);
}

/// Parameters of the front.
#[derive(Clone, Debug)]
pub struct Front {
    /// Whether a read and a write can be performed in one cycle; else only one of them.
    pub two_ports: bool,
    /// Maximum writes in a row while a read waits, 1 to 255; 0 for no limit. For one port only.
    pub max_write_run: usize,
    /// Parameters of the read queue.
    pub queue: read_queue::Params,
    /// Parameters of the write buffer.
    pub buffer: write_buffer::Params,
}

/// Parameters of a bank: its front and its storage.
pub type Params<S> = Joined<Front, <S as Storage>::Params>;

ports! {
    /// Inputs of every bank.
    pub struct FrontIn(params: &Front) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// a read is offered
        read_valid: bool = 1;
        /// collector unit of the offered read
        read_cu: u8 = params.queue.cu_bits();
        /// operand slot of the offered read
        read_slot: u8 = params.queue.slot_bits();
        /// entry to read
        read_entry: u16 = params.queue.position.entry_bits;
        /// a write is offered
        write_valid: bool = 1;
        /// entry to write
        write_entry: u16 = params.queue.position.entry_bits;
        /// bit n: lane n is written
        write_lane_mask: u32 = params.buffer.lanes;
        /// data to write, 32 bits a lane, lane 0 lowest
        write_data: WarpRegister = params.buffer.lane_bits, times params.buffer.lanes;
        /// the bank may operate in this cycle
        grant: bool = 1;
    }
}

ports! {
    /// Outputs of every bank.
    pub struct FrontOut(params: &Front) -> Direction::Output {
        /// the read queue is not full
        read_ready: bool = 1;
        /// the front's write buffer is not full
        write_ready: bool = 1;
        /// a read or a write waits
        req_valid: bool = 1;
        /// the bank performs a read
        read: bool = 1;
        /// the bank performs a write
        write: bool = 1;
        /// a read is answered
        rsp_valid: bool = 1;
        /// collector unit of the answered read
        rsp_cu: u8 = params.queue.cu_bits(), under rsp_valid;
        /// operand slot of the answered read
        rsp_slot: u8 = params.queue.slot_bits(), under rsp_valid;
        /// data that was read, 32 bits a lane, lane 0 lowest
        rsp_data: WarpRegister = params.buffer.lane_bits, times params.buffer.lanes, under rsp_valid;
    }
}

/// Inputs of a cycle: the front's, then the storage's own.
pub type In<S> = Joined<FrontIn, <S as Storage>::In>;

/// Outputs of a cycle: the front's, then the storage's own.
pub type Out<S> = Joined<FrontOut, <S as Storage>::Out>;

/// Action of a storage in a cycle.
pub trait Action: Copy + Default + Send {
    /// Whether the storage performs the read that the front wants.
    fn reads(self) -> bool;
    /// Whether the storage performs the write that the front wants.
    fn writes(self) -> bool;
}

/// A write that a storage performs.
#[derive(Clone, Copy, Debug)]
pub struct Write<'a> {
    /// Row of the register.
    pub row: u16,
    /// Lanes to write; bit n is lane n.
    pub lane_mask: u32,
    /// Bits of each of these lanes to write.
    pub bits: u32,
    /// New value, 32 lanes of 32 bits.
    pub data: &'a WarpRegister,
}

impl Write<'_> {
    /// Writes the selected bits of the selected lanes.
    #[inline]
    pub fn merge_into(&self, register: &mut WarpRegister) {
        merge_bits(register, self.data, self.lane_mask, self.bits);
    }
}

/// The storage behind a bank's front: the cells, and the logic that moves or restores them.
///
/// A performed read is answered in a later cycle, at the latest in the cycle of the next performed
/// read. A row is the place of an entry in the storage. The front keeps accesses of one entry in
/// order.
pub trait Storage: Clone + Debug + Send + 'static {
    /// Name of the bank.
    const NAME: &'static str;
    /// Name of the bank's Verilog module.
    const MODULE: &'static str;
    /// The bank's purpose, one line.
    const SUMMARY: &'static str;
    /// The bank's contract in prose.
    const CONTRACT: &'static str;
    /// Paths of the keys that shape the bank.
    const KEYS: &'static [&'static str];
    /// Faults that the bank's checks must find.
    const FAULTS: &'static [Fault];
    /// Owner and name of the read queue's module and of the write buffer's.
    const WAITING: [(Owner, &'static str); 2];

    /// Parameters of the storage.
    type Params: Clone + Debug + Send + Sync + 'static;
    /// Inputs in addition to the front's.
    type In: Ports<Params = Self::Params>;
    /// Outputs in addition to the front's.
    type Out: Ports<Params = Self::Params>;
    /// Action of the storage in a cycle.
    type Action: Action;
    /// Scenario bins in addition to the front's, in the low 16 bits.
    type Scenarios: Flags<Bits = u32> + Copy + Send;
    /// Stimulus of the storage's own inputs.
    type Driver: Driver<Self>;

    /// The parameters of front and storage in a configuration.
    fn params(config: &Config) -> Params<Self>;

    /// The storage after reset, filled with zeros.
    fn new(params: &Self::Params) -> Self;

    /// Row of an entry. State only.
    #[inline]
    fn row(&self, entry: u16) -> u16 {
        entry
    }

    /// Whether the entry exists and its row is known. State only.
    fn holds(&self, entry: u16) -> bool;

    /// Whether the contract allows these inputs now.
    fn accepts(&self, _inputs: &Self::In) -> bool {
        true
    }

    /// Whether the wanted access needs no shift first. State only.
    #[inline]
    fn is_aligned(&self, _wanted: &Wanted) -> bool {
        false
    }

    /// Whether an earlier access still holds the storage. State only.
    #[inline]
    fn is_busy(&self) -> bool {
        false
    }

    /// Whether the state changes even in cycles without a request. State only.
    #[inline]
    fn is_moving(&self) -> bool {
        self.is_busy()
    }

    /// Hints of the offered read, `hint_bits` of the front's queue wide.
    #[inline]
    fn hints(_inputs: &Self::In) -> u8 {
        0
    }

    /// Whether a read with these hints leaves its entry undefined until the entry is written.
    #[inline]
    fn destroys(_hints: u8) -> bool {
        false
    }

    /// The action on the wanted accesses, with or without a grant.
    fn decide(&self, wanted: &Wanted, grant: bool, inputs: &Self::In) -> Self::Action;

    /// The storage's own outputs.
    fn outputs(&self, wanted: &Wanted, action: Self::Action) -> Self::Out;

    /// The clock edge, with the row that the action reads and the write that it performs.
    fn clock(
        &mut self,
        action: Self::Action,
        read: Option<u16>,
        write: Option<Write<'_>>,
        inputs: &Self::In,
    );

    /// Data of the read that is answered in this cycle, if one is. State only.
    fn answer(&self) -> Option<&WarpRegister>;

    /// Data of the last read. State only.
    fn read_data(&self) -> &WarpRegister;

    /// Resets the storage. The contract says what becomes of the stored data.
    fn clear(&mut self);

    /// The Verilog behind the front.
    ///
    /// # Errors
    /// Errors of emission.
    fn parts(params: &Self::Params) -> Result<Parts>;

    /// Proofs of banks of this storage.
    ///
    /// # Errors
    /// Errors of emission.
    fn proofs() -> Result<Vec<Proof>>;

    /// The scenarios that this cycle belongs to.
    fn scenarios(inputs: &In<Self>, outputs: &Out<Self>) -> Self::Scenarios;

    /// The scenarios that the parameters allow.
    fn reachable(_params: &Params<Self>) -> Self::Scenarios {
        Self::Scenarios::all()
    }

    /// Part of a recorded stream that the bank replays; none if it replays no stream.
    const STREAM: Option<StreamScope> = None;

    /// Options of a replay.
    const STREAM_OPTIONS: &'static [Opt] = &[];

    /// Number of entries.
    fn entries(params: &Self::Params) -> usize;

    /// Stimulus from recorded requests.
    ///
    /// # Errors
    /// Errors of reading a file that an option names.
    fn stream(
        _params: &Params<Self>,
        _replay: &StreamReplay,
    ) -> Result<Option<Box<dyn Stimulus<Model<Self>>>>> {
        Ok(None)
    }
}

impl<S: Storage> Unit for Bank<S> {
    const NAME: &'static str = S::NAME;
    const SUMMARY: &'static str = S::SUMMARY;
    const CONTRACT: &'static str = S::CONTRACT;
    const KEYS: &'static [&'static str] = S::KEYS;
    const FAULTS: &'static [Fault] = S::FAULTS;

    type Model = Model<S>;
    type Random = stim::Random<S>;

    fn params(config: &Config) -> Params<S> {
        S::params(config)
    }

    fn design(params: &Params<S>) -> Result<Design> {
        rtl::design::<S>(params)
    }

    fn proofs(_: &Params<S>) -> Result<Vec<Proof>> {
        S::proofs()
    }

    const STREAM: Option<StreamScope> = S::STREAM;

    fn entries(params: &Params<S>) -> usize {
        S::entries(&params.own)
    }

    const STREAM_OPTIONS: &'static [Opt] = S::STREAM_OPTIONS;

    fn stream(
        params: &Params<S>,
        replay: &StreamReplay,
    ) -> Result<Option<Box<dyn Stimulus<Model<S>>>>> {
        S::stream(params, replay)
    }
}
