//! One launch in one run.

use super::Run;
use super::row::{Measured, Row};
use crate::compiler::case::Case;
use crate::compiler::tuning::{self, Target};
use crate::cosim::Simulation;
use crate::error::{Error, Result};
use crate::ptx::launch::{Contents, Launch};
use crate::sm::Unwatched;
use crate::sm::register_file::Kind;
use std::path::{Path, PathBuf};

/// A launch as the keys see it.
pub(super) struct Input {
    path: PathBuf,
    /// The profile of the sweep, if the launch has it.
    profile: Option<String>,
    /// Hash of the launch, its PTX, its arrays, and the formats beside it.
    content: blake3::Hash,
}

impl Input {
    /// Never fails: of what cannot be read, the message is hashed.
    pub fn read(path: &Path, profile: Option<&str>) -> Input {
        let launch = Launch::read(path);
        let profile = launch.as_ref().ok().and_then(|launch| {
            let (name, _) = launch.profiles.get_key_value(profile?)?;
            Some(name.clone())
        });
        Input { path: path.to_path_buf(), profile, content: content(path, &launch) }
    }
}

fn content(path: &Path, launch: &Result<Launch>) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    // By hashes, so that no two sequences of files look alike.
    let mut add = |bytes: &[u8]| {
        hasher.update(blake3::hash(bytes).as_bytes());
    };
    let mut file = |path: &Path| match std::fs::read(path) {
        Ok(bytes) => add(&bytes),
        Err(error) => add(error.to_string().as_bytes()),
    };
    file(path);
    match launch {
        Err(error) => add(error.to_string().as_bytes()),
        Ok(launch) => {
            file(&launch.ptx);
            // That there is none is part of it, too.
            Target::ALL.iter().for_each(|target| file(&tuning::path(path, *target)));
            arrays(launch).for_each(add);
        }
    }
    hasher.finalize()
}

/// What the launch has read from other files.
fn arrays(launch: &Launch) -> impl Iterator<Item = &[u8]> {
    let expected = launch.buffers.iter().filter_map(|buffer| buffer.expect.as_ref());
    let expected = expected.map(|expect| expect.data.as_slice());
    let contents = launch.buffers.iter().map(|buffer| &buffer.contents);
    let contents = contents.chain(launch.symbols.iter().map(|symbol| &symbol.contents));
    let contents = contents.filter_map(|contents| match contents {
        Contents::Data(bytes) => Some(bytes.as_slice()),
        _ => None,
    });
    contents.chain(expected)
}

/// One launch in one run.
#[derive(Debug)]
pub struct Point<'a> {
    pub case: PathBuf,
    pub run: &'a Run,
    /// Registers of a thread to reckon with, by a profile of the launch.
    pub profile: Option<String>,
    /// Hash of all that the row follows from: 64 hex digits.
    pub key: String,
}

impl<'a> Point<'a> {
    pub(super) fn new(input: &Input, run: &'a Run) -> Point<'a> {
        let Input { path, profile, content } = input;
        let all = format!("{:?}", (env!("CARGO_PKG_VERSION"), path, content, profile, run));
        let key = blake3::hash(all.as_bytes()).to_hex().to_string();
        Point { case: path.clone(), run, profile: profile.clone(), key }
    }

    /// Runs it on the model of the register file. What goes wrong stands in the row.
    pub fn run(&self) -> Row {
        match self.read() {
            Ok(case) => Row::new(&case.launch.name, self, &self.measure(&case)),
            Err(error) => Row::new(&self.case.display().to_string(), self, &Err(error)),
        }
    }

    fn read(&self) -> Result<Case> {
        let case = Case::on_allocated_registers(&self.case)?;
        match self.run.register_file {
            Kind::Compressed => case.compressed(&self.case, self.run.quality, true),
            _ => Ok(case),
        }
    }

    fn measure(&self, case: &Case) -> Result<Measured> {
        let Run { register_file, config, resident, mode, quality, name: _ } = self.run;
        let mut simulation = Simulation::new(case, config, *register_file)?;
        simulation.racetrack = mode.clone();
        // A profile counts whole registers.
        if case.packing.is_none() {
            simulation.registers_given = case.registers_given(self.profile.as_deref())?;
        }
        simulation.resident = *resident;
        let resident = simulation.residents()?;
        let outcome = simulation.run(&mut Unwatched)?;
        let agrees = case.is_right(&outcome.memory, *quality)?;
        let threads = register_file.resources(config).threads;
        Ok(Measured {
            resident,
            agrees,
            occupancy: 100.0 * (resident * case.geometry.threads()) as f64 / threads as f64,
            statistics: outcome.statistics,
            register_file: outcome.register_file,
        })
    }
}

/// Whether the launch itself went wrong, rather than that it could not be run.
pub(super) fn is_fault(error: &Error) -> bool {
    matches!(error, Error::Disagreement(_))
}
