//! The racetrack register file's own parts, beside those of every file: preshifting and map loads.

use super::{In, Out, Params, Plays, stim};
use crate::config::{Config, Opt};
use crate::emit::Owner;
use crate::error::{Error, Result};
use crate::ports;
use crate::stream::StreamReplay;
use crate::systems::racetrack::register_file::Mode;
use crate::systems::racetrack::units::preshift_arbiter::{self, PreshiftArbiter};
use crate::systems::racetrack::units::racetrack_bank::{OwnIn, RacetrackStorage, StorageParams};
use crate::systems::racetrack::units::shift_controller::Op;
use crate::systems::racetrack::units::{Placement, RequestArbiter};
use crate::units::bank::Storage;
use crate::units::bank_file::{InFile, Parts, Player, Shared};
use crate::units::{Fault, Model as _, Unit, request_arbiter};
use askama::Template;

/// Parameters of the storage and of the preshift arbiter.
#[derive(Clone, Debug)]
pub struct FileParams {
    pub storage: StorageParams,
    pub preshift_arbiter: preshift_arbiter::Params,
    pub banks: usize,
    pub bank_bits: usize,
}

ports! {
    /// Inputs beside those of every file.
    #[derive(Copy)]
    pub struct FileIn(params: &FileParams) -> Direction::Input {
        /// only aligned banks compete for grants
        aligned_only: bool = 1;
        /// banks without a grant may shift
        preshift_en: bool = 1;
        /// an entry of a map table is loaded
        map_valid: bool = 1;
        /// bank whose map table is loaded
        map_bank: u8 = params.bank_bits;
        /// entry to load in the map table
        map_entry: u16 = params.storage.map.entry_bits();
        /// port region of the entry to load
        map_port: u8 = params.storage.geometry.port_bits();
        /// offset, in its port region, of the entry to load
        map_offset: u8 = params.storage.geometry.offset_bits();
    }
}

ports! {
    /// Outputs beside those of every file.
    #[derive(Copy)]
    pub struct FileOut(params: &FileParams) -> Direction::Output {
        /// bit b: bank b shifts
        bank_shift: u32 = params.banks;
    }
}

impl FileOut {
    /// Banks that shift with a grant, and banks that shift without one.
    #[inline]
    pub fn shifts(&self, grant: u32) -> [u32; 2] {
        [self.bank_shift & grant, self.bank_shift & !grant]
    }
}

#[derive(Template)]
#[template(path = "racetrack/file_arbitration.v", escape = "none")]
struct Arbitration;

#[derive(Template)]
#[template(path = "racetrack/file_wires.v", escape = "none")]
struct Wires {
    offset_bits: usize,
}

#[derive(Template)]
#[template(path = "racetrack/file_bank.v", escape = "none")]
struct Connections {
    bank_bits: usize,
}

impl InFile for RacetrackStorage {
    const FILE: &'static str = "racetrack_register_file";
    const FILE_MODULE: &'static str = "rf_racetrack_register_file";
    const FILE_SUMMARY: &'static str =
        "complete racetrack register file: banks, arbiters, placement, map tables";
    const FILE_CONTRACT: &'static str = include_str!("contract.md");
    const FILE_KEYS: &'static [&'static str] = &[
        "gpu.banks",
        "gpu.warps",
        "gpu.collector_units",
        "gpu.operand_slots",
        "gpu.placement",
        "gpu.request_stage",
        "racetrack.positions",
        "racetrack.ports",
        "racetrack.write_cycles",
        "racetrack.read_queue_depth",
        "racetrack.write_buffer_depth",
        "racetrack.max_write_run",
        "racetrack.max_banks",
    ];
    const FILE_FAULTS: &'static [Fault] = super::faults::FAULTS;
    const FILE_PARTS: [(Owner, &'static str); 2] =
        [(Placement::OWNER, "rf_placement"), (RequestArbiter::OWNER, "rf_request_arbiter")];
    const MOVES: bool = true;
    const GOES_ON: bool = false;

    type FileParams = FileParams;
    type FileIn = FileIn;
    type FileOut = FileOut;
    type FileScenarios = stim::Scenarios;
    type FileDriver = stim::MapsAndModes;

    fn file_params(config: &Config) -> Params {
        let (bank, placement) = (RacetrackStorage::params(config), Placement::params(config));
        let own = FileParams {
            storage: bank.own,
            preshift_arbiter: PreshiftArbiter::params(config),
            banks: placement.banks,
            bank_bits: placement.bank_bits(),
        };
        let request_arbiter = RequestArbiter::params(config);
        let request_stage = config.gpu().request_stage;
        let front = bank.shared;
        Params { shared: Shared { placement, request_arbiter, front, request_stage }, own }
    }

    fn storage_params(params: &FileParams) -> &StorageParams {
        &params.storage
    }

    #[inline]
    fn aligned_only(inputs: &FileIn) -> bool {
        inputs.aligned_only
    }

    #[inline]
    fn ahead(inputs: &FileIn, arbiter: &request_arbiter::In) -> u32 {
        let preshift = preshift_arbiter::Model.outputs(&preshift_arbiter::In {
            request: arbiter.request,
            aligned: arbiter.aligned,
            busy: arbiter.busy,
            aligned_only: inputs.aligned_only,
            preshift_en: inputs.preshift_en,
        });
        preshift.preshift
    }

    #[inline]
    fn bank_inputs(inputs: &FileIn, bank: usize, ahead: bool) -> OwnIn {
        OwnIn {
            preshift_en: ahead,
            map_valid: inputs.map_valid && usize::from(inputs.map_bank) == bank,
            map_entry: inputs.map_entry,
            map_port: inputs.map_port,
            map_offset: inputs.map_offset,
        }
    }

    #[inline]
    fn touched(inputs: &FileIn) -> u32 {
        u32::from(inputs.map_valid) << inputs.map_bank
    }

    #[inline]
    fn note(outputs: &mut FileOut, bank: usize, op: Op) {
        outputs.bank_shift |= u32::from(op.shifts()) << bank;
    }

    fn file_parts(params: &FileParams) -> Result<Parts> {
        let failed = || Error::emission(Self::FILE);
        let wires = Wires { offset_bits: params.storage.geometry.offset_bits() };
        Ok(Parts {
            arbitration: Arbitration.render().map_err(failed())?,
            channel_hints: "",
            bank_wires: wires.render().map_err(failed())?,
            connections: Connections { bank_bits: params.bank_bits }.render().map_err(failed())?,
            designs: vec![(PreshiftArbiter::design(&params.preshift_arbiter)?, 1)],
        })
    }

    fn file_scenarios(inputs: &In, outputs: &Out) -> stim::Scenarios {
        stim::scenarios(inputs, outputs)
    }

    const FILE_STREAM_OPTIONS: &'static [Opt] = Mode::STREAM_OPTIONS;

    fn player(params: &Params, replay: &StreamReplay) -> Result<Box<dyn Player<Self>>> {
        let geometry = params.own.storage.geometry;
        Ok(Box::new(Plays::new(Mode::of_stream(&replay.options, replay.banks, geometry)?)))
    }
}
