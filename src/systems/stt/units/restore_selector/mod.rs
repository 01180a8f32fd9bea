#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::Model;

use crate::bits::{Field, Shape};
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::systems::stt::config::Stt;
use crate::units::{Fault, Unit};

pub struct RestoreSelector;

/// Parameters of the restore selector.
#[derive(Clone, Copy, Debug)]
pub struct Params {
    /// Cycles of a read and of a reverse read, 1 to 4.
    pub read_cycles: usize,
    /// Cycles of a write, 3 to 8.
    pub write_cycles: usize,
}

/// Operation of the array in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Op {
    #[default]
    Idle,
    Read,
    Write,
    /// Reverse read: gives the value after the disturbance and disturbs nothing.
    Reverse,
    /// Selective restore: writes the ones that were lost.
    Selective,
    /// Direct restore: writes the ones that the read gave.
    Direct,
}

impl Op {
    /// Bits of the operation code.
    pub const BITS: usize = 3;
}

impl Field for Op {
    fn store(&self, _: Shape, words: &mut [u32]) {
        words[0] = *self as u32;
    }

    fn load(_: Shape, words: &[u32]) -> Self {
        match words[0] {
            1 => Op::Read,
            2 => Op::Write,
            3 => Op::Reverse,
            4 => Op::Selective,
            5 => Op::Direct,
            _ => Op::Idle,
        }
    }
}

/// Restore mode of reads that are not dead.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Mode {
    /// No restore.
    #[default]
    None,
    /// Restores the disturbed cells, found by a reverse read.
    Selective,
    /// Restores all ones that the read gave, without a reverse read.
    Direct,
    /// `Direct` if the read is in conflict with another request, else `Selective`.
    Adaptive,
}

impl Mode {
    /// Bits of the mode's code.
    pub const BITS: usize = 2;
    /// All modes, in the order of their codes.
    pub const ALL: [Mode; 4] = [Mode::None, Mode::Selective, Mode::Direct, Mode::Adaptive];
}

impl Field for Mode {
    fn store(&self, _: Shape, words: &mut [u32]) {
        words[0] = *self as u32;
    }

    fn load(_: Shape, words: &[u32]) -> Self {
        Mode::ALL[words[0] as usize & 3]
    }
}

/// Restore that follows a read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Restore {
    #[default]
    None,
    Selective,
    Direct,
}

impl Restore {
    /// Bits of the restore's code.
    pub const BITS: usize = 2;
}

impl Field for Restore {
    fn store(&self, _: Shape, words: &mut [u32]) {
        words[0] = *self as u32;
    }

    fn load(_: Shape, words: &[u32]) -> Self {
        match words[0] {
            1 => Restore::Selective,
            2 => Restore::Direct,
            _ => Restore::None,
        }
    }
}

ports! {
    /// Inputs of a cycle.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// a read starts if the array is free
        read: bool = 1;
        /// dead read: the entry is not read again before a write
        dead: bool = 1;
        /// conflict: another request waits for the array
        conflict: bool = 1;
        /// a write starts if the array is free; never high with read
        write: bool = 1;
        /// restore mode: None 0, Selective 1, Direct 2, Adaptive 3
        restore_mode: Mode = Mode::BITS;
        /// a selective restore ends early if nothing was lost
        early_out: bool = 1;
        /// the reverse read found a lost one
        disturbed: bool = 1;
    }
}

ports! {
    /// Outputs of a cycle.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// Idle 0, Read 1, Write 2, Reverse 3, Selective 4, Direct 5
        op: Op = Op::BITS;
        /// last cycle of the operation, in which it takes effect
        last: bool = 1;
        /// the array is free to start an operation
        free: bool = 1;
        /// first cycle after a reverse read: disturbed is valid
        sensed: bool = 1;
        /// restore after the read: None 0, Selective 1, Direct 2
        restore: Restore = Restore::BITS;
    }
}

impl Unit for RestoreSelector {
    const NAME: &'static str = "restore_selector";
    const SUMMARY: &'static str =
        "controls an STT-RAM array and selects how each disturbing read is restored";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &["stt.read_cycles", "stt.write_cycles"];
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        let stt = Stt::from(config);
        Params { read_cycles: stt.read_cycles, write_cycles: stt.write_cycles }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn proofs(params: &Params) -> Result<Vec<Proof>> {
        rtl::proofs(params)
    }
}
