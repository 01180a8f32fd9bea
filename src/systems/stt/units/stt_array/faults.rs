//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    // A restore that forgets a lane, a mask from the wrong read, a restore of every cell.
    fault("of_selective_q ? lost :", "of_selective_q ? (lost & 2'd1) :").refutes(0, &[]),
    fault("latch_q & ~read_data_o", "latch_q & read_data_o").refutes(0, &[]),
    fault("of_selective_q ? lost :", "").refutes(1, &[]),
    fault("lost : latch_q;", "lost : ~2'd0;").refutes(1, &[]),
    // Of a read with one bit that is 1, and falls. The proof has two bits.
    fault("|lost;", "|lost[1023:1];").in_lockstep(&["stt.disturb=all"]),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_stt_array", from, to)
}
