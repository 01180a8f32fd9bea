//! One launch in one run.

use super::SweepRun;
use super::row::{Measured, Row};
use crate::error::{Error, Result};
use crate::ptx::launch::{Contents, Launch};
use crate::run::Compiled;
use crate::run::Simulation;
use crate::run::case::Case;
use crate::sm::Unwatched;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A launch and the hash of its content, for the keys of points.
pub(super) struct Input {
    path: PathBuf,
    /// The profile of the sweep, if the launch has it.
    profile: Option<String>,
    /// Hash of the launch, its PTX, its arrays, and the formats beside it.
    content: blake3::Hash,
}

impl Input {
    /// Reads a launch. Never fails: if a file cannot be read, the error message is hashed instead.
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
    // Each file is hashed separately, so that no two sequences of files give the same input.
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
            arrays(launch).for_each(add);
        }
    }
    hasher.finalize()
}

/// Arrays that the launch reads from other files.
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
pub struct Point<'a> {
    pub case: PathBuf,
    pub run: &'a SweepRun,
    /// Profile of registers per thread assumed for occupancy.
    pub profile: Option<String>,
    /// Hash of everything that determines the row: 64 hex digits.
    pub key: String,
}

impl<'a> Point<'a> {
    pub(super) fn new(input: &Input, run: &'a SweepRun) -> Point<'a> {
        let Input { path, profile, content } = input;
        // The absence of a file beside the launch is part of the key as well.
        let beside = run.system.files_beside(path);
        let beside: Vec<_> = beside.iter().map(|file| std::fs::read(file).ok()).collect();
        let run_content = run.content();
        let version = env!("CARGO_PKG_VERSION");
        let all = format!("{:?}", (version, path, content, profile, run_content, beside));
        let key = blake3::hash(all.as_bytes()).to_hex().to_string();
        Point { case: path.clone(), run, profile: profile.clone(), key }
    }

    /// Runs the launch on the model of the register file. An error becomes part of the row.
    pub fn run(&self) -> Row {
        match self.read() {
            Ok(compiled) => {
                let measured = self.measure(&*compiled);
                Row::new(&compiled.case().launch.name, self, &measured)
            }
            Err(error) => Row::new(&self.case.display().to_string(), self, &Err(error)),
        }
    }

    fn read(&self) -> Result<Box<dyn Compiled>> {
        let case = Arc::new(Case::on_allocated_registers(&self.case)?);
        self.run.system.compile(&case, &self.run.config, &self.run.options)
    }

    fn measure(&self, compiled: &dyn Compiled) -> Result<Measured> {
        let &SweepRun { system, ref config, resident, .. } = self.run;
        let mut simulation = Simulation::new(system, compiled, config)?;
        if system.takes_profiles() {
            let profile = self.profile.as_deref();
            simulation.registers_given = compiled.case().registers_given(profile)?;
        }
        simulation.resident = resident;
        let outcome = simulation.run(&mut Unwatched)?;
        Ok(Measured {
            resident: simulation.residents()?,
            agrees: compiled.is_right(&outcome.memory)?,
            occupancy: simulation.occupancy()?,
            statistics: outcome.statistics,
            register_file: outcome.register_file,
        })
    }
}

/// Whether the launch itself failed. Other errors mean that it could not run.
pub(super) fn is_fault(error: &Error) -> bool {
    matches!(error, Error::Disagreement(_))
}
