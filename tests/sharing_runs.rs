//! Do kernels end right whose warps share loaded registers, and wrong where a rule is unsound?

use crate::support::kernels::KERNELS;
use regforge::config::{Config, Options};
use regforge::parallel;
use regforge::run::{Backend, Case, Simulation, System};
use regforge::sm::register_file::BankCounts;
use regforge::sm::{Outcome, Unwatched};
use regforge::systems::sharing::Sharing;
use regforge::systems::sharing::results::Loads;
use regforge::systems::sram::Sram;
use std::path::Path;
use std::sync::Arc;

/// Everything that makes more loads share.
const EXTENSIONS: [&str; 3] = ["sharing.lanes=run", "sharing.rows=true", "sharing.keep=true"];

/// Each rule of the paper that a kernel shows to be wrong, with the kernel.
const RULES: [(&str, &str); 5] = [
    ("sharing.store_rule=exact", "store_within"),
    ("sharing.write_rule=in_place", "write_to_shared"),
    ("sharing.load_rule=any", "load_by_some"),
    ("sharing.merge_rule=plain", "lanes_of_a_merge"),
    ("sharing.address_check=low_bits", "alias"),
];

fn fermi(keys: &[&str]) -> Config {
    regforge::systems::config_with("fermi", keys).unwrap()
}

fn counterexample(name: &str) -> Arc<Case> {
    let path = format!("tests/sharing/{name}.toml");
    Arc::new(Case::on_allocated_registers(Path::new(&path)).unwrap())
}

fn run(system: &dyn System, case: &Arc<Case>, config: &Config, backend: Backend) -> Outcome {
    let compiled = system.compile(case, config, &Options::default()).unwrap();
    let simulation = Simulation::new(system, &*compiled, config).unwrap();
    let outcome = Simulation { backend, ..simulation }.run(&mut Unwatched);
    outcome.unwrap_or_else(|error| panic!("{}: {error}", case.launch.name))
}

/// Reads and writes of banks.
fn accesses(outcome: &Outcome) -> [u64; 2] {
    let banks = &outcome.register_file.banks;
    [|bank: &BankCounts| bank.reads, |bank: &BankCounts| bank.writes]
        .map(|of| banks.iter().map(of).sum())
}

/// LOC-I9: results, and the lines that loads ask of L1, which are those without sharing but for those
/// of loads that got their data from registers. LOC-I10: a load that is shared as it is neither reads a
/// bank nor writes one; a merge reads two registers, a copy one, and each writes one.
fn all_end_right(keys: &[&str]) {
    let config = fermi(keys);
    parallel::for_each(KERNELS.iter(), |case| {
        let name = &case.launch.name;
        let shared = run(&Sharing, case, &config, Backend::Model);
        assert_eq!(case.is_right(&shared.memory), Some(true), "{name} {keys:?}");
        let loads = Loads::new(&shared);
        assert!(loads.is_complete(), "{name}: {loads:?}");
        let alone = run(&Sram, case, &config, Backend::Model);
        let lines = |outcome: &Outcome| outcome.hierarchy.loads.accesses;
        assert_eq!(lines(&shared) + loads.lines_saved, lines(&alone), "{name} {keys:?}");
        // A loop of compare and swap goes round as often as others are in between.
        if name == "kmeans" {
            return;
        }
        let [[reads, writes], [reads_alone, writes_alone]] = [accesses(&shared), accesses(&alone)];
        let Loads { held, coming, merged, copies, .. } = loads;
        assert_eq!(reads, reads_alone + 2 * merged + copies, "{name} {keys:?}");
        assert_eq!(writes + held + coming, writes_alone + copies, "{name} {keys:?}");
    });
}

#[test]
fn every_kernel_ends_right_and_asks_for_the_lines_that_are_not_saved() {
    all_end_right(&[]);
}

#[test]
fn every_kernel_ends_right_with_all_extensions() {
    all_end_right(&EXTENSIONS);
}

#[test]
fn every_kernel_ends_right_with_a_table_of_one_or_eight_loads() {
    all_end_right(&["sharing.entries=1"]);
    all_end_right(&["sharing.entries=8", "sharing.waiting=1", "sharing.release=false"]);
}

/// By the paper's rules on the model, by ours on model and Verilog.
#[test]
fn kernels_end_wrong_by_the_papers_rules_and_right_by_ours() {
    parallel::for_each(RULES, |(rule, name)| {
        let case = counterexample(name);
        let right = |keys: &[&str], backend| {
            let config = fermi(&[keys, &["sharing.entries=8"]].concat());
            let outcome = run(&Sharing, &case, &config, backend);
            case.is_right(&outcome.memory)
        };
        assert_eq!(right(&[rule], Backend::Model), Some(false), "{name} under {rule}");
        assert_eq!(right(&[], Backend::Lockstep), Some(true), "{name}");
    });
}
