//! Are the gains of sharing in the documents those of the command?

use crate::support::assert_shown;
use crate::support::kernels::KERNELS;
use regforge::parallel;
use regforge::systems;
use regforge::systems::sharing::techniques::{Evaluation, Run, evaluate, variants};

const PAGE: &str = "docs/sharing.md";
const TITLE: &str = "# What sharing gains and costs";

/// Columns of the page that are gains over renaming, by the name of the variant.
const GAINS: [(&str, bool); 7] = [
    ("sound", false),
    ("+ run", false),
    ("+ rows", false),
    ("+ keep", false),
    ("all", false),
    ("all", true),
    ("all, no release", false),
];

fn evaluations() -> Vec<Evaluation> {
    let config = systems::config("jeon-2019").unwrap();
    parallel::map(KERNELS.iter(), |case| evaluate(case, &config, &variants()).unwrap())
}

fn run<'a>(evaluation: &'a Evaluation, name: &str, unlimited: bool) -> &'a Run {
    let mut variants = evaluation.variants.iter();
    let found = variants.find(|(one, _)| one.name == name && one.unlimited == unlimited);
    &found.expect("the variant").1
}

/// In percent, rounded.
fn percent(part: u64, whole: u64) -> String {
    match whole {
        0 => "-".into(),
        _ => format!("{:.0}", 100.0 * part as f64 / whole as f64),
    }
}

/// Of cycles, in percent.
fn gain(before: &Run, after: &Run) -> f64 {
    100.0 * (before.cycles as f64 / after.cycles as f64 - 1.0)
}

fn row(one: &Evaluation) -> String {
    let mut cells = vec![format!("`{}`", one.launch)];
    cells.push(format!("{:+.1}", gain(&one.sram, &one.renaming)));
    let over_renaming = |(name, unlimited): (&str, bool)| {
        format!("{:+.1}", gain(&one.renaming, run(one, name, unlimited)))
    };
    cells.extend(GAINS.map(over_renaming));
    let [all, unlimited] = [false, true].map(|unlimited| run(one, "all", unlimited));
    cells.push(percent(all.loads.eligible, all.loads.loads));
    for all in [all, unlimited] {
        let hits = all.loads.held + all.loads.coming + all.loads.merged;
        cells.push(percent(hits, all.loads.loads));
    }
    cells.push(percent(all.lines, one.sram.lines));
    cells.push(percent(all.loads.registers_at_most, all.loads.mapped_at_most));
    format!("| {} |", cells.join(" | "))
}

fn mean(evaluations: &[Evaluation]) -> String {
    let of = |gain: &dyn Fn(&Evaluation) -> f64| {
        let sum: f64 = evaluations.iter().map(gain).sum();
        format!("{:+.1}", sum / evaluations.len() as f64)
    };
    let mut cells = vec!["mean".to_string(), of(&|one| gain(&one.sram, &one.renaming))];
    cells.extend(
        GAINS.map(|(name, unlimited)| of(&|one| gain(&one.renaming, run(one, name, unlimited)))),
    );
    format!("| {} | | | | | |", cells.join(" | "))
}

/// The rows of the page's table, and its claim that 40 % of loads may share. Results are as expected.
#[test]
#[ignore = "a minute: make pages"]
fn the_page_has_the_gains_of_every_kernel() {
    let evaluations = evaluations();
    assert!(evaluations.len() > 40);
    for one in &evaluations {
        let wrong = one.variants.iter().find(|(_, run)| !run.is_right);
        assert!(wrong.is_none(), "{} with {:?}", one.launch, wrong.unwrap().0);
    }
    let sum = |of: fn(&Run) -> u64| -> u64 {
        evaluations.iter().map(|one| of(run(one, "all", false))).sum()
    };
    assert!(sum(|run| run.loads.eligible) * 10 > sum(|run| run.loads.loads) * 4);
    let rows: Vec<String> = evaluations.iter().map(row).chain([mean(&evaluations)]).collect();
    assert_shown(PAGE, TITLE, &rows);
}
