#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::Model;

use super::PortRegions;
use crate::bits::bits_for;
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::units::{Fault, Unit};

pub struct MapTable;

/// Parameters of the map table.
#[derive(Clone, Debug)]
pub struct Params {
    pub geometry: PortRegions,
}

impl Params {
    pub fn entry_bits(&self) -> usize {
        bits_for(self.geometry.positions())
    }
}

ports! {
    /// Inputs of a cycle.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// an entry of the table is loaded
        load_valid: bool = 1;
        /// entry to load
        load_entry: u16 = params.entry_bits();
        /// port region of the entry to load
        load_port: u8 = params.geometry.port_bits();
        /// offset, in its port region, of the entry to load
        load_offset: u8 = params.geometry.offset_bits();
        /// entry to look up for a read
        read_entry: u16 = params.entry_bits();
        /// entry to look up for a write
        write_entry: u16 = params.entry_bits();
    }
}

ports! {
    /// Outputs of a cycle.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// port region of the entry to read
        read_port: u8 = params.geometry.port_bits();
        /// offset of the entry to read
        read_offset: u8 = params.geometry.offset_bits();
        /// port region of the entry to write
        write_port: u8 = params.geometry.port_bits();
        /// offset of the entry to write
        write_offset: u8 = params.geometry.offset_bits();
    }
}

impl Unit for MapTable {
    const NAME: &'static str = "map_table";
    const SUMMARY: &'static str = "maps each entry of a racetrack bank to a position on its wires";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &["racetrack.positions", "racetrack.ports"];
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        Params { geometry: PortRegions::from(config) }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn proofs(_: &Params) -> Result<Vec<Proof>> {
        rtl::proofs()
    }
}
