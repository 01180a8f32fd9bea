//! Are a bank's shifts those that the served sequence asks for, and none more?

mod support;

use proptest::prelude::*;
use regforge::units::racetrack_bank::{In, Model, RacetrackBank};
use regforge::units::shift_controller::Op;
use regforge::units::{Model as _, Unit};
use support::fermi;

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
        let mut inputs = In {
            rst_n: true,
            grant: grants >> (cycle % 64) & 1 != 0,
            preshift_en: preshift,
            ..In::default()
        };
        match requests.get(asked) {
            Some(&(true, port, offset)) if !bank.request().valid && !bank.busy() => {
                inputs.write_valid = true;
                (inputs.write_port, inputs.write_offset) = (port, offset);
                inputs.write_lane_mask = 1;
            }
            // A read may wait behind reads, but behind no write.
            Some(&(false, port, offset)) if !bank.request().write => {
                inputs.read_valid = true;
                (inputs.read_port, inputs.read_offset) = (port, offset);
            }
            _ => {}
        }
        let outputs = bank.outputs(&inputs);
        asked += usize::from(inputs.write_valid && outputs.write_ready);
        asked += usize::from(inputs.read_valid && outputs.read_ready);
        shifts += u64::from(outputs.op.shifts());
        served += usize::from(matches!(outputs.op, Op::Read | Op::Write));
        bank.tick(&inputs);
        cycle += 1;
    }
    (shifts, cycle)
}

fn ways(requests: &[Request]) -> u64 {
    let rest = fermi().racetrack.offsets() as u8 / 2;
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
