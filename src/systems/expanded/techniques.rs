//! Runs a launch on SRAM and with EXPARS under every scheduler, and counts the cycles that EXPARS
//! loses compared with an SRAM register file that has room for as many CTAs.

use super::Expanded;
use super::config::{CacheIndex, Queue};
use crate::bits::LANES;
use crate::config::{Config, Options, Scheduler};
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

/// Register files that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Variant {
    /// SRAM banks without registers in the scratchpad.
    Sram,
    /// EXPARS with the sound rules.
    Expanded,
    /// EXPARS as the paper states it: the register number alone selects the line of the operand
    /// cache, and warps whose bundle has ended may pass a waiting one as often as the key allows.
    AsStated,
    /// EXPARS with the sound rules, but a PREF takes no issue slot.
    PrefFree,
    /// An SRAM register file with room for the CTAs of [`Variant::Expanded`].
    Ceiling,
}

const LINE: &str = "expars.cache_index";
const PASSED: &str = "expars.max_passed";
const SLOTS: &str = "expars.pref_slots";
const QUEUE: (&str, u64) = ("expars.queue", Queue::Front as u64);
/// A kernel may have more registers than the 63 of the paper's vectors.
const REGISTERS: (&str, u64) = ("expars.max_registers", 255);
const SOUND: [(&str, u64); 4] =
    [(LINE, CacheIndex::Swizzled as u64), (PASSED, 48), (SLOTS, 1), QUEUE];
const AS_STATED: [(&str, u64); 4] =
    [(LINE, CacheIndex::Register as u64), (PASSED, 255), (SLOTS, 1), QUEUE];
const PREF_FREE: [(&str, u64); 4] =
    [(LINE, CacheIndex::Swizzled as u64), (PASSED, 48), (SLOTS, 0), QUEUE];

impl Variant {
    pub const ALL: [Variant; 5] =
        [Variant::Sram, Variant::Expanded, Variant::AsStated, Variant::PrefFree, Variant::Ceiling];

    /// The name in tables.
    pub fn name(self) -> &'static str {
        match self {
            Variant::Sram => "sram",
            Variant::Expanded => "expanded",
            Variant::AsStated => "as stated",
            Variant::PrefFree => "PREF free",
            Variant::Ceiling => "ceiling",
        }
    }

    /// The keys that the variant sets; `None` if it keeps no registers in the scratchpad.
    fn keys(self) -> Option<[(&'static str, u64); 4]> {
        match self {
            Variant::Sram | Variant::Ceiling => None,
            Variant::Expanded => Some(SOUND),
            Variant::AsStated => Some(AS_STATED),
            Variant::PrefFree => Some(PREF_FREE),
        }
    }
}

/// All schedulers.
pub const SCHEDULERS: [Scheduler; 5] =
    [Scheduler::Lrr, Scheduler::Gto, Scheduler::TwoLevel, Scheduler::LtlwsLrr, Scheduler::LtlwsGto];

/// The name in tables, as in a configuration.
pub fn scheduler_name(scheduler: Scheduler) -> &'static str {
    match scheduler {
        Scheduler::Lrr => "lrr",
        Scheduler::Gto => "gto",
        Scheduler::TwoLevel => "two_level",
        Scheduler::LtlwsLrr => "ltlws_lrr",
        Scheduler::LtlwsGto => "ltlws_gto",
    }
}

/// The scheduler that a register file without a limit of active warps uses instead.
pub fn without_limit(scheduler: Scheduler) -> Scheduler {
    match scheduler {
        Scheduler::LtlwsLrr => Scheduler::Lrr,
        Scheduler::LtlwsGto => Scheduler::Gto,
        other => other,
    }
}

/// Results of a launch.
#[derive(Clone, Debug, Serialize)]
pub struct Run {
    pub variant: Variant,
    /// Name of the scheduler that was configured.
    pub scheduler: &'static str,
    pub cycles: u64,
    pub ipc: f64,
    /// Resident CTAs.
    #[serde(rename = "resident")]
    pub ctas: usize,
    pub lost: Lost,
    /// Whether the memory is as the launch expects or, if it expects nothing, as the executor
    /// leaves it.
    pub is_right: bool,
}

/// Causes of lost cycles; all zero without registers in the scratchpad.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Lost {
    /// Issue slots that PREFs took; with [`Variant::PrefFree`], bundles that warps presented.
    pub prefs: u64,
    /// Warp cycles spent in the prefetching queue.
    pub queue_waits: u64,
    /// Cycles in which the warp with its turn waited for a line that another warp pinned.
    pub pin_waits: u64,
    /// Cycles in which the warp with its turn waited for the scratchpad's port.
    pub port_waits: u64,
    /// Cycles in which a pass of shared memory waited for registers.
    pub delayed_passes: u64,
}

/// Runs a launch with each of these variants and schedulers. Variants that set no limit of active
/// warps are omitted under schedulers that need one.
///
/// # Errors
/// Errors of [`Simulation::run`].
pub fn evaluate(
    case: &Arc<Case>,
    config: &Config,
    variants: &[Variant],
    schedulers: &[Scheduler],
) -> Result<Vec<Run>> {
    let all = schedulers.iter().flat_map(|at| variants.iter().map(move |of| (*of, *at)));
    let differ = all.filter(|(of, at)| of.keys().is_some() || without_limit(*at) == *at);
    let required = &case.required()?;
    parallel::try_map(differ, |(of, at)| under(case, config, required, of, at))
}

fn under(
    case: &Arc<Case>,
    config: &Config,
    required: &Required,
    variant: Variant,
    at: Scheduler,
) -> Result<Run> {
    let run = |system: &dyn System, config: &Config, resident: Option<usize>| {
        self::run(system, case, config, required, resident, variant, at)
    };
    let scheduler = ("sm.scheduler", at as u64);
    let sound: Vec<_> = SOUND.into_iter().chain([REGISTERS, scheduler]).collect();
    match variant.keys() {
        Some(keys) => {
            let keys: Vec<_> = keys.into_iter().chain([REGISTERS, scheduler]).collect();
            run(&Expanded, &config.with(config.name(), &keys)?, None)
        }
        None if variant == Variant::Sram => {
            run(&Sram, &config.with(config.name(), &[scheduler])?, None)
        }
        None => {
            let expanded = config.with(config.name(), &sound)?;
            let compiled = Expanded.compile(case, &expanded, &Options::default())?;
            let ctas = Simulation::new(&Expanded, &*compiled, &expanded)?.residents()?;
            let room = [scheduler, ("gpu.registers", room(case, config, ctas))];
            run(&Sram, &config.with(config.name(), &room)?, Some(ctas))
        }
    }
}

/// Registers of a register file for `ctas` CTAs, in full rows of the banks, at least as many as
/// configured.
fn room(case: &Case, config: &Config, ctas: usize) -> u64 {
    let gpu = config.gpu();
    let registers = case.registers().next_multiple_of(gpu.register_granularity.max(1));
    let all = ctas * case.geometry.warps() * LANES * registers;
    all.next_multiple_of(LANES * gpu.banks).max(gpu.registers) as u64
}

fn run(
    system: &dyn System,
    case: &Arc<Case>,
    config: &Config,
    required: &Required,
    resident: Option<usize>,
    variant: Variant,
    at: Scheduler,
) -> Result<Run> {
    let compiled: Box<dyn Compiled> = system.compile(case, config, &Options::default())?;
    let simulation = Simulation { resident, ..Simulation::new(system, &*compiled, config)? };
    let ctas = simulation.residents()?;
    let outcome = simulation.run(&mut Unwatched)?;
    let of = |name| outcome.register_file.event(name);
    let lost = match variant.keys() {
        None => Lost::default(),
        Some(_) => Lost {
            prefs: of("prefs"),
            queue_waits: of("queue_waits"),
            pin_waits: of("pin_waits"),
            port_waits: of("port_waits"),
            delayed_passes: of("delayed_passes"),
        },
    };
    Ok(Run {
        variant,
        scheduler: scheduler_name(at),
        cycles: outcome.statistics.cycles,
        ipc: outcome.statistics.ipc(),
        ctas,
        lost,
        is_right: required.is_left(&outcome.memory),
    })
}

/// The run of a variant under a scheduler. For a variant that sets no limit of active warps, the
/// scheduler is that of [`without_limit`].
pub fn find(runs: &[Run], variant: Variant, at: Scheduler) -> Option<&Run> {
    let at = if variant.keys().is_some() { at } else { without_limit(at) };
    runs.iter().find(|run| run.variant == variant && run.scheduler == scheduler_name(at))
}

/// IPC gain of a variant over SRAM, in percent. SRAM runs under the same scheduler without its
/// limit of active warps.
pub fn gain(runs: &[Run], variant: Variant, at: Scheduler) -> Option<f64> {
    let [of, sram] = [variant, Variant::Sram].map(|variant| find(runs, variant, at));
    Some(100.0 * (of?.ipc / sram?.ipc - 1.0))
}

/// The report: every variant under every scheduler.
pub const TECHNIQUES: TechniqueReport = TechniqueReport {
    help: "all schedulers, and losses against an SRAM file with room for as many CTAs",
    config: "expars_paper",
    header: &HEADER,
    of,
};

const HEADER: [&str; 13] = [
    "launch",
    "scheduler",
    "registers in",
    "CTAs",
    "cycles",
    "IPC",
    "over SRAM",
    "PREFs",
    "queue wait cycles",
    "line wait cycles",
    "port wait cycles",
    "delayed passes",
    "memory",
];

fn of(case: &Arc<Case>, config: &Config) -> Result<TechniqueRows> {
    let runs = evaluate(case, config, &Variant::ALL, &SCHEDULERS)?;
    let launch = &case.launch.name;
    let rows = SCHEDULERS.into_iter().flat_map(|at| rows(launch, &runs, at)).collect();
    Ok(TechniqueRows { rows, json: json!({ "launch": launch, "runs": runs }) })
}

/// Table rows of one scheduler.
fn rows(launch: &str, runs: &[Run], at: Scheduler) -> Vec<Vec<String>> {
    let own = runs.iter().filter(|run| run.scheduler == scheduler_name(at));
    let row = |run: &Run| {
        let Lost { prefs, queue_waits, pin_waits, port_waits, delayed_passes } = run.lost;
        let gain = gain(runs, run.variant, at).unwrap_or(f64::NAN);
        let mut row = vec![
            launch.to_string(),
            run.scheduler.into(),
            run.variant.name().into(),
            run.ctas.to_string(),
            grouped(run.cycles),
            format!("{:.2}", run.ipc),
            format!("{gain:+.1} %"),
        ];
        row.extend([prefs, queue_waits, pin_waits, port_waits, delayed_passes].map(grouped));
        row.push(if run.is_right { "as expected" } else { "wrong" }.into());
        row
    };
    own.map(row).collect()
}
