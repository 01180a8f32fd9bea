//! A launch of a kernel, read and compiled: all that it needs to run.

use super::allocate::allocate;
use super::liveness::Liveness;
use super::needs::{classes, needs};
use super::occupancy::KernelNeeds;
use super::ranges::{Limits, Ranges};
use super::slices::{NUMBERS, PHYSICAL, Packing, pack};
use super::tuning::{self, Target};
use super::values::split_webs;
use crate::bits::float::Format;
use crate::bits::slices::Indirection;
use crate::error::{Error, Place, Result};
use crate::ptx::Loaded;
use crate::ptx::cfg::Cfg;
use crate::ptx::exec::{
    self, Code, Fault, Geometry, Memory, Outcome, Schedule, Start, Unwatched, Watch,
};
use crate::ptx::kernel::{Home, Kernel, Program};
use crate::ptx::launch::{Buffer, Comparison, Image, Launch};
use std::collections::BTreeMap;
use std::path::Path;

/// A launch with all that it needs to run.
pub struct Case {
    pub launch: Launch,
    program: Program,
    pub kernel: Kernel,
    /// Where each of its registers is kept.
    pub homes: Vec<Home>,
    /// The physical registers behind its homes, if these are packed.
    pub packing: Option<Packing>,
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
        let homes = kernel.virtual_homes();
        Ok(Case { homes, packing: None, launch, program, kernel, image, geometry })
    }

    /// With a thread's real registers.
    pub fn on_allocated_registers(path: &Path) -> Result<Case> {
        let case = Case::on_virtual_registers(path)?;
        let kernel = split_webs(&case.kernel);
        let cfg = Cfg::new(&kernel);
        let homes = allocate(&kernel, &cfg, &Liveness::new(&kernel, &cfg)).homes;
        Ok(Case { kernel, homes, ..case })
    }

    /// The same kernel with its registers packed into slices: `integers` by their ranges or whole,
    /// floats in these formats, by register, or whole. Its homes are then architectural registers, which the
    /// packing's table leads to physical ones. What the launch says of its registers is of whole ones
    /// and no longer counts. For a case on allocated registers.
    ///
    /// # Errors
    /// [`Error::Input`] if the kernel has more registers than a table has entries or can name.
    pub fn packed(self, integers: bool, formats: Option<&[Format]>, split: bool) -> Result<Case> {
        let cfg = Cfg::new(&self.kernel);
        let live = Liveness::new(&self.kernel, &cfg);
        let ranges = || Ranges::new(&self.kernel, &cfg, &live, &Limits::new(&self.geometry));
        let ranges = integers.then(ranges);
        let needs = needs(&classes(&self.kernel), ranges.as_ref(), formats);
        let whole = allocate(&self.kernel, &cfg, &live);
        let Some(packing) = pack(&self.kernel, &cfg, &live, &whole, &needs, split) else {
            return Err(self.beyond_a_table(whole.registers));
        };
        let launch = Launch { registers: None, profiles: BTreeMap::new(), ..self.launch };
        Ok(Case { homes: packing.homes.clone(), packing: Some(packing), launch, ..self })
    }

    /// The case packed for a register file that holds values in slices, floats in formats that keep
    /// results so good, or whole. `launch` is the file that it was read from: formats stand beside it.
    ///
    /// # Errors
    /// Those of [`Case::packed`] and [`tuning::formats`].
    pub fn compressed(self, launch: &Path, quality: Option<Target>, split: bool) -> Result<Case> {
        let formats = quality.map(|quality| tuning::formats(&self, launch, quality)).transpose()?;
        self.packed(true, formats.as_deref(), split)
    }

    /// Where its registers lie, for an indirection table; whole if they are not packed.
    ///
    /// # Errors
    /// [`Error::Input`] if they are more than a table can name.
    pub fn table(&self) -> Result<Vec<Indirection>> {
        match (&self.packing, self.registers()) {
            (Some(packing), _) => Ok(packing.table.clone()),
            (None, registers) if registers > PHYSICAL => Err(self.beyond_a_table(registers)),
            (None, registers) => Ok((0..registers as u8).map(Indirection::whole).collect()),
        }
    }

    fn beyond_a_table(&self, registers: usize) -> Error {
        let place = Place::whole(self.launch.ptx.display());
        let found = format!("{}: {registers} registers per thread", self.kernel.name);
        let expected = format!("at most {PHYSICAL}, and {NUMBERS} entries of a table");
        Error::input(place, found, expected)
    }

    /// Registers of a thread that the kernel takes.
    pub fn registers(&self) -> usize {
        let whole = || self.homes.iter().map(|home| home.words().end).max().unwrap_or(0);
        self.packing.as_ref().map_or_else(whole, |packing| packing.registers)
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

    /// Whether a run has left what the launch expects or, of rounded floats, what is so good beside the
    /// exact run; none if the launch expects nothing.
    ///
    /// # Errors
    /// Those of [`Case::run`].
    pub fn is_right(&self, memory: &Memory, quality: Option<Target>) -> Result<Option<bool>> {
        let compared = self.compare(memory);
        let right = match quality {
            _ if compared.is_empty() => return Ok(None),
            None => compared.iter().all(|one| one.agrees()),
            Some(quality) => {
                let exact = self.run(Schedule::default(), &mut Unwatched, || {})?.memory;
                quality.is_met(&self.launch, memory, &exact)
            }
        };
        Ok(Some(right))
    }

    /// What the launch expects beside what a run has left.
    pub fn compare(&self, memory: &Memory) -> Vec<Comparison> {
        let compare = |buffer: &Buffer| {
            memory.area(&buffer.name).and_then(|area| buffer.compare(&area.bytes))
        };
        self.launch.buffers.iter().filter_map(compare).collect()
    }
}
