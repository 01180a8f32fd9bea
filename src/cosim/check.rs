//! Lockstep of one unit in one configuration with one stimulus, from build to verdict.

use super::build::{Builder, Trace};
use super::library::{Instance, Library};
use super::lockstep::{Mismatch, record, run};
use super::record::Recording;
use super::shrink::shrink;
use crate::config::Config;
use crate::emit::Design;
use crate::error::{Error, Place, Result};
use crate::stream::StreamReplay;
use crate::units::{Activity, AnyUnit, Bench, Scenario};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Source of the unit's inputs.
#[derive(Clone)]
pub enum Source {
    /// Random and directed stimulus for `cycles` compared cycles.
    Random { seed: u64, cycles: u64 },
    /// Recorded requests; `name` identifies them in messages.
    Stream { name: String, replay: StreamReplay },
}

/// A check that is ready to run.
pub struct Check<'a> {
    unit: &'a dyn AnyUnit,
    config: &'a Config,
    design: Design,
    library: Arc<Library>,
    builder: &'a Builder,
}

/// Result of a check that passed.
#[derive(Clone, Debug)]
pub struct Passed {
    /// Cycles whose outputs were all equal.
    pub compared: u64,
    pub scenarios: Vec<Scenario>,
    pub activity: Option<Activity>,
}

impl Passed {
    /// Scenarios that the stimulus should have reached and did not reach.
    pub fn missed(&self) -> Vec<&'static str> {
        let missed = self.scenarios.iter().filter(|s| s.reachable && s.hits == 0);
        missed.map(|scenario| scenario.name).collect()
    }
}

impl<'a> Check<'a> {
    /// Generates the unit, builds it or takes it from the cache, and loads it.
    ///
    /// # Errors
    /// Errors of emission, tools and building.
    pub fn new(builder: &'a Builder, unit: &'a dyn AnyUnit, config: &'a Config) -> Result<Self> {
        Check::of_design(builder, unit, config, unit.design(config)?)
    }

    /// As [`Check::new`], for another design with the unit's ports, such as one with a planted
    /// fault.
    ///
    /// # Errors
    /// Errors of tools and building.
    pub fn of_design(
        builder: &'a Builder,
        unit: &'a dyn AnyUnit,
        config: &'a Config,
        design: Design,
    ) -> Result<Self> {
        let library = Library::load(builder, &design, &unit.ports(config), None)?;
        Ok(Check { unit, config, design, library, builder })
    }

    pub fn library(&self) -> &Arc<Library> {
        &self.library
    }

    fn bench(&self, source: &Source) -> Result<Box<dyn Bench>> {
        match source {
            Source::Random { seed, .. } => Ok(self.unit.bench(self.config, *seed)),
            Source::Stream { replay, .. } => {
                let bench = self.unit.stream_bench(self.config, replay)?;
                bench.ok_or_else(|| takes_no_stream(self.unit))
            }
        }
    }

    /// Runs model and RTL in lockstep. `progress` is called periodically with the number of cycles.
    ///
    /// # Errors
    /// [`Error::Disagreement`] with the complete diagnosis. Recording and waves are left in
    /// `notes`.
    pub fn run(&self, source: &Source, notes: &Path, progress: impl FnMut(u64)) -> Result<Passed> {
        let cycles = match source {
            Source::Random { cycles, .. } => *cycles,
            Source::Stream { .. } => u64::MAX,
        };
        let mut bench = self.bench(source)?;
        // Storage starts at random values, so that an output that depends on them differs.
        let mut instance = Instance::new(&self.library, 1);
        let outcome = run(&mut *bench, &mut instance, self.library.layout(), cycles, progress);
        if let Some(mismatch) = outcome.mismatch {
            return Err(Error::Disagreement(self.diagnose(source, &mismatch, notes)?));
        }
        let activity = bench.activity();
        if let Some(wrong) = activity.as_ref().map(|a| a.wrong_answers).filter(|&wrong| wrong > 0) {
            return Err(Error::Disagreement(format!(
                "{}: model and RTL agree, but {wrong} reads did not return the last written value",
                self.unit.name()
            )));
        }
        Ok(Passed { compared: outcome.compared, scenarios: bench.scenarios(), activity })
    }

    /// Writes the waves of the first `cycles` cycles.
    ///
    /// # Errors
    /// Errors of building and writing.
    pub fn waves(&self, source: &Source, cycles: u64, trace: Trace, path: &Path) -> Result<()> {
        let mut bench = self.bench(source)?;
        self.trace_inputs(&record(&mut *bench, self.library.layout(), cycles), trace, path)
    }

    fn trace_inputs(&self, inputs: &[Vec<u32>], trace: Trace, path: &Path) -> Result<()> {
        let ports = self.unit.ports(self.config);
        let builder = self.builder.for_cycles(inputs.len() as u64);
        let library = Library::load(&builder, &self.design, &ports, Some(trace))?;
        create_parent(path)?;
        let mut instance = Instance::new(&library, 0);
        instance.trace(path)?;
        let mut outputs = vec![0; library.layout().output_words];
        for cycle in inputs {
            instance.step(cycle, &mut outputs);
        }
        Ok(())
    }

    /// Describes a mismatch: shrinks its inputs, and writes the recording and the waves to `notes`.
    fn diagnose(&self, source: &Source, mismatch: &Mismatch, notes: &Path) -> Result<String> {
        let layout = self.library.layout();
        let mut bench = self.bench(source)?;
        let recorded = record(&mut *bench, layout, mismatch.cycle + 1);
        let fresh = || self.unit.bench(self.config, 0);
        let short = shrink(&fresh, &self.library, &recorded, &mismatch.port);
        let recording = Recording::new(self.unit, self.config, layout, &short);

        let file = |ending| -> PathBuf { notes.join(format!("{}.{ending}", self.unit.name())) };
        create_parent(&file("json"))?;
        recording.write(&file("json"))?;
        self.trace_inputs(&short, Trace::Vcd, &file("vcd"))?;
        Ok(explain(&self.headline(source), mismatch, &recording, &file("json"), &file("vcd")))
    }

    fn headline(&self, source: &Source) -> String {
        let what = format!("{} ({})", self.unit.name(), self.config.name());
        match source {
            Source::Random { seed, .. } => format!("{what}, seed {seed}"),
            Source::Stream { name, .. } => format!("{what}, stream {name}"),
        }
    }
}

fn takes_no_stream(unit: &dyn AnyUnit) -> Error {
    let found = format!("unit {}", unit.name());
    Error::input(Place::whole("--stream"), found, "a bank or a register file that takes streams")
}

fn create_parent(path: &Path) -> Result<()> {
    let parent = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(parent).map_err(Error::io(parent))
}

fn explain(
    headline: &str,
    mismatch: &Mismatch,
    recording: &Recording,
    file: &Path,
    waves: &Path,
) -> String {
    let Mismatch { cycle, port, expected, got } = mismatch;
    let mut text = format!(
        "{headline}: cycle {cycle}, {port}: model {expected}, RTL {got}\nshrunk to {} cycles, with \
         these nonzero inputs:\n",
        recording.cycles.len()
    );
    const SHOWN: usize = 12;
    let skipped = recording.cycles.len().saturating_sub(SHOWN);
    if skipped > 0 {
        let _ = writeln!(text, "  ({skipped} earlier cycles)");
    }
    for (number, inputs) in recording.cycles.iter().enumerate().skip(skipped) {
        let inputs: Vec<String> =
            inputs.iter().map(|(port, value)| format!("{port}={value}")).collect();
        let _ = writeln!(text, "  {number:3}  {}", inputs.join(" "));
    }
    let _ = write!(
        text,
        "waves: {}\nreplay: regforge cosim {} --replay {}",
        waves.display(),
        recording.unit,
        file.display()
    );
    text
}
