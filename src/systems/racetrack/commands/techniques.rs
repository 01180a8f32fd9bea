use crate::cli::{ConfigArgs, print, print_json, progress_bar};
use crate::error::Result;
use crate::run::case::Case;
use crate::systems::racetrack::techniques::{
    Evaluation, TechniqueRun, Techniques as Switches, evaluate,
};
use crate::table::{grouped, terminal};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use std::sync::Arc;

/// Runs launches with the racetrack paper's techniques on and off: TLP choice, mapping, preshift
#[derive(Args)]
#[command(after_help = "\
The baseline is the SRAM register file. On the racetrack register file every combination of the three
techniques is run; TLP is chosen by three profiles, registers are mapped by a profiled run.

Examples:
  regforge techniques kernels/hotspot/liang-2016.toml
  regforge techniques kernels/*/liang-2016.toml --json")]
pub struct Techniques {
    /// Launch descriptions
    #[arg(value_name = "CASE.toml", required = true)]
    cases: Vec<PathBuf>,
    /// A name under configs/, or a .toml file
    #[arg(long, value_name = "NAME|FILE", default_value = "liang-2016")]
    config: String,
    /// Sets a key of the configuration, e.g. racetrack.ports=4; may be repeated
    #[arg(short = 'p', value_name = "KEY=VALUE")]
    parameters: Vec<String>,
    /// As JSON
    #[arg(long)]
    json: bool,
}

impl Techniques {
    pub fn run(self) -> Result<()> {
        let Techniques { cases, config, parameters, json } = self;
        let config = ConfigArgs { config, parameters }.load()?;
        let bar = progress_bar("techniques", cases.len() as u64);
        let mut all = Vec::new();
        for path in &cases {
            all.push(evaluate(&Arc::new(Case::on_allocated_registers(path)?), &config)?);
            bar.inc(1);
        }
        bar.finish_and_clear();
        match json {
            true => print_json(&json!({ "configuration": config.name(), "launches": all })),
            false => {
                let rows: Vec<_> = all.iter().flat_map(rows).collect();
                print(terminal(&HEADER, &rows))
            }
        }
    }
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
    "energy of SRAM's",
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
