use super::execute;
use crate::cli::ConfigArgs;
use crate::cli::options::output_file;
use crate::compiler::occupancy::Resources;
use crate::config::Gpu;
use crate::error::{Error, Place, Result};
use crate::files::{Whole, not_an_input};
use crate::ptx::exec::Schedule;
use crate::ptx::trace::Requests;
use crate::run::case::Case;
use clap::Args;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Registers of a thread that a stream can name.
const MAX_REGISTERS: usize = 256;

/// Runs a launch and records its requests to the register file
#[derive(Args)]
#[command(after_help = "\
The warps of the resident CTAs take turns, one instruction each; the cycle is the number of the
instruction. That is the order of a functional run, not the timing of an SM: no latency, no stalls.

Examples:
  regforge ptx stream kernels/matrix_multiply_tiled/case.toml -o build/stream.csv.xz
  regforge map build/stream.csv.xz
  regforge cosim racetrack_bank --stream build/stream.csv.xz")]
pub struct Stream {
    /// A launch description
    #[arg(value_name = "CASE.toml")]
    case: PathBuf,
    /// The file, compressed if it ends with .xz
    #[arg(short = 'o', long, value_name = "FILE.csv[.xz]", value_parser = output_file())]
    output: PathBuf,
    /// CTAs that run at the same time; as many as an SM holds if absent
    #[arg(long, value_name = "N")]
    resident: Option<usize>,
    #[command(flatten)]
    config: ConfigArgs,
    /// Instructions of one warp after which it counts as run away
    #[arg(long, value_name = "N", default_value_t = Schedule::default().limit)]
    limit: u64,
}

impl Stream {
    pub fn run(self) -> Result<()> {
        let config = self.config.load()?;
        let gpu = config.gpu();
        let case = Case::on_allocated_registers(&self.case)?;
        not_an_input("-o", Some(&self.output))?;
        let file = Whole::create(&self.output)?;
        let (requests, resident) = record(&self.case, &case, gpu, self.resident, self.limit, file)?;
        requests.finish().map_err(Error::io(&self.output))?.finish()?;
        note!("wrote {}, resident CTAs: {resident}", self.output.display());
        Ok(())
    }
}

/// Runs a launch with `resident` CTAs, or as many as an SM holds, and writes its requests as CSV.
/// Returns what writes them and the number of resident CTAs.
///
/// # Errors
/// Those of [`Case::run`]; [`Error::Disagreement`] if the launch leaves something else than it expects.
pub fn record<'a, W: Write>(
    path: &Path,
    case: &'a Case,
    gpu: &Gpu,
    resident: Option<usize>,
    limit: u64,
    out: W,
) -> Result<(Requests<'a, W>, usize)> {
    case.check_registers(MAX_REGISTERS)?;
    let resident = resident_ctas(path, case, gpu, resident)?;
    let mut requests = Requests::new(&case.homes, out);
    let schedule = Schedule { resident, turn: 1, limit, ..Schedule::default() };
    let memory = execute(case, schedule, &mut requests)?.memory;
    case.expect_right(&memory)?;
    Ok((requests, resident))
}

/// The number asked for, if it fits the warp slots, else the occupancy of the SM.
fn resident_ctas(path: &Path, case: &Case, gpu: &Gpu, asked: Option<usize>) -> Result<usize> {
    let warps = case.geometry.warps();
    let fit = match asked {
        None => Resources::baseline(gpu).residency(&case.needs(case.registers_given(None)?)).tlp,
        Some(_) => gpu.warps / warps.max(1),
    };
    match asked.unwrap_or(fit) {
        0 if asked.is_none() => {
            let place = Place::whole(path.display());
            Err(Error::input(place, "a CTA that fits no SM", "one that does, or --resident"))
        }
        resident if resident == 0 || resident > fit => {
            let expected = format!("1 to {fit}: CTAs of {warps} warps, {} warps", gpu.warps);
            Err(Error::input(Place::whole("--resident"), resident, expected))
        }
        resident => Ok(resident),
    }
}
