use super::expected::{as_expected, explain_comparisons};
use super::{ConfigArgs, maps, print_json, progress_bar};
use crate::compiler::case::Case;
use crate::compiler::tuning::Target;
use crate::config::Config;
use crate::cosim::{Backend, Simulation};
use crate::error::{Error, Place, Result};
use crate::files::Whole;
use crate::ptx::exec::Schedule;
use crate::report::{Simulated, Timeline, simulations, simulations_json};
use crate::sm::register_file::{Kind, Read, Write, racetrack};
use crate::sm::{Reason, Watch};
use crate::stream::{Direction, Writer};
use clap::Args;
use indicatif::ProgressBar;
use std::path::{Path, PathBuf};

/// Runs launches of kernels on a streaming multiprocessor, cycle by cycle
#[derive(Args)]
#[command(after_help = "\
Every operand comes from the register file, and what a launch leaves in memory is compared with what
it expects. One launch is reported under GPGPU-Sim's names, several in a table.

Examples:
  regforge sim kernels/reduction/case.toml
  regforge sim kernels/*/case.toml --rf sram
  regforge sim kernels/half_axpy/case.toml --backend lockstep
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
    #[arg(long = "rf", value_enum, default_value = "racetrack")]
    register_file: Kind,
    /// What plays the register file
    #[arg(long, value_enum, default_value = "model")]
    backend: Backend,
    #[command(flatten)]
    config: ConfigArgs,
    /// CTAs that run at the same time; as many as the SM holds if absent
    #[arg(long, value_name = "N")]
    resident: Option<usize>,
    /// Counts CTAs with the registers of a thread that this profile of the launch says
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Of racetrack, idle banks shift ahead to their next request
    #[arg(long)]
    preshift: bool,
    /// Of racetrack, only aligned banks compete for grants
    #[arg(long)]
    aligned_only: bool,
    /// Of racetrack, registers lie where these maps say, as `regforge map -o` writes them
    #[arg(long, value_name = "FILE")]
    map: Option<PathBuf>,
    /// Of compressed, floats are rounded as far as results stay so good, in the formats that `ptx tune`
    /// has written beside the launch or that are found now; they are whole if absent
    #[arg(long, value_enum)]
    quality: Option<Target>,
    /// Of compressed, no value in two physical registers
    #[arg(long)]
    no_split: bool,
    /// Draws what each warp slot does over time; of one launch
    #[arg(long, value_name = "FILE.svg")]
    timeline: Option<PathBuf>,
    /// Records what the register file accepts, compressed if it ends with .xz; of one launch
    #[arg(long, value_name = "FILE.csv[.xz]")]
    stream: Option<PathBuf>,
    /// Instructions of one warp after which it counts as run away
    #[arg(long, value_name = "N", default_value_t = Schedule::default().limit)]
    limit: u64,
    /// As JSON
    #[arg(long)]
    json: bool,
}

impl Sim {
    pub fn run(self) -> Result<()> {
        let config = self.config.load()?;
        self.check()?;
        let mode = racetrack::Mode {
            preshift: self.preshift,
            aligned_only: self.aligned_only,
            maps: maps(self.map.as_deref(), &config)?,
        };
        let mut runs = Vec::new();
        for path in &self.cases {
            runs.push(self.case(path, &config, &mode)?);
        }
        match (self.json, &runs[..]) {
            (true, _) => print_json(&simulations_json(&config, &runs)),
            (false, [run]) => print!("{}", run.text()),
            (false, _) => print!("{}", simulations(&runs)),
        }
        as_expected(runs.iter().filter(|run| !run.agrees).map(|run| run.launch.as_str()))
    }

    /// Refuses options that mean nothing together.
    fn check(&self) -> Result<()> {
        let of_racetrack = [
            ("--map", self.map.is_some()),
            ("--preshift", self.preshift),
            ("--aligned-only", self.aligned_only),
        ];
        let of_compressed = [("--quality", self.quality.is_some()), ("--no-split", self.no_split)];
        // Profiles count whole registers.
        let of_whole = [("--profile", self.profile.is_some())];
        let of_one = [("--timeline", self.timeline.is_some()), ("--stream", self.stream.is_some())];
        let given = |options: &[(&'static str, bool)]| {
            options.iter().find(|(_, given)| *given).map(|(option, _)| Place::whole(option))
        };
        let kind = self.register_file;
        for (options, fits, expected) in [
            (&of_racetrack[..], kind == Kind::Racetrack, "--rf racetrack"),
            (&of_compressed, kind == Kind::Compressed, "--rf compressed"),
            (&of_whole, kind != Kind::Compressed, "another register file than --rf compressed"),
        ] {
            if let (Some(place), false) = (given(options), fits) {
                return Err(Error::input(place, format!("--rf {}", kind.name()), expected));
            }
        }
        match (given(&of_one), self.cases.len()) {
            (Some(place), 2..) => {
                let found = format!("{} launches", self.cases.len());
                Err(Error::input(place, found, "one"))
            }
            _ => Ok(()),
        }
    }

    fn case(&self, path: &Path, config: &Config, mode: &racetrack::Mode) -> Result<Simulated> {
        let mut case = Case::on_allocated_registers(path)?;
        if self.register_file == Kind::Compressed {
            case = case.compressed(path, self.quality, !self.no_split)?;
        }
        let simulation = Simulation {
            backend: self.backend,
            racetrack: mode.clone(),
            resident: self.resident,
            registers_given: case.registers_given(self.profile.as_deref())?,
            limit: self.limit,
            ..Simulation::new(&case, config, self.register_file)?
        };
        let mut watching = Watching {
            bar: progress_bar(&case.launch.name, case.geometry.ctas()),
            timeline: self.timeline.as_ref().map(|_| Timeline::default()),
            stream: self.stream.as_deref().map(Whole::create).transpose()?.map(Writer::new),
        };
        let outcome = simulation.run(&mut watching);
        watching.bar.finish_and_clear();
        let outcome = outcome?;
        self.write_files(watching, &case, outcome.statistics.cycles)?;
        let agrees = case.is_right(&outcome.memory, self.quality)?.unwrap_or(true);
        if self.quality.is_none() {
            explain_comparisons(&case.launch.name, &case.compare(&outcome.memory));
        }
        Simulated::new(&simulation, &outcome, agrees)
    }

    fn write_files(&self, watching: Watching, case: &Case, cycles: u64) -> Result<()> {
        if let (Some(stream), Some(path)) = (watching.stream, &self.stream) {
            stream.finish().map_err(Error::io(path))?.finish()?;
            eprintln!("stream: {}", path.display());
        }
        if let (Some(mut timeline), Some(path)) = (watching.timeline, &self.timeline) {
            timeline.finish(cycles);
            let title = format!("{} on {}", case.launch.name, self.register_file.name());
            timeline.draw(path, &title, cycles)?;
            eprintln!("timeline: {}", path.display());
        }
        Ok(())
    }
}

/// Tells those who want to know what happens on the SM.
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
