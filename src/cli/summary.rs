use super::progress_bar;
use crate::config::Config;
use crate::cosim::{Builder, Check, Source};
use crate::error::Result;
use crate::report::{Row, Synthesiser, summary, update};
use crate::units::REGISTRY;
use clap::Args;
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// Measures every unit at every preset: the table at the top of the README
#[derive(Args)]
pub struct Summary {
    /// Cycles to compare of each unit and preset
    #[arg(long, default_value_t = 1_000_000)]
    cycles: u64,
    /// Puts the table into this file, between its marks
    #[arg(long, value_name = "FILE")]
    update: Option<PathBuf>,
}

/// The configurations of the table.
const PRESETS: [&str; 3] = [Config::DEFAULT, "racetrack-128kb", "racetrack-96x8"];

impl Summary {
    pub fn run(self) -> Result<()> {
        let builder = Builder::new()?;
        let synthesiser = Synthesiser::new(None)?;
        let presets = PRESETS.iter().map(|name| Config::load(name, &[]));
        let presets = presets.collect::<Result<Vec<_>>>()?;
        let points: Vec<_> =
            REGISTRY.iter().flat_map(|unit| presets.iter().map(move |c| (*unit, c))).collect();
        let bar = progress_bar("summary", points.len() as u64);
        let rows = points.par_iter().map(|(unit, config)| {
            let source = Source::Random { seed: 1, cycles: self.cycles };
            let check = Check::new(&builder, *unit, config)?;
            let passed = check.run(&source, Path::new("build/mismatch"), |_| {})?;
            let area = synthesiser.area(*unit, config)?;
            bar.inc(1);
            Ok(Row { unit: *unit, config: (*config).clone(), area, compared: passed.compared })
        });
        let rows = rows.collect::<Result<Vec<_>>>()?;
        bar.finish_and_clear();
        let table = summary(&rows, &synthesiser.yosys.version, Synthesiser::SCRIPT_NAME)?;
        match self.update {
            Some(path) => update(&path, &table),
            None => {
                print!("{table}");
                Ok(())
            }
        }
    }
}
