use super::{print, progress_bar};
use crate::error::{Error, Result};
use crate::evidence::{Check, Kind, Record, State, Tools, all};
use clap::Args;
use rayon::prelude::*;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

/// Renews evidence.toml: proofs, planted faults, lockstep, lint, four-state simulation and area
///
/// Checks whose Verilog, checker or tools have changed since they were recorded are run. Each
/// result is written at once, so a stopped run is continued by the next.
#[derive(Args)]
#[command(after_help = "\
Examples:
  regforge evidence
  regforge evidence --all
  regforge evidence --status")]
pub struct Evidence {
    /// Runs every check, recorded or not
    #[arg(long)]
    all: bool,
    /// Runs nothing; counts what is recorded and names the rest
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
        print(format_args!("{}", status(&record, &checks)))
    }
}

/// Runs checks, the longest first, and writes the record after each.
///
/// # Errors
/// [`Error::Disagreement`] with all that failed, once the others are recorded.
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
    // One after the other from the front of the list, unlike a split into halves.
    let failures = due.into_iter().par_bridge().filter_map(|check| {
        let error = run(check).err()?;
        Some(format!("{}: {}: {error}", check.kind.name(), check.subject))
    });
    let failures: Vec<String> = failures.collect();
    bar.finish_and_clear();
    match failures.is_empty() {
        true => Ok(record.into_inner().unwrap_or_else(PoisonError::into_inner)),
        false => Err(Error::Disagreement(failures.join("\n"))),
    }
}

/// How many results come from the record, and which do not.
fn status(record: &Record, checks: &[Check]) -> String {
    let recorded = |check: &&Check| record.state(check) == State::Recorded;
    let count = |kind: Kind| {
        let of_kind = || checks.iter().filter(|check| check.kind == kind);
        format!("{} {} of {}", kind.name(), of_kind().filter(recorded).count(), of_kind().count())
    };
    let entries = checks.iter().filter(recorded).filter_map(|check| record.entry(check));
    let seconds = entries.fold(0.0, |sum, entry| sum + entry.seconds);
    let mut text = format!(
        "results from {}: {}; they took {seconds:.0} s\n",
        Record::FILE,
        Kind::ALL.map(count).join(", ")
    );
    for check in checks {
        let why = match record.state(check) {
            State::Recorded => continue,
            State::Stale(why) => format!("stale: {why}"),
            State::Missing => "missing".into(),
        };
        text += &format!("  {} {}: {why}\n", check.kind.name(), check.subject);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evidence::of;

    #[test]
    fn the_status_counts_by_kind_and_names_what_is_not_recorded() {
        let checks = of(Kind::Area, &Tools::find().unwrap()).unwrap();
        let record = Record::read(&Record::path()).unwrap();
        let text = status(&record, &checks);
        assert_eq!(text.lines().count(), 1, "{text}");
        assert!(text.contains(&format!("area {0} of {0}", checks.len())), "{text}");
        let missing = status(&Record::default(), &checks[..1]);
        for kind in Kind::ALL {
            let all = if kind == Kind::Area { 1 } else { 0 };
            assert!(missing.contains(&format!("{} 0 of {all}", kind.name())), "{missing}");
        }
        assert!(missing.contains(&format!("area {}: missing", checks[0].subject)), "{missing}");
    }
}
