//! Are the effects of the racetrack techniques in the documents those of the command?

use crate::support::assert_shown;
use regforge::run::Case;
use regforge::shipped;
use regforge::systems;
use regforge::systems::racetrack::paper::PAPER;
use regforge::systems::racetrack::techniques::{Evaluation, TechniqueRun, Techniques, evaluate};
use std::sync::Arc;

const PAGE: &str = "docs/racetrack.md";

/// The columns of the tables.
fn columns() -> [Techniques; 7] {
    let none = Techniques::NONE;
    [
        none,
        Techniques { tlp: true, ..none },
        Techniques { mapping: true, ..none },
        Techniques { preshift: true, ..none },
        Techniques::FULL,
        Techniques::ALL,
        Techniques::ALIGNED,
    ]
}

/// The paper's applications, in the order of its table.
fn evaluations() -> Vec<Evaluation> {
    let table = PAPER.applications.unwrap();
    let config = systems::config(table.configuration).unwrap();
    let one = |kernel: &str| {
        let path = shipped::kernel(kernel).unwrap().join(table.launch);
        let case = Arc::new(Case::on_allocated_registers(&path).unwrap());
        evaluate(&case, &config, &columns()).unwrap()
    };
    table.rows.iter().map(|application| one(application.kernel)).collect()
}

/// A figure of each application under each technique, and its means.
fn rows(
    evaluations: &[Evaluation],
    figure: impl Fn(&Evaluation, &TechniqueRun) -> f64,
    text: fn(f64) -> String,
) -> Vec<String> {
    let of = |one: &Evaluation| columns().map(|on| figure(one, one.with(on)));
    let row =
        |name: &str, figures: [f64; 7]| format!("| {name} | {} |", figures.map(text).join(" | "));
    let figures: Vec<[f64; 7]> = evaluations.iter().map(of).collect();
    let mean = std::array::from_fn(|column| {
        figures.iter().map(|row| row[column]).sum::<f64>() / figures.len() as f64
    });
    let each = evaluations.iter().zip(&figures);
    let mut rows: Vec<String> =
        each.map(|(one, figures)| row(&format!("`{}`", one.launch), *figures)).collect();
    rows.push(row("mean", mean));
    rows
}

/// CTAs, requests and shifts of an application.
fn application(one: &Evaluation) -> String {
    let accesses = |run: &TechniqueRun| (run.reads + run.writes) as f64;
    let (sram, alone) = (&one.sram, one.with(Techniques::NONE));
    let ctas = [sram.tlp, one.predicted.len(), one.chosen_tlp].map(|ctas| ctas.to_string());
    let requests = accesses(sram) / sram.cycles as f64;
    let shifts = alone.shifts() as f64 / accesses(alone);
    format!("| `{}` | {} | {requests:.2} | {shifts:.1} |", one.launch, ctas.join(" | "))
}

#[test]
#[ignore = "a minute: make pages"]
fn the_page_has_the_effect_of_every_technique() {
    let all = evaluations();
    let gain = |one: &Evaluation, run: &TechniqueRun| 100.0 * (run.ipc / one.sram.ipc - 1.0);
    assert_shown(PAGE, "## IPC", &rows(&all, gain, |percent| format!("{percent:+.1} %")));
    let shifts = |one: &Evaluation, run: &TechniqueRun| {
        100.0 * run.shifts() as f64 / one.with(Techniques::NONE).shifts() as f64
    };
    assert_shown(PAGE, "## Shifts", &rows(&all, shifts, |percent| format!("{percent:.1} %")));
    let energy = |one: &Evaluation, run: &TechniqueRun| 100.0 * run.energy_pj / one.sram.energy_pj;
    assert_shown(PAGE, "## Energy", &rows(&all, energy, |percent| format!("{percent:.0} %")));
    assert_shown(PAGE, "## Applications", &all.iter().map(application).collect::<Vec<_>>());
}
