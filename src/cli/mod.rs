//! The command line: one file per command.

// Use `print`: it returns an I/O error where `print!` panics.
#![deny(clippy::print_stdout)]

mod applications;
mod area;
mod assumptions;
mod check;
mod compare;
mod completions;
mod cosim;
mod doctor;
mod evidence;
mod expected;
mod r#gen;
mod keys;
mod list;
pub(crate) mod options;
mod ports;
mod prove;
pub(crate) mod ptx;
mod reproduce;
mod shares;
mod sim;
pub(crate) mod stream_part;
mod summary;
mod sweep;
mod system_command;
mod techniques;
mod verilate;

pub use system_command::{Added, SystemCommand};

use crate::config::Config;
use crate::error::{Error, Place, Result, nearest};
use crate::systems;
use crate::temporary;
use crate::units::AnyUnit;
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use std::fmt::Display;
use std::io::{self, Write};
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

Exit codes: 0 success, 1 disagreement or failed proof, 2 bad input, 3 missing tool,
130 interrupted."
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
    Keys(keys::Keys),
    Check(check::Check),
    Verilate(verilate::Verilate),
    Cosim(cosim::Cosim),
    Sweep(sweep::Sweep),
    Prove(prove::Prove),
    Evidence(evidence::Evidence),
    Ptx(ptx::Ptx),
    Sim(sim::Sim),
    Area(area::Area),
    Techniques(techniques::Techniques),
    Compare(compare::Compare),
    Shares(shares::SharesOf),
    Applications(applications::ApplicationsOf),
    Reproduce(reproduce::Reproduce),
    Assumptions(assumptions::Assumptions),
    Summary(summary::Summary),
    Doctor(doctor::Doctor),
    Completions(completions::Completions),
}

/// Parses the command line, runs one command, and turns an error into an exit code.
pub fn main() -> ExitCode {
    // Must come first: parsing an output option creates a temporary file to test the path.
    if let Err(error) = temporary::remove_when_interrupted() {
        return failed(&error);
    }
    let matches = match command().try_get_matches() {
        Ok(matches) => matches,
        Err(explanation) => return explain(&explanation),
    };
    let result = match system_command::called(&matches, systems::commands()) {
        Some((command, matches)) => command.run(matches),
        None => match Cli::from_arg_matches(&matches) {
            Ok(cli) => run(cli.command),
            Err(explanation) => return explain(&explanation),
        },
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&error),
    }
}

/// The command line with the commands of the systems.
fn command() -> clap::Command {
    system_command::with_systems(Cli::command(), systems::commands())
}

fn run(command: Command) -> Result<()> {
    match command {
        Command::List(command) => command.run(),
        Command::Gen(command) => command.run(),
        Command::Ports(command) => command.run(),
        Command::Keys(command) => command.run(),
        Command::Check(command) => command.run(),
        Command::Verilate(command) => command.run(),
        Command::Cosim(command) => command.run(),
        Command::Sweep(command) => command.run(),
        Command::Prove(command) => command.run(),
        Command::Evidence(command) => command.run(),
        Command::Ptx(command) => command.run(),
        Command::Sim(command) => command.run(),
        Command::Area(command) => command.run(),
        Command::Techniques(command) => command.run(),
        Command::Compare(command) => command.run(),
        Command::Shares(command) => command.run(),
        Command::Applications(command) => command.run(),
        Command::Reproduce(command) => command.run(),
        Command::Assumptions(command) => command.run(),
        Command::Summary(command) => command.run(),
        Command::Doctor(command) => command.run(),
        Command::Completions(command) => command.run(),
    }
}

/// Prints the help, the version, or a usage error.
fn explain(explanation: &clap::Error) -> ExitCode {
    match explanation.print() {
        Ok(()) => ExitCode::from(explanation.exit_code() as u8),
        Err(error) => failed(&Error::io(Path::new(STDOUT))(error)),
    }
}

fn failed(error: &Error) -> ExitCode {
    note!("error: {error}");
    ExitCode::from(error.exit_code())
}

/// Configuration of a command.
#[derive(Args)]
pub(crate) struct ConfigArgs {
    /// A name under configs/, or a .toml file
    #[arg(long, value_name = "NAME|FILE", default_value = Config::DEFAULT)]
    pub config: String,
    /// Sets a key of the configuration, e.g. racetrack.ports=4; may be repeated; `regforge keys`
    /// lists the keys
    #[arg(short = 'p', value_name = "KEY=VALUE")]
    pub parameters: Vec<String>,
}

impl ConfigArgs {
    pub fn load(&self) -> Result<Config> {
        systems::config_with(&self.config, &self.parameters)
    }

    fn is_default(&self) -> bool {
        self.config == Config::DEFAULT && self.parameters.is_empty()
    }
}

/// The unit with this name.
pub(crate) fn unit(name: &str) -> Result<&'static dyn AnyUnit> {
    systems::unit(name).ok_or_else(|| {
        let nearest = nearest(name, systems::units().into_iter().map(|unit| unit.name()));
        let expected = match name {
            "all" => "a single unit; `regforge list` lists them".into(),
            _ => format!("a unit; the nearest is {nearest}; `regforge list` lists them"),
        };
        Error::input(Place::whole("command line"), format!("unit '{name}'"), expected)
    })
}

/// The unit with this name, or all units.
fn units(name: &str) -> Result<Vec<&'static dyn AnyUnit>> {
    match name {
        "all" => Ok(systems::units()),
        _ => Ok(vec![unit(name)?]),
    }
}

/// Hash of the running program. Results of another build are not reused.
pub(crate) fn build() -> Result<String> {
    let program = std::env::current_exe().and_then(std::fs::read);
    let program = program.map_err(Error::io(Path::new("the running program")))?;
    Ok(blake3::hash(&program).to_hex().to_string())
}

/// A progress bar on standard error; silent if standard error is not a terminal.
pub(crate) fn progress_bar(what: &str, length: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{prefix} {wide_bar} {human_pos}/{human_len} {eta}");
    let bar = ProgressBar::new(length).with_prefix(what.to_string());
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Prints on standard output.
///
/// # Errors
/// [`Error::Io`], for example on a full disk, where `print!` would panic.
pub(crate) fn print(text: impl Display) -> Result<()> {
    let mut stdout = io::stdout().lock();
    let written = write!(stdout, "{text}").and_then(|()| stdout.flush());
    written.map_err(Error::io(Path::new(STDOUT)))
}

/// Name of standard output in messages.
const STDOUT: &str = "standard output";

/// Prints a value as JSON.
///
/// # Errors
/// Errors of [`print`].
pub(crate) fn print_json(value: &serde_json::Value) -> Result<()> {
    print(format_args!("{value:#}\n"))
}
