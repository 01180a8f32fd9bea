//! What is proved of small banks.

use super::Params;
use super::storage::{HINT_BITS, StorageParams, SttStorage};
use crate::bits::bits_for;
use crate::emit::Proof;
use crate::error::Result;
use crate::systems::stt::units::stt_array::Disturbance;
use crate::systems::stt::units::{read_buffer, restore_selector, stt_array, stt_write_buffer};
use crate::units::bank::{Front, Part, answers_in_time, answers_right, in_order};
use crate::units::{read_queue, write_buffer};

/// Any ones fall at each read, and the run-time inputs change at any time.
const PART: Part = Part {
    wires: "  wire busy = 1'b0;\n  wire forgets = read_hints_i[0];",
    assumes: "",
    asserts: "",
};

/// Reads that are not dead are restored.
const RESTORES: &str = "    assume (restore_mode_i != 2'd0);";

pub fn proofs() -> Result<Vec<Proof>> {
    let mut proofs = Vec::new();
    for two_ports in [false, true] {
        let params = small(two_ports, 4, 2);
        proofs.push(in_order::<SttStorage>(&params, PART, &sizes(&params))?);
        let params = small(two_ports, 2, 1);
        let part = Part { assumes: RESTORES, ..PART };
        proofs.push(answers_right::<SttStorage>(&params, part, &sizes(&params))?);
        let params = small(two_ports, 2, 2);
        proofs.push(answers_in_time::<SttStorage>(&params, PART, [2, STEP], &sizes(&params))?);
    }
    Ok(proofs)
}

/// Cycles within which a bank with requests performs one: a selective restore, a drain, and grants.
const STEP: usize = 12;

/// A bank that is small enough for proofs: so many reads and writes in its front and buffered writes,
/// one register in the read buffer, registers of a bit.
fn small(two_ports: bool, entries: usize, depth: usize) -> Params {
    let (lanes, lane_bits, entry_bits) = (1, 1, bits_for(entries));
    let queue = read_queue::Params {
        depth,
        position_bits: entry_bits,
        collector_units: 2,
        operand_slots: 2,
        hint_bits: HINT_BITS,
    };
    let buffer = write_buffer::Params {
        depth,
        position_bits: entry_bits,
        read_queue_depth: queue.depth,
        lanes,
        lane_bits,
    };
    let own = StorageParams {
        array: stt_array::Params {
            entries,
            lanes,
            lane_bits,
            disturbance: Disturbance::Free,
            selector: restore_selector::Params { read_cycles: 1, write_cycles: 3 },
        },
        writes: stt_write_buffer::Params { depth, entry_bits, lanes, lane_bits },
        reads: read_buffer::Params { depth: 1, entry_bits, lane_bits, lanes },
        drain_from: 1,
        drain_first_from: depth,
    };
    Params { shared: Front { entry_bits, two_ports, max_write_run: 0, queue, buffer }, own }
}

fn sizes(params: &Params) -> String {
    let ports = if params.shared.two_ports { "1r1w" } else { "1rw" };
    let depth = params.shared.queue.depth;
    format!(
        "{ports}, {} entries, {depth} reads, writes and buffered writes, one buffered register, all \
         schemes",
        params.own.array.entries
    )
}
