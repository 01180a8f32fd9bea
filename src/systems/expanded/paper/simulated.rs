//! Table 3's applications on SRAM and with EXPARS, and what our kernels of Rodinia's and Parboil's
//! kind take of two GPUs.
//!
//! A gain is IPC over SRAM's under the same scheduler, for the lazy two-level ones under the inner
//! one; means are arithmetic, as in the paper. Applications with the same kernel have the same
//! runs.

use super::APPLICATIONS;
use crate::bits::LANES;
use crate::compiler::occupancy::{KernelNeeds, Resources};
use crate::config::Scheduler;
use crate::error::{Error, Result};
use crate::papers::simulated::{Answers, Setting, Simulated, SimulatedClaims};
use crate::papers::{Application, Claim, Value};
use crate::run::Case;
use crate::shipped;
use crate::systems;
use crate::systems::expanded::compiler::split::{Bounds, best_split};
use crate::systems::expanded::config::Expanded as Settings;
use crate::systems::expanded::techniques::{Run, SCHEDULERS, Variant, evaluate, find, gain};
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Our kernels of the kind of a suite's.
const RODINIA: [&str; 14] = [
    "backprop",
    "bfs",
    "btree_search",
    "cfd_flux",
    "gicov",
    "hotspot",
    "imgvf",
    "kmeans",
    "lud",
    "needleman_wunsch",
    "pathfinder",
    "sort_hybrid",
    "srad",
    "wavelet",
];
const PARBOIL: [&str; 9] = [
    "bfs",
    "histogram",
    "histogram_final",
    "lattice_boltzmann",
    "matrix_multiply_tiled",
    "mri_gridding",
    "mri_q",
    "spmv",
    "stencil_3d",
];

/// The GPUs of table 4.
const GPUS: [&str; 2] = ["expars_paper", "expars_maxwell"];

/// Flag: [`Variant::AsStated`].
pub const AS_STATED: &str = "as_stated";

/// Flag: [`Variant::PrefFree`].
pub const FREE_PREFS: &str = "free_prefs";

/// Flag: [`Variant::Ceiling`].
pub const ROOM: &str = "room";

const INPUTS: &str = "own kernels in the shape of table 3 on generated inputs, on one SM with its \
                      share of L2 and DRAM; EST and SING1 are one kernel";
const SHAPES: &str = "own kernels with the registers of our allocation, which are mostly fewer";

/// A claim and what the runs say of it.
struct Simulation {
    id: &'static str,
    ours: fn(&Runs) -> Simulated,
}

const SIMULATIONS: &[Simulation] = &[
    Simulation { id: "exp-perf", ours: |runs| runs.mean_gain(Scheduler::LtlwsGto) },
    Simulation { id: "exp-perf-lrr", ours: |runs| runs.mean_gain(Scheduler::Lrr) },
    Simulation { id: "exp-perf-gto", ours: |runs| runs.mean_gain(Scheduler::Gto) },
    Simulation { id: "exp-perf-tl", ours: |runs| runs.mean_gain(Scheduler::TwoLevel) },
    Simulation { id: "exp-perf-ltlws-lrr", ours: |runs| runs.mean_gain(Scheduler::LtlwsLrr) },
    Simulation { id: "exp-perf-ltlws-gto", ours: |runs| runs.mean_gain(Scheduler::LtlwsGto) },
    Simulation {
        id: "exp-perf-mq",
        ours: |runs| runs.gains_of("MQ", &[&[Scheduler::LtlwsLrr], &[Scheduler::LtlwsGto]]),
    },
    Simulation {
        id: "exp-perf-bt",
        ours: |runs| runs.gains_of("BT", &[&[Scheduler::Lrr, Scheduler::Gto, Scheduler::TwoLevel]]),
    },
    Simulation {
        id: "exp-perf-sge",
        ours: |runs| {
            let others = [Scheduler::Lrr, Scheduler::TwoLevel];
            runs.gains_of("SGE", &[&[Scheduler::Gto], &others])
        },
    },
];

/// A claim on what the kernels of a suite take.
struct Occupied {
    id: &'static str,
    suite: &'static [&'static str],
    ours: fn(&Suite) -> Option<Simulated>,
}

const OCCUPIED: &[Occupied] = &[
    Occupied { id: "exp-t4-rodinia-all", suite: &RODINIA, ours: |suite| suite.needed(false) },
    Occupied { id: "exp-t4-rodinia-sensitive", suite: &RODINIA, ours: |suite| suite.needed(true) },
    Occupied { id: "exp-t4-parboil-all", suite: &PARBOIL, ours: |suite| suite.needed(false) },
    Occupied { id: "exp-t4-parboil-sensitive", suite: &PARBOIL, ours: |suite| suite.needed(true) },
];

/// The claims that [`Runs`] and our kernels' shapes answer.
pub struct Applications;

impl SimulatedClaims for Applications {
    fn count(&self, claims: &[Claim]) -> usize {
        asked(claims).len()
    }

    /// Fails if a run ends with a memory that is not as expected.
    fn run(
        &self,
        claims: &[Claim],
        setting: &Setting,
        progress: &(dyn Fn() + Sync),
    ) -> Result<Box<dyn Answers>> {
        let run = |application: &Application| {
            let runs = run(application, setting)?;
            progress();
            Ok((application.kernel, runs))
        };
        let of_kernel = asked(claims).into_par_iter().map(run).collect::<Result<_>>()?;
        Ok(Box::new(Runs { of_kernel, variant: variant(setting) }))
    }
}

/// An application of each kernel, if a claim needs the runs.
fn asked(claims: &[Claim]) -> Vec<&'static Application> {
    let is_ours = |claim: &Claim| SIMULATIONS.iter().any(|simulation| simulation.id == claim.id);
    let rows: &'static [Application] =
        if claims.iter().any(is_ours) { APPLICATIONS.rows } else { &[] };
    let of_kernel: BTreeMap<_, _> = rows.iter().map(|one| (one.kernel, one)).collect();
    of_kernel.into_values().collect()
}

/// The variant that the claims are about: EXPARS with sound rules, or as the setting has it.
fn variant(setting: &Setting) -> Variant {
    let flags =
        [(AS_STATED, Variant::AsStated), (FREE_PREFS, Variant::PrefFree), (ROOM, Variant::Ceiling)];
    let set = flags.into_iter().find(|(flag, _)| setting.options.flag(flag));
    set.map_or(Variant::Expanded, |(_, variant)| variant)
}

fn run(application: &Application, setting: &Setting) -> Result<Vec<Run>> {
    let config = systems::config(APPLICATIONS.configuration, &setting.keys)?;
    let case = Case::on_allocated_registers(&APPLICATIONS.path(application, setting)?)?;
    let case = Arc::new(case);
    let runs = evaluate(&case, &config, &[Variant::Sram, variant(setting)], &SCHEDULERS)?;
    if runs.iter().any(|run| !run.is_right) {
        let what = format!("{}: memory is not as expected", case.launch.name);
        return Err(Error::Disagreement(what));
    }
    Ok(runs)
}

impl Answers for Runs {
    fn of(&self, id: &str) -> Option<Simulated> {
        if let Some(application) = APPLICATIONS.rows.iter().find(|one| one.claim == id) {
            return shape(application);
        }
        if let Some(occupied) = OCCUPIED.iter().find(|occupied| occupied.id == id) {
            return (occupied.ours)(&Suite::new(occupied.suite)?);
        }
        match id {
            "exp-maxwell-tlp" => maxwell(|all| Some(vec![all.tlp()?])),
            "exp-maxwell-util" => maxwell(|all| Some(all.utilisation()?.to_vec())),
            _ => {
                let simulation = SIMULATIONS.iter().find(|simulation| simulation.id == id)?;
                (!self.of_kernel.is_empty()).then(|| (simulation.ours)(self))
            }
        }
    }
}

/// The runs that claims are judged by.
struct Runs {
    /// Results of each kernel of table 3; empty if none is asked for.
    of_kernel: BTreeMap<&'static str, Vec<Run>>,
    /// That the claims are about.
    variant: Variant,
}

impl Runs {
    fn of(&self, application: &Application) -> &[Run] {
        &self.of_kernel[application.kernel]
    }

    fn gain(&self, application: &Application, at: Scheduler) -> f64 {
        gain(self.of(application), self.variant, at).unwrap_or(f64::NAN)
    }

    fn mean_gain(&self, at: Scheduler) -> Simulated {
        let gains: Vec<f64> = APPLICATIONS.rows.iter().map(|one| self.gain(one, at)).collect();
        let shown = |(one, gain): (&Application, &f64)| {
            let [before, after] = [Variant::Sram, self.variant]
                .map(|variant| find(self.of(one), variant, at).map_or(0, |run| run.ctas));
            format!("{} {gain:+.1} ({before} -> {after} CTAs)", one.name)
        };
        let list: Vec<String> = APPLICATIONS.rows.iter().zip(&gains).map(shown).collect();
        Simulated::new(Value::Number(mean(&gains)), &[&list.join(", ")], INPUTS)
    }

    /// Mean over the schedulers of each group, for one application.
    fn gains_of(&self, name: &str, groups: &[&[Scheduler]]) -> Simulated {
        let one = APPLICATIONS.rows.iter().find(|one| one.name == name).expect("of the list");
        let of_group = |group: &&[Scheduler]| {
            mean(&group.iter().map(|at| self.gain(one, *at)).collect::<Vec<f64>>())
        };
        let ours: Vec<f64> = groups.iter().map(of_group).collect();
        let value = match ours[..] {
            [one] => Value::Number(one),
            _ => Value::Numbers(ours),
        };
        Simulated::new(value, &[], INPUTS)
    }
}

fn mean(of: &[f64]) -> f64 {
    of.iter().sum::<f64>() / of.len() as f64
}

/// [CTAs of SRAM, warps of a CTA, its bytes of shared memory, its registers].
fn shape(application: &Application) -> Option<Simulated> {
    let case = APPLICATIONS.path(application, &Setting::default()).ok()?;
    let case = Case::on_allocated_registers(&case).ok()?;
    let sm = gpu(APPLICATIONS.configuration)?;
    let needs = case.needs(case.registers());
    let warps = case.geometry.warps();
    let registers = warps * LANES * needs.regs_per_thread;
    let ours = [sm.residency(&needs).tlp, warps, needs.shared_bytes, registers];
    let registers = needs.regs_per_thread;
    let note = format!("own kernels: {} with {registers} registers a thread", application.kernel);
    Some(Simulated { ours: Value::Numbers(ours.map(|number| number as f64).to_vec()), note })
}

fn gpu(config: &str) -> Option<Resources> {
    Some(Resources::baseline(systems::config(config, &[]).ok()?.gpu()))
}

/// Resources of the kernels of a suite.
struct Suite(Vec<(&'static str, KernelNeeds)>);

impl Suite {
    fn new(kernels: &[&'static str]) -> Option<Suite> {
        let needs = |kernel: &&'static str| {
            let case = shipped::kernel(kernel).ok()?.join("large.toml");
            let case = Case::on_allocated_registers(&case).ok()?;
            Some((*kernel, case.needs(case.registers())))
        };
        Some(Suite(kernels.iter().map(needs).collect::<Option<_>>()?))
    }

    /// Kernels whose CTAs only registers limit.
    fn sensitive(&self, sm: &Resources) -> Suite {
        let without = |needs: &KernelNeeds| KernelNeeds { regs_per_thread: 0, ..*needs };
        let more = |(_, needs): &&(&str, KernelNeeds)| {
            sm.residency(&without(needs)).tlp > sm.residency(needs).tlp
        };
        Suite(self.0.iter().filter(more).copied().collect())
    }

    /// None if it is empty.
    fn mean(&self, of: impl Fn(&KernelNeeds) -> f64) -> Option<f64> {
        let each: Vec<f64> = self.0.iter().map(|(_, needs)| of(needs)).collect();
        (!each.is_empty()).then(|| mean(&each))
    }

    fn names(&self) -> String {
        let names: Vec<&str> = self.0.iter().map(|(name, _)| *name).collect();
        if names.is_empty() { "none".into() } else { names.join(", ") }
    }

    /// Capacities for as many CTAs as threads and slots allow: [registers on either of [`GPUS`],
    /// scratchpad on either]. None if registers limit no kernel and those are asked for.
    fn needed(&self, sensitive: bool) -> Option<Simulated> {
        let mut needed = [[0.0; 2]; 2];
        let mut notes = Vec::new();
        for (n, name) in GPUS.into_iter().enumerate() {
            let sm = gpu(name)?;
            let all = Suite(self.0.clone());
            let chosen = if sensitive { self.sensitive(&sm) } else { all };
            notes.push(format!("{name}: {} kernels", chosen.0.len()));
            if sensitive {
                notes.push(chosen.names());
            }
            for (memory, row) in needed.iter_mut().enumerate() {
                row[n] = chosen.mean(|needs| needed_of(needs, &sm)[memory])?;
            }
        }
        let notes: Vec<&str> = notes.iter().map(String::as_str).collect();
        Some(Simulated::new(Value::Numbers(needed.as_flattened().to_vec()), &notes, SHAPES))
    }

    /// CTAs with EXPARS over those without.
    fn tlp(&self) -> Option<f64> {
        let sm = gpu(GPUS[1])?;
        self.mean(|needs| ctas(needs, &sm) as f64 / sm.residency(needs).tlp as f64)
    }

    /// Percent of both memories that CTAs take, [without EXPARS, with it].
    fn utilisation(&self) -> Option<[f64; 2]> {
        let sm = gpu(GPUS[1])?;
        let both = (sm.registers * size_of::<u32>() + sm.shared_bytes) as f64;
        let used = |needs: &KernelNeeds, ctas: usize| {
            let threads = needs.threads_per_cta.next_multiple_of(LANES);
            let registers = threads * needs.regs_per_thread * size_of::<u32>();
            100.0 * (ctas * (registers + needs.shared_bytes)) as f64 / both
        };
        let before = self.mean(|needs| used(needs, sm.residency(needs).tlp))?;
        Some([before, self.mean(|needs| used(needs, ctas(needs, &sm)))?])
    }
}

/// Parts of [register file, scratchpad] that as many CTAs as threads and slots allow take.
fn needed_of(needs: &KernelNeeds, sm: &Resources) -> [f64; 2] {
    let alone = KernelNeeds { regs_per_thread: 0, shared_bytes: 0, ..*needs };
    let ctas = sm.residency(&alone).tlp;
    let threads = needs.threads_per_cta.next_multiple_of(LANES);
    [
        (ctas * threads * needs.regs_per_thread) as f64 / sm.registers as f64,
        (ctas * needs.shared_bytes) as f64 / sm.shared_bytes as f64,
    ]
}

/// CTAs of the exact split with the paper's tau.
fn ctas(needs: &KernelNeeds, sm: &Resources) -> usize {
    let Ok(config) = systems::config(GPUS[1], &[]) else { return 0 };
    let bounds = Bounds { tau_percent: Settings::from(&config).tau_percent, spill_from: 0 };
    best_split(needs, sm, bounds, usize::MAX).ctas()
}

/// Figures of the kernels of each suite that registers limit on Maxwell.
fn maxwell(of: impl Fn(&Suite) -> Option<Vec<f64>>) -> Option<Simulated> {
    let sm = gpu(GPUS[1])?;
    let suites = [Suite::new(&RODINIA)?, Suite::new(&PARBOIL)?].map(|all| all.sensitive(&sm));
    let notes = [("Rodinia", &suites[0]), ("Parboil", &suites[1])]
        .map(|(name, suite)| format!("{name}: {}", suite.names()));
    let mut ours = Vec::new();
    for suite in &suites {
        ours.extend(of(suite)?);
    }
    Some(Simulated::new(Value::Numbers(ours), &[&notes[0], &notes[1]], SHAPES))
}
