use super::options::output_file;
use super::{print, print_json, progress_bar};
use crate::error::{Error, Place, Result};
use crate::files::not_an_input;
use crate::report::{comparison, comparison_json, comparison_page, scatter};
use crate::run::Case;
use crate::run::compare::{Column, Cycles, Setting};
use crate::systems;
use clap::Args;
use clap::builder::PossibleValuesParser;
use std::path::{Path, PathBuf};

/// Runs launches that GPGPU-Sim has run, and compares the cycle counts
#[derive(Args)]
#[command(after_help = "\
A launch runs on the SRAM register file of one SM that has the entire L2 and DRAM. FILE.toml gives
its registers per thread and resident CTAs. Paths project/... are relative to the current folder,
paths shared/... to the folder --shared.

Examples:
  regforge compare ../shared/gpgpusim/cycles.toml --shared ../shared
  regforge compare ../shared/gpgpusim/cycles.toml --column cycles_perfect_lrr --plot build/lrr.svg
  regforge compare ../shared/gpgpusim/micro.toml --column cycles_perfect --json

With --column cycles_perfect, the sensitivities listed in a file are compared too, if their launches
are in another file of the same call.")]
pub struct Compare {
    /// Files that list launches with their GPGPU-Sim cycles
    #[arg(value_name = "FILE.toml", required = true)]
    files: Vec<PathBuf>,
    /// GPGPU-Sim cycles to compare with: with instruction and constant caches, with perfect ones,
    /// or with LRR
    #[arg(long, value_name = "NAME", default_value = Column::Cycles.name(),
          value_parser = PossibleValuesParser::new(Column::ALL.map(Column::name)))]
    column: String,
    /// Folder that replaces shared/ in paths [default: $REGFORGE_DATA]
    #[arg(long, value_name = "DIR")]
    shared: Option<PathBuf>,
    /// A name under configs/, or a .toml file
    #[arg(long, value_name = "NAME|FILE", default_value = "gpgpusim-4.2")]
    config: String,
    /// Sets a key of the configuration, e.g. l1.latency=1; may be repeated
    #[arg(short = 'p', value_name = "KEY=VALUE")]
    parameters: Vec<String>,
    /// Gives every PTX register its own register, as GPGPU-Sim does; needs a larger gpu.registers
    #[arg(long)]
    named_registers: bool,
    /// Plots our cycles against GPGPU-Sim's
    #[arg(long, value_name = "FILE.svg", value_parser = output_file())]
    plot: Option<PathBuf>,
    /// Prints JSON
    #[arg(long)]
    json: bool,
    /// Prints Markdown
    #[arg(long, conflicts_with = "json")]
    markdown: bool,
}

impl Compare {
    pub fn run(self) -> Result<()> {
        let column = Column::ALL.into_iter().find(|column| column.name() == self.column);
        let column = column.unwrap_or(Column::Cycles);
        let settings = column.settings().iter().copied();
        let settings: Vec<&str> =
            settings.chain(self.parameters.iter().map(String::as_str)).collect();
        let config = systems::config_with(&self.config, &settings)?;
        let shared = self.shared.clone();
        let shared = shared.or_else(|| std::env::var_os("REGFORGE_DATA").map(PathBuf::from));
        let cycles = read(&self.files, shared.as_deref())?;
        not_an_input("--plot", self.plot.as_deref())?;
        let count = cycles.count(column);
        if count == 0 {
            let found = format!("--column {}", column.name());
            let has = |other: &Column| cycles.count(*other) > 0;
            let names: Vec<_> = Column::ALL.into_iter().filter(has).map(Column::name).collect();
            let place = Place::whole(self.files[0].display());
            return Err(Error::input(place, found, format!("one of {}", names.join(", "))));
        }
        let bar = progress_bar("compare", count as u64);
        let case = match self.named_registers {
            true => Case::on_named_registers,
            false => Case::on_allocated_registers,
        };
        let setting =
            Setting { system: systems::system(systems::BASELINE)?, config: &config, case };
        let all = cycles.run(setting, column, || bar.inc(1));
        bar.finish_and_clear();
        match (self.json, self.markdown) {
            (true, _) => print_json(&comparison_json(config.name(), column.name(), &all)),
            (_, true) => print(comparison_page(&all)),
            _ => print(comparison(&all)),
        }?;
        if let Some(path) = self.plot.as_ref().filter(|_| !all.launches.is_empty()) {
            let points: Vec<_> =
                all.launches.iter().map(|one| (one.gpgpusim, one.cycles)).collect();
            let title = format!("cycles of {}, {}", config.name(), column.name());
            scatter(path, &title, ["GPGPU-Sim", "regforge"], &points)?;
            note!("plot: {}", path.display());
        }
        let failed = all.failed.iter().map(|one| format!("{}: {}", one.name, one.error));
        match failed.collect::<Vec<_>>() {
            failed if failed.is_empty() => Ok(()),
            failed => Err(Error::Disagreement(failed.join("\n"))),
        }
    }
}

/// Launches of all files, with their GPGPU-Sim cycles.
fn read(files: &[PathBuf], shared: Option<&Path>) -> Result<Cycles> {
    let mut all = Cycles::default();
    for file in files {
        all = all.join(Cycles::read(file, shared)?, Place::whole(file.display()))?;
    }
    Ok(all)
}
