//! Racetrack storage behind the front of a bank: map table, shift controller and domain array.

use super::{In, Model, Out, Params, StorageParams, proofs, stim, stream};
use crate::bits::WarpRegister;
use crate::config::{Config, Opt};
use crate::emit::{Owner, Proof};
use crate::error::{Error, Result};
use crate::ports;
use crate::stream::StreamReplay;
use crate::systems::racetrack::config::Racetrack;
use crate::systems::racetrack::register_file::Mode;
use crate::systems::racetrack::units::shift_controller::{self, Op, ShiftController};
use crate::systems::racetrack::units::{
    PortRegions, ReadQueue, WriteBuffer, domain_array, map_table,
};
use crate::units::bank::{Action, Front, Parts, Storage, Wanted, Write};
use crate::units::{Fault, Model as _, Stimulus, StreamScope, Unit};
use askama::Template;

/// The racetrack storage of a bank. It performs a request when the head is at its offset, and
/// answers a read in the next cycle.
#[derive(Clone, Debug)]
pub struct RacetrackStorage {
    geometry: PortRegions,
    /// Bits of the offset in a row; the port is above it.
    offset_bits: usize,
    map: map_table::Model,
    controller: shift_controller::Model,
    array: domain_array::Model,
    /// Whether the last cycle performed a read.
    answers: bool,
}

ports! {
    /// Inputs beside those of the front.
    #[derive(Copy)]
    pub struct OwnIn(params: &StorageParams) -> Direction::Input {
        /// the bank may shift without a grant
        preshift_en: bool = 1;
        /// loads an entry of the map; only if no request waits
        map_valid: bool = 1;
        /// entry to load in the map table
        map_entry: u16 = params.map.entry_bits();
        /// port region of the entry to load
        map_port: u8 = params.geometry.port_bits();
        /// offset, in its port region, of the entry to load
        map_offset: u8 = params.geometry.offset_bits();
    }
}

ports! {
    /// Outputs beside those of the front.
    #[derive(Copy)]
    pub struct OwnOut(params: &StorageParams) -> Direction::Output {
        /// there is a request and the head is at its offset
        aligned: bool = 1;
        /// an earlier write still holds the bank
        busy: bool = 1;
        /// Nop 0, Read 1, Write 2, ShiftLeft 3, ShiftRight 4
        op: Op = Op::BITS;
        /// offset under the access ports
        head: u8 = params.geometry.offset_bits();
    }
}

impl Action for Op {
    #[inline]
    fn reads(self) -> bool {
        self == Op::Read
    }

    #[inline]
    fn writes(self) -> bool {
        self == Op::Write
    }
}

#[derive(Template)]
#[template(path = "racetrack/bank_storage.v", escape = "none")]
struct Text {
    row_bits: usize,
    offset_bits: usize,
    /// Name of the array's module.
    array: &'static str,
}

impl RacetrackStorage {
    #[inline]
    fn port(&self, row: u16) -> u8 {
        (row >> self.offset_bits) as u8
    }

    #[inline]
    fn offset(&self, row: u16) -> u8 {
        (row & ((1 << self.offset_bits) - 1)) as u8
    }

    #[inline]
    fn controller_inputs(
        &self,
        wanted: &Wanted,
        grant: bool,
        preshift_en: bool,
    ) -> shift_controller::In {
        let offset = |row: Option<u16>| row.map_or(0, |row| self.offset(row));
        shift_controller::In {
            rst_n: true,
            req_valid: wanted.row().is_some(),
            req_write: wanted.write.is_some(),
            read_offset: offset(wanted.read),
            write_offset: offset(wanted.write),
            grant,
            preshift_en,
        }
    }
}

impl Storage for RacetrackStorage {
    const NAME: &'static str = "racetrack_bank";
    const MODULE: &'static str = "rf_racetrack_bank";
    const SUMMARY: &'static str = "one bank of the racetrack register file, with its buffers";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &[
        "racetrack.positions",
        "racetrack.ports",
        "racetrack.write_cycles",
        "racetrack.read_queue_depth",
        "racetrack.write_buffer_depth",
        "racetrack.max_write_run",
        "gpu.collector_units",
        "gpu.operand_slots",
    ];
    const FAULTS: &'static [Fault] = super::faults::FAULTS;
    const WAITING: [(Owner, &'static str); 2] =
        [(ReadQueue::OWNER, "rf_read_queue"), (WriteBuffer::OWNER, "rf_write_buffer")];

    type Params = StorageParams;
    type In = OwnIn;
    type Out = OwnOut;
    type Action = Op;
    type Scenarios = stim::Scenarios;
    type Driver = stim::MapsAndPreshifts;

    fn params(config: &Config) -> Params {
        let own = StorageParams {
            geometry: PortRegions::from(config),
            map: map_table::MapTable::params(config),
            controller: ShiftController::params(config),
            array: domain_array::DomainArray::params(config),
        };
        let shared = Front {
            two_ports: false,
            max_write_run: Racetrack::from(config).max_write_run,
            queue: ReadQueue::params(config),
            buffer: WriteBuffer::params(config),
        };
        Params { shared, own }
    }

    fn new(params: &StorageParams) -> Self {
        RacetrackStorage {
            geometry: params.geometry,
            offset_bits: params.geometry.offset_bits(),
            map: map_table::Model::new(&params.map),
            controller: shift_controller::Model::new(&params.controller),
            array: domain_array::Model::new(&params.array),
            answers: false,
        }
    }

    #[inline]
    fn row(&self, entry: u16) -> u16 {
        let (port, offset) = self.map.place(entry);
        u16::from(port) << self.offset_bits | u16::from(offset)
    }

    fn holds(&self, entry: u16) -> bool {
        self.map.knows(entry)
    }

    fn accepts(&self, inputs: &OwnIn) -> bool {
        self.geometry.contains(inputs.map_port, inputs.map_offset)
            && usize::from(inputs.map_entry) < self.geometry.positions()
    }

    #[inline]
    fn is_aligned(&self, wanted: &Wanted) -> bool {
        wanted.row().is_some_and(|row| self.offset(row) == self.controller.head())
    }

    #[inline]
    fn is_busy(&self) -> bool {
        self.controller.busy()
    }

    #[inline]
    fn decide(&self, wanted: &Wanted, grant: bool, inputs: &OwnIn) -> Op {
        self.controller.outputs(&self.controller_inputs(wanted, grant, inputs.preshift_en)).op
    }

    #[inline]
    fn outputs(&self, wanted: &Wanted, op: Op) -> OwnOut {
        OwnOut {
            aligned: self.is_aligned(wanted),
            busy: self.is_busy(),
            op,
            head: self.controller.head(),
        }
    }

    #[inline]
    fn clock(&mut self, op: Op, read: Option<u16>, write: Option<Write<'_>>, inputs: &OwnIn) {
        self.controller.perform(op);
        self.answers = op == Op::Read;
        let row = read.or(write.map(|write| write.row));
        let port = row.map_or(0, |row| self.port(row));
        self.array.perform(op, port, write.as_ref());
        if inputs.map_valid {
            self.map.load(inputs.map_entry, inputs.map_port, inputs.map_offset);
        }
    }

    #[inline]
    fn answer(&self) -> Option<&WarpRegister> {
        self.answers.then(|| self.array.read_data())
    }

    #[inline]
    fn read_data(&self) -> &WarpRegister {
        self.array.read_data()
    }

    /// Empties the map and declares the head to be at rest.
    fn clear(&mut self) {
        self.map.clear();
        self.controller.clear();
        self.array.reset();
        self.answers = false;
    }

    fn parts(params: &StorageParams) -> Result<Parts> {
        let geometry = params.geometry;
        let text = Text {
            row_bits: geometry.row_bits(),
            offset_bits: geometry.offset_bits(),
            array: params.array.module(),
        };
        let text = text.render().map_err(Error::emission(Self::NAME))?;
        let designs = vec![
            map_table::MapTable::design(&params.map)?,
            ShiftController::design(&params.controller)?,
            domain_array::DomainArray::design(&params.array)?,
        ];
        Ok(Parts { text, designs })
    }

    fn proofs() -> Result<Vec<Proof>> {
        proofs::proofs()
    }

    fn scenarios(i: &In, o: &Out) -> stim::Scenarios {
        stim::scenarios(i, o)
    }

    fn reachable(params: &Params) -> stim::Scenarios {
        stim::reachable(params)
    }

    const STREAM: Option<StreamScope> = Some(StreamScope::Bank);

    const STREAM_OPTIONS: &'static [Opt] = Mode::STREAM_OPTIONS;

    fn entries(params: &StorageParams) -> usize {
        params.geometry.positions()
    }

    fn stream(params: &Params, replay: &StreamReplay) -> Result<Option<Box<dyn Stimulus<Model>>>> {
        let mode = Mode::of_stream(&replay.options, replay.banks, params.own.geometry)?;
        Ok(Some(Box::new(stream::Replay::new(params, &replay.requests, mode))))
    }
}
