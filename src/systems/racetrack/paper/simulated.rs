//! Simulations of the racetrack paper's five applications, with its techniques on and off
//! ([`crate::systems::racetrack::techniques`]).
//!
//! A gain is divided into shares by its steps, in the order TLP, mapping, preshift. Each step is
//! taken relative to the baseline of the application and then averaged over the applications.
//! Without a gain there are no shares.

use super::APPLICATIONS;
use crate::error::Result;
use crate::papers::Value;
use crate::papers::simulated::{self, Experiment, Setting, Simulated, SimulatedClaim, gain, mean};
use crate::run::case::Case;
use crate::shipped;
use crate::systems;
use crate::systems::racetrack::techniques::{
    Evaluation, TechniqueRun, Techniques, cache_profile, evaluate,
};
use std::sync::Arc;

/// Our kernel in place of split_sort of section 4.2.
const SORT: &str = "sort_hybrid";

const INPUTS: &str = "our own kernels with the resources of table 1, on generated inputs and one \
                      SM with its share of L2 and DRAM";

const SLOTS: &str = "each shift for a request takes one of the four bank operations of a cycle \
                     (section 4.4), and with the ascending map most accesses need shifts";

/// Flag: run as many CTAs as fit, instead of the chosen TLP.
pub const MOST_CTAS: &str = "most_ctas";

/// Flag: only aligned banks compete for grants, and the others shift without a grant.
pub const FREE_SHIFTS: &str = "free_shifts";

/// The paper's applications, with every combination of techniques in a claim.
pub struct Applications;

impl Experiment for Applications {
    /// Row of [`APPLICATIONS`].
    type Run = usize;
    type Outcome = Evaluation;

    fn claims() -> Vec<SimulatedClaim<Applications>> {
        let claim = |id, ours: fn(&Runs) -> Simulated| {
            SimulatedClaim::new(id, 0..APPLICATIONS.rows.len(), ours)
        };
        vec![
            claim("rm-perf-gain-avg", |runs| {
                let gains = runs.each(|e| gain(e.with(runs.techniques()).ipc, e.sram.ipc));
                let with = |on| mean(&runs.each(|e| gain(e.with(on).ipc, e.sram.ipc)));
                let others = format!(
                    "with the maximum number of CTAs {:+.1} % (the TLP choice ignores mapping and \
                     preshifting); if only aligned banks take slots {:+.1} %",
                    with(Techniques::FULL),
                    with(Techniques::ALIGNED)
                );
                simulated(Value::Number(mean(&gains)), &[&runs.list(&gains, "%"), &others, SLOTS])
            }),
            claim("rm-perf-gain-max", |runs| {
                let gains = runs.each(|e| gain(e.with(runs.techniques()).ipc, e.sram.ipc));
                let most = gains.iter().copied().fold(f64::MIN, f64::max);
                simulated(Value::Number(most), &[&runs.list(&gains, "%")])
            }),
            claim("rm-occupancy", |runs| {
                let before = mean(&runs.each(|e| e.sram.occupancy));
                let after = mean(&runs.each(|e| e.with(runs.techniques()).occupancy));
                simulated(Value::Numbers(vec![before, after]), &[&runs.tlps()])
            }),
            claim("rm-perf-breakdown", |runs| {
                let alone = runs.steps(ipc, |e| &e.sram);
                shares(&[alone[0] - 1.0, alone[3] - alone[0]], "gain in IPC", &[SLOTS])
            }),
            claim("rm-perf-breakdown-opts", |runs| {
                let [none, tlp, mapping, all] = runs.steps(ipc, |e| &e.sram);
                let steps = [tlp - none, mapping - tlp, all - mapping];
                let order = order(["TLP", "mapping", "preshift"], steps);
                let of = "shares of the three techniques' combined gain over racetrack memory \
                          alone, which loses IPC here";
                shares(&steps, "gain in IPC", &[of, &order])
            }),
            claim("rm-shift-remaining", |runs| {
                let [_, _, _, all] = runs.steps(shifts, |e| e.with(Techniques::NONE));
                simulated(Value::Number(100.0 * all), &["counts shifts for requests and preshifts"])
            }),
            claim("rm-shift-breakdown", |runs| {
                let [none, tlp, mapping, all] = runs.steps(shifts, |e| e.with(Techniques::NONE));
                let steps = [mapping - all, none - tlp, tlp - mapping];
                let order = order(["preshift", "TLP", "mapping"], steps);
                shares(&steps, "shifts removed", &["preshifting removes none (rm-e15)", &order])
            }),
            claim("rm-energy-saving", |runs| {
                let saving = |e: &Evaluation| {
                    100.0 * (1.0 - energy(e.with(runs.techniques())) / energy(&e.sram))
                };
                let mut savings = runs.each(saving);
                let list = runs.list(&savings, "%");
                savings.sort_by(f64::total_cmp);
                let ends =
                    [savings.first(), savings.last()].map(|end| end.copied().unwrap_or(f64::NAN));
                let ours = Value::Numbers(vec![ends[0], mean(&savings), ends[1]]);
                let ceiling = "table 3 allows at most 46.5 %, with reads only and no shift";
                simulated(ours, &[&list, ceiling])
            }),
            claim("rm-energy-breakdown", |runs| {
                let [none, _, _, all] = runs.steps(energy, |e| &e.sram);
                shares(&[1.0 - none, none - all], "reduction in energy", &[SLOTS])
            }),
            claim("rm-energy-breakdown-opts", |runs| {
                let [none, tlp, mapping, all] = runs.steps(energy, |e| &e.sram);
                let steps = [mapping - all, none - tlp, tlp - mapping];
                let order = order(["preshift", "TLP", "mapping"], steps);
                let of = "shares of the three techniques' combined saving over racetrack memory \
                          alone";
                shares(&steps, "reduction in energy", &[of, &order])
            }),
            claim("rm-calc-temp-best-tlp", |runs| {
                let profile = &runs[0].cache_profile;
                let (best, most) = (best(profile), profile.len());
                let rises = profile.windows(2).all(|pair| pair[0] <= pair[1]);
                let ours = match best == most {
                    true => "best TLP = maximum".into(),
                    false => format!("best TLP = {best} of {most}"),
                };
                let rises =
                    if rises { "IPC rises with TLP" } else { "IPC does not rise at every step" };
                simulated(Value::Text(ours), &[rises])
            }),
        ]
    }

    fn run(application: usize, setting: &Setting) -> Result<Evaluation> {
        let config = systems::config_with(APPLICATIONS.configuration, &setting.keys)?;
        let path = APPLICATIONS.path(&APPLICATIONS.rows[application], setting)?;
        let techniques = techniques(setting);
        let mut combinations = Techniques::shown();
        combinations.extend((!combinations.contains(&techniques)).then_some(techniques));
        evaluate(&Arc::new(Case::on_allocated_registers(&path)?), &config, &combinations)
    }
}

type Runs = simulated::Runs<Applications>;

/// IPC of the sort of section 4.2 without shifts, at every TLP.
pub struct SplitSort;

impl Experiment for SplitSort {
    type Run = ();
    type Outcome = Vec<f64>;

    fn claims() -> Vec<SimulatedClaim<SplitSort>> {
        vec![SimulatedClaim::new(
            "rm-split-sort-best-tlp",
            [()],
            |runs: &simulated::Runs<SplitSort>| {
                let ours = [best(&runs[()]), runs[()].len()].map(|tlp| tlp as f64);
                simulated(Value::Numbers(ours.to_vec()), &["22 registers per thread"])
            },
        )]
    }

    fn run((): (), setting: &Setting) -> Result<Vec<f64>> {
        let config = systems::config_with(APPLICATIONS.configuration, &setting.keys)?;
        let path = shipped::kernel(SORT)?.join(setting.file(APPLICATIONS.launch));
        cache_profile(&Arc::new(Case::on_allocated_registers(&path)?), &config)
    }
}

impl Runs {
    fn techniques(&self) -> Techniques {
        techniques(&self.setting)
    }

    fn each(&self, of: impl Fn(&Evaluation) -> f64) -> Vec<f64> {
        self.outcomes().map(of).collect()
    }

    /// Means relative to a baseline: no technique, TLP, TLP and mapping, all techniques.
    fn steps(
        &self,
        of: fn(&TechniqueRun) -> f64,
        baseline: for<'a> fn(&'a Evaluation) -> &'a TechniqueRun,
    ) -> [f64; 4] {
        let tlp = Techniques { tlp: true, ..Techniques::NONE };
        let mapping = Techniques { mapping: true, ..tlp };
        [Techniques::NONE, tlp, mapping, self.techniques()]
            .map(|on| mean(&self.each(|e| of(e.with(on)) / of(baseline(e)))))
    }

    fn list(&self, values: &[f64], unit: &str) -> String {
        let each = self.outcomes().zip(values);
        let each = each.map(|(e, value)| format!("{} {value:+.1} {unit}", e.launch));
        each.collect::<Vec<_>>().join(", ")
    }

    fn tlps(&self) -> String {
        let each = self.outcomes().map(|e| {
            let (before, most) = (e.sram.tlp, e.predicted.len());
            format!("{} {before} -> {} of {most}", e.launch, e.chosen_tlp)
        });
        format!("TLP on SRAM -> chosen TLP of maximum: {}", each.collect::<Vec<_>>().join(", "))
    }
}

/// The paper's techniques, changed by the flags of a setting.
fn techniques(setting: &Setting) -> Techniques {
    let tlp = !setting.options.flag(MOST_CTAS);
    let aligned_only = setting.options.flag(FREE_SHIFTS);
    Techniques { tlp, aligned_only, ..Techniques::ALL }
}

fn simulated(ours: Value, notes: &[&str]) -> Simulated {
    Simulated::new(ours, notes, INPUTS)
}

/// Share of each part in the sum of all, in percent.
fn shares(parts: &[f64], of: &str, notes: &[&str]) -> Simulated {
    let whole: f64 = parts.iter().sum();
    let each: Vec<String> = parts.iter().map(|part| format!("{:+.1} %", 100.0 * part)).collect();
    let ours = match whole > 0.0 {
        true => Value::Numbers(parts.iter().map(|part| 100.0 * part / whole).collect()),
        false => Value::Text(format!("no gain in total: {} ({of})", each.join(", "))),
    };
    let absolute = format!("{of}: {}", each.join(", "));
    simulated(ours, &[&[absolute.as_str()], notes].concat())
}

/// The names by descending size, such as `descending: mapping > TLP > preshift`.
fn order<const N: usize>(names: [&str; N], sizes: [f64; N]) -> String {
    let mut order: Vec<(&str, f64)> = names.into_iter().zip(sizes).collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    let names: Vec<&str> = order.into_iter().map(|(name, _)| name).collect();
    format!("descending: {}", names.join(" > "))
}

fn ipc(run: &TechniqueRun) -> f64 {
    run.ipc
}

fn shifts(run: &TechniqueRun) -> f64 {
    run.shifts() as f64
}

fn energy(run: &TechniqueRun) -> f64 {
    run.energy_pj
}

/// The smallest TLP with the highest IPC.
fn best(profile: &[f64]) -> usize {
    let most = profile.iter().copied().fold(f64::MIN, f64::max);
    1 + profile.iter().position(|ipc| *ipc == most).unwrap_or(0)
}
