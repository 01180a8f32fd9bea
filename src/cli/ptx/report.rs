use crate::cli::{ConfigArgs, print_json};
use crate::compiler::occupancy::Resources;
use crate::compiler::report::{Figures, Launch as Shape, figures};
use crate::error::{Error, Place, Result};
use crate::ptx::Loaded;
use crate::ptx::kernel::Kernel;
use crate::ptx::launch::Launch;
use crate::table::terminal;
use clap::{Args, ValueEnum};
use serde_json::json;
use std::path::{Path, PathBuf};

/// What kernels need: registers, live values, shared memory, and how many CTAs an SM then holds
#[derive(Args)]
#[command(after_help = "\
A launch description gives the shape of the CTA and, with --profile, a paper's registers per thread;
for a PTX file the kernel's own .reqntid counts, or --block.

Examples:
  regforge ptx report kernels/*/case.toml
  regforge ptx report kernel.ptx --block 128 --registers 36
  regforge ptx report kernel.ptx --register-file racetrack")]
pub struct Report {
    /// PTX files or launch descriptions
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    config: ConfigArgs,
    /// Whose capacity counts
    #[arg(long, value_enum, default_value = "sram")]
    register_file: RegisterFile,
    /// Threads of a CTA where nothing says so
    #[arg(long, value_name = "N", default_value_t = 256)]
    block: usize,
    /// Registers of a thread to reckon with instead of those needed
    #[arg(long, value_name = "N")]
    registers: Option<usize>,
    /// The same, by the name of a launch description's profile
    #[arg(long, value_name = "NAME", conflicts_with = "registers")]
    profile: Option<String>,
    /// As JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum RegisterFile {
    /// As many registers as gpu.registers says
    Sram,
    /// As many as the racetrack's banks hold
    Racetrack,
}

impl Report {
    pub fn run(self) -> Result<()> {
        let config = self.config.load()?;
        let sm = match self.register_file {
            RegisterFile::Sram => Resources::baseline(&config.gpu),
            RegisterFile::Racetrack => Resources::racetrack(&config),
        };
        let mut all = Vec::new();
        for path in &self.files {
            let is_launch = path.extension().is_some_and(|ending| ending == "toml");
            match is_launch {
                true => all.push(self.launch(path, &sm)?),
                false => {
                    for kernel in Loaded::read(path, None)?.program.kernels {
                        all.push(self.kernel(&kernel, &sm));
                    }
                }
            }
        }
        all.iter().for_each(note);
        match self.json {
            true => print_json(&json!({ "configuration": config.name, "kernels": all })),
            false => {
                let rows: Vec<Vec<String>> = all.iter().map(Figures::row).collect();
                print!("{}", terminal(&Figures::HEADER, &rows));
            }
        }
        Ok(())
    }

    fn launch(&self, path: &Path, sm: &Resources) -> Result<Figures> {
        let launch = Launch::read(path)?;
        let program = Loaded::read(&launch.ptx, Some(&launch.entry))?.program;
        let kernel = launch.kernel(&program)?;
        let threads = launch.block.iter().map(|&n| n as usize).product();
        let registers = match &self.profile {
            Some(name) => Some(*launch.profiles.get(name).ok_or_else(|| {
                let names: Vec<&str> = launch.profiles.keys().map(String::as_str).collect();
                let expected = match names.is_empty() {
                    true => "a launch with [profiles]".to_string(),
                    false => format!("one of {}", names.join(", ")),
                };
                Error::input(Place::whole(path.display()), format!("profile '{name}'"), expected)
            })?),
            None => self.registers.or(launch.registers),
        };
        let dynamic = launch.dynamic_shared as usize;
        let shape = Shape { threads_per_cta: threads, shared_bytes: dynamic, registers };
        let mut figures = figures(kernel, &shape, sm);
        figures.kernel = launch.name;
        Ok(figures)
    }

    fn kernel(&self, kernel: &Kernel, sm: &Resources) -> Figures {
        let required = kernel.required_threads.map(|n| n.iter().map(|&n| n as usize).product());
        let shape = Shape {
            threads_per_cta: required.unwrap_or(self.block),
            shared_bytes: 0,
            registers: self.registers,
        };
        figures(kernel, &shape, sm)
    }
}

/// Says on standard error where a figure that was given is less than PTX needs.
fn note(figures: &Figures) {
    if figures.registers_given < figures.registers {
        eprintln!(
            "note: {}: {} registers per thread are given, its PTX needs {}",
            figures.kernel, figures.registers_given, figures.registers
        );
    }
}
