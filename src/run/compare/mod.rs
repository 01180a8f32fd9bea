//! Compares our cycles with GPGPU-Sim's for the same launches.
//!
//! A cycles file ([`Cycles::read`]) names launches, their registers per thread and resident CTAs,
//! and the cycles that GPGPU-Sim took. [`Cycles::run`] runs each launch with the same registers and
//! CTAs; [`Agreement`] summarises how close the cycles are.
//!
//! ```toml
//! [[launch]]
//! name = "scan"
//! case = "shared/gpgpusim/launches/scan/case.toml"  # project/... or shared/...
//! registers = 16              # per thread, assumed for occupancy; those of the kernel if absent
//! ctas = 6                    # resident CTAs of both runs; as many as fit if absent
//! ctas_gpgpusim = 6           # resident CTAs by GPGPU-Sim's own rule
//! thread_instructions = 52224
//! cycles = 9000               # at least one of cycles, cycles_perfect, cycles_perfect_lrr
//!
//! [per_instruction]           # cycles of one warp instruction, column cycles_perfect
//! lat_add = 10.0              # cases micro/lat_add_16 and micro/lat_add_32 beside the file
//!
//! [sensitivity.scan]          # change of a launch's cycles_perfect, percent
//! ctas_1 = 103.2              # one resident CTA
//! ```
//!
//! Cycles per instruction are the difference of two kernels' cycles, divided by the difference of
//! their warp instructions. The table `collector_held` is not read.

mod agreement;
mod read;
mod sensitivity;

pub use agreement::Agreement;
pub use sensitivity::{Changed, Sensitivity};

use super::{Case, Simulation, System};
use crate::config::{Config, Options};
use crate::error::{Error, Place, Result};
use crate::parallel;
use crate::sm::{Outcome, Statistics, Unwatched};
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The system and configuration that launches run on.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    pub system: &'a dyn System,
    pub config: &'a Config,
    /// Reads a launch, with allocated registers or with those that the PTX names.
    pub case: fn(&Path) -> Result<Case>,
}

/// The GPGPU-Sim cycle count of a launch that ours is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Column {
    /// With instruction and constant caches.
    Cycles,
    /// With perfect instruction and constant caches.
    Perfect,
    /// With perfect caches and the LRR scheduler.
    PerfectLrr,
}

impl Column {
    /// All columns.
    pub const ALL: [Column; 3] = [Column::Cycles, Column::Perfect, Column::PerfectLrr];

    /// The key in the file.
    pub fn name(self) -> &'static str {
        match self {
            Column::Cycles => "cycles",
            Column::Perfect => "cycles_perfect",
            Column::PerfectLrr => "cycles_perfect_lrr",
        }
    }

    /// Configuration keys of the runs: one SM with all of L2 and DRAM, the column's caches and
    /// scheduler.
    pub fn settings(self) -> &'static [&'static str] {
        const ALL: [&str; 4] =
            ["gpu.sms=1", "instruction.perfect=true", "constant.perfect=true", "sm.scheduler=lrr"];
        match self {
            Column::Cycles => &ALL[..1],
            Column::Perfect => &ALL[..3],
            Column::PerfectLrr => &ALL,
        }
    }
}

/// A cycles file.
#[derive(Debug, Default)]
pub struct Cycles {
    pub launches: Vec<Measured>,
    pub per_instruction: Vec<PerInstruction>,
    /// Sensitivities. Those of launches that are not in `launches` are not run.
    pub sensitivities: Vec<Sensitivity>,
}

/// A launch that GPGPU-Sim has run.
#[derive(Debug)]
pub struct Measured {
    pub name: String,
    /// Path of the launch description.
    pub case: PathBuf,
    /// Registers per thread assumed for occupancy; those of the kernel if absent.
    pub registers: Option<usize>,
    /// Resident CTAs; as many as fit if absent.
    pub ctas: Option<usize>,
    /// Resident CTAs by GPGPU-Sim's own rule.
    pub ctas_gpgpusim: Option<usize>,
    /// Lanes that executed.
    pub thread_instructions: Option<u64>,
    /// Cycles, by column.
    cycles: [Option<u64>; Column::ALL.len()],
}

impl Measured {
    /// Cycles of a column; none if they were not measured.
    pub fn cycles(&self, column: Column) -> Option<u64> {
        self.cycles[column as usize]
    }
}

/// Cycles of one warp instruction, measured as the difference of two kernels.
#[derive(Debug)]
pub struct PerInstruction {
    pub name: String,
    pub cycles: f64,
    /// The kernels with fewer and with more repetitions.
    pub cases: [PathBuf; 2],
}

/// Our cycles and GPGPU-Sim's.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    pub name: String,
    pub cycles: f64,
    pub gpgpusim: f64,
    /// Our cycles divided by GPGPU-Sim's.
    pub ratio: f64,
    /// Resident CTAs that fit by our rule.
    pub ctas: Option<usize>,
    /// Resident CTAs that fit by GPGPU-Sim's rule.
    pub ctas_gpgpusim: Option<usize>,
    /// Lanes that executed, ours divided by GPGPU-Sim's.
    pub instructions_ratio: Option<f64>,
    /// Mean cycles for which an instruction holds its collector unit.
    pub collector_held: Option<f64>,
}

impl Compared {
    fn new(name: &str, cycles: f64, gpgpusim: f64) -> Compared {
        Compared {
            name: name.to_string(),
            cycles,
            gpgpusim,
            ratio: cycles / gpgpusim,
            ctas: None,
            ctas_gpgpusim: None,
            instructions_ratio: None,
            collector_held: None,
        }
    }
}

/// A launch that could not be compared.
#[derive(Clone, Debug, Serialize)]
pub struct Failed {
    pub name: String,
    pub error: String,
}

impl Failed {
    fn new(name: &str, error: &Error) -> Failed {
        Failed { name: name.to_string(), error: error.to_string() }
    }
}

/// All results of a column, in the order of the file.
#[derive(Debug, Default)]
pub struct Comparison {
    pub launches: Vec<Compared>,
    pub per_instruction: Vec<Compared>,
    pub sensitivities: Vec<Changed>,
    pub failed: Vec<Failed>,
}

impl Cycles {
    /// Number of entries of a column.
    pub fn count(&self, column: Column) -> usize {
        let launches = self.launches.iter().filter(|launch| launch.cycles(column).is_some());
        launches.count() + self.pairs(column).len() + self.changes(column).len()
    }

    /// Cycles per instruction, which were measured with perfect caches only.
    fn pairs(&self, column: Column) -> &[PerInstruction] {
        if column == Column::Perfect { &self.per_instruction } else { &[] }
    }

    /// Sensitivities, which were measured with perfect caches only, and their launches.
    fn changes(&self, column: Column) -> Vec<(&Sensitivity, &Measured)> {
        let launch = |name: &str| self.launches.iter().find(|launch| launch.name == name);
        let all = self.sensitivities.iter().filter(|_| column == Column::Perfect);
        all.filter_map(|change| Some((change, launch(&change.launch)?))).collect()
    }

    /// Adds the entries of another file.
    ///
    /// # Errors
    /// [`Error::Input`] if both have a launch of one name.
    pub fn join(mut self, other: Cycles, place: Place) -> Result<Cycles> {
        let names = |name: &str| self.launches.iter().any(|launch| launch.name == name);
        if let Some(twice) = other.launches.iter().find(|launch| names(&launch.name)) {
            let found = format!("launch '{}'", twice.name);
            return Err(Error::input(place, found, "a name that no other file uses"));
        }
        self.launches.extend(other.launches);
        self.per_instruction.extend(other.per_instruction);
        self.sensitivities.extend(other.sensitivities);
        Ok(self)
    }

    /// Runs all entries of a column in parallel; `done` is called as each ends. An entry that fails
    /// does not end the others.
    pub fn run(&self, setting: Setting, column: Column, done: impl Fn() + Sync) -> Comparison {
        let launch = |launch: &Measured| {
            let compared = launch.run(setting, launch.cycles(column)?);
            done();
            Some(compared.map_err(|error| Failed::new(&launch.name, &error)))
        };
        let pair = |pair: &PerInstruction| {
            let compared = pair.run(setting);
            done();
            compared.map_err(|error| Failed::new(&pair.name, &error))
        };
        let launches = parallel::map(&self.launches, launch).into_iter().flatten().collect();
        let pairs = parallel::map(self.pairs(column), pair);
        let change = |(change, launch): (&Sensitivity, &Measured)| {
            let changed = change.run(launch, setting);
            done();
            let name = || format!("{} of {}", change.change.name, launch.name);
            changed.map_err(|error| Failed::new(&name(), &error))
        };
        let changes = parallel::map(self.changes(column), change);
        let mut failed = Vec::new();
        Comparison {
            launches: passed(launches, &mut failed),
            per_instruction: passed(pairs, &mut failed),
            sensitivities: passed(changes, &mut failed),
            failed,
        }
    }
}

/// Results that did not fail; the failures are added to `failed`.
fn passed<T>(all: Vec<std::result::Result<T, Failed>>, failed: &mut Vec<Failed>) -> Vec<T> {
    all.into_iter().filter_map(|one| one.map_err(|error| failed.push(error)).ok()).collect()
}

impl Measured {
    fn run(&self, setting: Setting, gpgpusim: u64) -> Result<Compared> {
        let (outcome, most) = run(setting, &self.case, self.registers, self.ctas)?;
        let Statistics { cycles, thread_instructions, collector_cycles, collected, .. } =
            outcome.statistics;
        let ratio = |theirs| thread_instructions as f64 / theirs as f64;
        Ok(Compared {
            ctas: Some(most),
            ctas_gpgpusim: self.ctas_gpgpusim,
            instructions_ratio: self.thread_instructions.map(ratio),
            collector_held: Some(collector_cycles as f64 / collected.max(1) as f64),
            ..Compared::new(&self.name, cycles as f64, gpgpusim as f64)
        })
    }
}

impl PerInstruction {
    fn run(&self, setting: Setting) -> Result<Compared> {
        let statistics = |path| Ok(run(setting, path, None, None)?.0.statistics);
        let [few, many] = &self.cases;
        let (few, many): (Statistics, Statistics) = (statistics(few)?, statistics(many)?);
        let cycles = many.cycles as f64 - few.cycles as f64;
        let instructions = many.issued as f64 - few.issued as f64;
        Ok(Compared::new(&self.name, cycles / instructions, self.cycles))
    }
}

/// Runs a launch and rejects a wrong result. Also returns the number of its CTAs that fit.
fn run(
    Setting { system, config, case }: Setting,
    path: &Path,
    registers: Option<usize>,
    ctas: Option<usize>,
) -> Result<(Outcome, usize)> {
    let case = Arc::new(case(path)?);
    let compiled = system.compile(&case, config, &Options::default())?;
    let mut simulation = Simulation::new(system, &*compiled, config)?;
    simulation.registers_given = registers.unwrap_or(simulation.registers_given);
    simulation.resident = ctas;
    let most = simulation.most_resident();
    let outcome = simulation.run(&mut Unwatched)?;
    match compiled.is_right(&outcome.memory)? {
        Some(false) => Err(Error::Disagreement("the output differs from the expected one".into())),
        _ => Ok((outcome, most)),
    }
}
