//! Is the look-up of the sharing register file right under every option?

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

#[test]
fn patterns_of_every_kind_agree() {
    let kinds: [&[&str]; 4] =
        [&["lanes=run"], &["rows=true"], &["lanes=run", "rows=true"], &["address_check=low_bits"]];
    kinds.par_iter().for_each(|keys| agree("address_pattern", keys, 1_000_000));
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
