#![doc = include_str!("contract.md")]
//!
//! This is the logical array, which is synthesised: a memory and a counter for the head position.
//! [`domain_array_physical`](super::domain_array_physical) is the reference that really shifts.

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::Model;
pub use stim::Random;

use super::PortRegions;
use super::shift_controller::Op;
use crate::bits::{LANES, WarpRegister};
use crate::config::Config;
use crate::emit::Design;
use crate::error::Result;
use crate::ports;
use crate::units::{Fault, Unit};

pub struct DomainArray;

/// Parameters of the logical and the physical array.
#[derive(Clone, Debug)]
pub struct Params {
    pub geometry: PortRegions,
    /// Lanes of a register; fewer than 32 only in proofs.
    pub lanes: usize,
    /// Bits of a lane; fewer than 32 only in proofs.
    pub lane_bits: usize,
    /// Parts of a lane with a write mask bit each: 1, or the slices per lane of packed registers.
    pub slices: usize,
}

impl Params {
    pub fn data_bits(&self) -> usize {
        self.lanes * self.lane_bits
    }

    /// Name of the Verilog module.
    pub fn module(&self) -> &'static str {
        if self.slices == 1 { "rf_domain_array" } else { "rf_domain_array_sliced" }
    }
}

ports! {
    /// Inputs of a cycle.
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// Nop 0, Read 1, Write 2, ShiftLeft 3, ShiftRight 4
        op: Op = Op::BITS;
        /// port region to access
        port: u8 = params.geometry.port_bits();
        /// bit n: lane n is written
        lane_mask: u32 = params.lanes;
        /// data to write, lane 0 lowest
        write_data: WarpRegister = params.lane_bits, times params.lanes;
    }
}

ports! {
    /// Outputs of a cycle.
    pub struct Out(params: &Params) -> Direction::Output {
        /// the previous cycle was a read
        read_valid: bool = 1;
        /// data of the last read, lane 0 lowest
        read_data: WarpRegister = params.lane_bits, times params.lanes, under read_valid;
    }
}

/// Parameters of the logical and the physical array in a configuration.
pub(super) fn params(config: &Config) -> Params {
    Params { geometry: PortRegions::from(config), lanes: LANES, lane_bits: 32, slices: 1 }
}

/// Configuration keys of the logical and the physical array.
pub(super) const KEYS: &[&str] = &["racetrack.positions", "racetrack.ports"];

impl Unit for DomainArray {
    const NAME: &'static str = "domain_array";
    const SUMMARY: &'static str = "storage of a racetrack bank as a memory and a head counter";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = KEYS;
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = Random;

    fn params(config: &Config) -> Params {
        params(config)
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }
}
