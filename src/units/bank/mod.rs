#![doc = include_str!("contract.md")]
//!
//! [`Storage`] is what differs between the banks of two systems: [`Bank`] is a unit over any of them.

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
    /// Whether a read and a write are performed in one cycle; else one of the two.
    pub two_ports: bool,
    /// Writes in a row while a read waits, 1 to 255; 0 for no limit. Of a bank with one port.
    pub max_write_run: usize,
    /// Reads that wait.
    pub queue: read_queue::Params,
    /// Writes that wait.
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
        /// collector unit that asks
        read_cu: u8 = params.queue.cu_bits();
        /// its operand slot
        read_slot: u8 = params.queue.slot_bits();
        /// entry to read
        read_entry: u16 = params.queue.position.entry_bits;
        /// a write is offered
        write_valid: bool = 1;
        /// entry to write
        write_entry: u16 = params.queue.position.entry_bits;
        /// lanes to write
        write_lane_mask: u32 = params.buffer.lanes;
        /// 32 bits a lane, lane 0 lowest
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
        /// the front's buffer of waiting writes is not full
        write_ready: bool = 1;
        /// a read or a write waits
        req_valid: bool = 1;
        /// performs a read
        read: bool = 1;
        /// performs a write
        write: bool = 1;
        /// a read is answered
        rsp_valid: bool = 1;
        /// collector unit that asked
        rsp_cu: u8 = params.queue.cu_bits(), under rsp_valid;
        /// its operand slot
        rsp_slot: u8 = params.queue.slot_bits(), under rsp_valid;
        /// 32 bits a lane, lane 0 lowest
        rsp_data: WarpRegister = params.buffer.lane_bits, times params.buffer.lanes, under rsp_valid;
    }
}

/// Inputs of a cycle: the front's, then the storage's own.
pub type In<S> = Joined<FrontIn, <S as Storage>::In>;

/// Outputs of a cycle: the front's, then the storage's own.
pub type Out<S> = Joined<FrontOut, <S as Storage>::Out>;

/// Action of a storage in a cycle.
pub trait Action: Copy + Default + Send {
    /// Whether it performs the read that is wanted.
    fn reads(self) -> bool;
    /// Whether it performs the write that is wanted.
    fn writes(self) -> bool;
}

/// A write that a storage performs.
#[derive(Clone, Copy, Debug)]
pub struct Write<'a> {
    /// Where the register lies.
    pub row: u16,
    /// Lanes to write; bit n is lane n.
    pub lane_mask: u32,
    /// Bits of each of these lanes to write.
    pub bits: u32,
    /// New value, 32 lanes of 32 bits.
    pub data: &'a WarpRegister,
}

impl Write<'_> {
    /// Writes the lanes of the mask, those bits of them.
    #[inline]
    pub fn merge_into(&self, register: &mut WarpRegister) {
        merge_bits(register, self.data, self.lane_mask, self.bits);
    }
}

/// The storage behind a bank's front: cells, and what moves or restores them.
///
/// A read that is performed is answered in a later cycle, before or with the next one. A row is where
/// an entry lies; the front keeps accesses of one entry in order.
pub trait Storage: Clone + Debug + Send + 'static {
    /// Name of the bank.
    const NAME: &'static str;
    /// Its module.
    const MODULE: &'static str;
    /// The bank's purpose, one line.
    const SUMMARY: &'static str;
    /// The bank's contract in prose.
    const CONTRACT: &'static str;
    /// Paths of the keys that shape the bank.
    const KEYS: &'static [&'static str];
    /// Faults that the bank's checks must find.
    const FAULTS: &'static [Fault];
    /// Owner and name of the queue's module and of the buffer's.
    const WAITING: [(Owner, &'static str); 2];

    /// Parameters of the storage.
    type Params: Clone + Debug + Send + Sync + 'static;
    /// Inputs beside the front's.
    type In: Ports<Params = Self::Params>;
    /// Outputs beside the front's.
    type Out: Ports<Params = Self::Params>;
    /// Its action in a cycle.
    type Action: Action;
    /// Bins beside the front's, in the low 16 bits.
    type Scenarios: Flags<Bits = u32> + Copy + Send;
    /// Drives the inputs beside the front's.
    type Driver: Driver<Self>;

    /// The parameters of front and storage in a configuration.
    fn params(config: &Config) -> Params<Self>;

    /// After reset; what is stored is zero.
    fn new(params: &Self::Params) -> Self;

    /// Where an entry lies. State only.
    #[inline]
    fn row(&self, entry: u16) -> u16 {
        entry
    }

    /// Whether there is such an entry, and its row is known. State only.
    fn holds(&self, entry: u16) -> bool;

    /// Whether the contract allows these inputs now.
    fn accepts(&self, _inputs: &Self::In) -> bool {
        true
    }

    /// Whether what is wanted could be performed without moving anything first. State only.
    #[inline]
    fn is_aligned(&self, _wanted: &Wanted) -> bool {
        false
    }

    /// Whether an earlier access still holds the storage. State only.
    #[inline]
    fn is_busy(&self) -> bool {
        false
    }

    /// Whether it changes by itself, in cycles without a request too. State only.
    #[inline]
    fn is_moving(&self) -> bool {
        self.is_busy()
    }

    /// Hints of the read that is offered: `hint_bits` of the front's queue.
    #[inline]
    fn hints(_inputs: &Self::In) -> u8 {
        0
    }

    /// Whether a read with these hints leaves its entry undefined until it is written.
    #[inline]
    fn destroys(_hints: u8) -> bool {
        false
    }

    /// Its action on the wanted requests, with or without a grant.
    fn decide(&self, wanted: &Wanted, grant: bool, inputs: &Self::In) -> Self::Action;

    /// The outputs beside the front's.
    fn outputs(&self, wanted: &Wanted, action: Self::Action) -> Self::Out;

    /// The clock edge, with the read and the write that the action performs.
    fn clock(
        &mut self,
        action: Self::Action,
        read: Option<u16>,
        write: Option<Write<'_>>,
        inputs: &Self::In,
    );

    /// Data of the read that is answered in this cycle. State only.
    fn answer(&self) -> Option<&WarpRegister>;

    /// Data of the last read. State only.
    fn read_data(&self) -> &WarpRegister;

    /// As after reset; what is stored is the contract's matter.
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

    /// Which scenarios this cycle is one of.
    fn scenarios(inputs: &In<Self>, outputs: &Out<Self>) -> Self::Scenarios;

    /// Which scenarios the parameters allow.
    fn reachable(_params: &Params<Self>) -> Self::Scenarios {
        Self::Scenarios::all()
    }

    /// Part of a recorded stream that it takes.
    const STREAM: Option<StreamScope> = None;

    /// Options of such a replay.
    const STREAM_OPTIONS: &'static [Opt] = &[];

    /// Entries.
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
