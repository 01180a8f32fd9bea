//! Proofs of small STT-RAM banks.

use super::Params;
use super::storage::{HINT_BITS, StorageParams, SttStorage};
use crate::bits::bits_for;
use crate::emit::Proof;
use crate::error::{Error, Result};
use crate::systems::stt::units::stt_array::Disturbance;
use crate::systems::stt::units::{read_buffer, restore_selector, stt_array, stt_write_buffer};
use crate::units::bank::{
    Access, Bank, Dut, Front, Part, Storage as _, answers_in_time, answers_right, in_order,
};
use crate::units::{Position, Unit as _, read_queue, unit_ports, write_buffer};
use askama::Template;

/// Any stored ones may fall in each read, and the scheme inputs may change in any cycle.
const PART: Part = Part {
    wires: "  wire busy = 1'b0;\n  wire forgets = read_hints_i[0];",
    assumes: "",
    asserts: "",
};

/// Assumption that reads that are not dead are restored.
const RESTORES: &str = "    assume (restore_mode_i != 2'd0);";

pub fn proofs() -> Result<Vec<Proof>> {
    let mut proofs = Vec::new();
    for two_ports in [false, true] {
        let params = small(two_ports, 4, [8, 2, 2]);
        proofs.push(in_order::<SttStorage>(&params, PART, &sizes(&params))?);
        let params = small(two_ports, 2, [1, 1, 1]);
        let part = Part { assumes: RESTORES, ..PART };
        proofs.push(answers_right::<SttStorage>(&params, part, &sizes(&params))?);
        let params = small(two_ports, 2, [2, 2, 2]);
        for access in [Access::Read, Access::Write] {
            let (limits, sizes) = ([2, STEP], sizes(&params));
            proofs.push(answers_in_time::<SttStorage>(&params, PART, access, limits, &sizes)?);
        }
        proofs.push(drains(&small(two_ports, 4, [1, 1, 4]))?);
    }
    Ok(proofs)
}

/// Bound, in cycles, for a bank with requests to perform one: a selective restore, a drain and the
/// wait for grants.
const STEP: usize = 12;

#[derive(Template)]
#[template(path = "stt/props/stt_bank_drain.sv", escape = "none")]
struct Drain {
    dut: Dut,
    bound: usize,
}

/// Proof that buffered writes drain to the array without grants.
fn drains(params: &Params) -> Result<Proof> {
    let own = &params.own;
    let restore_selector::Params { read_cycles, write_cycles } = own.array.selector;
    // A selective restore in progress, then the drains.
    let bound = 2 * read_cycles + write_cycles + own.writes.depth * write_cycles;
    let dut = Dut::new(SttStorage::MODULE, &unit_ports::<Bank<SttStorage>>(params));
    Ok(Proof {
        name: "stt_bank_drain",
        claim: format!(
            "STT-I17: from {bound} cycles after the last performed request on the array rests and \
             fewer than DrainFrom writes are buffered, without a grant; {}",
            sizes(params)
        ),
        checker: Drain { dut, bound }.render().map_err(Error::emission(SttStorage::NAME))?,
        modules: Bank::<SttStorage>::design(params)?.modules,
    })
}

/// Parameters of a bank small enough for proofs, with these numbers of reads and writes in the
/// front and of buffered writes. It has one register in the read buffer and registers of one bit.
fn small(two_ports: bool, entries: usize, [reads, writes, buffered]: [usize; 3]) -> Params {
    let (lanes, lane_bits, entry_bits) = (1, 1, bits_for(entries));
    let position = Position::of_entries(entry_bits);
    let queue = read_queue::Params {
        depth: reads,
        position,
        collector_units: 2,
        operand_slots: 2,
        hint_bits: HINT_BITS,
    };
    let buffer = write_buffer::Params {
        depth: writes,
        position,
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
        writes: stt_write_buffer::Params { depth: buffered, entry_bits, lanes, lane_bits },
        reads: read_buffer::Params { depth: 1, entry_bits, lane_bits, lanes },
        drain_from: 1,
        drain_first_from: buffered.min(3),
    };
    Params { shared: Front { two_ports, max_write_run: 0, queue, buffer }, own }
}

fn sizes(params: &Params) -> String {
    let ports = if params.shared.two_ports { "1r1w" } else { "1rw" };
    let (reads, writes) = (params.shared.queue.depth, params.shared.buffer.depth);
    let buffered = params.own.writes.depth;
    let requests = match [writes, buffered] == [reads; 2] {
        true => format!("{reads} reads, writes and buffered writes"),
        false => format!("{reads} reads, {writes} writes, {buffered} buffered writes"),
    };
    let entries = params.own.array.entries;
    format!("{ports}, {entries} entries, {requests}, one buffered register, all schemes")
}
