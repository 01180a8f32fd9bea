//! Agreement of model and RTL in a configuration, as a check of the record.

use super::build::Builder;
use super::check::{Check, Source};
use super::layout::Layout;
use super::lockstep::answers_hash;
use crate::config::Config;
use crate::error::{Error, Result};
use crate::units::AnyUnit;
use std::path::Path;

const SEED: u64 = 1;

/// A unit, a configuration, and the number of cycles for which model and RTL must agree.
pub struct Agreement {
    unit: &'static dyn AnyUnit,
    config: Box<Config>,
    cycles: u64,
    /// Whether the stimulus must reach every scenario.
    every_scenario: bool,
}

impl Agreement {
    /// Agreement for a number of cycles of random stimulus.
    pub fn new(unit: &'static dyn AnyUnit, config: Config, cycles: u64) -> Agreement {
        Agreement { unit, config: Box::new(config), cycles, every_scenario: false }
    }

    /// Requires also that the stimulus reaches every scenario.
    pub fn with_every_scenario(self) -> Agreement {
        Agreement { every_scenario: true, ..self }
    }

    /// Content that decides the verdict: the parameters of the run, the hash of the Verilog, and
    /// the hash of all inputs and the model's answers.
    ///
    /// # Errors
    /// Errors of emission.
    pub fn content(&self) -> Result<[String; 3]> {
        let Agreement { unit, config, cycles, every_scenario } = self;
        let layout = Layout::new(&unit.ports(config));
        let answers = answers_hash(&mut *unit.bench(config, SEED), &layout, *cycles);
        let asked = format!("{SEED} {cycles} {every_scenario}");
        Ok([asked, unit.design(config)?.content_hash(), answers])
    }

    /// Runs model and RTL. A difference leaves its recording and waves in `notes`.
    ///
    /// # Errors
    /// [`Error::Disagreement`] with the diagnosis, or with the scenarios that were not reached;
    /// errors of emission, tools and building.
    pub fn run(&self, notes: &Path) -> Result<()> {
        let Agreement { unit, config, cycles, every_scenario } = self;
        let builder = Builder::new()?.for_cycles(*cycles);
        let check = Check::new(&builder, *unit, config)?;
        let passed = check.run(&Source::Random { seed: SEED, cycles: *cycles }, notes, |_| {})?;
        let missed = passed.missed();
        if *every_scenario && !missed.is_empty() {
            let missed = missed.join(", ");
            return Err(Error::Disagreement(format!(
                "{cycles} cycles do not reach the scenarios {missed}"
            )));
        }
        Ok(())
    }
}
