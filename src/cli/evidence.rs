use super::{print, progress_bar};
use crate::error::{Error, Result};
use crate::evidence::{Check, Record, State, Tools, all};
use crate::parallel;
use clap::Args;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Renews evidence.toml: proofs, planted faults, lockstep, lint, four-state simulation and area
///
/// A check runs if its Verilog, its checker or its tools have changed since its result was
/// recorded. Each result is written at once, so the next call continues a stopped run.
#[derive(Args)]
#[command(after_help = "\
Examples:
  regforge evidence
  regforge evidence --all
  regforge evidence --status")]
pub struct Evidence {
    /// Runs every check, even if it is recorded
    #[arg(long)]
    all: bool,
    /// Runs nothing; counts the recorded checks and lists the others
    #[arg(long, conflicts_with = "all")]
    status: bool,
}

impl Evidence {
    pub fn run(self) -> Result<()> {
        let path = Record::path();
        let mut record = Record::read(&path)?;
        let checks = all(&Tools::find()?)?;
        if !self.status {
            record.retain(&checks);
            record.write(&path)?;
            let due =
                checks.iter().filter(|&check| self.all || record.state(check) != State::Recorded);
            record = renew(record.clone(), due.collect(), &path)?;
        }
        print(record.status(&checks))
    }
}

/// Runs the checks, the longest first, and writes the record after each one.
///
/// # Errors
/// [`Error::Disagreement`] lists every check that failed, after all others are recorded.
fn renew(record: Record, mut due: Vec<&Check>, path: &Path) -> Result<Record> {
    let seconds = |check: &Check| record.entry(check).map_or(f64::INFINITY, |entry| entry.seconds);
    due.sort_by(|a, b| seconds(b).total_cmp(&seconds(a)));
    let bar = progress_bar("evidence", due.len() as u64);
    let record = Mutex::new(record);
    let run = |check: &Check| -> Result<()> {
        let entry = check.run()?;
        bar.inc(1);
        let mut record = record.lock().unwrap_or_else(PoisonError::into_inner);
        record.insert(entry);
        record.write(path)
    };
    let failures = parallel::map(due, |check| {
        let error = run(check).err()?;
        Some(format!("{}: {}: {error}", check.kind.name(), check.subject))
    });
    let failures: Vec<String> = failures.into_iter().flatten().collect();
    bar.finish_and_clear();
    match failures.is_empty() {
        true => Ok(record.into_inner().unwrap_or_else(PoisonError::into_inner)),
        false => Err(Error::Disagreement(failures.join("\n"))),
    }
}
