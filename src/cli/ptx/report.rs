use crate::cli::{ConfigArgs, print_json};
use crate::compiler::case::Case;
use crate::compiler::compression::{Compressed, Launched, Variant};
use crate::compiler::occupancy::Resources;
use crate::compiler::ranges::Limits;
use crate::compiler::report::{Figures, Launch as Shape, figures};
use crate::compiler::tuning::{self, Target};
use crate::compiler::values::split_webs;
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

--packed shows what static data compression comes to: registers packed into slices of 4 bits, integers
by their ranges and, with --quality, floats in the formats that `ptx tune` has written beside the
launch, or that are found now, which may take a minute. A PTX file alone has no results to judge, so
its floats stay whole.

Examples:
  regforge ptx report kernels/*/case.toml
  regforge ptx report kernel.ptx --block 128 --registers 36
  regforge ptx report kernel.ptx --register-file racetrack
  regforge ptx report kernels/*/case.toml --packed --quality high")]
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
    /// Registers, CTAs and occupancy with compressed values instead
    #[arg(long)]
    packed: bool,
    /// How good results must be whose floats are rounded
    #[arg(long, value_enum, requires = "packed")]
    quality: Option<Target>,
    /// No value in two physical registers
    #[arg(long, requires = "packed")]
    no_split: bool,
    /// As JSON
    #[arg(long)]
    json: bool,
}

/// A kernel's figures.
struct Entry {
    figures: Figures,
    /// None were asked for if empty.
    packings: Vec<Variant>,
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
        all.iter().for_each(|entry| note(&entry.figures));
        match (self.json, self.packed) {
            (true, _) => {
                let all = all.iter().map(Entry::json).collect::<Vec<_>>();
                print_json(&json!({ "configuration": config.name, "kernels": all }));
            }
            (false, true) => {
                let rows: Vec<Vec<String>> = all.iter().map(Entry::packed_row).collect();
                print!("{}", terminal(&PACKED_HEADER, &rows));
            }
            (false, false) => {
                let rows: Vec<Vec<String>> = all.iter().map(|entry| entry.figures.row()).collect();
                print!("{}", terminal(&Figures::HEADER, &rows));
            }
        }
        Ok(())
    }

    fn launch(&self, path: &Path, sm: &Resources) -> Result<Entry> {
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
        let packings = match self.packed {
            true => self.packed_launch(path, sm)?,
            false => Vec::new(),
        };
        Ok(Entry { figures, packings })
    }

    fn packed_launch(&self, path: &Path, sm: &Resources) -> Result<Vec<Variant>> {
        let case = Case::on_allocated_registers(path)?;
        let quality = self.quality.map(|target| tuning::formats(&case, path, target));
        let launched = Launched {
            kernel: &case.kernel,
            limits: Limits::new(&case.geometry),
            threads_per_cta: case.geometry.threads(),
            shared_bytes: case.geometry.shared() as usize,
        };
        Ok(launched.variants(quality.transpose()?.as_deref(), sm, !self.no_split))
    }

    fn kernel(&self, kernel: &Kernel, sm: &Resources) -> Entry {
        let required = kernel.required_threads.map(|n| n.iter().map(|&n| n as usize).product());
        let shape = Shape {
            threads_per_cta: required.unwrap_or(self.block),
            shared_bytes: 0,
            registers: self.registers,
        };
        let webs = self.packed.then(|| split_webs(kernel));
        let packings = webs.map_or(Vec::new(), |webs| {
            let launched = Launched {
                kernel: &webs,
                limits: Limits::ANY,
                threads_per_cta: shape.threads_per_cta,
                shared_bytes: kernel.shared_bytes as usize,
            };
            launched.variants(None, sm, !self.no_split)
        });
        Entry { figures: figures(kernel, &shape, sm), packings }
    }
}

/// Heads of [`Entry::packed_row`].
const PACKED_HEADER: [&str; 10] = [
    "kernel",
    "registers",
    "integers packed",
    "floats packed",
    "both packed",
    "live slices / 8",
    "table entries",
    "split",
    "CTAs",
    "occupancy",
];

impl Entry {
    /// The figures, and the packings if they were asked for.
    fn json(&self) -> serde_json::Value {
        let mut all = json!(self.figures);
        if !self.packings.is_empty() {
            all["packings"] = json!(self.packings);
        }
        all
    }

    /// Registers by what is packed; bound, entries, CTAs and occupancy of the last.
    fn packed_row(&self) -> Vec<String> {
        let of = |compressed| {
            let found = self.packings.iter().find(|variant| variant.compressed == compressed);
            found.map_or("-".into(), |variant| variant.registers.to_string())
        };
        let ends = self.packings.first().zip(self.packings.last());
        let shown = |text: &dyn Fn(&Variant, &Variant) -> String| {
            ends.map_or("-".into(), |(first, last)| text(first, last))
        };
        vec![
            self.figures.kernel.clone(),
            of(Compressed::Nothing),
            of(Compressed::Integers),
            of(Compressed::Floats),
            of(Compressed::Both),
            shown(&|_, last| last.lower_bound.to_string()),
            shown(&|_, last| last.entries.to_string()),
            shown(&|_, last| last.split.to_string()),
            shown(&|first, last| format!("{} -> {}", first.ctas, last.ctas)),
            shown(&|first, last| format!("{:.1} -> {:.1} %", first.occupancy, last.occupancy)),
        ]
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
