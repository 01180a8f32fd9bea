//! A launch on all SMs, and on one SM with its share of L2 and DRAM.

use super::{Case, Simulation, System};
use crate::config::{Config, Options};
use crate::error::{Error, Result};
use crate::sm::{Outcome, Unwatched};
use serde::Serialize;
use std::path::Path;
use std::sync::Arc;

/// Results of a launch in both ways.
#[derive(Clone, Debug, Serialize)]
pub struct Shares {
    /// Name of the launch.
    pub launch: String,
    /// CTAs of the grid.
    pub ctas: u64,
    /// Resident CTAs of all SMs together.
    pub resident: u64,
    /// Cycles of one SM that runs all CTAs.
    pub cycles_of_one: u64,
    /// Cycles of all SMs together.
    pub cycles_of_all: u64,
    /// Cycles of all SMs, times the number of SMs, divided by the cycles of one SM. 1 if the share
    /// is exact.
    pub ratio: f64,
    /// DRAM transfers of one SM that runs all CTAs.
    pub dram_of_one: u64,
    /// DRAM transfers of all SMs together.
    pub dram_of_all: u64,
}

impl Shares {
    /// Runs a launch in both ways on the model of a register file.
    ///
    /// # Errors
    /// Errors of [`Simulation::run`], and [`Error::Disagreement`] for a wrong result.
    pub fn run(system: &dyn System, path: &Path, config: &Config) -> Result<Shares> {
        let sms = config.gpu().sms as u64;
        let case = Arc::new(Case::on_allocated_registers(path)?);
        let run = |simulated| -> Result<(Outcome, usize)> {
            let config = config.with(config.name(), &[("gpu.sms_simulated", simulated)])?;
            let compiled = system.compile(&case, &config, &Options::default())?;
            let simulation = Simulation::new(system, &*compiled, &config)?;
            let outcome = simulation.run(&mut Unwatched)?;
            match compiled.is_right(&outcome.memory)? {
                Some(false) => {
                    let what = format!("{} on {simulated} SMs: wrong result", case.launch.name);
                    Err(Error::Disagreement(what))
                }
                _ => Ok((outcome, simulation.residents()?)),
            }
        };
        let (one, resident) = run(1)?;
        let (all, _) = run(sms)?;
        let (of_one, of_all) = (one.statistics.cycles, all.statistics.cycles);
        let dram = |outcome: &Outcome| outcome.hierarchy.dram.reads + outcome.hierarchy.dram.writes;
        Ok(Shares {
            launch: case.launch.name.clone(),
            ctas: case.geometry.ctas(),
            resident: sms * resident as u64,
            cycles_of_one: of_one,
            cycles_of_all: of_all,
            ratio: (of_all * sms) as f64 / of_one as f64,
            dram_of_one: dram(&one),
            dram_of_all: dram(&all),
        })
    }

    /// Whether the grid has enough CTAs to fill all SMs at the start.
    pub fn is_full(&self) -> bool {
        self.ctas >= self.resident
    }
}
