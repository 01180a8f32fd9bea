//! Table of a launch with the paper's techniques on and off.

use crate::config::Config;
use crate::error::Result;
use crate::run::{Case, TechniqueReport, TechniqueRows};
use crate::systems::racetrack::techniques::{
    Evaluation, TechniqueRun, Techniques as Switches, evaluate,
};
use crate::table::grouped;
use serde_json::json;
use std::sync::Arc;

/// The report of every combination of the paper's three techniques.
pub const TECHNIQUES: TechniqueReport = TechniqueReport {
    help: "the paper's techniques, on and off: choice of TLP, register mapping, preshifting",
    config: "liang-2016",
    header: &HEADER,
    of,
};

fn of(case: &Arc<Case>, config: &Config) -> Result<TechniqueRows> {
    let evaluation = evaluate(case, config, &Switches::shown())?;
    Ok(TechniqueRows { rows: rows(&evaluation), json: json!(evaluation) })
}

const HEADER: [&str; 10] = [
    "launch",
    "on",
    "TLP",
    "occupancy",
    "cycles",
    "IPC",
    "over SRAM",
    "shifts",
    "ahead",
    "energy / SRAM's",
];

fn rows(evaluation: &Evaluation) -> Vec<Vec<String>> {
    let sram = &evaluation.sram;
    let row = |name: String, run: &TechniqueRun| {
        vec![
            evaluation.launch.clone(),
            name,
            run.tlp.to_string(),
            format!("{:.1} %", run.occupancy),
            grouped(run.cycles),
            format!("{:.2}", run.ipc),
            format!("{:+.1} %", 100.0 * (run.ipc / sram.ipc - 1.0)),
            grouped(run.shifts()),
            grouped(run.preshifts),
            format!("{:.0} %", 100.0 * run.energy_pj / sram.energy_pj),
        ]
    };
    let mut rows = vec![row("SRAM".into(), sram)];
    rows.extend(evaluation.racetrack.iter().map(|(on, run)| row(name(*on), run)));
    rows
}

fn name(on: Switches) -> String {
    let words = [
        (on.tlp, "TLP"),
        (on.mapping, "mapping"),
        (on.preshift, "preshift"),
        (on.aligned_only, "aligned only"),
    ];
    let on: Vec<&str> = words.iter().filter(|(on, _)| *on).map(|(_, word)| *word).collect();
    match on.is_empty() {
        true => "racetrack".into(),
        false => format!("racetrack, {}", on.join(" + ")),
    }
}
