//! A launch on an SM, with the register file as model, as RTL, or as both.

use super::build::Builder;
use super::in_loop::{Rtl, SideBySide};
use crate::bits::LANES;
use crate::compiler::case::Case;
use crate::config::Config;
use crate::error::{Error, Place, Result};
use crate::ptx::exec::Code;
use crate::sm::register_file::{
    Channels, Clocked, Kind, Modelled, Ported, RegisterFile, racetrack,
};
use crate::sm::{Launch, Outcome, Sm, Watch};
use crate::stream::Placer;
use crate::units::compressed_operand_path::CompressedOperandPath;
use crate::units::racetrack_register_file::RacetrackRegisterFile;
use crate::units::sram_register_file::SramRegisterFile;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// What plays the register file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Backend {
    /// Its model
    #[default]
    Model,
    /// Its Verilog, under Verilator
    Rtl,
    /// Both, every output compared in every cycle
    Lockstep,
}

/// A launch and all that says how it is run.
pub struct Simulation<'a> {
    pub case: &'a Case,
    pub config: &'a Config,
    pub register_file: Kind,
    pub backend: Backend,
    pub racetrack: racetrack::Mode,
    /// CTAs at once; as many as fit if absent.
    pub resident: Option<usize>,
    /// Registers of a thread to reckon with when CTAs are counted.
    pub registers_given: usize,
    /// Instructions of one warp after which it counts as run away.
    pub limit: u64,
    /// Whether cycles in which nothing can happen are skipped.
    pub skip: bool,
}

impl<'a> Simulation<'a> {
    /// As the launch says, on the model, without mapping and preshift.
    pub fn new(case: &'a Case, config: &'a Config, register_file: Kind) -> Result<Simulation<'a>> {
        Ok(Simulation {
            case,
            config,
            register_file,
            backend: Backend::Model,
            racetrack: racetrack::Mode::default(),
            resident: None,
            registers_given: case.registers_given(None)?,
            limit: crate::ptx::exec::Schedule::default().limit,
            skip: true,
        })
    }

    /// Most CTAs at once that the SM holds: as many as it has resources for, and no more than have a
    /// place for every register. A kernel can take more registers than it is reckoned with, and a
    /// placement can leave gaps.
    pub fn most_resident(&self) -> usize {
        let needs = self.case.needs(self.registers_given);
        let resources = self.register_file.resources(self.config);
        let entries = resources.registers / LANES / self.config.gpu.banks;
        let fits = |ctas: &usize| self.entries(*ctas) <= entries;
        (1..=resources.residency(&needs).tlp).rev().find(fits).unwrap_or(0)
    }

    /// Entries of a bank that so many CTAs take.
    fn entries(&self, ctas: usize) -> usize {
        let regs = self.regs_per_thread();
        let placer = Placer::new(&self.config.gpu, regs);
        let warps = ctas * self.case.geometry.warps();
        let registers = (0..warps).flat_map(|warp| (0..regs).map(move |reg| (warp, reg)));
        let entries = registers.map(|(warp, reg)| placer.place(warp as u8, reg as u8).1 + 1);
        entries.max().unwrap_or(0)
    }

    /// CTAs at once.
    ///
    /// # Errors
    /// [`Error::Input`] if so many do not fit, or not even one.
    pub fn residents(&self) -> Result<usize> {
        let most = self.most_resident();
        let name = self.register_file.name();
        match self.resident {
            None if most == 0 => {
                let taken = self.regs_per_thread();
                let found = format!("a CTA with {taken} registers a thread");
                let place = Place::whole(&self.case.launch.name);
                Err(Error::input(place, found, format!("one that fits the {name} register file")))
            }
            Some(asked) if asked == 0 || asked > most => {
                let expected = format!("1 to {most} on the {name} register file");
                Err(Error::input(Place::whole("--resident"), asked, expected))
            }
            asked => Ok(asked.unwrap_or(most)),
        }
    }

    /// Registers of a thread that have a place in the register file: what the kernel takes or, if
    /// that is more, what it is reckoned with.
    pub fn regs_per_thread(&self) -> usize {
        self.case.registers().max(self.registers_given).max(1)
    }

    /// Runs it.
    ///
    /// # Errors
    /// [`Error::Input`] if it does not fit, [`Error::Disagreement`] for a fault of the kernel or if
    /// model and RTL disagree, and those of building the RTL.
    pub fn run(&self, watch: &mut impl Watch) -> Result<Outcome> {
        let mode = &self.racetrack;
        match self.register_file {
            Kind::Sram => self.on::<SramRegisterFile>((), watch),
            Kind::Racetrack => self.on::<RacetrackRegisterFile>(mode.clone(), watch),
            Kind::Compressed => self.on::<CompressedOperandPath>(self.case.table()?, watch),
        }
    }

    fn on<U: Channels>(&self, mode: U::Mode, watch: &mut impl Watch) -> Result<Outcome> {
        let config = self.config;
        match self.backend {
            Backend::Model => self.clocked::<U, _>(Modelled::new(&U::params(config)), mode, watch),
            Backend::Rtl => self.clocked::<U, _>(Rtl::new(&Builder::new()?, config)?, mode, watch),
            Backend::Lockstep => {
                self.clocked::<U, _>(SideBySide::new(&Builder::new()?, config)?, mode, watch)
            }
        }
    }

    fn clocked<U: Channels, C: Clocked<U> + 'static>(
        &self,
        clocked: C,
        mode: U::Mode,
        watch: &mut impl Watch,
    ) -> Result<Outcome> {
        let params = U::params(self.config);
        let file = Ported::<U, C>::new(clocked, &params, mode, self.config.gpu.banks);
        self.with(Box::new(file), watch)
    }

    /// Runs it on any register file.
    ///
    /// # Errors
    /// Those of [`Simulation::run`].
    pub fn with(&self, file: Box<dyn RegisterFile>, watch: &mut impl Watch) -> Result<Outcome> {
        let resident = self.residents()?;
        let code = Code::new(&self.case.kernel, &self.case.homes);
        let launch = Launch {
            code: &code,
            geometry: &self.case.geometry,
            start: self.case.start(),
            resident,
            regs_per_thread: self.regs_per_thread(),
            limit: self.limit,
            skip: self.skip,
        };
        let outcome = Sm::new(self.config, launch, file, watch)?.run();
        let outcome = outcome.map_err(|fault| self.case.faulted(&fault))?;
        match &outcome.disagreement {
            Some(what) => Err(Error::Disagreement(format!("{}: {what}", self.case.launch.name))),
            None => Ok(outcome),
        }
    }
}
