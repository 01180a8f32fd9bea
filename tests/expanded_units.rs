//! Are faults in the units of the expanded register file found?

use crate::faults::{planted_in, refuted};
use crate::support::fermi;
use rayon::prelude::*;
use regforge::systems;

const TABLE: &str = "register_allocation_table";
const SCRATCHPAD: &str = "scratchpad";
const LIMITER: &str = "warp_limiter";

/// Unit, and the fault in its module.
const FAULTS: [(&str, &str, &str); 22] = [
    // A border that is one off, a CTA that is not told from the others, launches without mix CTAs.
    (TABLE, "warp >= start_warp_q", "warp > start_warp_q"),
    (TABLE, "number >= start_reg_q", "number > start_reg_q"),
    (TABLE, "mix && number", "number"),
    (TABLE, "enable_q && warp", "warp"),
    // Lines of mix CTAs on those of others, rows of one warp on those of another.
    (TABLE, "offset = mix ?", "offset = 1'b0 ?"),
    (TABLE, "in_file = mix ?", "in_file = 1'b0 ?"),
    (TABLE, "all & ~(all >> 1)", "all"),
    (TABLE, "earlier = warp - first", "earlier = warp"),
    (TABLE, "{1'b0, max_reg_q} + 9'd1", "{1'b0, max_reg_q}"),
    // A row or bytes of others, lanes that are not written.
    (SCRATCHPAD, ".wmask_i(pass ? enable : 4'hf)", ".wmask_i(4'hf)"),
    (SCRATCHPAD, "register && lane", "register"),
    (SCRATCHPAD, "pass ? pass_row_i", "1'b0 ? pass_row_i"),
    (SCRATCHPAD, "pass ? pass_stores_i :", "1'b0 ? pass_stores_i :"),
    // Both at once, registers that wait for ever, an answer to a store.
    (SCRATCHPAD, "register_valid_i && !pass", "register_valid_i"),
    (SCRATCHPAD, "pass && register_valid_i ?", "1'b0 ?"),
    (SCRATCHPAD, "pass && !pass_stores_i ?", "pass ?"),
    // Counts that go on, a wrong warp's, a division that is one off or has no bound, a limit of 0.
    (LIMITER, "!ended_q && |ended", "|ended"),
    (LIMITER, "ended & (~ended + ", "ended & (ended + "),
    (LIMITER, "left_q >= by", "left_q > by"),
    (LIMITER, "left_q >= by && times_q != Most", "left_q >= by"),
    (LIMITER, "times_q == ", "1'b0 & times_q == "),
    (LIMITER, "if (!ends) left_q <= left_q + issues", "left_q <= left_q + issues"),
];

#[test]
fn faults_refute_the_proofs() {
    FAULTS.par_iter().for_each(|(unit, from, to)| {
        let proofs = systems::unit(unit).unwrap().proofs(&fermi()).unwrap();
        refuted(proofs.into_iter().next().unwrap(), &format!("rf_{unit}"), from, to);
    });
}

#[test]
fn faults_are_found_in_lockstep() {
    FAULTS.par_iter().for_each(|(unit, from, to)| {
        planted_in(&fermi(), unit, &format!("rf_{unit}"), from, to);
    });
}
