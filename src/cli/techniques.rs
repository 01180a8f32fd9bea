use super::{ConfigArgs, print, print_json, progress_bar};
use crate::error::{Error, Place, Result};
use crate::run::{Case, TechniqueReport, TechniqueRows};
use crate::systems::{self, SYSTEMS};
use crate::table::terminal;
use clap::Args;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;

/// Runs launches with the techniques of a register file's paper on and off
#[derive(Args)]
#[command(after_help = "\
The baseline is the SRAM register file. On racetrack memory, TLP is chosen by three profiles and
registers are mapped by a profiled run.

Examples:
  regforge techniques kernels/papers/hotspot_column/liang-2016.toml
  regforge techniques --rf racetrack kernels/papers/*/liang-2016.toml --json")]
pub struct Techniques {
    /// Launch descriptions
    #[arg(value_name = "CASE.toml", required = true)]
    cases: Vec<PathBuf>,
    /// The register file: racetrack, stt, sharing or expanded
    #[arg(long, value_name = "NAME", default_value = systems::DEFAULT)]
    rf: String,
    /// A name under configs/, or a .toml file; the paper's if absent
    #[arg(long, value_name = "NAME|FILE")]
    config: Option<String>,
    /// Sets a key of the configuration, e.g. racetrack.ports=4; may be repeated
    #[arg(short = 'p', value_name = "KEY=VALUE")]
    parameters: Vec<String>,
    /// As JSON
    #[arg(long)]
    json: bool,
}

impl Techniques {
    pub fn run(self) -> Result<()> {
        let Techniques { cases, rf, config, parameters, json } = self;
        let report = report(&rf)?;
        let config = config.unwrap_or_else(|| report.config.into());
        let config = ConfigArgs { config, parameters }.load()?;
        let bar = progress_bar("techniques", cases.len() as u64);
        let mut all = Vec::new();
        for path in &cases {
            all.push((report.of)(&Arc::new(Case::on_allocated_registers(path)?), &config)?);
            bar.inc(1);
        }
        bar.finish_and_clear();
        match json {
            true => {
                let launches: Vec<Value> = all.into_iter().map(|launch| launch.json).collect();
                print_json(&json!({ "configuration": config.name(), "launches": launches }))
            }
            false => {
                let rows = |launch: TechniqueRows| launch.rows;
                print(terminal(report.header, &all.into_iter().flat_map(rows).collect::<Vec<_>>()))
            }
        }
    }
}

/// The report of the system of this name.
fn report(name: &str) -> Result<&'static TechniqueReport> {
    systems::system(name)?.techniques().ok_or_else(|| {
        let with = SYSTEMS.iter().filter(|system| system.techniques().is_some());
        let names: Vec<&str> = with.map(|system| system.name()).collect();
        let expected = format!("one with techniques: {}", names.join(", "));
        Error::input(Place::whole("--rf"), format!("'{name}'"), expected)
    })
}
