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

/// Maximum registers per thread in a stream.
const MAX_REGISTERS: usize = 256;

/// Runs a launch and records its requests to the register file
#[derive(Args)]
#[command(after_help = "\
The warps of the resident CTAs take turns, one instruction each. The cycle of a request is the
number of its instruction. This is the order of a functional run, without the latencies and stalls
of an SM.

Examples:
  regforge ptx stream kernels/matrix_multiply_tiled/case.toml -o build/stream.csv.xz
  regforge map build/stream.csv.xz
  regforge cosim racetrack_bank --stream build/stream.csv.xz")]
pub struct Stream {
    /// A launch description
    #[arg(value_name = "CASE.toml")]
    case: PathBuf,
    /// Output file, compressed if its name ends with .xz
    #[arg(short = 'o', long, value_name = "FILE.csv[.xz]", value_parser = output_file())]
    output: PathBuf,
    /// Resident CTAs [default: the SM's maximum]
    #[arg(long, value_name = "N")]
    resident: Option<usize>,
    #[command(flatten)]
    config: ConfigArgs,
    /// Maximum instructions per warp; more count as a runaway
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

/// Runs a launch with `resident` CTAs, or the SM's maximum, and writes its requests as CSV. Returns
/// the writer and the number of resident CTAs.
///
/// # Errors
/// Those of [`Case::run`]; [`Error::Disagreement`] if the launch's output is not as expected.
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

/// The requested number of resident CTAs, or by default the SM's occupancy. Rejects a number that
/// does not fit.
fn resident_ctas(path: &Path, case: &Case, gpu: &Gpu, asked: Option<usize>) -> Result<usize> {
    let warps = case.geometry.warps();
    let fit = match asked {
        None => Resources::baseline(gpu).residency(&case.needs(case.registers_given(None)?)).tlp,
        Some(_) => gpu.warps / warps.max(1),
    };
    match asked.unwrap_or(fit) {
        0 if asked.is_none() => {
            let place = Place::whole(path.display());
            Err(Error::input(place, "a CTA too large for an SM", "one that fits, or --resident"))
        }
        resident if resident == 0 || resident > fit => {
            let expected = format!("1 to {fit}: CTAs of {warps} warps, {} warp slots", gpu.warps);
            Err(Error::input(Place::whole("--resident"), resident, expected))
        }
        resident => Ok(resident),
    }
}
