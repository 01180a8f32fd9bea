//! Runs table 3's applications on SRAM and with EXPARS, and computes the resources that our kernels
//! like those of Rodinia and Parboil need on two GPUs.
//!
//! A gain is the IPC over that of SRAM under the same scheduler; for the lazy two-level schedulers,
//! SRAM runs under their inner scheduler. Means are arithmetic, as in the paper. Applications with
//! the same kernel have the same runs.

use super::APPLICATIONS;
use crate::bits::LANES;
use crate::compiler::occupancy::{KernelNeeds, Resources};
use crate::config::{Config, Scheduler};
use crate::error::{Error, Result};
use crate::papers::simulated::{self, Experiment, Setting, Simulated, SimulatedClaim, mean};
use crate::papers::{Application, Value};
use crate::run::Case;
use crate::shipped;
use crate::systems;
use crate::systems::expanded::compiler::split::{Bounds, best_split};
use crate::systems::expanded::config::Expanded as Settings;
use crate::systems::expanded::techniques::{Run, SCHEDULERS, Variant, evaluate, find, gain};
use std::sync::Arc;

/// Our kernels that resemble those of Rodinia.
const RODINIA: &[&str] = &[
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

/// Our kernels that resemble those of Parboil.
const PARBOIL: &[&str] = &[
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

const INPUTS: &str = "our own kernels with the resources of table 3, on generated inputs and one \
                      SM with its share of L2 and DRAM; EST and SING1 share one kernel";
const SHAPES: &str = "our own kernels after our register allocation, which mostly uses fewer \
                      registers";

/// Each kernel of table 3, on SRAM and with EXPARS, under every scheduler.
pub struct Applications;

impl Experiment for Applications {
    /// A kernel.
    type Run = &'static str;
    type Outcome = Vec<Run>;

    fn claims() -> Vec<SimulatedClaim<Applications>> {
        use Scheduler::{Gto, Lrr, LtlwsGto, LtlwsLrr, TwoLevel};
        let claim = |id, ours: fn(&Runs) -> Simulated| {
            SimulatedClaim::new(id, APPLICATIONS.rows.iter().map(|one| one.kernel), ours)
        };
        vec![
            claim("exp-perf", |runs| runs.mean_gain(LtlwsGto)),
            claim("exp-perf-lrr", |runs| runs.mean_gain(Lrr)),
            claim("exp-perf-gto", |runs| runs.mean_gain(Gto)),
            claim("exp-perf-tl", |runs| runs.mean_gain(TwoLevel)),
            claim("exp-perf-ltlws-lrr", |runs| runs.mean_gain(LtlwsLrr)),
            claim("exp-perf-ltlws-gto", |runs| runs.mean_gain(LtlwsGto)),
            claim("exp-perf-mq", |runs| runs.gains_of("MQ", &[&[LtlwsLrr], &[LtlwsGto]])),
            claim("exp-perf-bt", |runs| runs.gains_of("BT", &[&[Lrr, Gto, TwoLevel]])),
            claim("exp-perf-sge", |runs| runs.gains_of("SGE", &[&[Gto], &[Lrr, TwoLevel]])),
        ]
    }

    /// Fails if the memory is not as expected after a run.
    fn run(kernel: &'static str, setting: &Setting) -> Result<Vec<Run>> {
        let config = systems::config_with(APPLICATIONS.configuration, &setting.keys)?;
        let path = shipped::kernel(kernel)?.join(setting.file(APPLICATIONS.launch));
        let case = Arc::new(Case::on_allocated_registers(&path)?);
        let runs = evaluate(&case, &config, &[Variant::Sram, variant(setting)], &SCHEDULERS)?;
        if runs.iter().any(|run| !run.is_right) {
            let what = format!("{}: wrong memory contents", case.launch.name);
            return Err(Error::Disagreement(what));
        }
        Ok(runs)
    }
}

type Runs = simulated::Runs<Applications>;

/// The variant that the claims are about: EXPARS with sound rules, or the variant of the setting's
/// flag.
fn variant(setting: &Setting) -> Variant {
    let flags =
        [(AS_STATED, Variant::AsStated), (FREE_PREFS, Variant::PrefFree), (ROOM, Variant::Ceiling)];
    let set = flags.into_iter().find(|(flag, _)| setting.options.flag(flag));
    set.map_or(Variant::Expanded, |(_, variant)| variant)
}

impl Runs {
    fn gain(&self, application: &Application, at: Scheduler) -> f64 {
        gain(&self[application.kernel], variant(&self.setting), at).unwrap_or(f64::NAN)
    }

    fn mean_gain(&self, at: Scheduler) -> Simulated {
        let gains: Vec<f64> = APPLICATIONS.rows.iter().map(|one| self.gain(one, at)).collect();
        let shown = |(one, gain): (&Application, &f64)| {
            let [before, after] = [Variant::Sram, variant(&self.setting)]
                .map(|variant| find(&self[one.kernel], variant, at).map_or(0, |run| run.ctas));
            format!("{} {gain:+.1} ({before} -> {after} CTAs)", one.name)
        };
        let list: Vec<String> = APPLICATIONS.rows.iter().zip(&gains).map(shown).collect();
        Simulated::new(Value::Number(mean(&gains)), &[&list.join(", ")], INPUTS)
    }

    /// Mean gain of one application over the schedulers of each group.
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

/// Resources of a CTA of each application after register allocation.
pub struct Shapes;

impl Experiment for Shapes {
    /// Row of [`APPLICATIONS`].
    type Run = usize;
    /// [resident CTAs on SRAM, warps per CTA, bytes of shared memory per CTA, registers per CTA],
    /// and registers per thread.
    type Outcome = ([usize; 4], usize);

    fn claims() -> Vec<SimulatedClaim<Shapes>> {
        let claim = |(n, row): (usize, &'static Application)| {
            SimulatedClaim::new(row.claim, [n], move |runs: &simulated::Runs<Shapes>| {
                let (shape, registers) = runs[n];
                let kernel = row.kernel;
                let note =
                    format!("our own kernels: {kernel} with {registers} registers per thread");
                Simulated { ours: Value::Numbers(shape.map(|n| n as f64).to_vec()), note }
            })
        };
        APPLICATIONS.rows.iter().enumerate().map(claim).collect()
    }

    fn run(application: usize, _: &Setting) -> Result<([usize; 4], usize)> {
        let path = APPLICATIONS.path(&APPLICATIONS.rows[application], &Setting::default())?;
        let case = Case::on_allocated_registers(&path)?;
        let config = systems::config(APPLICATIONS.configuration)?;
        let needs = case.needs(case.registers());
        let warps = case.geometry.warps();
        let registers = warps * LANES * needs.regs_per_thread;
        let ctas = Resources::baseline(config.gpu()).residency(&needs).tlp;
        Ok(([ctas, warps, needs.shared_bytes, registers], needs.regs_per_thread))
    }
}

/// Resources that kernels like those of the suites need on two GPUs.
pub struct Suites;

impl Experiment for Suites {
    /// A kernel.
    type Run = &'static str;
    /// Resources on each of [`GPUS`].
    type Outcome = [Occupied; 2];

    fn claims() -> Vec<SimulatedClaim<Suites>> {
        let needed = |id, suite: &'static [&'static str], kernels: Kernels| {
            SimulatedClaim::new(id, suite.iter().copied(), move |runs| needed(runs, suite, kernels))
        };
        let maxwell = |id, of: fn(&[&Occupied]) -> Vec<f64>| {
            let both = RODINIA.iter().chain(PARBOIL).copied();
            SimulatedClaim::new(id, both, move |runs| maxwell(runs, of))
        };
        vec![
            needed("exp-t4-rodinia-all", RODINIA, Kernels::All),
            needed("exp-t4-rodinia-sensitive", RODINIA, Kernels::Sensitive),
            needed("exp-t4-parboil-all", PARBOIL, Kernels::All),
            needed("exp-t4-parboil-sensitive", PARBOIL, Kernels::Sensitive),
            maxwell("exp-maxwell-tlp", |all| vec![mean_of(all, |one| one.more_ctas)]),
            maxwell("exp-maxwell-util", |all| {
                [0, 1].map(|n| mean_of(all, |one| one.utilisation[n])).to_vec()
            }),
        ]
    }

    fn run(kernel: &'static str, _: &Setting) -> Result<[Occupied; 2]> {
        let case = Case::on_allocated_registers(&shipped::kernel(kernel)?.join("large.toml"))?;
        let needs = case.needs(case.registers());
        let [first, second] = GPUS.map(|gpu| Ok(Occupied::of(&needs, &systems::config(gpu)?)));
        Ok([first?, second?])
    }
}

/// Kernels of a suite that a claim is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kernels {
    All,
    /// Kernels whose resident CTAs are limited by registers alone.
    Sensitive,
}

/// Resources of a GPU that a kernel needs.
pub struct Occupied {
    /// Whether registers alone limit the resident CTAs.
    is_sensitive: bool,
    /// Size of [register file, scratchpad], as a multiple of the GPU's, for as many CTAs as threads
    /// and slots allow.
    needed: [f64; 2],
    /// Ratio of the resident CTAs with EXPARS to those without.
    more_ctas: f64,
    /// Percent of both memories that resident CTAs occupy, [without EXPARS, with EXPARS].
    utilisation: [f64; 2],
}

impl Occupied {
    fn of(needs: &KernelNeeds, config: &Config) -> Occupied {
        let sm = Resources::baseline(config.gpu());
        let tlp = sm.residency(needs).tlp;
        let without_registers = KernelNeeds { regs_per_thread: 0, ..*needs };
        let alone = KernelNeeds { shared_bytes: 0, ..without_registers };
        let most = sm.residency(&alone).tlp;
        let registers = needs.threads_per_cta.next_multiple_of(LANES) * needs.regs_per_thread;
        // CTAs of the exact split, with tau as configured.
        let bounds = Bounds { tau_percent: Settings::from(config).tau_percent, spill_from: 0 };
        let ctas = best_split(needs, &sm, bounds, usize::MAX).ctas();
        let both = (sm.registers * size_of::<u32>() + sm.shared_bytes) as f64;
        let of_a_cta = (registers * size_of::<u32>() + needs.shared_bytes) as f64;
        Occupied {
            is_sensitive: sm.residency(&without_registers).tlp > tlp,
            needed: [
                (most * registers) as f64 / sm.registers as f64,
                (most * needs.shared_bytes) as f64 / sm.shared_bytes as f64,
            ],
            more_ctas: ctas as f64 / tlp as f64,
            utilisation: [tlp, ctas].map(|ctas| 100.0 * ctas as f64 * of_a_cta / both),
        }
    }
}

fn mean_of(all: &[&Occupied], of: impl Fn(&Occupied) -> f64) -> f64 {
    mean(&all.iter().map(|one| of(one)).collect::<Vec<f64>>())
}

type SuiteRuns = simulated::Runs<Suites>;

/// Chosen kernels of a suite on one of [`GPUS`], and their names.
fn chosen<'a>(
    runs: &'a SuiteRuns,
    suite: &[&'static str],
    gpu: usize,
    kernels: Kernels,
) -> (Vec<&'a Occupied>, String) {
    let all = suite.iter().map(|kernel| (*kernel, &runs[*kernel][gpu]));
    let is_chosen = |one: &Occupied| kernels == Kernels::All || one.is_sensitive;
    let (names, chosen): (Vec<&str>, Vec<_>) = all.filter(|(_, one)| is_chosen(one)).unzip();
    (chosen, if names.is_empty() { "none".into() } else { names.join(", ") })
}

/// Mean capacities for as many CTAs as threads and slots allow: registers on each of [`GPUS`], then
/// scratchpad on each of them.
fn needed(runs: &SuiteRuns, suite: &[&'static str], kernels: Kernels) -> Simulated {
    let mut needed = [[0.0; 2]; 2];
    let mut notes = Vec::new();
    for (n, name) in GPUS.into_iter().enumerate() {
        let (chosen, names) = chosen(runs, suite, n, kernels);
        notes.push(format!("{name}: {} kernels", chosen.len()));
        notes.extend((kernels == Kernels::Sensitive).then_some(names));
        for (memory, row) in needed.iter_mut().enumerate() {
            row[n] = mean_of(&chosen, |one| one.needed[memory]);
        }
    }
    let notes: Vec<&str> = notes.iter().map(String::as_str).collect();
    Simulated::new(Value::Numbers(needed.as_flattened().to_vec()), &notes, SHAPES)
}

/// Figures of the register-limited kernels of each suite on Maxwell.
fn maxwell(runs: &SuiteRuns, of: fn(&[&Occupied]) -> Vec<f64>) -> Simulated {
    let suites = [("Rodinia", RODINIA), ("Parboil", PARBOIL)];
    let found = suites.map(|(name, suite)| {
        let (chosen, names) = chosen(runs, suite, 1, Kernels::Sensitive);
        (of(&chosen), format!("{name}: {names}"))
    });
    let ours = found.iter().flat_map(|(figures, _)| figures.iter().copied());
    Simulated::new(Value::Numbers(ours.collect()), &[&found[0].1, &found[1].1], SHAPES)
}
