//! The trait [`System`]: the interface of a system to runs, sweeps, reports and claims. Nothing
//! outside a system's folder depends on which system it is.

use super::backend::{Backend, register_file};
use super::case::Case;
use super::report::{KernelView, TechniqueReport};
use crate::bits::LANES;
use crate::compiler::occupancy::Resources;
use crate::config::{Config, Opt, Options, Schema};
use crate::error::Result;
use crate::ptx::exec::Memory;
use crate::sm::register_file::{Channels, Counts, RegisterFile};
use crate::sm::{Bundles, Ends, Hint, Outcome};
use crate::stream::Placer;
use crate::tech::Account;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Systems and configuration keys that a sweep file may name.
pub struct Registry<'a> {
    pub systems: &'a [&'static dyn System],
    /// Finds the system of a name, as for `--rf`.
    pub find: &'a dyn Fn(&str) -> Result<&'static dyn System>,
    pub schema: &'static Schema,
}

/// A register file with its hardware units, its half of the compiler and its energy account.
pub trait System: Sync {
    /// Name, as in `--rf NAME`.
    fn name(&self) -> &'static str;

    /// One line for help.
    fn summary(&self) -> &'static str;

    /// Options of a run.
    fn options(&self) -> &'static [Opt] {
        &[]
    }

    /// Resources of an SM with this register file.
    fn resources(&self, config: &Config) -> Resources {
        Resources::baseline(config.gpu())
    }

    /// Whether a launch's profile may set the registers per thread. A system that does not store
    /// the PTX's registers one to one does not use that number.
    fn takes_profiles(&self) -> bool {
        true
    }

    /// Maximum resident CTAs of a case, limited by the SM's resources and by bank entries.
    /// `registers` per thread are assumed for the resources. The limits differ, because a kernel
    /// can use more registers than assumed and a placement can leave gaps.
    fn most_resident(&self, case: &Case, registers: usize, config: &Config) -> usize {
        let resources = self.resources(config);
        let entries = resources.registers / LANES / config.gpu().banks;
        let fits = |ctas: &usize| entries_taken(case, registers, *ctas, config) <= entries;
        let residency = resources.residency(&case.needs(registers));
        (1..=residency.tlp).rev().find(fits).unwrap_or(0)
    }

    /// The system's half of the compiler: compiles the case for this register file.
    ///
    /// # Errors
    /// [`crate::error::Error::Input`] for a kernel or an option that does not fit.
    fn compile(
        &self,
        case: &Arc<Case>,
        config: &Config,
        options: &Options,
    ) -> Result<Box<dyn Compiled>>;

    /// Files in the folder of a launch description that [`System::compile`] reads if they exist.
    fn files_beside(&self, _launch: &Path) -> Vec<PathBuf> {
        Vec::new()
    }

    /// Energy of one or several register files with these counts and this sum of cycles. `None` if
    /// no source gives access energies.
    fn energy(&self, _counts: &Counts, _cycles: u64, _config: &Config) -> Option<Account> {
        None
    }

    /// Report on launches with the system's techniques on and off.
    fn techniques(&self) -> Option<&'static TechniqueReport> {
        None
    }

    /// Further views of kernels.
    fn views(&self) -> &'static [KernelView] {
        &[]
    }
}

/// A case that a system has compiled.
pub trait Compiled: Send + Sync {
    /// The kernel with the homes of its registers in this system.
    fn case(&self) -> &Case;

    /// The register file for the case with `resident` resident CTAs per SM.
    ///
    /// # Errors
    /// Errors of building RTL.
    fn build(
        &self,
        config: &Config,
        backend: Backend,
        resident: usize,
    ) -> Result<Box<dyn RegisterFile>>;

    /// Maximum resident CTAs, if [`System::most_resident`] does not apply.
    fn most_resident(&self) -> Option<usize> {
        None
    }

    /// Resources of one CTA, for the message that not even one fits.
    fn footprint(&self, regs_per_thread: usize) -> String {
        let (warps, shared) = (self.case().geometry.warps(), self.case().geometry.shared());
        format!(
            "a CTA of {warps} warps with {regs_per_thread} registers per thread and {shared} bytes \
             of shared memory"
        )
    }

    /// Bundles of the kernel's instructions with `resident` CTAs; none if the register file holds
    /// all registers.
    fn bundles(&self, _resident: usize) -> Option<Bundles> {
        None
    }

    /// The compiler's hints for the reads of each instruction, in order; empty without hints.
    fn hints(&self) -> &[Vec<Hint>] {
        &[]
    }

    /// Registers whose values end at each instruction, in order; empty if this is not used.
    fn ends(&self) -> &[Ends] {
        &[]
    }

    /// Part of a run's JSON in addition to its counters, with `resident` CTAs: a name and an
    /// object.
    fn summary(&self, _resident: usize, _outcome: &Outcome) -> Option<(&'static str, Value)> {
        None
    }

    /// Whether the output is as the launch expects; none if the launch states no expected output.
    ///
    /// # Errors
    /// Errors of the exact run that the output is compared with.
    fn is_right(&self, memory: &Memory) -> Result<Option<bool>> {
        Ok(self.case().is_right(memory))
    }

    /// Whether the output must equal the expected output exactly, so that each difference is
    /// reported.
    fn is_exact(&self) -> bool {
        true
    }
}

/// A compiled case for a register file that is the unit `U`.
pub struct OnUnit<U: Channels> {
    pub case: Arc<Case>,
    pub mode: U::Mode,
    pub hints: Vec<Vec<Hint>>,
    pub ends: Vec<Ends>,
    pub summary: Option<Summary>,
}

/// Builds a part of a run's JSON in addition to its counters: a name and an object.
pub type Summary = fn(&Outcome) -> (&'static str, Value);

impl<U: Channels> OnUnit<U> {
    /// Without hints.
    pub fn new(case: &Arc<Case>, mode: U::Mode) -> OnUnit<U> {
        let (hints, ends) = (Vec::new(), Vec::new());
        OnUnit { case: case.clone(), mode, hints, ends, summary: None }
    }
}

impl<U: Channels> Compiled for OnUnit<U> {
    fn case(&self) -> &Case {
        &self.case
    }

    fn hints(&self) -> &[Vec<Hint>] {
        &self.hints
    }

    fn ends(&self) -> &[Ends] {
        &self.ends
    }

    fn summary(&self, _: usize, outcome: &Outcome) -> Option<(&'static str, Value)> {
        self.summary.map(|summary| summary(outcome))
    }

    fn build(&self, config: &Config, backend: Backend, _: usize) -> Result<Box<dyn RegisterFile>> {
        register_file::<U>(self.mode.clone(), config, backend)
    }
}

/// Entries of each bank that `ctas` CTAs occupy.
fn entries_taken(case: &Case, registers: usize, ctas: usize, config: &Config) -> usize {
    let regs = case.regs_per_thread(registers);
    let placer = Placer::new(config.gpu(), regs);
    let warps = ctas * case.geometry.warps();
    let registers = (0..warps).flat_map(|warp| (0..regs).map(move |reg| (warp, reg)));
    let entries = registers.map(|(warp, reg)| placer.place(warp as u8, reg as u8).1 + 1);
    entries.max().unwrap_or(0)
}
