use crate::cli::progress_bar;
use crate::compiler::allocate::{Allocation, allocate};
use crate::compiler::liveness::Liveness;
use crate::compiler::values::split_webs;
use crate::error::{Error, Place, Result};
use crate::ptx::Loaded;
use crate::ptx::cfg::Cfg;
use crate::ptx::exec::{self, Code, Geometry, Outcome, Schedule, Start, Watch};
use crate::ptx::kernel::{Kernel, Program};
use crate::ptx::launch::{Image, Launch};
use std::path::Path;

/// A launch whose kernel has a thread's real registers.
pub struct Allocated {
    pub launch: Launch,
    program: Program,
    /// Its registers are webs.
    pub kernel: Kernel,
    pub allocation: Allocation,
    pub image: Image,
    pub geometry: Geometry,
}

impl Allocated {
    pub fn read(path: &Path) -> Result<Allocated> {
        let launch = Launch::read(path)?;
        let Loaded { program, addresses } = Loaded::read(&launch.ptx, Some(&launch.entry))?;
        let original = launch.kernel(&program)?;
        let image = launch.image(&program, original, addresses)?;
        let geometry = Geometry::new(&launch, original);
        let kernel = split_webs(original);
        let cfg = Cfg::new(&kernel);
        let allocation = allocate(&kernel, &cfg, &Liveness::new(&kernel, &cfg));
        Ok(Allocated { launch, program, kernel, allocation, image, geometry })
    }

    /// Refuses a kernel with more registers of a thread than there are names for.
    pub fn check_registers(&self, most: usize) -> Result<()> {
        match self.allocation.registers {
            registers if registers > most => {
                let place = Place::whole(self.launch.ptx.display());
                let found = format!("{}: {registers} registers per thread", self.kernel.name);
                Err(Error::input(place, found, format!("at most {most}")))
            }
            _ => Ok(()),
        }
    }

    pub fn run(&self, schedule: Schedule, watch: &mut impl Watch) -> Result<Outcome> {
        let code = Code::new(&self.kernel, &self.allocation.homes);
        let start = Start::new(&self.program, &self.kernel, &self.image);
        let bar = progress_bar(&self.launch.name, self.geometry.ctas());
        let outcome = exec::run(&code, &self.geometry, start, schedule, watch, || bar.inc(1));
        bar.finish_and_clear();
        let fault = |fault| Error::Disagreement(format!("{}: {fault}", self.launch.ptx.display()));
        outcome.map_err(fault)
    }
}
