//! Are a bank's shifts those that the served sequence asks for, and none more?

use crate::support::fermi;
use proptest::prelude::*;
use regforge::systems::racetrack::config::Racetrack;
use regforge::systems::racetrack::units::racetrack_bank::{In, Model, RacetrackBank};
use regforge::systems::racetrack::units::racetrack_register_file::{self, RacetrackRegisterFile};
use regforge::systems::racetrack::units::shift_controller::Op;
use regforge::units::channels::READ_PORTS;
use regforge::units::{Model as _, Unit};
use std::collections::VecDeque;

/// A request: whether it writes, port and offset.
type Request = (bool, u8, u8);

/// Serves requests in their order; no write overtakes a read, as each waits until the bank has
/// nothing to do. Grants come as the bits of `grants` say. Shifts, and cycles that they took.
fn serve(requests: &[Request], grants: u64, preshift: bool) -> (u64, u64) {
    let params = RacetrackBank::params(&fermi());
    let mut bank = Model::new(&params);
    bank.tick(&In::default());
    let (mut shifts, mut served, mut asked) = (0, 0, 0);
    let mut cycle = 0;
    while served < requests.len() {
        let mut inputs = In::default();
        inputs.own.preshift_en = preshift;
        let front = &mut inputs.shared;
        front.rst_n = true;
        front.grant = grants >> (cycle % 64) & 1 != 0;
        let entry = |port: u8, offset: u8| u16::from(port) * 16 + u16::from(offset);
        match requests.get(asked) {
            Some(&(true, port, offset)) if bank.is_idle() => {
                front.write_valid = true;
                front.write_entry = entry(port, offset);
                front.write_lane_mask = 1;
            }
            // A read may wait behind reads, but behind no write.
            Some(&(false, port, offset)) if bank.wanted().write.is_none() => {
                front.read_valid = true;
                front.read_entry = entry(port, offset);
            }
            _ => {}
        }
        let outputs = bank.outputs(&inputs);
        asked += usize::from(inputs.shared.write_valid && outputs.shared.write_ready);
        asked += usize::from(inputs.shared.read_valid && outputs.shared.read_ready);
        shifts += u64::from(outputs.own.op.shifts());
        served += usize::from(matches!(outputs.own.op, Op::Read | Op::Write));
        bank.tick(&inputs);
        cycle += 1;
    }
    (shifts, cycle)
}

fn ways(requests: &[Request]) -> u64 {
    let rest = Racetrack::from(&fermi()).offsets() as u8 / 2;
    let offsets = requests.iter().map(|request| request.2);
    let from = std::iter::once(rest).chain(offsets.clone());
    from.zip(offsets).map(|(from, to)| u64::from(from.abs_diff(to))).sum()
}

proptest! {
    /// RM-I20: without overtaking, `shift_total` is the sum of the ways from each served offset to
    /// the next, the first from the rest offset, with and without preshifting.
    #[test]
    fn are_the_ways_between_accesses(
        requests in prop::collection::vec((any::<bool>(), 0u8..8, 0u8..16), 1..100),
        grants in 1u64..,
    ) {
        let (without, slow) = serve(&requests, grants, false);
        let (with, fast) = serve(&requests, grants, true);
        prop_assert_eq!(without, ways(&requests));
        prop_assert_eq!(with, ways(&requests));
        prop_assert!(fast <= slow);
    }
}

/// The longest that a read of a register file waits which all channels flood with reads, those of
/// each bank from one end of its wires to the other and back.
fn worst_latency(preshift: bool) -> u64 {
    let params = RacetrackRegisterFile::params(&fermi());
    let mut file = racetrack_register_file::Model::new(&params);
    let mut inputs = racetrack_register_file::In::default();
    file.tick(&inputs);
    // With 16 registers a thread, a warp is a row: one entry of every bank. Warps 0 and 15 are at
    // the ends of the first port's region.
    inputs.shared.rst_n = true;
    inputs.shared.regs_per_thread = 16;
    inputs.own.preshift_en = preshift;
    let mut since = vec![VecDeque::new(); params.shared.banks()];
    let mut asked = vec![0u64; params.shared.banks()];
    let (mut worst, mut reading) = (0, 0u32);
    for cycle in 0..20_000u64 {
        inputs.shared.read_valid = 0xff;
        for channel in 0..READ_PORTS {
            let bank = (cycle as usize + 2 * channel) % params.shared.banks();
            let warp = if asked[bank] % 2 == 0 { 0 } else { 15 };
            inputs.shared.read_warp[channel] = warp;
            // The register of this row that lies in this bank.
            inputs.shared.read_reg[channel] = ((bank + 16 - usize::from(warp)) % 16) as u8;
        }
        let outputs = file.outputs(&inputs);
        for channel in (0..READ_PORTS).filter(|n| outputs.shared.read_ready >> n & 1 != 0) {
            let bank = (cycle as usize + 2 * channel) % params.shared.banks();
            asked[bank] += 1;
            since[bank].push_back(cycle);
        }
        for (bank, since) in since.iter_mut().enumerate().filter(|(n, _)| reading >> n & 1 != 0) {
            let accepted = since.pop_front();
            worst = worst.max(cycle - accepted.unwrap_or_else(|| panic!("bank {bank}: no read")));
        }
        reading = outputs.shared.bank_read;
        file.tick(&inputs);
    }
    worst
}

/// C5: a read that was accepted is answered within the time that RM-I17 gives each of the reads in
/// its queue, and the flood comes close to it. (`d + 4` with, `4 (d + 1)` without preshifting.)
#[test]
fn reads_of_a_full_register_file_are_answered_in_time() {
    let config = fermi();
    let (depth, way) = (Racetrack::from(&config).read_queue_depth as u64, 15);
    let turns = (config.gpu().banks / Racetrack::from(&config).max_banks) as u64;
    let (with, without) = (worst_latency(true), worst_latency(false));
    let (bound_with, bound_without) = (depth * (way + turns) + 1, depth * turns * (way + 1) + 1);
    assert!(with <= bound_with && without <= bound_without, "{with} {without}");
    assert!(2 * with > bound_with && 2 * without > bound_without, "{with} {without}");
}
