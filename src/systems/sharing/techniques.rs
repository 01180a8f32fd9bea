//! Evaluates a launch under the sound form of the paper's rules, and with extensions that let more
//! loads share.
//!
//! The paper's baseline already renames registers. So each run is compared with SRAM, and with the
//! same register file in which no load may share and no register is released early.

use super::Sharing;
use super::config::{SharedLanes, Sharing as Settings};
use super::results::Loads;
use crate::config::{Config, Options};
use crate::error::Result;
use crate::parallel;
use crate::run::case::Required;
use crate::run::{Case, Compiled, Simulation, System, TechniqueReport, TechniqueRows};
use crate::sm::Unwatched;
use crate::systems::sram::Sram;
use crate::table::grouped;
use serde::Serialize;
use serde_json::json;
use std::sync::Arc;

/// A variant of sharing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Variant {
    pub name: &'static str,
    /// Whether loads may share.
    #[serde(skip)]
    shares: bool,
    /// Whether the table has an entry for each register, instead of the configured number.
    pub unlimited: bool,
    #[serde(skip)]
    keys: &'static [(&'static str, u64)],
}

const RUN: (&str, u64) = ("sharing.lanes", SharedLanes::Run as u64);
const ROWS: (&str, u64) = ("sharing.rows", 1);
const KEEP: (&str, u64) = ("sharing.keep", 1);
const NO_RELEASE: (&str, u64) = ("sharing.release", 0);

impl Variant {
    /// Renaming only: no load may share.
    pub const RENAMING: Variant =
        Variant { shares: false, ..Variant::sharing("renaming", &[NO_RELEASE]) };
    /// The paper's technique with the sound rules.
    pub const SOUND: Variant = Variant::sharing("sound", &[]);
    /// The sound rules with all extensions.
    pub const EVERYTHING: Variant = Variant::sharing("all", &[RUN, ROWS, KEEP]);

    pub const ALL: [Variant; 6] = [
        Variant::SOUND,
        Variant::sharing("+ run", &[RUN]),
        Variant::sharing("+ rows", &[ROWS]),
        Variant::sharing("+ keep", &[KEEP]),
        Variant::EVERYTHING,
        Variant::sharing("all, no release", &[RUN, ROWS, KEEP, NO_RELEASE]),
    ];

    const fn sharing(name: &'static str, keys: &'static [(&'static str, u64)]) -> Variant {
        Variant { name, shares: true, unlimited: false, keys }
    }

    /// This variant with an unlimited table.
    fn unlimited(self) -> Variant {
        Variant { unlimited: true, ..self }
    }

    /// A configuration with the keys of this variant.
    ///
    /// # Errors
    /// Errors of [`Config::with`].
    fn config(&self, config: &Config) -> Result<Config> {
        let entries = ("sharing.entries", UNLIMITED);
        let keys: Vec<_> =
            self.keys.iter().copied().chain(self.unlimited.then_some(entries)).collect();
        config.with(config.name(), &keys)
    }
}

/// Maximum configurable entries of the table. A table never has more entries than registers.
const UNLIMITED: u64 = 1024;

/// Results of a launch.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    pub cycles: u64,
    pub ipc: f64,
    /// Lines that loads requested from L1.
    pub lines: u64,
    pub loads: Loads,
    /// Whether the memory contents at the end are as expected.
    pub is_right: bool,
}

/// Results of a launch on SRAM, with renaming only, and under each variant.
#[derive(Clone, Debug, Serialize)]
pub struct Evaluation {
    pub launch: String,
    pub sram: Run,
    pub renaming: Run,
    pub variants: Vec<(Variant, Run)>,
}

/// Runs a launch on SRAM, with renaming only, and under these variants.
///
/// # Errors
/// Errors of [`Simulation::run`].
pub fn evaluate(case: &Arc<Case>, config: &Config, variants: &[Variant]) -> Result<Evaluation> {
    let compiled = Sram.compile(case, config, &Options::default())?;
    let required = &case.required()?;
    let sram = run(&Sram, &*compiled, required, config)?;
    let renaming = under(case, required, config, &Variant::RENAMING)?;
    let one = |variant: &Variant| Ok((*variant, under(case, required, config, variant)?));
    let variants = parallel::try_map(variants, one)?;
    Ok(Evaluation { launch: case.launch.name.clone(), sram, renaming, variants })
}

fn under(case: &Arc<Case>, required: &Required, config: &Config, variant: &Variant) -> Result<Run> {
    let config = variant.config(config)?;
    run(&Sharing, &*Sharing.under(case, &config, variant.shares), required, &config)
}

fn run(
    system: &dyn System,
    compiled: &dyn Compiled,
    required: &Required,
    config: &Config,
) -> Result<Run> {
    let outcome = Simulation::new(system, compiled, config)?.run(&mut Unwatched)?;
    Ok(Run {
        cycles: outcome.statistics.cycles,
        ipc: outcome.statistics.ipc(),
        lines: outcome.hierarchy.loads.accesses,
        loads: Loads::new(&outcome),
        is_right: required.is_left(&outcome.memory),
    })
}

/// All variants, each with the configured table and with an unlimited one.
pub const TECHNIQUES: TechniqueReport = TechniqueReport {
    help: "the paper's technique with sound rules, and our extensions that let more loads share",
    config: "jeon-2019",
    header: &HEADER,
    of,
};

const HEADER: [&str; 15] = [
    "launch",
    "sharing",
    "table",
    "cycles",
    "IPC",
    "over SRAM",
    "over renaming",
    "loads",
    "may share",
    "held",
    "coming",
    "merged",
    "L1 lines / SRAM's",
    "registers / mapped",
    "memory",
];

/// All variants, each with the configured table and with an unlimited one.
pub fn variants() -> Vec<Variant> {
    Variant::ALL.into_iter().flat_map(|one| [one, one.unlimited()]).collect()
}

fn of(case: &Arc<Case>, config: &Config) -> Result<TechniqueRows> {
    let evaluation = evaluate(case, config, &variants())?;
    let entries = Settings::from(config).entries.to_string();
    Ok(TechniqueRows { rows: rows(&evaluation, &entries), json: json!(evaluation) })
}

fn rows(evaluation: &Evaluation, entries: &str) -> Vec<Vec<String>> {
    let Evaluation { launch, sram, renaming, variants } = evaluation;
    let row = |name: &str, entries: &str, run: &Run| {
        let mut row: Vec<String> = [launch, name, entries].map(String::from).into();
        row.extend(cells(run, [sram, renaming]));
        row
    };
    let mut rows = vec![row("none", "-", sram), row(Variant::RENAMING.name, "-", renaming)];
    rows.extend(variants.iter().map(|(variant, run)| {
        row(variant.name, if variant.unlimited { "unlimited" } else { entries }, run)
    }));
    rows
}

fn cells(run: &Run, baselines: [&Run; 2]) -> Vec<String> {
    let Loads { loads, eligible, held, coming, merged, .. } = run.loads;
    let Loads { mapped_at_most, registers_at_most, .. } = run.loads;
    let share = |part: u64, whole: u64| match whole {
        0 => "-".to_string(),
        _ => format!("{:.1} %", 100.0 * part as f64 / whole as f64),
    };
    let mut cells = vec![grouped(run.cycles), format!("{:.2}", run.ipc)];
    cells.extend(baselines.map(|other| format!("{:+.1} %", 100.0 * (run.ipc / other.ipc - 1.0))));
    cells.push(grouped(loads));
    cells.extend([eligible, held, coming, merged].map(|count| share(count, loads)));
    cells.push(share(run.lines, baselines[0].lines));
    cells.push(share(registers_at_most, mapped_at_most));
    cells.push(if run.is_right { "as expected" } else { "wrong" }.into());
    cells
}
