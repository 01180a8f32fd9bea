use super::execute;
use crate::cli::expected::{as_expected, explain_comparisons};
use crate::cli::{print, print_json};
use crate::error::Result;
use crate::ptx::exec::{Doubtful, ExecutionCounts, Schedule, Unwatched};
use crate::ptx::launch::{Comparison, Worst};
use crate::run::case::Case;
use crate::table::{grouped, terminal};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;

/// Executes kernel launches and compares the memory afterwards with the expected contents
#[derive(Args)]
#[command(after_help = "\
Examples:
  regforge ptx run kernels/hotspot/case.toml
  regforge ptx run kernels/*/case.toml --json")]
pub struct Run {
    /// Launch descriptions
    #[arg(value_name = "CASE.toml", required = true)]
    cases: Vec<PathBuf>,
    /// Maximum instructions per warp; more count as a runaway
    #[arg(long, value_name = "N", default_value_t = Schedule::default().limit)]
    limit: u64,
    /// Fails a run that does anything doubtful, such as a read of memory that was never written;
    /// also looks for races in shared memory
    #[arg(long)]
    strict: bool,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

/// Result of a launch.
struct Done {
    name: String,
    counts: ExecutionCounts,
    doubtful: Vec<Doubtful>,
    comparisons: Vec<Comparison>,
}

impl Done {
    fn agrees(&self, strict: bool) -> bool {
        let clean = self.doubtful.is_empty() || !strict;
        clean && self.comparisons.iter().all(Comparison::agrees)
    }
}

impl Run {
    pub fn run(self) -> Result<()> {
        let mut all = Vec::new();
        for path in &self.cases {
            all.push(self.case(&Case::on_virtual_registers(path)?)?);
        }
        match self.json {
            true => print_json(&json!({ "launches": all.iter().map(entry).collect::<Vec<_>>() }))?,
            false => {
                print(table(&all))?;
                all.iter().for_each(explain);
            }
        }
        let wrong = all.iter().filter(|done| !done.agrees(self.strict));
        as_expected(wrong.map(|done| done.name.as_str()))
    }

    fn case(&self, case: &Case) -> Result<Done> {
        let schedule = Schedule { limit: self.limit, races: self.strict, ..Schedule::default() };
        let outcome = execute(case, schedule, &mut Unwatched)?;
        Ok(Done {
            name: case.launch.name.clone(),
            counts: outcome.counts,
            comparisons: case.compare(&outcome.memory),
            doubtful: outcome.doubtful,
        })
    }
}

fn table(all: &[Done]) -> String {
    let row = |done: &Done| {
        let of = |count: &dyn Fn(&Comparison) -> usize| {
            grouped(done.comparisons.iter().map(count).sum::<usize>() as u64)
        };
        let worst = |error: &dyn Fn(&Comparison) -> Option<Worst>| {
            let errors = done.comparisons.iter().filter_map(error).map(|worst| worst.error);
            errors.fold(None, |most: Option<f64>, error| {
                Some(most.map_or(error, |most| most.max(error)))
            })
        };
        let shown = |error: Option<f64>| error.map_or("-".into(), |error| format!("{error:.2e}"));
        let counts = done.counts;
        let divergent = 100.0 * counts.divergent_branches as f64 / counts.branches.max(1) as f64;
        vec![
            done.name.clone(),
            grouped(counts.warp_instructions),
            grouped(counts.thread_instructions),
            format!("{divergent:.1} %"),
            of(&|comparison| comparison.compared),
            of(&|comparison| comparison.mismatching),
            shown(worst(&|comparison| comparison.worst_absolute)),
            shown(worst(&|comparison| comparison.worst_relative)),
            grouped(done.doubtful.iter().map(|doubtful| doubtful.count).sum()),
        ]
    };
    let header = [
        "launch",
        "warp instructions",
        "thread instructions",
        "divergent",
        "compared",
        "wrong",
        "worst absolute",
        "worst relative",
        "doubtful",
    ];
    terminal(&header, &all.iter().map(row).collect::<Vec<_>>())
}

/// Prints on standard error the wrong or doubtful results, each with its first occurrence.
fn explain(done: &Done) {
    explain_comparisons(&done.name, &done.comparisons);
    for doubtful in &done.doubtful {
        let Doubtful { doubt, count, first } = doubtful;
        note!("{}: {doubt}: {first}, {count} times", done.name);
    }
}

fn entry(done: &Done) -> serde_json::Value {
    let worst = |worst: &Option<Worst>| worst.as_ref().map(|worst| worst.error);
    let buffer = |comparison: &Comparison| {
        json!({
            "buffer": comparison.buffer,
            "compared": comparison.compared,
            "ignored": comparison.ignored,
            "wrong": comparison.mismatching,
            "worst_absolute": worst(&comparison.worst_absolute),
            "worst_relative": worst(&comparison.worst_relative),
        })
    };
    let doubt = |doubtful: &Doubtful| {
        json!({
            "doubt": doubtful.doubt.to_string(),
            "count": doubtful.count,
            "line": doubtful.first.line,
        })
    };
    let counts = done.counts;
    json!({
        "launch": done.name,
        "agrees": done.agrees(false),
        "warp_instructions": counts.warp_instructions,
        "thread_instructions": counts.thread_instructions,
        "branches": counts.branches,
        "divergent_branches": counts.divergent_branches,
        "barriers": counts.barriers,
        "global_accesses": counts.global_accesses,
        "shared_accesses": counts.shared_accesses,
        "local_accesses": counts.local_accesses,
        "buffers": done.comparisons.iter().map(buffer).collect::<Vec<_>>(),
        "doubtful": done.doubtful.iter().map(doubt).collect::<Vec<_>>(),
    })
}
