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

/// Parameters of the selector.
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
    /// Senses what a read left, and disturbs nothing.
    Reverse,
    /// Writes the ones that a read lost.
    Selective,
    /// Writes the ones that a read gave.
    Direct,
}

impl Op {
    /// Bits of its code.
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

/// How reads that are not dead are restored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Mode {
    /// Not at all.
    #[default]
    None,
    /// The disturbed cells, found by a reverse read.
    Selective,
    /// All ones.
    Direct,
    /// Direct if another request waits, else selective.
    Adaptive,
}

impl Mode {
    /// Bits of its code.
    pub const BITS: usize = 2;
    /// All of them, in order of their codes.
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

/// Restore after a read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Restore {
    #[default]
    None,
    Selective,
    Direct,
}

impl Restore {
    /// Bits of its code.
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
        /// starts a read if the array is free
        read: bool = 1;
        /// the entry is written before it is read again
        dead: bool = 1;
        /// another request waits for the array
        conflict: bool = 1;
        /// starts a write if the array is free; never with a read
        write: bool = 1;
        /// None 0, Selective 1, Direct 2, Adaptive 3
        restore_mode: Mode = Mode::BITS;
        /// a selective restore of nothing ends after the reverse read
        early_out: bool = 1;
        /// the reverse read found a one that is gone
        disturbed: bool = 1;
    }
}

ports! {
    /// Outputs of a cycle.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// Idle 0, Read 1, Write 2, Reverse 3, Selective 4, Direct 5
        op: Op = Op::BITS;
        /// the operation takes effect in this cycle
        last: bool = 1;
        /// the array can start an operation
        free: bool = 1;
        /// the first cycle after a reverse read: disturbed counts
        sensed: bool = 1;
        /// restore of this read: None 0, Selective 1, Direct 2
        restore: Restore = Restore::BITS;
    }
}

impl Unit for RestoreSelector {
    const NAME: &'static str = "restore_selector";
    const SUMMARY: &'static str = "decides what an STT-RAM array does, and how a read is restored";
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
