use crate::cli::options::{ReportOptions, system_parser};
use crate::cli::{ConfigArgs, print, print_json};
use crate::compiler::occupancy::Resources;
use crate::compiler::report::{CtaShape, Figures, figures};
use crate::config::Config;
use crate::error::{Error, Place, Result};
use crate::ptx::Loaded;
use crate::ptx::kernel::Kernel;
use crate::ptx::launch::Launch;
use crate::run::{Case, KernelReport, KernelRow, Subject, System};
use crate::systems;
use crate::table::terminal;
use clap::Args;
use clap::builder::RangedU64ValueParser as Range;
use serde_json::json;
use std::path::{Path, PathBuf};

/// Prints what kernels need: registers, live values, shared memory, CTAs that fit on an SM
#[derive(Args)]
#[command(after_help = "\
The shape of the CTA comes from the launch description, or for a PTX file from the kernel's .reqntid
or from --block. With --profile, the registers per thread come from a profile of the launch
description.

Examples:
  regforge ptx report kernels/*/case.toml
  regforge ptx report kernel.ptx --block 128 --registers 36
  regforge ptx report kernel.ptx --rf racetrack
  regforge ptx report kernels/*/case.toml --packed --quality high")]
pub struct Report {
    /// PTX files or launch descriptions
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    config: ConfigArgs,
    /// Register file whose capacity limits the resident CTAs
    #[arg(long, value_name = "SYSTEM", value_parser = system_parser(), default_value = systems::BASELINE)]
    rf: &'static dyn System,
    /// Threads per CTA, if neither a launch nor the kernel specifies them
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = Range::<usize>::new().range(1..=1024))]
    block: usize,
    /// Registers per thread, instead of the number that the kernel needs
    #[arg(long, value_name = "N", value_parser = Range::<usize>::new().range(1..=255))]
    registers: Option<usize>,
    /// Registers per thread from this profile of the launch description
    #[arg(long, value_name = "NAME", conflicts_with = "registers")]
    profile: Option<String>,
    /// Prints JSON
    #[arg(long)]
    json: bool,
    #[command(flatten, next_help_heading = "Reports of systems, instead of the default report")]
    systems: ReportOptions,
}

/// A kernel's figures.
struct Entry {
    figures: Figures,
    /// The kernel's row in the chosen report of a system.
    further: Option<KernelRow>,
}

impl Report {
    pub fn run(self) -> Result<()> {
        let config = self.config.load()?;
        let sm = self.rf.resources(&config);
        let report = self.report();
        let given =
            [("--registers", self.registers.is_some()), ("--profile", self.profile.is_some())];
        if let (Some(report), Some((option, _))) = (report, given.iter().find(|(_, given)| *given))
        {
            let found = format!("with --{}", report.name);
            return Err(Error::input(Place::whole(option), found, "the default report"));
        }
        let mut all = Vec::new();
        for path in &self.files {
            let is_launch = path.extension().is_some_and(|ending| ending == "toml");
            match is_launch {
                true => all.push(self.launch(path, &config, &sm, report)?),
                false => {
                    for kernel in Loaded::read(path, None)?.program.kernels {
                        all.push(self.kernel(&kernel, &config, &sm, report)?);
                    }
                }
            }
        }
        all.iter().for_each(|entry| note(&entry.figures));
        match (self.json, report) {
            (true, _) => {
                let all = all.iter().map(|entry| entry.json(report)).collect::<Vec<_>>();
                print_json(&json!({ "configuration": config.name(), "kernels": all }))
            }
            (false, Some(report)) => {
                let header = [&["kernel"], report.header].concat();
                let rows: Vec<Vec<String>> = all.iter().map(Entry::further_row).collect();
                print(terminal(&header, &rows))
            }
            (false, None) => {
                let rows: Vec<Vec<String>> = all.iter().map(|entry| entry.figures.row()).collect();
                print(terminal(&Figures::HEADER, &rows))
            }
        }
    }

    /// The chosen report of a system.
    fn report(&self) -> Option<&'static KernelReport> {
        let mut all = systems::reports();
        all.find(|report| self.systems.report == Some(report.name))
    }

    fn launch(
        &self,
        path: &Path,
        config: &Config,
        sm: &Resources,
        report: Option<&KernelReport>,
    ) -> Result<Entry> {
        let launch = Launch::read(path)?;
        let program = launch.load()?.program;
        let kernel = launch.kernel(&program)?;
        let threads = launch.block.iter().map(|&n| n as usize).product();
        let registers = match &self.profile {
            Some(name) => Some(*launch.profiles.get(name).ok_or_else(|| {
                let names: Vec<&str> = launch.profiles.keys().map(String::as_str).collect();
                let expected = match names.is_empty() {
                    true => "a launch description with [profiles]".to_string(),
                    false => format!("one of {}", names.join(", ")),
                };
                Error::input(Place::whole(path.display()), format!("profile '{name}'"), expected)
            })?),
            None => self.registers.or(launch.registers),
        };
        let dynamic = launch.dynamic_shared as usize;
        let shape = CtaShape { threads_per_cta: threads, shared_bytes: dynamic, registers };
        let mut figures = figures(kernel, &shape, sm);
        figures.kernel = launch.name;
        let of = |report: &KernelReport| {
            let case = Case::on_allocated_registers(path)?;
            (report.of)(&Subject::Case(&case), config, sm, &self.systems.options)
        };
        Ok(Entry { figures, further: report.map(of).transpose()? })
    }

    fn kernel(
        &self,
        kernel: &Kernel,
        config: &Config,
        sm: &Resources,
        report: Option<&KernelReport>,
    ) -> Result<Entry> {
        if let Some(name) = &self.profile {
            let expected = "a launch description (.toml): PTX files have no profiles";
            return Err(Error::input(Place::whole("--profile"), name, expected));
        }
        let required = kernel.required_threads.map(|n| n.iter().map(|&n| n as usize).product());
        let shape = CtaShape {
            threads_per_cta: required.unwrap_or(self.block),
            shared_bytes: 0,
            registers: self.registers,
        };
        let subject = Subject::Kernel { kernel, threads_per_cta: shape.threads_per_cta };
        let of = |report: &KernelReport| (report.of)(&subject, config, sm, &self.systems.options);
        let further = report.map(of).transpose()?;
        Ok(Entry { figures: figures(kernel, &shape, sm), further })
    }
}

impl Entry {
    /// The figures, and those of the chosen report.
    fn json(&self, report: Option<&KernelReport>) -> serde_json::Value {
        let mut all = json!(self.figures);
        if let (Some(report), Some(row)) = (report, &self.further) {
            all[report.field] = row.json.clone();
        }
        all
    }

    fn further_row(&self) -> Vec<String> {
        let cells = self.further.iter().flat_map(|row| row.cells.iter().cloned());
        [self.figures.kernel.clone()].into_iter().chain(cells).collect()
    }
}

/// Warns on standard error if a given figure is less than the PTX needs.
fn note(figures: &Figures) {
    if figures.registers_given < figures.registers {
        note!(
            "note: {}: {} registers per thread are assumed, but its PTX needs {}",
            figures.kernel,
            figures.registers_given,
            figures.registers
        );
    }
}
