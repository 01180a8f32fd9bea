//! Runs of a launch under every scheme, under every rule for dead reads, and with each of our own
//! techniques alone.

use super::Stt;
use super::compiler::Dead;
use super::config::Stt as Settings;
use super::energy::{self, Work};
use super::scheme::Scheme;
use crate::config::Config;
use crate::config::Options;
use crate::error::{Error, Result};
use crate::parallel;
use crate::run::case::Required;
use crate::run::{Case, Simulation, System, TechniqueReport, TechniqueRows};
use crate::sm::register_file::Counts;
use crate::sm::{Outcome, Unwatched};
use crate::systems::sram::Sram;
use crate::table::grouped;
use serde::Serialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// `stt.drain_from` for late drains: an idle array waits for a second buffered write before it
/// drains one. Intended for [`Scheme::OURS`].
pub const LATE_DRAINS: u64 = 2;

/// A setting of scheme, dead rule and drains for a run.
#[derive(Clone, Debug, Serialize)]
pub struct Variant {
    pub name: String,
    #[serde(skip)]
    pub scheme: Scheme,
    #[serde(skip)]
    pub rule: Dead,
    /// Value of `stt.drain_from`.
    pub drain_from: u64,
}

impl Variant {
    /// A scheme with the dead rule `both` and the drains that are intended for the scheme.
    pub fn of(scheme: Scheme) -> Variant {
        let drain_from = if scheme == Scheme::OURS { LATE_DRAINS } else { 1 };
        Variant { name: scheme.name.into(), scheme, rule: Dead::Both, drain_from }
    }

    /// Whether the variant may lose data, so that a run may end in a fault.
    pub fn may_corrupt(&self) -> bool {
        self.scheme.is_unprotected() || self.rule == Dead::Paper
    }

    /// Every scheme, then `corbar` with each other dead rule, then `corbar` with each of our own
    /// techniques alone.
    pub fn all() -> Vec<Variant> {
        let corbar = Variant::of(Scheme::CORBAR);
        let by_rule = |rule: Dead| Variant {
            name: format!("corbar, dead by {}", rule.name()),
            rule,
            ..corbar.clone()
        };
        let step = |name: &str, scheme, drain_from| Variant {
            name: format!("corbar + {name}"),
            scheme,
            drain_from,
            ..corbar.clone()
        };
        let early_out = Scheme { early_out: true, ..Scheme::CORBAR };
        let cancel = Scheme { cancel: true, ..Scheme::CORBAR };
        let rules = Dead::ALL.into_iter().filter(|rule| *rule != Dead::Both);
        let steps = [
            step("early out", early_out, 1),
            step("cancelled writes", cancel, 1),
            step("late drains", Scheme::CORBAR, LATE_DRAINS),
        ];
        Scheme::ALL.map(Variant::of).into_iter().chain(rules.map(by_rule)).chain(steps).collect()
    }
}

/// Numbers of reads by how they were served and restored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Restores {
    pub reads: u64,
    /// Dead reads, whether served by a buffer or by the array.
    pub dead: u64,
    /// Reads of the array that are not restored because they are dead.
    pub skipped: u64,
    /// Reads of the array that are restored selectively.
    pub selective: u64,
    /// Reads of the array that are restored directly.
    pub direct: u64,
    /// Reads of the array that are not restored because the mode is `None`.
    pub unprotected: u64,
    pub write_buffer_hits: u64,
    pub read_buffer_hits: u64,
}

impl Restores {
    /// Counts of a run.
    pub fn new(counts: &Counts) -> Restores {
        let of = |name| counts.event(name);
        Restores {
            reads: counts.total().reads,
            dead: of("dead"),
            skipped: of("skipped"),
            selective: of("selective"),
            direct: of("direct"),
            unprotected: of("unprotected"),
            write_buffer_hits: of("write_buffer_hits"),
            read_buffer_hits: of("read_buffer_hits"),
        }
    }

    /// STT-I21: whether every read is in exactly one of the categories.
    pub fn is_complete(&self) -> bool {
        let hits = self.write_buffer_hits + self.read_buffer_hits;
        self.reads == hits + self.skipped + self.selective + self.direct + self.unprotected
    }
}

/// Results of a launch under a variant.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    pub cycles: u64,
    pub ipc: f64,
    pub restores: Restores,
    /// Energy by table I in pJ, with the leakage of the buffers that the scheme uses.
    pub energy_pj: f64,
    /// The same energy without the leakage of the buffers.
    pub without_buffer_leakage_pj: f64,
    /// Energy of SRAM for the same accesses and cycles, in pJ.
    pub sram_pj: f64,
    /// Whether the memory after the run is as expected.
    pub is_right: bool,
}

/// Results of a launch on SRAM and under every variant. A variant has no run if the run ended in a
/// fault, for example at a corrupted address.
#[derive(Clone, Debug, Serialize)]
pub struct Evaluation {
    pub launch: String,
    pub sram: Run,
    pub variants: Vec<(Variant, Option<Run>)>,
}

impl Evaluation {
    /// The run of the variant of this name, unless it ended in a fault.
    pub fn run(&self, name: &str) -> Option<&Run> {
        self.variants.iter().find(|(variant, _)| variant.name == name)?.1.as_ref()
    }
}

/// Runs a launch on SRAM and under these variants.
///
/// # Errors
/// Those of [`Simulation::run`], except faults of variants that may lose data.
pub fn evaluate(case: &Arc<Case>, config: &Config, variants: &[Variant]) -> Result<Evaluation> {
    let compiled = Sram.compile(case, config, &Options::default())?;
    let outcome = Simulation::new(&Sram, &*compiled, config)?.run(&mut Unwatched)?;
    let work = Work::new(&outcome.register_file, outcome.sm_cycles());
    let sram_pj = energy::sram_pj(&work, config);
    let required = &case.required()?;
    let sram = run(required, &outcome, [sram_pj; 3]);
    let one = |variant: &Variant| Ok((variant.clone(), under(case, required, config, variant)?));
    let variants = parallel::try_map(variants, one)?;
    Ok(Evaluation { launch: case.launch.name.clone(), sram, variants })
}

/// Runs a launch under one variant; none if the run ends in a fault.
fn under(
    case: &Arc<Case>,
    required: &Required,
    config: &Config,
    variant: &Variant,
) -> Result<Option<Run>> {
    let config = &config.with(config.name(), &[("stt.drain_from", variant.drain_from)])?;
    let compiled = Stt.under(case, config, variant.scheme, variant.rule);
    let outcome = match Simulation::new(&Stt, &compiled, config)?.run(&mut Unwatched) {
        Ok(outcome) => outcome,
        Err(Error::Disagreement(_)) if variant.may_corrupt() => return Ok(None),
        Err(error) => return Err(error),
    };
    let work = Work::new(&outcome.register_file, outcome.sm_cycles());
    let [writes, reads] = energy::buffer_bytes(&Settings::from(config), config.gpu().banks);
    let of = |used: bool, bytes| if used { bytes } else { 0 };
    let Scheme { write_buffer, read_buffer, .. } = variant.scheme;
    let bytes = of(write_buffer, writes) + of(read_buffer, reads);
    let pj = |bytes| energy::account(&work, bytes, config).map_or(0.0, |all| all.total_pj());
    Ok(Some(run(required, &outcome, [pj(bytes), pj(0), energy::sram_pj(&work, config)])))
}

fn run(required: &Required, outcome: &Outcome, pj: [f64; 3]) -> Run {
    let [energy_pj, without_buffer_leakage_pj, sram_pj] = pj;
    Run {
        cycles: outcome.statistics.cycles,
        ipc: outcome.statistics.ipc(),
        restores: Restores::new(&outcome.register_file),
        energy_pj,
        without_buffer_leakage_pj,
        sram_pj,
        is_right: required.is_left(&outcome.memory),
    }
}

/// The report of every scheme and dead rule.
pub const TECHNIQUES: TechniqueReport = TechniqueReport {
    help: "all schemes, all rules for dead reads, and each of our own techniques alone",
    config: "zhang-2016",
    header: &HEADER,
    of,
};

const HEADER: [&str; 13] = [
    "launch",
    "scheme",
    "cycles",
    "IPC",
    "over SRAM",
    "skipped",
    "selective",
    "direct",
    "unprotected",
    "write buffer",
    "read buffer",
    "energy / SRAM's",
    "memory",
];

fn of(case: &Arc<Case>, config: &Config) -> Result<TechniqueRows> {
    let evaluation = evaluate(case, config, &Variant::all())?;
    Ok(TechniqueRows { rows: rows(&evaluation), json: as_json(&evaluation) })
}

fn as_json(evaluation: &Evaluation) -> Value {
    let run = |(variant, run): &(Variant, Option<Run>)| {
        json!({
            "name": variant.name,
            "scheme": variant.scheme.name,
            "dead": variant.rule.name(),
            "drain_from": variant.drain_from,
            "run": run,
        })
    };
    let variants: Vec<Value> = evaluation.variants.iter().map(run).collect();
    json!({ "launch": evaluation.launch, "sram": evaluation.sram, "variants": variants })
}

fn rows(evaluation: &Evaluation) -> Vec<Vec<String>> {
    let launch = &evaluation.launch;
    let sram = &evaluation.sram;
    let row = |name: &str, run: &Run| {
        let Restores { skipped, selective, direct, unprotected, .. } = run.restores;
        let Restores { write_buffer_hits, read_buffer_hits, .. } = run.restores;
        let counts = [skipped, selective, direct, unprotected, write_buffer_hits, read_buffer_hits];
        let mut row = vec![
            launch.clone(),
            name.into(),
            grouped(run.cycles),
            format!("{:.2}", run.ipc),
            format!("{:+.1} %", 100.0 * (run.ipc / sram.ipc - 1.0)),
        ];
        row.extend(counts.map(grouped));
        row.push(format!("{:.0} %", 100.0 * run.energy_pj / sram.energy_pj));
        row.push(if run.is_right { "as expected" } else { "wrong" }.into());
        row
    };
    let faulted = |name: &str| {
        let mut row = vec![launch.clone(), name.into()];
        row.resize(HEADER.len() - 1, "-".into());
        row.push("a fault".into());
        row
    };
    let mut rows = vec![row("SRAM", sram)];
    rows.extend(evaluation.variants.iter().map(|(variant, run)| match run {
        Some(run) => row(&variant.name, run),
        None => faulted(&variant.name),
    }));
    rows
}
