//! Sweeps of kernels over configurations of the streaming multiprocessor.

use super::FOLDER;
use crate::cli::{build, print, progress_bar};
use crate::error::{Error, Place, Result};
use crate::files::{not_an_input, write_whole};
use crate::run::Parts;
use crate::run::sweep::{self, Point, Row, Sweep};
use crate::systems;
use crate::table::terminal;
use clap::Args;
use std::path::{Path, PathBuf};

/// Options of a sweep over kernels.
#[derive(Args)]
pub struct KernelArgs {
    /// Runs points i, i+n, i+2n, ... only; a later call without this option writes the CSV file
    #[arg(long, value_name = "i/n")]
    shard: Option<String>,
}

impl KernelArgs {
    /// The first given option of these, all of which are illegal for units.
    pub fn given(&self) -> Option<&'static str> {
        self.shard.is_some().then_some("--shard")
    }

    /// Runs the missing points of a sweep file, then assembles the CSV file.
    pub fn run(self, path: &Path, output: Option<PathBuf>) -> Result<()> {
        let shard = self.shard.as_deref().map(parse_shard).transpose()?;
        let sweep = Sweep::read(path, &systems::registry())?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let output = output.unwrap_or_else(|| Path::new(FOLDER).join(format!("{stem}.csv")));
        if output.extension().is_none_or(|ending| ending != "csv") {
            let found = format!("'{}'", output.display());
            return Err(Error::input(Place::whole("-o"), found, "a file that ends with .csv"));
        }
        let parts = Parts::of(&output, &build()?)?;
        let points = sweep.points();
        not_an_input("-o", Some(&output))?;
        note_profile(&sweep, &points);
        match shard {
            Some((shard, of)) => run(&sweep::shard(points, shard, of), &parts).map(drop),
            None => {
                let rows = run(&points, &parts)?;
                let table = sweep::csv(&rows).map_err(Error::io(&output))?;
                write_whole(&output, &table)?;
                print(summary(&rows))?;
                judge(&rows, &output)
            }
        }
    }
}

/// Parses `i/n`, with i from 1 to n.
fn parse_shard(text: &str) -> Result<(usize, usize)> {
    let numbers =
        text.split_once('/').and_then(|(shard, of)| Some((shard.parse().ok()?, of.parse().ok()?)));
    match numbers {
        Some((shard, of)) if (1..=of).contains(&shard) => Ok((shard, of)),
        _ => {
            let expected = "i/n with i from 1 to n, such as 2/4";
            Err(Error::input(Place::whole("--shard"), format!("'{text}'"), expected))
        }
    }
}

/// Warns of a profile that no launch has: it may be mistyped.
fn note_profile(sweep: &Sweep, points: &[Point]) {
    if let Some(profile) = &sweep.profile
        && !sweep::has_profile(points)
    {
        note!("note: no launch has the profile '{profile}'");
    }
}

fn run(points: &[Point], parts: &Parts) -> Result<Vec<Row>> {
    let before = points.iter().filter(|point| sweep::before(point, parts).is_some()).count();
    note!("{} points, {before} of them already done", points.len());
    let bar = progress_bar("sweep", points.len() as u64);
    let rows = sweep::run(points, parts, || bar.inc(1))?;
    bar.finish_and_clear();
    let failed = rows.iter().filter(|row| !row.cell("error").is_empty());
    for row in failed {
        note!("{} on {}: {}", row.cell("launch"), row.cell("run"), row.cell("error"));
    }
    Ok(rows)
}

fn summary(rows: &[Row]) -> String {
    let header = ["launch", "run", "resident", "agrees", "cycles", "ipc"];
    let cell = |row: &Row, column: &str| match (column, row.cell(column).parse::<f64>()) {
        ("ipc", Ok(ipc)) => format!("{ipc:.2}"),
        _ => row.cell(column).to_string(),
    };
    let cells = |row: &Row| header.iter().map(|column| cell(row, column)).collect();
    terminal(&header, &rows.iter().map(cells).collect::<Vec<_>>())
}

/// Fails the sweep if an output is wrong, or if no launch could be run. Called after the CSV file
/// is written, so that the user can look at it.
fn judge(rows: &[Row], output: &Path) -> Result<()> {
    if rows.iter().all(|row| row.cell("cycles").is_empty() && !row.is_wrong()) {
        let place = Place::whole(output.display());
        return Err(Error::input(place, "no launch that can run", "at least one"));
    }
    let wrong = rows.iter().filter(|row| row.is_wrong());
    let wrong: Vec<String> =
        wrong.map(|row| format!("{} on {}", row.cell("launch"), row.cell("run"))).collect();
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(Error::Disagreement(format!(
            "{}: output differs from the launch's expected output; see {}",
            wrong.join(", "),
            output.display()
        ))),
    }
}
