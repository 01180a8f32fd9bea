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
//! cases = ["kernels/hotspot/case.toml", "kernels/s*/case.toml"]  # launches, by pattern
//! profile = "liang-2016"        # registers of a thread, where the launch has this profile
//!
//! [[run]]
//! name = "racetrack"
//! register_file = "racetrack"   # or "sram", "compressed"
//! config = "fermi"              # as --config
//! set = ["sm.scheduler=lrr"]    # as -p
//! resident = 2                  # CTAs at once; as many as fit if absent
//! preshift = true               # of racetrack banks only, as is aligned_only
//! aligned_only = false
//! quality = "high"              # of compressed registers only: floats are rounded, as by ptx tune
//! ```

mod parts;
mod point;
mod read;
mod row;

pub use parts::Parts;
pub use point::Point;
pub use row::{Row, csv};

use crate::compiler::tuning::Target;
use crate::config::Config;
use crate::error::Result;
use crate::sm::register_file::{Kind, racetrack};
use point::Input;
use rayon::prelude::*;
use std::path::PathBuf;

/// What a sweep file says.
#[derive(Debug)]
pub struct Sweep {
    /// Launch descriptions, from the folder in which regforge runs, each once.
    pub cases: Vec<PathBuf>,
    /// Registers of a thread to reckon with, where a launch has such a profile.
    pub profile: Option<String>,
    pub runs: Vec<Run>,
}

/// A way to run launches. All of it goes into the keys, by its `Debug`.
#[derive(Debug)]
pub struct Run {
    /// Its own among the runs of a sweep.
    pub name: String,
    pub register_file: Kind,
    pub config: Config,
    /// CTAs at once; as many as fit if absent.
    pub resident: Option<usize>,
    pub mode: racetrack::Mode,
    /// How good results must be whose floats are rounded in slices; whole floats if absent.
    pub quality: Option<Target>,
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

/// Of all points those of one shard: every `of`-th, from the `shard`-th on, counted from 1.
pub fn shard(points: Vec<Point<'_>>, shard: usize, of: usize) -> Vec<Point<'_>> {
    points.into_iter().skip(shard - 1).step_by(of).collect()
}

/// The rows of these points, in their order; those that `parts` has are not run again.
///
/// # Errors
/// If a part cannot be written.
pub fn run(points: &[Point], parts: &Parts, done: impl Fn() + Sync) -> Result<Vec<Row>> {
    let run = |point: &Point| {
        let row = match parts.get(&point.key) {
            Some(row) => row,
            None => {
                let row = point.run();
                parts.put(&point.key, &row)?;
                row
            }
        };
        done();
        Ok(row)
    };
    // One by one: some take a thousand times as long as others.
    points.par_iter().with_max_len(1).map(run).collect()
}
