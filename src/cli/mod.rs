//! The command line: one file per command.

mod area;
mod check;
mod completions;
mod cosim;
mod doctor;
mod expected;
mod r#gen;
mod list;
mod map;
mod ports;
mod preshift;
mod prove;
mod ptx;
mod reproduce;
mod sim;
mod stream_part;
mod summary;
mod sweep;
mod techniques;
mod verilate;

use crate::compiler::mapping::read_maps;
use crate::config::Config;
use crate::error::{Error, Place, Result};
use crate::units::{AnyUnit, Geometry, REGISTRY, find};
use clap::{Args, Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use std::path::Path;
use std::process::ExitCode;

/// Published GPU register-file designs as Verilog, models, and evidence that both agree.
#[derive(Parser)]
#[command(
    version,
    arg_required_else_help = true,
    after_help = "\
Examples:
  regforge list
  regforge gen racetrack_bank -p racetrack.ports=4 -o out
  regforge cosim racetrack_bank --cycles 1000000
  regforge area all

Exit codes: 0 success, 1 disagreement or failed proof, 2 bad input, 3 missing tool."
)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    List(list::List),
    Gen(r#gen::Gen),
    Ports(ports::Ports),
    Check(check::Check),
    Verilate(verilate::Verilate),
    Cosim(cosim::Cosim),
    Sweep(sweep::Sweep),
    Prove(prove::Prove),
    Preshift(preshift::Preshift),
    Map(map::Map),
    Ptx(ptx::Ptx),
    Sim(sim::Sim),
    Techniques(techniques::Techniques),
    Area(area::Area),
    Reproduce(reproduce::Reproduce),
    Summary(summary::Summary),
    Doctor(doctor::Doctor),
    Completions(completions::Completions),
}

/// Parses the command line, runs one command, and turns what went wrong into an exit code.
pub fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::List(command) => command.run(),
        Command::Gen(command) => command.run(),
        Command::Ports(command) => command.run(),
        Command::Check(command) => command.run(),
        Command::Verilate(command) => command.run(),
        Command::Cosim(command) => command.run(),
        Command::Sweep(command) => command.run(),
        Command::Prove(command) => command.run(),
        Command::Preshift(command) => command.run(),
        Command::Map(command) => command.run(),
        Command::Ptx(command) => command.run(),
        Command::Sim(command) => command.run(),
        Command::Techniques(command) => command.run(),
        Command::Area(command) => command.run(),
        Command::Reproduce(command) => command.run(),
        Command::Summary(command) => command.run(),
        Command::Doctor(command) => command.run(),
        Command::Completions(command) => command.run(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}

/// Which configuration a command works on.
#[derive(Args)]
struct ConfigArgs {
    /// A name under configs/, or a .toml file
    #[arg(long, value_name = "NAME|FILE", default_value = Config::DEFAULT)]
    config: String,
    /// Sets a key of the configuration, e.g. racetrack.ports=4; may be repeated
    #[arg(short = 'p', value_name = "KEY=VALUE")]
    parameters: Vec<String>,
}

impl ConfigArgs {
    fn load(&self) -> Result<Config> {
        Config::load(&self.config, &self.parameters)
    }

    fn is_default(&self) -> bool {
        self.config == Config::DEFAULT && self.parameters.is_empty()
    }
}

/// The unit of that name.
fn unit(name: &str) -> Result<&'static dyn AnyUnit> {
    find(name).ok_or_else(|| {
        let names: Vec<&str> = REGISTRY.iter().map(|unit| unit.name()).collect();
        let place = Place::whole("command line");
        Error::input(place, format!("unit '{name}'"), format!("one of {}", names.join(", ")))
    })
}

/// The unit of that name, or all of them.
fn units(name: &str) -> Result<Vec<&'static dyn AnyUnit>> {
    match name {
        "all" => Ok(REGISTRY.to_vec()),
        _ => Ok(vec![unit(name)?]),
    }
}

/// The places of every racetrack bank's entries, where a file gives them.
fn maps(file: Option<&Path>, config: &Config) -> Result<Vec<Vec<(u8, u8)>>> {
    let Some(file) = file else { return Ok(Vec::new()) };
    let maps = read_maps(file, config.gpu.banks, Geometry::from(&config.racetrack))?;
    Ok(maps.into_iter().map(|map| map.place).collect())
}

/// A progress bar on standard error; silent where that is no terminal.
fn progress_bar(what: &str, length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix} {wide_bar} {human_pos}/{human_len} {eta}");
    let bar = ProgressBar::new(length).with_prefix(what.to_string());
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Prints a value as JSON.
fn print_json(value: &serde_json::Value) {
    println!("{value:#}");
}
