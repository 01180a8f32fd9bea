//! Sweeps: every launch of a list in every run of a list, on the streaming multiprocessor.
//!
//! A sweep file ([`Sweep::read`]) names launches and runs; each launch in each run is a [`Point`],
//! in the order of the file, launches first. A point's key is a hash of everything that determines
//! its [`Row`]: the launch, its PTX, arrays and formats, the run with its complete configuration,
//! and the version of the program. Finished rows are stored under their key ([`Parts`]), so that a
//! sweep can be stopped, split and resumed, and its table is always the same.
//!
//! A launch that cannot run, for example because its CTA does not fit, gives a row with an error
//! and does not end the sweep.
//!
//! ```toml
//! # Launches, by pattern, from the folder of the sweep file.
//! cases = ["../kernels/hotspot/case.toml", "../kernels/s*/case.toml"]
//! profile = "liang-2016"        # registers per thread, if the launch has this profile
//!
//! [[run]]
//! name = "ahead"
//! register_file = "racetrack"   # as --rf
//! config = "fermi"              # as --config, but a file is from the folder of the sweep file
//! set = ["sm.scheduler=lrr"]    # as -p
//! resident = 2                  # resident CTAs; as many as fit if absent
//! preshift = true               # an option of the system, with _ for - as on the command line
//! ```

mod point;
mod read;
mod row;

pub use point::Point;
pub use row::{Row, csv};

use super::{Parts, System};
use crate::config::{Config, Options};
use crate::error::{Error, Result};
use crate::parallel;
use point::Input;
use std::path::{Path, PathBuf};

/// Contents of a sweep file.
pub struct Sweep {
    /// Launch descriptions, each once.
    pub cases: Vec<PathBuf>,
    /// Profile of registers per thread assumed for occupancy, where a launch has it.
    pub profile: Option<String>,
    pub runs: Vec<SweepRun>,
}

/// A system and configuration in which launches run.
pub struct SweepRun {
    /// Name, unique in the sweep.
    pub name: String,
    pub system: &'static dyn System,
    pub config: Config,
    /// Resident CTAs; as many as fit if absent.
    pub resident: Option<usize>,
    pub options: Options,
}

impl SweepRun {
    /// Everything of the run that determines a row, as text.
    fn content(&self) -> String {
        let SweepRun { name, system, config, resident, options } = self;
        let values: Vec<_> =
            config.schema().keys().map(|key| (key.path, config.value(key.path))).collect();
        format!("{:?}", (name, system.name(), config.name(), values, resident, options))
    }
}

impl Sweep {
    /// All points, launches first. Reads every launch with its arrays, for the keys.
    pub fn points(&self) -> Vec<Point<'_>> {
        let inputs = parallel::map(&self.cases, |path| Input::read(path, self.profile.as_deref()));
        let points =
            inputs.iter().flat_map(|input| self.runs.iter().map(move |run| Point::new(input, run)));
        points.collect()
    }
}

/// Whether any point is of a launch with the profile that the sweep names.
pub fn has_profile(points: &[Point]) -> bool {
    points.iter().any(|point| point.profile.is_some())
}

/// Points of one shard: every `of`-th point, starting with the `shard`-th, counted from 1.
pub fn shard(points: Vec<Point<'_>>, shard: usize, of: usize) -> Vec<Point<'_>> {
    points.into_iter().skip(shard - 1).step_by(of).collect()
}

/// The stored row of a point, if it is finished. A damaged file counts as unfinished.
pub fn before(point: &Point, parts: &Parts) -> Option<Row> {
    let row = Row::parse(&parts.get(&point.key)?)?;
    (row.cell("key") == point.key).then_some(row)
}

/// The rows of these points, in their order. Rows that `parts` has are not computed again.
///
/// # Errors
/// If a part cannot be written.
pub fn run(points: &[Point], parts: &Parts, done: impl Fn() + Sync) -> Result<Vec<Row>> {
    let run = |point: &Point| {
        let row = match before(point, parts) {
            Some(row) => row,
            None => {
                let row = point.run();
                let text = csv(std::slice::from_ref(&row)).map_err(Error::io(Path::new("row")))?;
                parts.put(&point.key, &text)?;
                row
            }
        };
        done();
        Ok(row)
    };
    parallel::try_map(points, run)
}
