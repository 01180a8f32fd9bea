//! Subcommands of `ptx`, one file each.

mod coverage;
mod report;
mod run;
mod show;
pub mod stream;
mod trace;
mod trace_info;

use super::progress_bar;
use crate::error::Result;
use crate::ptx::exec::{Execution, Schedule, Watch};
use crate::run::case::Case;
use clap::{Args, Subcommand};

/// Reads and runs PTX kernels
#[derive(Args)]
#[command(arg_required_else_help = true)]
pub struct Ptx {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Coverage(coverage::Coverage),
    Report(report::Report),
    Run(run::Run),
    Show(show::Show),
    Stream(stream::Stream),
    Trace(trace::Trace),
    TraceInfo(trace_info::TraceInfo),
}

impl Ptx {
    pub fn run(self) -> Result<()> {
        match self.command {
            Command::Coverage(command) => command.run(),
            Command::Report(command) => command.run(),
            Command::Run(command) => command.run(),
            Command::Show(command) => command.run(),
            Command::Stream(command) => command.run(),
            Command::Trace(command) => command.run(),
            Command::TraceInfo(command) => command.run(),
        }
    }
}

/// Executes a launch, with a progress bar over its CTAs.
fn execute(case: &Case, schedule: Schedule, watch: &mut impl Watch) -> Result<Execution> {
    let bar = progress_bar(&case.launch.name, case.geometry.ctas());
    let outcome = case.run(schedule, watch, || bar.inc(1));
    bar.finish_and_clear();
    outcome
}
