//! A case: a launch of a kernel, read and compiled, ready to run.

use crate::compiler::allocate::allocated;
use crate::compiler::occupancy::KernelNeeds;
use crate::error::{Error, Place, Result};
use crate::ptx::Loaded;
use crate::ptx::exec::{
    self, Code, Execution, Fault, Geometry, Memory, Schedule, Start, Unwatched, Watch,
};
use crate::ptx::kernel::{Home, Kernel, Program};
use crate::ptx::launch::{Buffer, Comparison, Image, Launch};
use std::path::{Path, PathBuf};

/// A launch with its program, compiled kernel and memory image.
#[derive(Clone)]
pub struct Case {
    /// The launch description, if it was read from a file.
    pub path: Option<PathBuf>,
    pub launch: Launch,
    program: Program,
    pub kernel: Kernel,
    /// Storage of each of the kernel's registers.
    pub homes: Vec<Home>,
    /// Physical registers per thread, if a system stores the homes in fewer registers than they
    /// name.
    pub physical_registers: Option<usize>,
    pub image: Image,
    pub geometry: Geometry,
}

/// Expected memory after a run of a launch. Computed once for several runs.
pub struct Required<'a> {
    case: &'a Case,
    /// The executor's memory, if the launch states no expected output.
    exact: Option<Memory>,
}

impl Required<'_> {
    /// Whether a run ended with the expected memory.
    pub fn is_left(&self, memory: &Memory) -> bool {
        let Some(exact) = &self.exact else { return self.case.is_right(memory) == Some(true) };
        let same = |buffer: &Buffer| {
            let [left, right] = [memory, exact].map(|memory| memory.area(&buffer.name));
            left.map(|area| &area.bytes) == right.map(|area| &area.bytes)
        };
        self.case.launch.buffers.iter().all(same)
    }
}

impl Case {
    /// Reads a launch. Every virtual register has its own storage, so that every uninitialised read
    /// is detected.
    pub fn on_virtual_registers(path: &Path) -> Result<Case> {
        let launch = Launch::read(path)?;
        let loaded = launch.load()?;
        Ok(Case { path: Some(path.into()), ..Case::new(launch, loaded)? })
    }

    /// A case of a loaded launch and program. Every virtual register has its own storage.
    ///
    /// # Errors
    /// [`Error::Input`] if the program does not have the launch's kernel and symbols.
    pub fn new(launch: Launch, loaded: Loaded) -> Result<Case> {
        let Loaded { program, addresses } = loaded;
        let kernel = launch.kernel(&program)?.clone();
        let image = launch.image(&program, &kernel, addresses)?;
        let geometry = Geometry::new(&launch, &kernel);
        let homes = kernel.virtual_homes();
        let (path, physical_registers) = (None, None);
        Ok(Case { path, homes, physical_registers, launch, program, kernel, image, geometry })
    }

    /// Reads a launch. Every virtual register that the code names has its own storage, as in
    /// GPGPU-Sim.
    pub fn on_named_registers(path: &Path) -> Result<Case> {
        let case = Case::on_virtual_registers(path)?;
        Ok(Case { homes: case.kernel.named_homes(), ..case })
    }

    /// Reads a launch and allocates its registers.
    pub fn on_allocated_registers(path: &Path) -> Result<Case> {
        Ok(Case::on_virtual_registers(path)?.allocated())
    }

    /// The same case with allocated registers.
    pub fn allocated(self) -> Case {
        let (kernel, homes) = allocated(&self.kernel);
        Case { kernel, homes, ..self }
    }

    /// The same case with its registers in other homes, in `physical_registers` registers per
    /// thread. The numbers of registers that the launch states are dropped, because they hold for
    /// the PTX's registers only.
    pub fn rehomed(&self, homes: Vec<Home>, physical_registers: usize) -> Case {
        let mut case = Case { homes, ..self.clone() };
        case.physical_registers = Some(physical_registers);
        case.launch.registers = None;
        case.launch.profiles.clear();
        case
    }

    /// Registers per thread that the kernel uses.
    pub fn registers(&self) -> usize {
        let named = || self.homes.iter().map(|home| home.words().end).max().unwrap_or(0);
        self.physical_registers.unwrap_or_else(named)
    }

    /// Registers per thread that have a place in the register file: the number that the kernel uses
    /// or the number assumed for occupancy, whichever is larger.
    pub fn regs_per_thread(&self, assumed: usize) -> usize {
        self.registers().max(assumed).max(1)
    }

    /// Rejects a kernel that uses more than `most` registers per thread.
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

    /// Registers per thread assumed for occupancy: those of a profile of the launch, of the launch
    /// itself, or of the kernel.
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
                    true => format!("no --profile, because {} has no profiles", launch.name),
                    false => format!("one of {}", names.join(", ")),
                };
                Error::input(Place::whole("--profile"), format!("profile '{name}'"), expected)
            }),
        }
    }

    /// Resources of a CTA with `regs_per_thread` registers per thread.
    pub fn needs(&self, regs_per_thread: usize) -> KernelNeeds {
        KernelNeeds {
            threads_per_cta: self.geometry.threads(),
            regs_per_thread,
            shared_bytes: self.geometry.shared() as usize,
        }
    }

    /// Executes the launch and calls `progress` after each CTA.
    ///
    /// # Errors
    /// [`Error::Disagreement`] with the fault that ends the run.
    pub fn run(
        &self,
        schedule: Schedule,
        watch: &mut impl Watch,
        progress: impl FnMut(),
    ) -> Result<Execution> {
        let code = Code::new(&self.kernel, &self.homes);
        let outcome = exec::run(&code, &self.geometry, self.start(), schedule, watch, progress);
        outcome.map_err(|fault| self.faulted(&fault))
    }

    /// A fault of the kernel, as an error.
    pub fn faulted(&self, fault: &Fault) -> Error {
        Error::Disagreement(format!("{}: {fault}", self.launch.ptx.display()))
    }

    /// Whether the output is as the launch expects; none if the launch states no expected output.
    pub fn is_right(&self, memory: &Memory) -> Option<bool> {
        let compared = self.compare(memory);
        (!compared.is_empty()).then(|| compared.iter().all(Comparison::agrees))
    }

    /// # Errors
    /// [`Error::Disagreement`] if the output differs from what the launch expects.
    pub fn expect_right(&self, memory: &Memory) -> Result<()> {
        match self.is_right(memory) {
            Some(false) => {
                Err(Error::Disagreement(format!("unexpected output: {}", self.launch.name)))
            }
            _ => Ok(()),
        }
    }

    /// Expected memory after a run: the launch's or, if it states none, the executor's.
    ///
    /// # Errors
    /// Errors of [`Case::run`].
    pub fn required(&self) -> Result<Required<'_>> {
        let expects = self.launch.buffers.iter().any(|buffer| buffer.expect.is_some());
        let run = || Ok(self.run(Schedule::default(), &mut Unwatched, || {})?.memory);
        Ok(Required { case: self, exact: if expects { None } else { Some(run()?) } })
    }

    /// Compares the memory after a run with the launch's expected output.
    pub fn compare(&self, memory: &Memory) -> Vec<Comparison> {
        let compare = |buffer: &Buffer| {
            memory.area(&buffer.name).and_then(|area| buffer.compare(&area.bytes))
        };
        self.launch.buffers.iter().filter_map(compare).collect()
    }
}
