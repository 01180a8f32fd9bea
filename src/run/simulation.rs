//! A compiled case on one SM, or on several of a GPU.

use super::backend::Backend;
use super::system::{Compiled, System};
use crate::config::Config;
use crate::error::{Error, Place, Result};
use crate::ptx::exec::{Code, Schedule};
use crate::sm::register_file::RegisterFile;
use crate::sm::{Gpu, Outcome, Watch, Workload};

/// A compiled case with the settings of its run.
pub struct Simulation<'a> {
    pub system: &'a dyn System,
    pub compiled: &'a dyn Compiled,
    pub config: &'a Config,
    pub backend: Backend,
    /// The only SM with that backend, while the others run models; all SMs have it if absent.
    pub backend_sm: Option<usize>,
    /// Resident CTAs per SM; as many as fit if absent.
    pub resident: Option<usize>,
    /// Registers per thread assumed for occupancy.
    pub registers_given: usize,
    /// Maximum instructions per warp; a warp with more ends the run as a runaway.
    pub limit: u64,
    /// Whether cycles in which nothing can happen are skipped.
    pub skip: bool,
}

impl<'a> Simulation<'a> {
    /// A simulation on the model, with as many resident CTAs as fit.
    ///
    /// # Errors
    /// Errors of [`super::Case::registers_given`].
    pub fn new(
        system: &'a dyn System,
        compiled: &'a dyn Compiled,
        config: &'a Config,
    ) -> Result<Simulation<'a>> {
        Ok(Simulation {
            system,
            compiled,
            config,
            backend: Backend::Model,
            backend_sm: None,
            resident: None,
            registers_given: compiled.case().registers_given(None)?,
            limit: Schedule::default().limit,
            skip: true,
        })
    }

    /// Maximum resident CTAs per SM.
    pub fn most_resident(&self) -> usize {
        let by_resources =
            || self.system.most_resident(self.compiled.case(), self.registers_given, self.config);
        self.compiled.most_resident().unwrap_or_else(by_resources)
    }

    /// Resident CTAs per SM in the run.
    ///
    /// # Errors
    /// [`Error::Input`] if this number of CTAs, or even one CTA, does not fit.
    pub fn residents(&self) -> Result<usize> {
        let most = self.most_resident();
        let name = self.system.name();
        match self.resident {
            None if most == 0 => {
                let found = self.compiled.footprint(self.regs_per_thread());
                let place = Place::whole(&self.compiled.case().launch.name);
                let expected = format!("a CTA that fits on an SM with the {name} register file");
                Err(Error::input(place, found, expected))
            }
            Some(asked) if asked == 0 || asked > most => {
                let expected = format!("1 to {most} with the {name} register file");
                Err(Error::input(Place::whole("--resident"), asked, expected))
            }
            asked => Ok(asked.unwrap_or(most)),
        }
    }

    /// Registers per thread that have a place in the register file.
    pub fn regs_per_thread(&self) -> usize {
        self.compiled.case().regs_per_thread(self.registers_given)
    }

    /// Resident threads in percent of the SM's maximum.
    ///
    /// # Errors
    /// Errors of [`Simulation::residents`].
    pub fn occupancy(&self) -> Result<f64> {
        let threads = self.residents()? * self.compiled.case().geometry.threads();
        Ok(100.0 * threads as f64 / self.system.resources(self.config).threads as f64)
    }

    /// Runs the case.
    ///
    /// # Errors
    /// [`Error::Input`] if the case does not fit, [`Error::Disagreement`] for a fault of the kernel
    /// or if model and RTL disagree, and errors of building the RTL.
    pub fn run(&self, watch: &mut impl Watch) -> Result<Outcome> {
        let count = self.config.gpu().sms_simulated;
        if let Some(sm) = self.backend_sm.filter(|sm| *sm >= count) {
            let expected = format!("0 to {}, because gpu.sms_simulated = {count}", count - 1);
            return Err(Error::input(Place::whole("--backend-sm"), sm, expected));
        }
        let resident = self.residents()?;
        let file = |sm| {
            let is_model = self.backend_sm.is_some_and(|other| other != sm);
            let backend = if is_model { Backend::Model } else { self.backend };
            self.compiled.build(self.config, backend, resident)
        };
        self.run_on_all((0..count).map(file).collect::<Result<_>>()?, watch)
    }

    /// Runs the case on one SM with the given register file.
    ///
    /// # Errors
    /// Errors of [`Simulation::run`].
    pub fn run_on(&self, file: Box<dyn RegisterFile>, watch: &mut impl Watch) -> Result<Outcome> {
        self.run_on_all(vec![file], watch)
    }

    /// Runs the case with the given register files, one for each SM.
    ///
    /// # Errors
    /// Errors of [`Simulation::run`].
    pub fn run_on_all(
        &self,
        files: Vec<Box<dyn RegisterFile>>,
        watch: &mut impl Watch,
    ) -> Result<Outcome> {
        let case = self.compiled.case();
        let code = Code::new(&case.kernel, &case.homes);
        let resident = self.residents()?;
        let bundles = self.compiled.bundles(resident);
        let workload = Workload {
            code: &code,
            hints: self.compiled.hints(),
            ends: self.compiled.ends(),
            bundles: bundles.as_ref(),
            geometry: &case.geometry,
            start: case.start(),
            resident,
            regs_per_thread: self.regs_per_thread(),
            limit: self.limit,
            skip: self.skip,
        };
        let outcome = Gpu::new(self.config, workload, files, watch)?.run();
        let outcome = outcome.map_err(|fault| case.faulted(&fault))?;
        match &outcome.disagreement {
            Some(what) => Err(Error::Disagreement(format!("{}: {what}", case.launch.name))),
            None => Ok(outcome),
        }
    }
}
