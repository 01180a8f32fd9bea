//! Do random programs compute with shared registers what they compute without?
//!
//! Threads of a CTA store to the same array between barriers, each to bytes of its own or by additions,
//! so that the result does not depend on the order of warps.

use crate::support::random_loads::{Program, case, with_table};
use regforge::config::{Config, Options};
use regforge::parallel;
use regforge::run::{Backend, Case, Simulation, System};
use regforge::sm::Unwatched;
use regforge::sm::register_file::WINDOW_BYTES;
use regforge::systems;
use regforge::systems::sharing::Sharing;
use regforge::systems::sharing::results::Loads;
use regforge::systems::sram::Sram;
use std::ops::Range;
use std::sync::Arc;

const SCHEDULERS: [&str; 3] = ["lrr", "gto", "two_level"];
const ENTRIES: [usize; 3] = [1, 8, 200];

/// Sets of options; each of them occurs with every scheduler and table.
const OPTIONS: [&[&str]; 4] = [
    &[],
    &["lanes=run", "rows=true", "keep=true"],
    &["lanes=run", "partial=false", "keep=true"],
    &["rows=true", "release=false"],
];

/// The paper's rules that such programs show to be wrong. Merges of these programs are right by
/// `merge_rule=plain`, too, and their buffers are too small for `address_check=low_bits`; there are
/// kernels for both in `tests/sharing`.
const UNSOUND: [&str; 3] = ["store_rule=exact", "write_rule=in_place", "load_rule=any"];

fn config(keys: &[String]) -> Config {
    systems::config_with("fermi", keys).unwrap()
}

fn sharing(keys: &[&str]) -> Vec<String> {
    keys.iter().map(|key| format!("sharing.{key}")).collect()
}

/// What is in memory afterwards; nothing if the program faults on the model.
fn run(
    system: &dyn System,
    case: &Arc<Case>,
    config: &Config,
    backend: Backend,
) -> Option<[Vec<u8>; 3]> {
    let compiled = system.compile(case, config, &Options::default()).unwrap();
    let simulation = Simulation::new(system, &*compiled, config).unwrap();
    let outcome = Simulation { backend, limit: LIMIT, ..simulation }.run(&mut Unwatched);
    let outcome = match outcome {
        Ok(outcome) => outcome,
        Err(error) if backend == Backend::Model => {
            println!("{}: {error}", case.launch.name);
            return None;
        }
        Err(error) => panic!("{}: {error}", case.launch.name),
    };
    if system.name() == Sharing.name() {
        let loads = Loads::new(&outcome);
        assert!(loads.is_complete(), "{}", case.launch.name);
    }
    Some(["data", "own", "out"].map(|area| outcome.memory.area(area).unwrap().bytes.clone()))
}

/// Instructions of a warp after which a run counts as one that never ends.
const LIMIT: u64 = 10_000;

/// The schedulers.
fn schedulers(_seed: u64) -> Vec<Vec<String>> {
    SCHEDULERS.iter().map(|scheduler| vec![format!("sm.scheduler={scheduler}")]).collect()
}

/// Each scheduler with each table; the options take turns.
fn everything(seed: u64) -> Vec<Vec<String>> {
    let with = |(n, mut keys): (usize, Vec<String>)| {
        let tables = ENTRIES.iter().enumerate().map(move |(m, entries)| {
            let options = OPTIONS[(seed as usize + n + m) % OPTIONS.len()];
            keys.truncate(1);
            keys.extend(sharing(options));
            keys.push(format!("sharing.entries={entries}"));
            keys.clone()
        });
        tables.collect::<Vec<_>>()
    };
    schedulers(seed).into_iter().enumerate().flat_map(with).collect()
}

/// Every program with each of these configurations.
fn all_end_right(seeds: Range<u64>, configurations: fn(u64) -> Vec<Vec<String>>, backend: Backend) {
    parallel::for_each(seeds, |seed| {
        let program = Program::new(seed);
        let case = case(&program);
        let expected = run(&Sram, &case, &config(&[]), Backend::Model);
        assert!(expected.is_some(), "{seed}");
        for keys in configurations(seed) {
            let shared = run(&Sharing, &case, &config(&keys), backend);
            assert!(shared == expected, "{seed} with {keys:?}:\n{}", program.text());
        }
    });
}

#[test]
fn random_programs_end_as_without_sharing() {
    all_end_right(0..100, everything, Backend::Model);
}

/// A copy had not read its register yet when the only warp that still had it wrote it.
#[test]
fn a_register_that_is_copied_is_not_written_before_it_is_read() {
    let copied = |_| vec![sharing(&["entries=1", "release=false"])];
    all_end_right(9045..9046, copied, Backend::Model);
}

/// With the register file that everyone else runs, too: each other one takes a minute to build.
#[test]
fn random_programs_end_as_without_sharing_in_lockstep() {
    all_end_right(20_000..20_006, schedulers, Backend::Lockstep);
}

/// More of them: `cargo test --test all sharing_programs:: -- --ignored`.
#[test]
#[ignore = "minutes: make soak"]
fn ten_thousand_random_programs_end_as_without_sharing() {
    all_end_right(0..10_000, everything, Backend::Model);
    all_end_right(20_000..20_100, schedulers, Backend::Lockstep);
}

/// Where the table fills the window, nothing behind it is shared, and the run says how many loads are.
#[test]
fn loads_outside_of_the_window_are_counted_and_not_shared() {
    let config = config(&[]);
    let loads = |case: &Arc<Case>| {
        let compiled = Sharing.compile(case, &config, &Options::default()).unwrap();
        let simulation = Simulation::new(&Sharing, &*compiled, &config).unwrap();
        Loads::new(&simulation.run(&mut Unwatched).unwrap())
    };
    let program = Program::new(3);
    let (case, wide) = (case(&program), with_table(&program, WINDOW_BYTES as usize / 4));
    let (all, some) = (loads(&case), loads(&wide));
    assert_eq!(all.outside, 0);
    assert!(some.outside > 0 && some.eligible < all.eligible, "{some:?}, {all:?}");
    let expected = run(&Sram, &case, &config, Backend::Model);
    assert!(run(&Sharing, &wide, &config, Backend::Model) == expected);
}

/// The same check finds programs wrong by each of the paper's rules.
#[test]
fn random_programs_end_wrong_by_the_papers_rules() {
    let cases: Vec<_> = (0..100).map(|seed| case(&Program::new(seed))).collect();
    let expected = parallel::map(&cases, |case| run(&Sram, case, &config(&[]), Backend::Model));
    for rule in UNSOUND {
        let config = config(&sharing(&["lanes=run", "entries=200", rule]));
        let is_wrong = |(case, expected): (&Arc<Case>, &Option<_>)| {
            run(&Sharing, case, &config, Backend::Model) != *expected
        };
        let wrong = parallel::map(cases.iter().zip(&expected), is_wrong);
        let wrong = wrong.into_iter().filter(|wrong| *wrong).count();
        println!("{wrong} of {} end wrong by {rule}", cases.len());
        assert!(wrong > 5, "{rule}");
    }
}
