//! Kernels times configurations on the streaming multiprocessor.
//!
//! A sweep file ([`Sweep::read`]) names launches and runs; each launch in each run is a [`Point`],
//! in the order of the file, launches first. A point's key is a hash of all that its [`Row`] follows
//! from: the launch, its PTX, arrays and formats, the run with its whole configuration, and the version of
//! the program. What is done is kept under its key ([`Parts`]), so that a sweep can be stopped,
//! split and taken up again, and its table is the same in every case.
//!
//! A launch that cannot run, such as one whose CTA does not fit, is a row with an error, not the
//! end of the sweep.
//!
//! ```toml
//! # Launches, by pattern, from the folder of the sweep file.
//! cases = ["../kernels/hotspot/case.toml", "../kernels/s*/case.toml"]
//! profile = "liang-2016"        # registers of a thread, where the launch has this profile
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
use point::Input;
use rayon::prelude::*;
use std::path::{Path, PathBuf};

/// Contents of a sweep file.
pub struct Sweep {
    /// Launch descriptions, each once.
    pub cases: Vec<PathBuf>,
    /// Profile of registers per thread assumed for occupancy, where a launch has it.
    pub profile: Option<String>,
    pub runs: Vec<SweepRun>,
}

/// A way to run launches.
pub struct SweepRun {
    /// Its own among the runs of a sweep.
    pub name: String,
    pub system: &'static dyn System,
    pub config: Config,
    /// Resident CTAs; as many as fit if absent.
    pub resident: Option<usize>,
    pub options: Options,
}

impl SweepRun {
    /// All that a row follows from, as text.
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
        let inputs = self.cases.par_iter().map(|path| Input::read(path, self.profile.as_deref()));
        let inputs: Vec<Input> = inputs.collect();
        let points =
            inputs.iter().flat_map(|input| self.runs.iter().map(move |run| Point::new(input, run)));
        points.collect()
    }
}

/// Whether any point is of a launch with the profile that the sweep names.
pub fn has_profile(points: &[Point]) -> bool {
    points.iter().any(|point| point.profile.is_some())
}

/// Points of one shard: every `of`-th from the `shard`-th on, counted from 1.
pub fn shard(points: Vec<Point<'_>>, shard: usize, of: usize) -> Vec<Point<'_>> {
    points.into_iter().skip(shard - 1).step_by(of).collect()
}

/// The row of a point, if it is done. A damaged file counts as none.
pub fn before(point: &Point, parts: &Parts) -> Option<Row> {
    let row = Row::parse(&parts.get(&point.key)?)?;
    (row.cell("key") == point.key).then_some(row)
}

/// The rows of these points, in their order; those that `parts` has are not run again.
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
    // One by one: some take a thousand times as long as others.
    points.par_iter().with_max_len(1).map(run).collect()
}
