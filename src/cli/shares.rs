use super::options::system_parser;
use super::{ConfigArgs, print, print_json, progress_bar};
use crate::error::Result;
use crate::parallel;
use crate::report::{shares, shares_json};
use crate::run::{Shares, System};
use crate::systems;
use clap::Args;
use std::path::PathBuf;

/// Runs launches on all SMs, and on one SM with its share of L2 and DRAM
#[derive(Args)]
#[command(after_help = "\
The ratio is gpu.sms times the cycles on all gpu.sms SMs, divided by the cycles of one SM that runs
all CTAs. It is 1 if one SM with its share of L2 and DRAM represents all SMs. It is large if the
launch has fewer CTAs than fit on all SMs.

Examples:
  regforge shares kernels/hotspot/case.toml
  regforge shares kernels/*/case.toml --config gpgpusim-4.2 --json")]
pub struct SharesOf {
    /// Launch descriptions
    #[arg(value_name = "CASE.toml", required = true)]
    cases: Vec<PathBuf>,
    /// The register file
    #[arg(long = "rf", value_name = "SYSTEM", value_parser = system_parser(),
          default_value = systems::BASELINE)]
    system: &'static dyn System,
    #[command(flatten)]
    config: ConfigArgs,
    /// Prints JSON
    #[arg(long)]
    json: bool,
    /// Prints Markdown
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
}

impl SharesOf {
    pub fn run(self) -> Result<()> {
        let config = self.config.load()?;
        let bar = progress_bar("shares", self.cases.len() as u64);
        let all = parallel::try_map(&self.cases, |path| {
            let launch = Shares::run(self.system, path, &config)?;
            bar.inc(1);
            Ok(launch)
        })?;
        bar.finish_and_clear();
        match self.json {
            true => print_json(&shares_json(&config, self.system.name(), &all)),
            false => print(shares(&all, self.markdown)),
        }
    }
}
