//! Sweeps of units in lockstep over parameter points.

use super::FOLDER;
use crate::cli::{ConfigArgs, build, print, progress_bar, units};
use crate::config::{Config, covering};
use crate::cosim::{Builder, Check, Source};
use crate::error::{Error, Result};
use crate::parallel;
use crate::table::{grouped, terminal};
use crate::units::AnyUnit;
use clap::{Args, value_parser};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Options of a sweep over units.
#[derive(Args)]
pub struct UnitArgs {
    #[command(flatten)]
    config: ConfigArgs,
    /// Cycles to compare at each point of a unit [default: 20000]
    #[arg(long, value_parser = value_parser!(u64).range(1..))]
    cycles: Option<u64>,
    /// Minimum points per unit, if that many exist; covering all pairs of values may take more
    /// [default: 30]
    #[arg(long)]
    points: Option<usize>,
}

/// A sweep over units.
struct Sweep {
    config: Config,
    cycles: u64,
    points: usize,
    /// Folder for results.
    output: PathBuf,
}

/// A point that has passed: one line of the unit's results.
#[derive(Serialize, Deserialize)]
struct Passed {
    /// Hash of the Verilog and of the program that checked it.
    key: String,
    parameters: Vec<(String, String)>,
    cycles: u64,
}

impl UnitArgs {
    /// The first given option of these, all of which are illegal for kernels.
    pub fn given(&self) -> Option<&'static str> {
        let given = [
            (!self.config.is_default(), "--config or -p"),
            (self.cycles.is_some(), "--cycles"),
            (self.points.is_some(), "--points"),
        ];
        given.into_iter().find(|(is_given, _)| *is_given).map(|(_, name)| name)
    }

    /// Sweeps over the unit with this name, or over all units.
    pub fn run(self, target: &str, output: Option<PathBuf>) -> Result<()> {
        let sweep = Sweep {
            config: self.config.load()?,
            cycles: self.cycles.unwrap_or(20_000),
            points: self.points.unwrap_or(30),
            output: output.unwrap_or_else(|| FOLDER.into()),
        };
        sweep.run(target)
    }
}

impl Sweep {
    fn run(self, target: &str) -> Result<()> {
        let builder = Builder::new()?.for_cycles(self.cycles);
        let program = build()?;
        let mut rows = Vec::new();
        for unit in units(target)? {
            let points = covering(&self.config, &unit.keys(&self.config), self.points);
            let resumed = self.sweep(&builder, unit, &points, &program)?;
            rows.push(vec![
                unit.name().to_string(),
                points.len().to_string(),
                resumed.to_string(),
                grouped(self.cycles * points.len() as u64),
                "0".into(),
            ]);
        }
        let header = ["unit", "points", "already done", "cycles", "mismatches"];
        print(terminal(&header, &rows))
    }

    /// Runs the points that have not passed yet; returns the number that had passed before.
    fn sweep(
        &self,
        builder: &Builder,
        unit: &dyn AnyUnit,
        points: &[Config],
        program: &str,
    ) -> Result<usize> {
        std::fs::create_dir_all(&self.output).map_err(Error::io(&self.output))?;
        let path = self.output.join(format!("{}.jsonl", unit.name()));
        let before = keys(&path);
        let file = std::fs::OpenOptions::new().create(true).append(true).open(&path);
        let file = Mutex::new(file.map_err(Error::io(&path))?);
        let bar = progress_bar(unit.name(), points.len() as u64);
        let run = |config: &Config| {
            let design = unit.design(config)?.content_hash();
            let key = blake3::hash(format!("{program} {design} {}", self.cycles).as_bytes());
            let key = key.to_hex().to_string();
            let resumed = before.contains(&key);
            if !resumed {
                let source = Source::Random { seed: 1, cycles: self.cycles };
                let notes = Path::new("build/mismatch");
                Check::new(builder, unit, config)?.run(&source, notes, |_| {})?;
                let parameters = unit.keys(config).into_iter();
                let parameters = parameters
                    .map(|key| {
                        (
                            key.path.to_string(),
                            config.value(key.path).map_or(String::new(), ToString::to_string),
                        )
                    })
                    .collect();
                let line = serde_json::json!(Passed { key, parameters, cycles: self.cycles });
                let mut file = file.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
                writeln!(file, "{line}").map_err(Error::io(&path))?;
            }
            bar.inc(1);
            Ok(usize::from(resumed))
        };
        let resumed = parallel::try_map(points, run)?;
        bar.finish_and_clear();
        Ok(resumed.into_iter().sum())
    }
}

/// Keys of the points that have passed; an incomplete line is ignored.
fn keys(path: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    let passed = text.lines().filter_map(|line| serde_json::from_str::<Passed>(line).ok());
    passed.map(|passed| passed.key).collect()
}
