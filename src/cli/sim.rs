use super::{ConfigArgs, print_json};
use crate::compiler::case::Case;
use crate::cosim::{Backend, Simulation};
use crate::error::{Error, Result};
use crate::sm::Unwatched;
use crate::sm::register_file::Kind;
use clap::Args;
use std::path::PathBuf;

/// Runs launches of kernels on a streaming multiprocessor, cycle by cycle
#[derive(Args)]
pub struct Sim {
    /// Launch descriptions
    #[arg(value_name = "CASE.toml", required = true)]
    cases: Vec<PathBuf>,
    #[arg(long = "rf", value_enum, default_value = "racetrack")]
    register_file: Kind,
    #[arg(long, value_enum, default_value = "model")]
    backend: Backend,
    #[command(flatten)]
    config: ConfigArgs,
    #[arg(long)]
    no_skip: bool,
    #[arg(long)]
    preshift: bool,
    #[arg(long)]
    aligned_only: bool,
}

impl Sim {
    pub fn run(self) -> Result<()> {
        let config = self.config.load()?;
        let mut bad = Vec::new();
        for path in &self.cases {
            let case = Case::on_allocated_registers(path)?;
            let mut simulation = Simulation::new(&case, &config, self.register_file)?;
            simulation.backend = self.backend;
            simulation.skip = !self.no_skip;
            simulation.racetrack.preshift = self.preshift;
            simulation.racetrack.aligned_only = self.aligned_only;
            let begin = std::time::Instant::now();
            let outcome = simulation.run(&mut Unwatched)?;
            let t = begin.elapsed().as_secs_f64();
            let s = &outcome.statistics;
            let ok = case.compare(&outcome.memory).iter().all(|c| c.agrees());
            println!(
                "{} ok={ok} resident={} cycles={} skipped={} ipc={:.2} issued={} retired={} t={t:.3} Mcyc/s={:.2} Mti/s={:.1}",
                case.launch.name,
                simulation.residents()?,
                s.cycles,
                s.skipped_cycles,
                s.ipc(),
                s.issued,
                s.retired,
                (s.cycles - s.skipped_cycles) as f64 / t / 1e6,
                s.thread_instructions as f64 / t / 1e6
            );
            if !ok {
                bad.push(case.launch.name.clone());
            }
            if self.cases.len() == 1 {
                print_json(
                    &serde_json::json!({"s": s, "h": outcome.hierarchy, "rf": outcome.register_file.total()}),
                );
            }
        }
        if bad.is_empty() { Ok(()) } else { Err(Error::Disagreement(bad.join(", "))) }
    }
}
