#![doc = include_str!("contract.md")]
//!
//! [`InFile`] is a storage's part of a file; [`BankFile`] is the unit over any such storage.

mod held;
mod model;
mod rtl;
mod stim;
mod stream;

pub use model::Model;
pub use rtl::Parts;
pub use stim::{Driver, Scenarios};
pub use stream::{Player, Replay};

use super::bank::{self, Front, Storage};
use super::channels::{Hints, READ_PORTS, WRITE_PORTS};
use super::{Joined, Ports, Stimulus, StreamScope, Unit, placement, request_arbiter};
use crate::bits::WarpRegister;
use crate::config::{Config, Opt};
use crate::emit::{Design, Owner, Proof};
use crate::error::Result;
use crate::ports;
use crate::stream::StreamReplay;
use crate::units::Fault;
use bitflags::Flags;
use std::fmt::Debug;
use std::marker::PhantomData;

/// The unit: a file of banks over this storage.
pub struct BankFile<S>(PhantomData<fn() -> S>);

impl<S> BankFile<S> {
    /// The value that a system's list of units refers to.
    pub const UNIT: BankFile<S> = BankFile(PhantomData);
}

/// Maximum number of banks that can answer in a cycle.
pub const MAX_ANSWERS: usize = 16;

/// Parameters of every file.
#[derive(Clone, Debug)]
pub struct Shared {
    /// Parameters of placement.
    pub placement: placement::Params,
    /// Number of banks, and the maximum number of granted banks.
    pub request_arbiter: request_arbiter::Params,
    /// Parameters of each bank's front.
    pub front: Front,
    /// Whether a request stage holds requests between the channels and the banks.
    pub request_stage: bool,
}

impl Shared {
    /// Number of banks.
    pub fn banks(&self) -> usize {
        self.request_arbiter.banks
    }

    /// Maximum number of granted banks, and of answers, in a cycle.
    pub fn max_banks(&self) -> usize {
        self.request_arbiter.max_banks
    }

    /// Whether each bank has an answer channel of its own.
    pub fn answers_directly(&self) -> bool {
        self.max_banks() == self.banks()
    }
}

/// Parameters of a file: the shared parts, then the storage's own.
pub type Params<S> = Joined<Shared, <S as InFile>::FileParams>;

ports! {
    /// Inputs of every file.
    pub struct SharedIn(params: &Shared) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// registers per thread of the kernel, 1 to 256
        regs_per_thread: u16 = placement::Params::REGS_BITS;
        /// bit n: read channel n offers a read
        read_valid: u8 = READ_PORTS;
        /// collector unit of each read
        read_cu: [u8; READ_PORTS] = params.front.queue.cu_bits(), times READ_PORTS;
        /// operand slot of each read
        read_slot: [u8; READ_PORTS] = params.front.queue.slot_bits(), times READ_PORTS;
        /// warp slot of each read
        read_warp: [u8; READ_PORTS] = params.placement.warp_bits(), times READ_PORTS;
        /// register of each read
        read_reg: [u8; READ_PORTS] = placement::Params::REG_BITS, times READ_PORTS;
        /// bit n: write channel n offers a write
        write_valid: u8 = WRITE_PORTS;
        /// warp slot of each write
        write_warp: [u8; WRITE_PORTS] = params.placement.warp_bits(), times WRITE_PORTS;
        /// register of each write
        write_reg: [u8; WRITE_PORTS] = placement::Params::REG_BITS, times WRITE_PORTS;
        /// lanes of each write, lane 0 lowest
        write_lane_mask: [u32; WRITE_PORTS] = 32, times WRITE_PORTS;
        /// data of each write, 32 bits a lane
        write_data: [WarpRegister; WRITE_PORTS] = 1024, times WRITE_PORTS;
    }
}

ports! {
    /// Outputs of every file.
    pub struct SharedOut(params: &Shared) -> Direction::Output {
        /// bit n: read channel n is ready
        read_ready: u8 = READ_PORTS;
        /// bit n: write channel n is ready
        write_ready: u8 = WRITE_PORTS;
        /// bit n: answer channel n has an answer
        rsp_valid: u16 = params.max_banks();
        /// collector unit of each answer
        rsp_cu: [u8; MAX_ANSWERS] = params.front.queue.cu_bits(), times params.max_banks();
        /// operand slot of each answer
        rsp_slot: [u8; MAX_ANSWERS] = params.front.queue.slot_bits(), times params.max_banks();
        /// data of each answer, 32 bits a lane
        rsp_data: [WarpRegister; MAX_ANSWERS] = 1024, times params.max_banks();
        /// bit n: a request of bank n waits
        bank_request: u32 = params.banks();
        /// bit n: bank n is granted
        bank_grant: u32 = params.banks();
        /// bit n: bank n performs a read
        bank_read: u32 = params.banks();
        /// bit n: bank n performs a write
        bank_write: u32 = params.banks();
    }
}

/// Inputs of a cycle: those of every file, then the storage's own.
pub type In<S> = Joined<SharedIn, <S as InFile>::FileIn>;

/// Outputs of a cycle: those of every file, then the storage's own.
pub type Out<S> = Joined<SharedOut, <S as InFile>::FileOut>;

/// A storage whose banks make a file.
pub trait InFile: Storage {
    /// Name of the file.
    const FILE: &'static str;
    /// Name of the file's Verilog module.
    const FILE_MODULE: &'static str;
    /// Purpose, in one line.
    const FILE_SUMMARY: &'static str;
    /// The file's contract in prose.
    const FILE_CONTRACT: &'static str;
    /// Paths of the keys that shape the file.
    const FILE_KEYS: &'static [&'static str];
    /// Faults that the file's checks must find.
    const FILE_FAULTS: &'static [Fault];
    /// Owner and name of the placement's module and of the arbiter's.
    const FILE_PARTS: [(Owner, &'static str); 2];
    /// Whether the storage may have to shift before an access, or may be busy with an earlier one.
    const MOVES: bool;
    /// Whether the storage of a bank with requests may act or change state without a grant, other
    /// than by a preshift.
    const GOES_ON: bool;

    /// The file's own parameters, those of the storage included.
    type FileParams: Clone + Debug + Send + Sync + 'static;
    /// Inputs in addition to those of every file.
    type FileIn: Ports<Params = Self::FileParams>;
    /// Outputs in addition to those of every file.
    type FileOut: Ports<Params = Self::FileParams>;
    /// Scenario bins in addition to those of every file, in the low 8 bits.
    type FileScenarios: Flags<Bits = u32> + Copy + Send;
    /// Stimulus of the file's own inputs.
    type FileDriver: Driver<Self>;

    /// The file's parameters in a configuration.
    fn file_params(config: &Config) -> Params<Self>;

    /// Parameters of each bank's storage.
    fn storage_params(params: &Self::FileParams) -> &Self::Params;

    /// Whether only aligned banks compete for grants.
    #[inline]
    fn aligned_only(_inputs: &Self::FileIn) -> bool {
        false
    }

    /// Banks that may shift without a grant; bit b is bank b.
    #[inline]
    fn ahead(_inputs: &Self::FileIn, _arbiter: &request_arbiter::In) -> u32 {
        0
    }

    /// Inputs of a bank in addition to its front's.
    fn bank_inputs(inputs: &Self::FileIn, bank: usize, ahead: bool) -> Self::In;

    /// The inputs that carry hints for reads, if the file has them.
    #[inline]
    fn hint_inputs(_inputs: &mut Self::FileIn) -> Option<Hints<'_>> {
        None
    }

    /// Hints of the read on a channel.
    #[inline]
    fn channel_hints(_inputs: &Self::FileIn, _channel: usize) -> u8 {
        0
    }

    /// Banks that the file's own inputs require to be clocked; bit b is bank b.
    #[inline]
    fn touched(_inputs: &Self::FileIn) -> u32 {
        0
    }

    /// Adds a bank's action to the file's own outputs.
    #[inline]
    fn note(_outputs: &mut Self::FileOut, _bank: usize, _action: Self::Action) {}

    /// The storage's part of the file's Verilog.
    ///
    /// # Errors
    /// Errors of emission.
    fn file_parts(params: &Self::FileParams) -> Result<Parts>;

    /// The scenarios that this cycle belongs to.
    fn file_scenarios(inputs: &In<Self>, outputs: &Out<Self>) -> Self::FileScenarios;

    /// Options of a replay.
    const FILE_STREAM_OPTIONS: &'static [Opt] = &[];

    /// Drives the file's own inputs during the replay of a stream.
    ///
    /// # Errors
    /// Errors of reading a file that an option names.
    fn player(params: &Params<Self>, replay: &StreamReplay) -> Result<Box<dyn Player<Self>>>;
}

/// Parameters of each bank.
pub fn bank_params<S: InFile>(params: &Params<S>) -> bank::Params<S> {
    let own = S::storage_params(&params.own).clone();
    bank::Params::<S> { shared: params.shared.front.clone(), own }
}

impl<S: InFile> Unit for BankFile<S> {
    const NAME: &'static str = S::FILE;
    const SUMMARY: &'static str = S::FILE_SUMMARY;
    const CONTRACT: &'static str = S::FILE_CONTRACT;
    const KEYS: &'static [&'static str] = S::FILE_KEYS;
    const FAULTS: &'static [Fault] = S::FILE_FAULTS;

    type Model = Model<S>;
    type Random = stim::Random<S>;

    fn params(config: &Config) -> Params<S> {
        S::file_params(config)
    }

    fn design(params: &Params<S>) -> Result<Design> {
        rtl::design::<S>(params)
    }

    fn proofs(params: &Params<S>) -> Result<Vec<Proof>> {
        let [_, (_, arbiter)] = S::FILE_PARTS;
        Ok(vec![request_arbiter::searches_as(&params.shared.request_arbiter, arbiter)?])
    }

    const STREAM: Option<StreamScope> = Some(StreamScope::Whole);

    fn entries(params: &Params<S>) -> usize {
        params.shared.placement.entries
    }

    const STREAM_OPTIONS: &'static [Opt] = S::FILE_STREAM_OPTIONS;

    fn stream(
        params: &Params<S>,
        replay: &StreamReplay,
    ) -> Result<Option<Box<dyn Stimulus<Model<S>>>>> {
        let player = S::player(params, replay)?;
        let StreamReplay { requests, regs_per_thread, .. } = replay;
        Ok(Some(Box::new(Replay::new(&params.shared, requests, *regs_per_thread, player))))
    }
}
