//! Proofs of small racetrack banks, the same for every configuration. They load no map: the proof
//! of the map table shows that different entries have different positions.

use super::{Params, RacetrackStorage, StorageParams};
use crate::emit::Proof;
use crate::error::Result;
use crate::systems::racetrack::units::{PortRegions, domain_array, map_table, shift_controller};
use crate::units::bank::{Access, Front, Part, answers_in_time, answers_right, in_order};
use crate::units::{read_queue, write_buffer};

const PART: Part = Part {
    wires: "  wire shifts = op == 3'd3 || op == 3'd4;",
    assumes: "    assume (!map_valid_i);",
    asserts: "      assert (!(shifts && (!req_valid || aligned))); // RM-I18",
};

/// Parameters of a small bank: two ports, two offsets, two buffered writes, registers of one bit.
fn small(depth: usize, write_cycles: usize, max_write_run: usize) -> Params {
    let geometry = PortRegions { ports: 2, offsets: 2 };
    let (lanes, lane_bits, position) = (1, 1, geometry.position());
    let map = map_table::Params { geometry };
    let queue =
        read_queue::Params { depth, position, collector_units: 2, operand_slots: 2, hint_bits: 0 };
    let buffer =
        write_buffer::Params { depth: 2, position, read_queue_depth: depth, lanes, lane_bits };
    let own = StorageParams {
        geometry,
        map,
        controller: shift_controller::Params { geometry, write_cycles },
        array: domain_array::Params { geometry, lanes, lane_bits, slices: 1 },
    };
    Params { shared: Front { two_ports: false, max_write_run, queue, buffer }, own }
}

pub fn proofs() -> Result<Vec<Proof>> {
    let mut proofs = Vec::new();
    for params in [small(8, 1, 0), small(8, 2, 1)] {
        proofs.push(in_order::<RacetrackStorage>(&params, PART, &sizes(&params))?);
    }
    let params = small(2, 1, 0);
    proofs.push(answers_right::<RacetrackStorage>(&params, PART, &sizes(&params))?);
    for preshift in [true, false] {
        proofs.push(in_time(&small(8, 1, 0), preshift)?);
    }
    Ok(proofs)
}

/// Proof of the answer time of a bank that is granted within two cycles.
fn in_time(params: &Params, preshift: bool) -> Result<Proof> {
    let (wait, offsets) = (2, params.own.geometry.offsets);
    let (step, assumes) = match preshift {
        true => (offsets - 1 + wait, "    assume (!map_valid_i && preshift_en_i);"),
        false => (offsets * wait, "    assume (!map_valid_i && !preshift_en_i);"),
    };
    let step = step + params.own.controller.write_cycles - 1;
    answers_in_time::<RacetrackStorage>(
        params,
        Part { assumes, ..PART },
        Access::Read,
        [wait, step],
        &sizes(params),
    )
}

fn sizes(params: &Params) -> String {
    let PortRegions { ports, offsets } = params.own.geometry;
    let (depth, cycles) = (params.shared.queue.depth, params.own.controller.write_cycles);
    format!(
        "{ports} ports x {offsets} offsets, {depth} reads, {} writes of {cycles} cycles",
        params.shared.buffer.depth
    )
}
