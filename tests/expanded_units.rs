//! Are faults in the units of the expanded register file found?

use crate::faults::{planted_in, refuted};
use crate::support::fermi;
use rayon::prelude::*;
use regforge::systems;

const TABLE: &str = "register_allocation_table";
const SCRATCHPAD: &str = "scratchpad";
const LIMITER: &str = "warp_limiter";
const PREFETCHER: &str = "register_prefetcher";
const CACHE: &str = "operand_cache";
const CACHE_MODULE: &str = "rf_operand_cache";

/// Unit, and the fault in its module.
const FAULTS: [(&str, &str, &str); 32] = [
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
    (TABLE, "enable_q && bundle_warp_i", "bundle_warp_i"),
    (TABLE, "bundle_warp_i >= start_warp_q", "bundle_warp_i > start_warp_q"),
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
    // A warp that is passed for ever, places of the queue that are lost.
    (PREFETCHER, "takes_first = passed_q", "takes_first = 1'b0 & passed_q"),
    (PREFETCHER, "if (turn && takes_first) first_q", "if (turn) first_q"),
    // Registers of the register file, lines of registers that are there.
    (PREFETCHER, "<< spilled_from_i", "<< 1'b0"),
    (PREFETCHER, "{bundle_mix_i}", "{1'b1}"),
    (PREFETCHER, "wanted & ~present_i", "wanted"),
    // A bundle that is held while a line fills, or for ever, or again and again.
    (PREFETCHER, "none_left && !filling_i", "none_left"),
    (PREFETCHER, "holds_q[n] && !released[n]", "holds_q[n]"),
    (PREFETCHER, "pin_q || (claims_q && !done)", "pin_q || claims_q"),
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
    // Warps that are passed come soon to their turn.
    let config = systems::config("fermi", &["expars.max_passed=1".into()]).unwrap();
    FAULTS.par_iter().for_each(|(unit, from, to)| {
        planted_in(&config, unit, &format!("rf_{unit}"), from, to);
    });
}

/// Of the cache.
const CACHE_FAULTS: [(&str, &str); 17] = [
    // A write of a line that fills goes to the queue, or to the line.
    ("filling_q[line] || (leaves_dirty", "(leaves_dirty"),
    ("hits[k]  = valid_q[line]", "hits[k]  = (valid_q[line] || filling_q[line])"),
    // A clean line is taken in the cycle in which a write makes it dirty.
    (
        "!valid_q[claim_line]",
        "!(valid_q[claim_line] && (pinned_q[claim_line] || dirty_q[claim_line]))",
    ),
    // A write overtakes the content of the line that it finds leaving.
    (" || (leaves_dirty && leave_line_q == line)", ""),
    // A fetch overtakes queued writes, or the one of the cycle of its claim.
    ("fetch_q && older_q == ", "fetch_q || 1'b0 && older_q == "),
    ("older_q      <= count;", "older_q      <= after_pop;"),
    // A pinned line leaves, pins are lost or stay, a line is taken while it leaves.
    ("&& !pinned_q[claim_line]", ""),
    ("takes || ((pinned_q", "((pinned_q"),
    ("|| found[at]) && !goes", ") && !goes"),
    ("\n      && !(leaves_dirty && leave_line_q == claim_line)", ""),
    // Content that is not written back, one fetch in place of another.
    ("written || (dirty_q[at]", "(dirty_q[at]"),
    ("(!fetch_q || fetched)", "1'b1"),
    // Answers to reads that were not accepted, and to another slot.
    ("asks && can_read[at]", "asks"),
    ("slot_q <= slot;", "slot_q <= ~slot;"),
    // What somebody wants is not present, by line instead of by number.
    ("pin_i && valid_q[at]", "pin_i && valid_q[at] && dirty_q[at]"),
    ("= found[line]", "= found[at]"),
    // Idle while a line is fetched.
    ("leave_q || fetch_q ||", "leave_q ||"),
];

/// Half of a line is fetched: the other lanes have what was there before. The proof is of one lane.
const HALF_FETCHED: (&str, &str) = ("lanes  = {32{1'b1}};", "lanes  = {{16{1'b0}}, {16{1'b1}}};");

#[test]
fn faults_refute_the_proofs_of_the_cache() {
    let proofs = systems::unit(CACHE).unwrap().proofs(&fermi()).unwrap();
    CACHE_FAULTS.par_iter().for_each(|(from, to)| {
        refuted(proofs[0].clone(), CACHE_MODULE, from, to);
    });
}

/// In a small one, as each fault is built anew.
#[test]
fn faults_of_the_cache_are_found_in_lockstep() {
    let keys = ["gpu.warps=8", "expars.cache_lines=4", "expars.cache_banks=2"];
    let config = systems::config("fermi", &keys.map(String::from)).unwrap();
    CACHE_FAULTS.par_iter().chain([&HALF_FETCHED]).for_each(|(from, to)| {
        planted_in(&config, CACHE, CACHE_MODULE, from, to);
    });
}

const FILE_MODULE: &str = "rf_expanded_register_file";

/// Of the whole file: requests that go to both, readiness of the wrong one, ports that are not tied.
const WIRING: [(&str, &str); 4] = [
    ("(read_valid_i & ~read_in_cache)", "(read_valid_i)"),
    ("(cache_read_ready & read_in_cache)", "cache_read_ready"),
    (".spilled_granted_i(spilled_granted)", ".spilled_granted_i(spilled_valid)"),
    (".released_i       (released_i)", ".released_i       (ended_i)"),
];

/// Which proof of the file is refuted, and the fault in a module.
const FILE_FAULTS: [(usize, &str, &str, &str); 8] = [
    // Requests that go to both, readiness of the wrong one, answers to reads that were not accepted.
    (0, FILE_MODULE, "(read_valid_i & ~read_in_cache)", "(read_valid_i)"),
    (0, FILE_MODULE, "(cache_read_ready & read_in_cache)", "cache_read_ready"),
    (0, FILE_MODULE, "(write_valid_i & ~write_in_cache)", "(write_valid_i)"),
    (0, CACHE_MODULE, "asks && can_read[at]", "asks"),
    // The scratchpad's grants do not come back.
    (1, FILE_MODULE, ".spilled_granted_i(spilled_granted)", ".spilled_granted_i(1'b0)"),
    // A bundle that is held too early, or has other registers.
    (2, "rf_register_prefetcher", "none_left && !filling_i", "none_left"),
    (2, "rf_register_prefetcher", "wanted & ~present_i", "wanted & present_i"),
    (2, "rf_register_prefetcher", "bundle_set_i & kept", "bundle_set_i & ~kept"),
];

#[test]
fn faults_refute_the_proofs_of_the_file() {
    let proofs = systems::unit("expanded_register_file").unwrap().proofs(&fermi()).unwrap();
    FILE_FAULTS.par_iter().for_each(|(proof, module, from, to)| {
        refuted(proofs[*proof].clone(), module, from, to);
    });
}

#[test]
fn faults_of_the_files_wiring_are_found_in_lockstep() {
    let keys = ["gpu.warps=8", "expars.cache_lines=4", "expars.cache_banks=2"];
    let config = systems::config("fermi", &keys.map(String::from)).unwrap();
    WIRING.par_iter().for_each(|(from, to)| {
        planted_in(&config, "expanded_register_file", FILE_MODULE, from, to);
    });
}
