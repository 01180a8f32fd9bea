//! A launch of a kernel, read and compiled: all that it needs to run.

use super::allocate::allocate;
use super::liveness::Liveness;
use super::needs::{classes, needs};
use super::occupancy::KernelNeeds;
use super::ranges::{Limits, Ranges};
use super::slices::{NUMBERS, PHYSICAL, Packing, pack};
use super::values::split_webs;
use crate::bits::float::Format;
use crate::error::{Error, Place, Result};
use crate::ptx::Loaded;
use crate::ptx::cfg::Cfg;
use crate::ptx::exec::{self, Code, Fault, Geometry, Memory, Outcome, Schedule, Start, Watch};
use crate::ptx::kernel::{Home, Kernel, Program};
use crate::ptx::launch::{Buffer, Comparison, Image, Launch};
use std::path::Path;

/// A launch with all that it needs to run.
pub struct Case {
    pub launch: Launch,
    program: Program,
    pub kernel: Kernel,
    /// Where each of its registers is kept.
    pub homes: Vec<Home>,
    pub image: Image,
    pub geometry: Geometry,
}

impl Case {
    /// With a register of its own for every virtual one, so that all uninitialised reads show.
    pub fn on_virtual_registers(path: &Path) -> Result<Case> {
        let launch = Launch::read(path)?;
        let Loaded { program, addresses } = Loaded::read(&launch.ptx, Some(&launch.entry))?;
        let kernel = launch.kernel(&program)?.clone();
        let image = launch.image(&program, &kernel, addresses)?;
        let geometry = Geometry::new(&launch, &kernel);
        Ok(Case { homes: kernel.virtual_homes(), launch, program, kernel, image, geometry })
    }

    /// With a thread's real registers.
    pub fn on_allocated_registers(path: &Path) -> Result<Case> {
        let case = Case::on_virtual_registers(path)?;
        let kernel = split_webs(&case.kernel);
        let cfg = Cfg::new(&kernel);
        let homes = allocate(&kernel, &cfg, &Liveness::new(&kernel, &cfg)).homes;
        Ok(Case { kernel, homes, ..case })
    }

    /// The same kernel with its registers packed into slices: integers by their ranges, floats in
    /// these formats, by register, or whole. Its homes are then architectural registers, which the
    /// packing's table leads to physical ones. For a case on allocated registers.
    ///
    /// # Errors
    /// [`Error::Input`] if the kernel has more registers than a table has entries or can name.
    pub fn packed(self, formats: Option<&[Format]>, split: bool) -> Result<(Case, Packing)> {
        let cfg = Cfg::new(&self.kernel);
        let live = Liveness::new(&self.kernel, &cfg);
        let ranges = Ranges::new(&self.kernel, &cfg, &live, &Limits::new(&self.geometry));
        let needs = needs(&classes(&self.kernel), Some(&ranges), formats);
        let whole = allocate(&self.kernel, &cfg, &live);
        let Some(packing) = pack(&self.kernel, &cfg, &live, &whole, &needs, split) else {
            let place = Place::whole(self.launch.ptx.display());
            let found = format!("{}: {} registers per thread", self.kernel.name, whole.registers);
            let expected = format!("at most {PHYSICAL}, and {NUMBERS} entries of a table");
            return Err(Error::input(place, found, expected));
        };
        Ok((Case { homes: packing.homes.clone(), ..self }, packing))
    }

    /// Registers of a thread that the kernel takes.
    pub fn registers(&self) -> usize {
        self.homes.iter().map(|home| home.words().end).max().unwrap_or(0)
    }

    /// Refuses a kernel with more registers of a thread than there are names for.
    pub fn check_registers(&self, most: usize) -> Result<()> {
        match self.registers() {
            registers if registers > most => {
                let place = Place::whole(self.launch.ptx.display());
                let found = format!("{}: {registers} registers per thread", self.kernel.name);
                Err(Error::input(place, found, format!("at most {most}")))
            }
            _ => Ok(()),
        }
    }

    /// Memory, parameters and textures before the first instruction.
    pub fn start(&self) -> Start {
        Start::new(&self.program, &self.kernel, &self.image)
    }

    /// Registers of a thread to reckon with: as many as a profile of the launch says, as the launch
    /// itself says, or as the kernel takes.
    ///
    /// # Errors
    /// [`Error::Input`] if the launch has no such profile.
    pub fn registers_given(&self, profile: Option<&str>) -> Result<usize> {
        let launch = &self.launch;
        match profile {
            None => Ok(launch.registers.unwrap_or(self.registers())),
            Some(name) => launch.profiles.get(name).copied().ok_or_else(|| {
                let names: Vec<&str> = launch.profiles.keys().map(String::as_str).collect();
                let expected = match names.is_empty() {
                    true => format!("no profile: {} has none", launch.name),
                    false => format!("one of {}", names.join(", ")),
                };
                Error::input(Place::whole("--profile"), format!("profile '{name}'"), expected)
            }),
        }
    }

    /// What a CTA takes, with so many registers of a thread.
    pub fn needs(&self, regs_per_thread: usize) -> KernelNeeds {
        KernelNeeds {
            threads_per_cta: self.geometry.threads(),
            regs_per_thread,
            shared_bytes: self.geometry.shared() as usize,
        }
    }

    /// Executes the launch; `progress` hears of each CTA that has ended.
    ///
    /// # Errors
    /// [`Error::Disagreement`] with the fault that ends it.
    pub fn run(
        &self,
        schedule: Schedule,
        watch: &mut impl Watch,
        progress: impl FnMut(),
    ) -> Result<Outcome> {
        let code = Code::new(&self.kernel, &self.homes);
        let outcome = exec::run(&code, &self.geometry, self.start(), schedule, watch, progress);
        outcome.map_err(|fault| self.faulted(&fault))
    }

    /// A fault of the kernel, as an error.
    pub fn faulted(&self, fault: &Fault) -> Error {
        Error::Disagreement(format!("{}: {fault}", self.launch.ptx.display()))
    }

    /// What the launch expects beside what a run has left.
    pub fn compare(&self, memory: &Memory) -> Vec<Comparison> {
        let compare = |buffer: &Buffer| {
            memory.area(&buffer.name).and_then(|area| buffer.compare(&area.bytes))
        };
        self.launch.buffers.iter().filter_map(compare).collect()
    }
}
