use super::options::named;
use super::{ConfigArgs, print, print_json, progress_bar};
use crate::error::Result;
use crate::run::{Case, System, TechniqueReport, TechniqueRows};
use crate::systems::{self, SYSTEMS};
use crate::table::terminal;
use clap::Args;
use clap::builder::TypedValueParser;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::sync::Arc;

/// Runs launches with the techniques of a register file's paper on and off
#[derive(Args)]
#[command(after_help = "\
The baseline is the SRAM register file.

Examples:
  regforge techniques kernels/papers/hotspot_column/liang-2016.toml
  regforge techniques --rf racetrack kernels/papers/*/liang-2016.toml --json")]
pub struct Techniques {
    /// Launch descriptions
    #[arg(value_name = "CASE.toml", required = true)]
    cases: Vec<PathBuf>,
    /// The register file
    #[arg(long, value_name = "SYSTEM", value_parser = report_parser(), default_value = systems::DEFAULT)]
    rf: &'static TechniqueReport,
    /// A name under configs/, or a .toml file [default: the paper's configuration]
    #[arg(long, value_name = "NAME|FILE")]
    config: Option<String>,
    /// Sets a key of the configuration, e.g. racetrack.ports=4; may be repeated
    #[arg(short = 'p', value_name = "KEY=VALUE")]
    parameters: Vec<String>,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

impl Techniques {
    pub fn run(self) -> Result<()> {
        let Techniques { cases, rf, config, parameters, json } = self;
        let config = config.unwrap_or_else(|| rf.config.into());
        let config = ConfigArgs { config, parameters }.load()?;
        let bar = progress_bar("techniques", cases.len() as u64);
        let mut all = Vec::new();
        for path in &cases {
            all.push((rf.of)(&Arc::new(Case::on_allocated_registers(path)?), &config)?);
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
                print(terminal(rf.header, &all.into_iter().flat_map(rows).collect::<Vec<_>>()))
            }
        }
    }
}

/// Reads the name of a system that has techniques.
fn report_parser() -> impl TypedValueParser<Value = &'static TechniqueReport> {
    let report = |system: &&'static dyn System| {
        let report = system.techniques()?;
        Some((report, system.name(), report.help))
    };
    named(&SYSTEMS.iter().filter_map(report).collect::<Vec<_>>())
}
