//! Racetrack storage with slice masks on writes: a bank shifts to the requested entry, then
//! performs the access.
//!
//! There is no write buffer and no read queue: reads wait in their collector units, writes on their
//! channels. Map tables give the position on the wires of each entry, which is a physical register.

use crate::config::Config;
use crate::emit::Proof;
use crate::error::Result;
use crate::sm::register_file::{MAX_EVENTS, events};
use crate::systems::compressed::indirection::SLICES;
use crate::systems::compressed::units::packed_bank::{self, Timing, checks};
use crate::systems::compressed::units::storages::{Named, PackedStorage, small_front};
use crate::systems::racetrack::register_file::Mode;
use crate::systems::racetrack::units::racetrack_bank::{RacetrackStorage, StorageParams};
use crate::systems::racetrack::units::racetrack_register_file::{FileIn, FileOut, FileParams};
use crate::systems::racetrack::units::{PortRegions, domain_array, map_table, shift_controller};
use crate::units::bank::Part;
use crate::units::bank_file::{self, InFile};

impl PackedStorage for RacetrackStorage {
    const PACKED_BANK: Named = Named {
        name: "packed_racetrack_bank",
        module: "rf_packed_racetrack_bank",
        summary: "bank of packed registers on racetracks, with writes of single slices",
        keys: &["racetrack.positions", "racetrack.ports", "racetrack.write_cycles"],
        faults: super::bank_faults::FAULTS,
    };
    const PACKED_FILE: Named = Named {
        name: "compressed_racetrack_register_file",
        module: "rf_compressed_racetrack_register_file",
        summary: "complete register file of packed registers on racetracks",
        keys: &[
            "gpu.banks",
            "gpu.warps",
            "gpu.collector_units",
            "gpu.operand_slots",
            "gpu.request_stage",
            "gpu.placement",
            "racetrack.positions",
            "racetrack.ports",
            "racetrack.write_cycles",
            "racetrack.max_banks",
            "compression.subnormals",
            "compression.converters",
        ],
        faults: super::file_faults::FAULTS,
    };

    type Mode = Mode;

    fn packed_params(config: &Config) -> bank_file::Params<Self> {
        let mut params = Self::file_params(config);
        params.own.storage.array.slices = SLICES;
        params
    }

    fn packed_proofs() -> Result<Vec<Proof>> {
        [(1, true), (1, false), (2, false)]
            .into_iter()
            .map(|(write_cycles, preshift)| proof(write_cycles, preshift))
            .collect()
    }

    fn mode_inputs(mode: &Mode) -> FileIn {
        mode.inputs()
    }

    fn mode_loads(mode: &Mode) -> Vec<FileIn> {
        mode.loads()
    }

    const EVENTS: &'static [&'static str] = Mode::EVENTS;

    #[inline]
    fn happens(outputs: &FileOut, grant: u32) -> [u32; MAX_EVENTS] {
        events(outputs.shifts(grant))
    }

    fn settles_in(params: &FileParams) -> u32 {
        params.storage.settles_in()
    }
}

/// Proof of a bank with two ports and two offsets that is granted within two cycles. No map is
/// loaded; the map table has its own proof that it keeps entries apart.
fn proof(write_cycles: usize, preshift: bool) -> Result<Proof> {
    let geometry = PortRegions { ports: 2, offsets: 2 };
    let slices = 2;
    let map = map_table::Params { geometry };
    let shared = packed_bank::Shape { front: small_front(map.entry_bits(), false), slices };
    let own = StorageParams {
        geometry,
        map,
        controller: shift_controller::Params { geometry, write_cycles },
        array: domain_array::Params { geometry, lanes: 1, lane_bits: 2, slices },
    };
    let wait = 2;
    let (step, assumes, mode) = match preshift {
        true => (geometry.offsets - 1 + wait, PRESHIFT, "with preshifting"),
        false => (geometry.offsets * wait, NO_PRESHIFT, "without preshifting"),
    };
    let timing = Timing { wait, step: step + write_cycles - 1 };
    let part = Part { assumes, asserts: MOVES_TOWARDS, ..Part::default() };
    let sizes = format!("2 ports x 2 offsets, writes of {write_cycles} cycles, {mode}");
    checks::<RacetrackStorage>(
        &packed_bank::Params::<RacetrackStorage> { shared, own },
        part,
        timing,
        &sizes,
    )
}

const PRESHIFT: &str = "    assume (!map_valid_i && preshift_en_i);";
const NO_PRESHIFT: &str = "    assume (!map_valid_i && !preshift_en_i);";

/// Assertion: the head moves only for a request with which it is not yet aligned, and not while the
/// bank is busy.
const MOVES_TOWARDS: &str =
    "      assert (!((op == 3'd3 || op == 3'd4) && (!req_valid || aligned || busy)));";
