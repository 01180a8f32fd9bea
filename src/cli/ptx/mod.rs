//! What is done with PTX: one file per subcommand.

mod coverage;
mod report;
mod run;
mod show;

use crate::error::Result;
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
}

impl Ptx {
    pub fn run(self) -> Result<()> {
        match self.command {
            Command::Coverage(command) => command.run(),
            Command::Report(command) => command.run(),
            Command::Run(command) => command.run(),
            Command::Show(command) => command.run(),
        }
    }
}
