use super::execute;
use crate::cli::options::output_folder;
use crate::error::{Error, Result};
use crate::files::{Whole, write_whole};
use crate::ptx::exec::Schedule;
use crate::ptx::trace::{Command, Header, MAX_REGISTERS, Writer};
use crate::run::case::Case;
use clap::Args;
use std::path::{Path, PathBuf};

/// Runs a launch and writes its instructions as a trace for Accel-Sim
#[derive(Args)]
#[command(after_help = "\
Each PTX operation gets the name of the closest Volta machine instruction (binary version 70).
Registers are numbered as `regforge ptx show registers` prints them.

Examples:
  regforge ptx trace kernels/matrix_multiply_tiled/case.toml -o traces
  accel-sim.out -trace traces/kernelslist.g -config gpgpusim.config -config trace.config")]
pub struct Trace {
    /// A launch description
    #[arg(value_name = "CASE.toml")]
    case: PathBuf,
    /// Folder for kernelslist.g and the kernel's trace; created if it does not exist
    #[arg(short = 'o', long, value_name = "FOLDER", value_parser = output_folder())]
    output: PathBuf,
    /// Compresses the trace
    #[arg(long)]
    xz: bool,
    /// Maximum instructions per warp; more count as a runaway
    #[arg(long, value_name = "N", default_value_t = Schedule::default().limit)]
    limit: u64,
}

impl Trace {
    pub fn run(self) -> Result<()> {
        let case = Case::on_allocated_registers(&self.case)?;
        case.check_registers(MAX_REGISTERS)?;
        let registers = case.launch.registers.unwrap_or(case.registers());
        std::fs::create_dir_all(&self.output).map_err(Error::io(&self.output))?;
        let name = if self.xz { "kernel-1.traceg.xz" } else { "kernel-1.traceg" };
        let path = self.output.join(name);
        let header = Header::new(&case.kernel.name, &case.geometry, registers);
        let homes = &case.homes;
        let file = Whole::create(&path)?;
        let mut writer = Writer::new(&header, &case.kernel, homes, &case.geometry, file);
        let schedule = Schedule { limit: self.limit, ..Schedule::default() };
        let memory = execute(&case, schedule, &mut writer)?.memory;
        case.expect_right(&memory)?;
        writer.finish().map_err(Error::io(&path))?.finish()?;
        // Written last, so that a list never names a missing trace.
        write_whole(&self.output.join("kernelslist.g"), list(&case, Path::new(name)).as_bytes())?;
        note!("wrote {}", path.display());
        Ok(())
    }
}

/// The list's commands: the copies from host to device, then the launch.
fn list(case: &Case, trace: &Path) -> String {
    let image = &case.image;
    let defined = image.buffers.iter().filter(|buffer| buffer.defined);
    let copies = defined
        .chain(&image.symbols)
        .map(|placed| Command::Copy { address: placed.address, bytes: placed.bytes.len() as u64 });
    let commands = copies.chain([Command::Launch(trace.into())]);
    commands.map(|command| format!("{command}\n")).collect()
}
