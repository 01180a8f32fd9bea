use super::expected::{as_expected, explain_comparisons};
use super::options::{
    SystemOptions, backend_parser, check_known, output_file, system_parser, systems_with,
};
use super::{ConfigArgs, print, print_json, progress_bar};
use crate::config::Config;
use crate::error::{Error, Place, Result};
use crate::files::{Whole, not_an_input};
use crate::ptx::exec::Schedule;
use crate::report::{Simulated, Timeline, simulations, simulations_json};
use crate::run::{Backend, Case, Simulation, System};
use crate::sm::register_file::{Read, Write};
use crate::sm::{Outcome, Reason, Watch};
use crate::stream::{Direction, Writer};
use crate::systems;
use clap::Args;
use indicatif::ProgressBar;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Runs kernel launches on one or several streaming multiprocessors, cycle by cycle
#[derive(Args)]
#[command(after_help = "\
All operands come from the simulated register file, and the output in memory is compared with the
launch's expected output. One launch is reported with GPGPU-Sim's statistics names, several in a
table.

By default one SM is simulated, with its share of L2 and DRAM. The key gpu.sms_simulated sets
another number of SMs. Counts and energy are then sums over these SMs, a timeline shows the first
one, and a stream cannot be recorded.

Examples:
  regforge sim kernels/reduction/case.toml
  regforge sim kernels/*/case.toml --rf sram
  regforge sim kernels/half_axpy/case.toml --backend lockstep
  regforge sim kernels/hotspot/case.toml -p gpu.sms_simulated=15 --backend lockstep --backend-sm 3
  regforge sim kernels/imgvf/case.toml --rf compressed --quality high
  regforge sim kernels/reduction/case.toml --timeline build/reduction.svg
  regforge sim kernels/reduction/case.toml --stream build/reduction.csv.xz --preshift
  regforge map build/reduction.csv.xz -o build/maps.csv
  regforge sim kernels/reduction/case.toml --map build/maps.csv --preshift")]
pub struct Sim {
    /// Launch descriptions
    #[arg(value_name = "CASE.toml", required = true)]
    cases: Vec<PathBuf>,
    /// The register file
    #[arg(long = "rf", value_name = "SYSTEM", value_parser = system_parser(),
          default_value = systems::DEFAULT)]
    system: &'static dyn System,
    /// Runs the register file as model, RTL, or both
    #[arg(long, value_parser = backend_parser(), default_value = "model")]
    backend: Backend,
    /// SM whose register file uses this backend; the other SMs use models [default: all SMs]
    #[arg(long, value_name = "N")]
    backend_sm: Option<usize>,
    #[command(flatten)]
    config: ConfigArgs,
    /// Resident CTAs per SM [default: the SM's maximum]
    #[arg(long, value_name = "N")]
    resident: Option<usize>,
    /// Assumes the registers per thread of this profile of the launch for occupancy
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Draws the state of each warp slot of the first SM over time; one launch only
    #[arg(long, value_name = "FILE.svg", value_parser = output_file())]
    timeline: Option<PathBuf>,
    /// Records the requests that the register file accepts, compressed if the name ends with .xz;
    /// one launch on one SM only
    #[arg(long, value_name = "FILE.csv[.xz]", value_parser = output_file())]
    stream: Option<PathBuf>,
    /// Maximum instructions per warp; more count as a runaway
    #[arg(long, value_name = "N", default_value_t = Schedule::default().limit)]
    limit: u64,
    /// Prints JSON
    #[arg(long)]
    json: bool,
    #[command(flatten, next_help_heading = "Options of systems")]
    options: SystemOptions,
}

impl Sim {
    pub fn run(self) -> Result<()> {
        let config = self.config.load()?;
        self.check(&config)?;
        let mut runs = Vec::new();
        for path in &self.cases {
            runs.push(self.case(path, &config)?);
        }
        match (self.json, &runs[..]) {
            (true, _) => print_json(&simulations_json(&config, &runs)),
            (false, [run]) => print(run.text()),
            (false, _) => print(simulations(&runs)),
        }?;
        as_expected(
            runs.iter().filter(|run| run.agrees == Some(false)).map(|run| run.launch.as_str()),
        )
    }

    /// Rejects options that contradict each other.
    fn check(&self, config: &Config) -> Result<()> {
        let system = self.system;
        let found = format!("--rf {}", system.name());
        let owners = |option: &str| {
            let systems = systems_with(option).into_iter();
            systems.map(|system| format!("--rf {system}")).collect::<Vec<_>>()
        };
        check_known(&self.options.0, system.options(), &found, owners)?;
        if self.profile.is_some() && !system.takes_profiles() {
            let expected = "a register file that stores unpacked registers";
            return Err(Error::input(Place::whole("--profile"), found, expected));
        }
        let sms = config.gpu().sms_simulated;
        if self.stream.is_some() && sms > 1 {
            let found = format!("gpu.sms_simulated = {sms}");
            return Err(Error::input(Place::whole("--stream"), found, "gpu.sms_simulated = 1"));
        }
        if self.backend_sm.is_some() && self.backend == Backend::Model {
            let place = Place::whole("--backend-sm");
            return Err(Error::input(place, "--backend model", "--backend rtl or lockstep"));
        }
        let of_one = [("--timeline", self.timeline.is_some()), ("--stream", self.stream.is_some())];
        match (of_one.into_iter().find(|(_, given)| *given), self.cases.len()) {
            (Some((option, _)), 2..) => {
                let found = format!("{} launches", self.cases.len());
                Err(Error::input(Place::whole(option), found, "one"))
            }
            _ => Ok(()),
        }
    }

    fn case(&self, path: &Path, config: &Config) -> Result<Simulated> {
        let case = Arc::new(Case::on_allocated_registers(path)?);
        let compiled = self.system.compile(&case, config, &self.options.0)?;
        let case = compiled.case();
        not_an_input("--stream", self.stream.as_deref())?;
        not_an_input("--timeline", self.timeline.as_deref())?;
        let simulation = Simulation {
            backend: self.backend,
            backend_sm: self.backend_sm,
            resident: self.resident,
            registers_given: case.registers_given(self.profile.as_deref())?,
            limit: self.limit,
            ..Simulation::new(self.system, &*compiled, config)?
        };
        let mut watching = Watching {
            bar: progress_bar(&case.launch.name, case.geometry.ctas()),
            timeline: self.timeline.as_ref().map(|_| Timeline::default()),
            stream: self.stream.as_deref().map(Whole::create).transpose()?.map(Writer::new),
        };
        let outcome = simulation.run(&mut watching);
        watching.bar.finish_and_clear();
        let outcome = outcome?;
        self.write_files(watching, case, &outcome)?;
        let agrees = compiled.is_right(&outcome.memory)?;
        if compiled.is_exact() {
            explain_comparisons(&case.launch.name, &case.compare(&outcome.memory));
        }
        Simulated::new(&simulation, &outcome, agrees)
    }

    fn write_files(&self, watching: Watching, case: &Case, outcome: &Outcome) -> Result<()> {
        if let (Some(stream), Some(path)) = (watching.stream, &self.stream) {
            stream.finish().map_err(Error::io(path))?.finish()?;
            note!("stream: {}", path.display());
        }
        if let (Some(mut timeline), Some(path)) = (watching.timeline, &self.timeline) {
            let cycles = outcome.statistics.cycles;
            timeline.finish(cycles);
            let mut title = format!("{} on {}", case.launch.name, self.system.name());
            if outcome.sms.len() > 1 {
                title += &format!(", SM 0 of {}", outcome.sms.len());
            }
            timeline.draw(path, &title, cycles)?;
            note!("timeline: {}", path.display());
        }
        Ok(())
    }
}

/// Passes the SM's events to the progress bar, the timeline and the stream.
struct Watching {
    bar: ProgressBar,
    timeline: Option<Timeline>,
    stream: Option<Writer<Whole>>,
}

impl Watch for Watching {
    fn began(&mut self, cycle: u64, slot: usize, cta: u64) {
        self.timeline.iter_mut().for_each(|timeline| timeline.began(cycle, slot, cta));
    }

    fn ended(&mut self, cycle: u64, slot: usize) {
        self.timeline.iter_mut().for_each(|timeline| timeline.ended(cycle, slot));
    }

    fn issued(&mut self, cycle: u64, slot: usize, pc: usize) {
        self.timeline.iter_mut().for_each(|timeline| timeline.issued(cycle, slot, pc));
    }

    fn waits(&mut self, cycle: u64, slot: usize, why: Reason) {
        self.timeline.iter_mut().for_each(|timeline| timeline.waits(cycle, slot, why));
    }

    fn read(&mut self, cycle: u64, read: &Read, lanes: u32) {
        if let Some(stream) = &mut self.stream {
            stream.request(cycle, Direction::Read, read.warp.into(), read.reg.into(), lanes);
        }
    }

    fn write(&mut self, cycle: u64, write: &Write) {
        if let Some(stream) = &mut self.stream {
            let (warp, reg) = (write.warp.into(), write.reg.into());
            stream.request(cycle, Direction::Write, warp, reg, write.lane_mask);
        }
    }

    fn progress(&mut self, _cycle: u64, ctas: u64) {
        self.bar.set_position(ctas);
    }
}
