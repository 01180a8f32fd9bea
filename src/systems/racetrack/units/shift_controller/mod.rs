#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::Model;

use super::PortRegions;
use crate::bits::{Field, Shape};
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::systems::racetrack::config::Racetrack;
use crate::units::{Fault, Unit};

pub struct ShiftController;

/// Parameters of the controller.
#[derive(Clone, Debug)]
pub struct Params {
    /// Port regions and offsets; the head is at offset 0 to `geometry.offsets - 1`.
    pub geometry: PortRegions,
    /// Cycles that a write holds the bank, 1 to 8.
    pub write_cycles: usize,
}

/// Operation of a racetrack bank in a cycle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(u8)]
pub enum Op {
    #[default]
    Nop,
    Read,
    Write,
    /// Moves the head to the next lower offset.
    ShiftLeft,
    /// Moves the head to the next higher offset.
    ShiftRight,
}

impl Op {
    /// Bits of the operation code.
    pub const BITS: usize = 3;

    pub fn shifts(self) -> bool {
        matches!(self, Op::ShiftLeft | Op::ShiftRight)
    }
}

impl Field for Op {
    fn store(&self, _: Shape, words: &mut [u32]) {
        words[0] = *self as u32;
    }

    fn load(_: Shape, words: &[u32]) -> Self {
        match words[0] {
            1 => Op::Read,
            2 => Op::Write,
            3 => Op::ShiftLeft,
            4 => Op::ShiftRight,
            _ => Op::Nop,
        }
    }
}

ports! {
    /// Inputs of a cycle.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// the bank has a read or a write to perform
        req_valid: bool = 1;
        /// the request is a write
        req_write: bool = 1;
        /// offset of the request if it is a read
        read_offset: u8 = params.geometry.offset_bits();
        /// offset of the request if it is a write
        write_offset: u8 = params.geometry.offset_bits();
        /// the bank may operate in this cycle
        grant: bool = 1;
        /// the bank may shift without a grant
        preshift_en: bool = 1;
    }
}

ports! {
    /// Outputs of a cycle.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// Nop 0, Read 1, Write 2, ShiftLeft 3, ShiftRight 4
        op: Op = Op::BITS;
        /// offset under the access ports
        head: u8 = params.geometry.offset_bits();
        /// there is a request and the head is at its offset
        aligned: bool = 1;
        /// an earlier write still holds the bank
        busy: bool = 1;
    }
}

impl Unit for ShiftController {
    const NAME: &'static str = "shift_controller";
    const SUMMARY: &'static str =
        "controls a racetrack bank: selects each cycle's operation and tracks the head";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] =
        &["racetrack.positions", "racetrack.ports", "racetrack.write_cycles"];
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        let racetrack = &Racetrack::from(config);
        Params { geometry: racetrack.into(), write_cycles: racetrack.write_cycles }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn proofs(params: &Params) -> Result<Vec<Proof>> {
        rtl::proofs(params)
    }
}
