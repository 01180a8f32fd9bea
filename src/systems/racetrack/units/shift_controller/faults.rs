//! Faults that the unit's checks must find.

use crate::units::{Fault, Keys};

const KEYS: Keys = &["racetrack.positions=96", "racetrack.write_cycles=3"];

pub const FAULTS: &[Fault] = &[
    fault("head_q < write_offset_i", "head_q > write_offset_i").in_lockstep(&[]).refutes(0, KEYS),
    fault("assign busy_o = hold_q != 3'd0", "assign busy_o = hold_q == 3'd1").refutes(0, KEYS),
    fault("hold_d = WriteHold", "hold_d = 3'd0").refutes(1, &[]),
    fault("hold_q - 3'd1", "3'd0").refutes(2, &[]),
    fault("hold_q - 3'd1", "{1'b0, hold_q[1:0]} - 3'd1").refutes(3, &[]),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_shift_controller", from, to)
}
