use super::options::output_folder;
use super::{ConfigArgs, print, units};
use crate::emit::Folder;
use crate::error::Result;
use clap::Args;
use std::path::PathBuf;

/// Writes a unit's Verilog, file list, FuseSoC core, constraints and page
#[derive(Args)]
#[command(after_help = "\
Examples:
  regforge gen racetrack_bank
  regforge gen all --config racetrack-96x8
  regforge gen racetrack_bank -p racetrack.ports=4 -o out")]
pub struct Gen {
    /// A unit, or all
    #[arg(value_name = "UNIT|all")]
    unit: String,
    #[command(flatten)]
    config: ConfigArgs,
    /// Output folder [default: gen/ for the default configuration, else build/CONFIGURATION/]
    #[arg(short, long, value_name = "DIR", value_parser = output_folder())]
    output: Option<PathBuf>,
    /// Overwrites files that were edited by hand
    #[arg(long)]
    force: bool,
}

impl Gen {
    pub fn run(self) -> Result<()> {
        let config = self.config.load()?;
        let packages = units(&self.unit)?.into_iter().map(|unit| unit.package(&config));
        let packages = packages.collect::<Result<Vec<_>>>()?;
        let output = match (self.output, self.config.is_default()) {
            (Some(folder), _) => folder,
            (None, true) => PathBuf::from("gen"),
            (None, false) => PathBuf::from("build").join(config.name()),
        };
        Folder::open(&output)?.write(&packages, self.force)?;
        for package in &packages {
            for file in &package.files {
                let path = output.join(package.unit).join(&file.name);
                print(format_args!("{}\n", path.display()))?;
            }
        }
        Ok(())
    }
}
