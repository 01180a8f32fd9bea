//! Is the look-up of the sharing register file right under every option, and is a fault in it
//! found?

use crate::faults::{planted_in, refuted};
use crate::support::{builder, notes};
use rayon::prelude::*;
use regforge::config::Config;
use regforge::cosim::{Check, Source};
use regforge::systems;

/// The default with keys of `[sharing]` set.
fn config(keys: &[&str]) -> Config {
    let keys: Vec<String> = keys.iter().map(|key| format!("sharing.{key}")).collect();
    systems::config("fermi", &keys).unwrap()
}

/// Options, module, and the fault.
type Fault = (&'static [&'static str], &'static str, &'static str);

const ALL_PATTERNS: &[&str] = &["lanes=run", "rows=true"];

/// A step that is longer than a stride, a lane that is not in line, a second run, rows of other
/// lanes or other pitch, an unaligned lane, one outside, a range without the width or of inactive
/// lanes.
const PATTERN_FAULTS: [Fault; 10] = [
    (&[], "adjacent[i] && !short[i]", "1'b0"),
    (&[], "for (i = 0; i < Lanes - 2; i", "for (i = 1; i < Lanes - 2; i"),
    (&["lanes=run"], "if (|(starts >> (i + 1)))", "if (1'b0)"),
    (ALL_PATTERNS, "if (lanes_i[i] != lanes_i[i+Width])", "if (1'b0)"),
    (ALL_PATTERNS, "one_run && (&equal)", "one_run"),
    (&[], " && (&aligned)", ""),
    (&[], "(counted == lanes_i)", "1'b1"),
    (&[], "- 6'd1; // bytes", "- 6'd2; // bytes"),
    (
        &[],
        "below[4*i +: 4] | ~active));\n          highest",
        "below[4*i +: 4]));\n          highest",
    ),
    (&[], "(lower[4] && !over)", "lower[4]"),
];

#[test]
fn faults_of_the_pattern_are_found() {
    PATTERN_FAULTS.par_iter().for_each(|(keys, from, to)| {
        planted_in(&config(keys), "address_pattern", "rf_address_pattern", from, to);
    });
}

#[test]
fn faults_of_the_pattern_refute_its_proof() {
    PATTERN_FAULTS.par_iter().for_each(|(keys, from, to)| {
        let unit = systems::unit("address_pattern").unwrap();
        let proof = unit.proofs(&config(keys)).unwrap().remove(0);
        refuted(proof, "rf_address_pattern", from, to);
    });
}

#[test]
fn patterns_of_every_kind_agree() {
    let kinds: [&[&str]; 4] =
        [&["lanes=run"], &["rows=true"], ALL_PATTERNS, &["address_check=low_bits"]];
    kinds.par_iter().for_each(|keys| agree("address_pattern", keys, 1_000_000));
}

const COMPARE: &str = "rf_address_mapping_compare";
const ENTRY: &str = "rf_address_mapping_entry";
const SEARCH: &str = "rf_cover_search";
const TABLE: &str = "rf_address_mapping_table";

/// Module, and options with the fault. A hit that is too short, a look that does not see what is
/// recorded in its cycle, a store that spares an entry, two entries of a register, one that is
/// recorded though it is dropped, one that is not as its register was taken; a pair with a gap,
/// between strides, of deleted or replaced entries, shifted wrongly; rows at another pitch.
const TABLE_FAULTS: [(&str, Fault); 14] = [
    (COMPARE, (&[], "(entry_last_i >= last_i)", "1'b1")),
    (COMPARE, (&[], "(entry_end_i >= low_i)", "(entry_base_i >= low_i)")),
    (COMPARE, (&["rows=true"], "(entry_pitch_i == pitch_i)", "1'b1")),
    (ENTRY, (&[], "write_i ? new_match_i : match", "match")),
    (ENTRY, (&[], "write_i ? new_overlap_i : overlap", "overlap")),
    (ENTRY, (&[], "!write_i && (ready_q || filled)", "ready_q || filled")),
    (ENTRY, (&[], "(record_i && (new_phys_i == phys_q))", "1'b0")),
    (ENTRY, (&[], "multiple && near", "near")),
    (SEARCH, (&[], "|(select_q & valid[4*g +: 4])", "|select_q")),
    (SEARCH, (&[], "select & ~write[4*g +: 4]", "select")),
    (TABLE, (&[], "new_valid = 1'b0;", "new_valid = 1'b1;")),
    (TABLE, (&[], "wire complete = |", "wire complete = 1'b1 || |")),
    (TABLE, (&["lanes=run"], "- head_best - from", "- head_best")),
    (TABLE, (&[], "d < 6;", "d < 7;")),
];

/// Wrong victims, which are no wrong answer: a used entry is not spared, the hand is not obeyed.
const VICTIM_FAULTS: [(&str, Fault); 2] =
    [(ENTRY, (&[], "(used_q && !pass_i)", "used_q")), (TABLE, (&[], "ahead_q & ~used", "~used"))];

/// In a table of eight entries, as each fault is built anew.
#[test]
fn faults_of_the_table_are_found() {
    let faults: Vec<_> = TABLE_FAULTS.iter().chain(&VICTIM_FAULTS).collect();
    faults.par_iter().for_each(|(module, (keys, from, to))| {
        let config = config(&[keys, &["entries=8"][..]].concat());
        planted_in(&config, "address_mapping_table", module, from, to);
    });
}

/// Number of the proof, module, and the fault.
const REFUTED: [(usize, &str, &str, &str); 8] = [
    // A hit that is too short, a look that does not see what is recorded in its cycle, data that
    // are there before they are filled.
    (0, COMPARE, "(entry_last_i >= last_i)", "1'b1"),
    (0, ENTRY, "write_i ? new_match_i : match", "match"),
    (0, ENTRY, "!write_i && (ready_q || filled)", "ready_q || filled"),
    // A store that spares an entry, or what is recorded in the cycle of its look.
    (1, COMPARE, "(entry_end_i >= low_i)", "(entry_base_i >= low_i)"),
    (1, ENTRY, "write_i ? new_overlap_i : overlap", "overlap"),
    // A drop that is ignored, and one that comes too late.
    (2, TABLE, "new_valid = 1'b0;", "new_valid = 1'b1;"),
    (2, TABLE, "d < 6;", "d < 7;"),
    // Two entries of a register.
    (3, ENTRY, "(record_i && (new_phys_i == phys_q))", "1'b0"),
];

#[test]
fn faults_of_the_table_refute_its_proofs() {
    let unit = systems::unit("address_mapping_table").unwrap();
    REFUTED.par_iter().for_each(|(number, module, from, to)| {
        let proofs = unit.proofs(&config(&[])).unwrap();
        refuted(proofs.into_iter().nth(*number).unwrap(), module, from, to);
    });
}

/// The largest is at its unit's largest legal point.
#[test]
fn tables_of_every_kind_agree() {
    let kinds: [&[&str]; 6] = [
        &["entries=1"],
        &["entries=3", "lanes=run"],
        &["entries=16", "rows=true"],
        &["entries=64", "lanes=run", "rows=true"],
        &["partial=false"],
        &["entries=17", "store_rule=exact"],
    ];
    kinds.par_iter().for_each(|keys| agree("address_mapping_table", keys, 30_000));
}

/// Lockstep with these options, in which every scenario is reached.
fn agree(unit: &str, keys: &[&str], cycles: u64) {
    let (builder, config) = (builder().for_cycles(cycles), config(keys));
    let check = Check::new(&builder, systems::unit(unit).unwrap(), &config).unwrap();
    let source = Source::Random { seed: 1, cycles };
    let passed = check.run(&source, &notes(), |_| {}).unwrap_or_else(|e| panic!("{keys:?} {e}"));
    assert_eq!(passed.missed(), [""; 0], "{unit} {keys:?}");
}
