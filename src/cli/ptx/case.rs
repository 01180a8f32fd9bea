use crate::cli::progress_bar;
use crate::compiler::allocate::allocate;
use crate::compiler::liveness::Liveness;
use crate::compiler::values::split_webs;
use crate::error::{Error, Place, Result};
use crate::ptx::Loaded;
use crate::ptx::cfg::Cfg;
use crate::ptx::exec::{self, Code, Geometry, Outcome, Schedule, Start, Watch};
use crate::ptx::kernel::{Home, Kernel, Program};
use crate::ptx::launch::{Image, Launch};
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

    pub fn run(&self, schedule: Schedule, watch: &mut impl Watch) -> Result<Outcome> {
        let code = Code::new(&self.kernel, &self.homes);
        let start = Start::new(&self.program, &self.kernel, &self.image);
        let bar = progress_bar(&self.launch.name, self.geometry.ctas());
        let outcome = exec::run(&code, &self.geometry, start, schedule, watch, || bar.inc(1));
        bar.finish_and_clear();
        let fault = |fault| Error::Disagreement(format!("{}: {fault}", self.launch.ptx.display()));
        outcome.map_err(fault)
    }
}
