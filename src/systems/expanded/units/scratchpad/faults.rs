//! Faults that the unit's checks must find.

use crate::units::{Fault, Keys};

const KEYS: Keys = &["expars.max_passed=1"];

pub const FAULTS: &[Fault] = &[
    // A row or bytes of others, lanes that are not written.
    fault(".wmask_i(pass ? enable : 4'hf)", ".wmask_i(4'hf)").in_lockstep(KEYS).refutes(0, &[]),
    fault("register && lane", "register").in_lockstep(KEYS).refutes(0, &[]),
    fault("pass ? pass_row_i", "1'b0 ? pass_row_i").in_lockstep(KEYS).refutes(0, &[]),
    fault("pass ? pass_stores_i :", "1'b0 ? pass_stores_i :").in_lockstep(KEYS).refutes(0, &[]),
    // Both at once, registers that wait for ever, an answer to a store.
    fault("register_valid_i && !pass", "register_valid_i").in_lockstep(KEYS).refutes(0, &[]),
    fault("pass && register_valid_i ?", "1'b0 ?").in_lockstep(KEYS).refutes(0, &[]),
    fault("pass && !pass_stores_i ?", "pass ?").in_lockstep(KEYS).refutes(0, &[]),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_scratchpad", from, to)
}
