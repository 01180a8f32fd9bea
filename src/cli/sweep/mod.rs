mod kernels;
mod units;

use crate::cli::options::output_folder;
use crate::error::{Error, Place, Result};
use clap::Args;
use std::path::{Path, PathBuf};

/// Default folder for results.
const FOLDER: &str = "build/sweep";

/// Runs units at many parameter points, or kernels in many configurations; resumes where stopped
#[derive(Args)]
#[command(after_help = "\
A unit runs in lockstep at legal parameter points. A FILE.toml names launches and SM configurations;
each pair becomes a row of a CSV file. Finished points are stored in FILE.csv.parts beside the CSV
file, so the next call continues a stopped sweep.

Examples:
  regforge sweep all
  regforge sweep read_queue --points 60 --cycles 100000
  regforge sweep workflows/example.toml -o build/example.csv
  regforge sweep workflows/example.toml -o build/example.csv --shard 2/4")]
pub struct Sweep {
    /// A unit, all, or a file of launches and configurations
    #[arg(value_name = "UNIT|all|FILE.toml", default_value = "all")]
    target: String,
    /// Folder for a unit's results, or CSV file [default: build/sweep, build/sweep/FILE.csv]
    #[arg(short, long, value_name = "DIR|FILE.csv", value_parser = output_folder())]
    output: Option<PathBuf>,
    /// Points that run in parallel [default: number of cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    #[command(flatten, next_help_heading = "Units")]
    units: units::UnitArgs,
    #[command(flatten, next_help_heading = "Kernels")]
    kernels: kernels::KernelArgs,
}

impl Sweep {
    pub fn run(self) -> Result<()> {
        let Sweep { target, output, jobs, units, kernels } = self;
        let is_file = target.ends_with(".toml");
        let (stray, expected) = match is_file {
            true => (units.given(), "a unit, not a file"),
            false => (kernels.given(), "a file of launches, not a unit"),
        };
        if let Some(option) = stray {
            return Err(Error::input(Place::whole(option), format!("'{target}'"), expected));
        }
        let threads = rayon::ThreadPoolBuilder::new().num_threads(jobs.unwrap_or(0).into());
        let threads = threads.build().map_err(|error| {
            Error::io(Path::new("threads"))(std::io::Error::other(error.to_string()))
        })?;
        threads.install(|| match is_file {
            true => kernels.run(Path::new(&target), output),
            false => units.run(&target, output),
        })
    }
}
