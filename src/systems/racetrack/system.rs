use super::commands::techniques::TECHNIQUES;
use super::config::Racetrack as Settings;
use super::energy::{self, Work};
use super::register_file::Mode;
use super::units::racetrack_register_file::RacetrackRegisterFile;
use crate::bits::LANES;
use crate::compiler::occupancy::Resources;
use crate::config::{Config, Opt, Options};
use crate::error::Result;
use crate::run::{Case, Compiled, OnUnit, System, TechniqueReport};
use crate::sm::register_file::Counts;
use crate::tech::Account;
use std::sync::Arc;

/// The racetrack register file. It runs unmodified kernels, with registers placed by a map if one
/// is given.
pub struct Racetrack;

impl System for Racetrack {
    fn name(&self) -> &'static str {
        "racetrack"
    }

    fn summary(&self) -> &'static str {
        "racetrack-memory banks; racetrack.positions sets the capacity"
    }

    fn options(&self) -> &'static [Opt] {
        Mode::OPTIONS
    }

    fn resources(&self, config: &Config) -> Resources {
        let registers = config.gpu().banks * Settings::from(config).positions * LANES;
        Resources { registers, ..Resources::baseline(config.gpu()) }
    }

    fn compile(
        &self,
        case: &Arc<Case>,
        config: &Config,
        options: &Options,
    ) -> Result<Box<dyn Compiled>> {
        Ok(Box::new(self.mapped(case, Mode::new(options, config)?)))
    }

    fn techniques(&self) -> Option<&'static TechniqueReport> {
        Some(&TECHNIQUES)
    }

    fn energy(&self, counts: &Counts, cycles: u64, config: &Config) -> Option<Account> {
        energy::account(&Work::of(counts, cycles), config)
    }
}

impl Racetrack {
    /// Compiles a case for this mode.
    pub fn mapped(&self, case: &Arc<Case>, mode: Mode) -> OnUnit<RacetrackRegisterFile> {
        OnUnit::new(case, mode)
    }
}
