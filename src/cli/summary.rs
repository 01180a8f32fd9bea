use super::{print, progress_bar};
use crate::config::Config;
use crate::cosim::{Builder, Check, Source};
use crate::error::Result;
use crate::parallel;
use crate::report::{Row, Synthesiser, summary, update};
use crate::systems::{self, PRESETS};
use crate::units::AnyUnit;
use clap::Args;
use std::path::{Path, PathBuf};

/// Measures every unit at every preset, for the tables of README.md and docs/units.md
#[derive(Args)]
pub struct Summary {
    /// Cycles to compare for each unit and preset
    #[arg(long, default_value_t = 1_000_000)]
    cycles: u64,
    /// Writes the table into these files, between its marks [if no file is named: README.md and
    /// docs/units.md]
    #[arg(long, value_name = "FILE", num_args = 0.., default_missing_values = PAGES)]
    update: Option<Vec<PathBuf>>,
}

/// The files that contain the table.
const PAGES: [&str; 2] = ["README.md", "docs/units.md"];

impl Summary {
    pub fn run(self) -> Result<()> {
        let builder = Builder::new()?.for_cycles(self.cycles);
        let synthesiser = Synthesiser::new(None)?;
        let presets = PRESETS.iter().map(|name| systems::config(name));
        let presets = presets.collect::<Result<Vec<_>>>()?;
        let mut points = Vec::new();
        for unit in systems::units() {
            points.extend(distinct(unit, &presets)?);
        }
        let bar = progress_bar("summary", points.len() as u64);
        let rows = parallel::try_map(&points, |(unit, configs)| {
            let config = configs[0];
            let source = Source::Random { seed: 1, cycles: self.cycles };
            let check = Check::new(&builder, *unit, config)?;
            let passed = check.run(&source, Path::new("build/mismatch"), |_| {})?;
            let area = synthesiser.area(*unit, config)?;
            bar.inc(1);
            let configs = configs.iter().map(|config| config.name().to_string()).collect();
            let hash = unit.package(config)?.entry.hash;
            Ok(Row { unit: *unit, configs, hash, area, compared: passed.compared })
        })?;
        bar.finish_and_clear();
        let (yosys, script) = (&synthesiser.yosys.version, Synthesiser::SCRIPT_NAME);
        match self.update {
            Some(paths) => paths.iter().try_for_each(|path| update(path, &rows, yosys, script)),
            None => print(summary(&rows, yosys, script)),
        }
    }
}

/// A unit, with the presets that give it equal parameters.
type Point<'a> = (&'static dyn AnyUnit, Vec<&'a Config>);

/// The unit once for each distinct set of parameters, with the presets that give it.
fn distinct<'a>(unit: &'static dyn AnyUnit, presets: &'a [Config]) -> Result<Vec<Point<'a>>> {
    let mut points: Vec<(String, Point)> = Vec::new();
    for config in presets {
        let hash = unit.package(config)?.entry.hash;
        match points.iter_mut().find(|(other, _)| *other == hash) {
            Some((_, (_, configs))) => configs.push(config),
            None => points.push((hash, (unit, vec![config]))),
        }
    }
    Ok(points.into_iter().map(|(_, point)| point).collect())
}
