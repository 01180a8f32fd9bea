//! Applications of the paper's table IV on SRAM and under its schemes, and reads per value of our
//! kernels.
//!
//! The paper's means are of 18 applications. We have kernels for ten; the others are named beside
//! every figure. Throughput is IPC over SRAM's, energy is over that of SRAM with the same accesses in
//! SRAM's own cycles, both by table I; the arithmetic mean, as the paper has it.

use super::LIST;
use crate::config::DuplicateReads;
use crate::error::{Error, Result};
use crate::papers::Value;
use crate::papers::simulated::{self, Experiment, Setting, Simulated, SimulatedClaim, mean};
use crate::run::Case;
use crate::shipped;
use crate::systems;
use crate::systems::stt::compiler::dead_reads::{DeadReads, ReadsPerValue};
use crate::systems::stt::compiler::hints;
use crate::systems::stt::scheme::Scheme;
use crate::systems::stt::techniques::{Evaluation, Run, Variant, evaluate};
use std::sync::Arc;

/// An application of table IV and our kernel for it.
struct Application {
    name: &'static str,
    kernel: &'static str,
}

const APPLICATIONS: [Application; 10] = [
    Application { name: "AES", kernel: "aes" },
    Application { name: "BAC", kernel: "backprop" },
    Application { name: "BFS", kernel: "bfs" },
    Application { name: "CFD", kernel: "cfd_flux" },
    Application { name: "LUD", kernel: "lud" },
    Application { name: "NW", kernel: "needleman_wunsch" },
    Application { name: "SRA", kernel: "srad" },
    Application { name: "PAT", kernel: "pathfinder" },
    Application { name: "MON", kernel: "monte_carlo" },
    Application { name: "SCP", kernel: "scalar_product" },
];

const CONFIGURATION: &str = "zhang-2016";

const INPUTS: &str = "own kernels on generated inputs, on one SM with its share of L2 and DRAM; ten \
                      applications of 18: without LAV, LPS, MUM, NEU, NN, PVC, SAD, SSC";

/// The schemes that the claims are about.
const SCHEMES: [Scheme; 4] = [Scheme::RD, Scheme::CO, Scheme::CORB, Scheme::CORBAR];

/// Flag: the buffers' leakage does not count.
pub const FREE_BUFFERS: &str = "free_buffers";

/// Each of [`APPLICATIONS`] under each of [`SCHEMES`].
pub struct Applications;

impl Experiment for Applications {
    /// Place in [`APPLICATIONS`].
    type Run = usize;
    type Outcome = (Evaluation, ReadsPerValue);

    fn claims() -> Vec<SimulatedClaim<Applications>> {
        let claim =
            |id, ours: fn(&Runs) -> Simulated| SimulatedClaim::new(id, 0..APPLICATIONS.len(), ours);
        vec![
            claim("stt-rd-loss-intro", |runs| {
                let left = throughput(runs, Scheme::RD);
                simulated(100.0 - mean(&left), &left, "throughput left")
            }),
            claim("stt-perf-rd", |runs| performance(runs, Scheme::RD)),
            claim("stt-perf-co", |runs| performance(runs, Scheme::CO)),
            claim("stt-perf-corb", |runs| performance(runs, Scheme::CORB)),
            claim("stt-perf-corbar", |runs| performance(runs, Scheme::CORBAR)),
            claim("stt-perf-co-best", |runs| {
                of_some(&["BAC", "MON"], &throughput(runs, Scheme::CO), "without NEU")
            }),
            claim("stt-energy-rd-worst", |runs| {
                let above = energy(runs, Scheme::RD).into_iter().map(|share| share - 100.0);
                of_some(&["PAT"], &above.collect::<Vec<f64>>(), "without LPS and NEU")
            }),
            claim("stt-energy-co", |runs| account(runs, Scheme::CO)),
            claim("stt-energy-corb", |runs| account(runs, Scheme::CORB)),
            claim("stt-energy-corbar", |runs| account(runs, Scheme::CORBAR)),
            claim("stt-reads-per-value", reads_per_value),
        ]
    }

    /// Fails if a run leaves other memory than the executor, or loses a read.
    fn run(application: usize, setting: &Setting) -> Result<(Evaluation, ReadsPerValue)> {
        let config = systems::config(CONFIGURATION, &setting.keys)?;
        let folder = shipped::kernel(APPLICATIONS[application].kernel)?;
        let case = Case::on_allocated_registers(&folder.join(setting.file("case.toml")))?;
        let case = Arc::new(case);
        let evaluation = evaluate(&case, &config, &SCHEMES.map(Variant::of))?;
        let mut runs = evaluation.variants.iter().filter_map(|(_, run)| run.as_ref());
        if !runs.all(|run| run.is_right && run.restores.is_complete()) {
            let name = &case.launch.name;
            let what = format!("{name}: memory is not as expected, or reads are lost");
            return Err(Error::Disagreement(what));
        }
        const MERGED: DuplicateReads = DuplicateReads::Merged;
        let threshold = LIST.number("stt-promotion-threshold") as usize;
        let hints = hints(&case.kernel, &case.homes, MERGED, threshold);
        Ok((evaluation, DeadReads::of(&case, &hints, MERGED)?.values))
    }
}

type Runs = simulated::Runs<Applications>;

/// Results of every application, in percent of SRAM's.
fn percent(runs: &Runs, scheme: Scheme, of: impl Fn(&Evaluation, &Run) -> f64) -> Vec<f64> {
    let run = |(evaluation, _): &(Evaluation, ReadsPerValue)| {
        evaluation.run(scheme.name).map_or(f64::NAN, |run| 100.0 * of(evaluation, run))
    };
    runs.outcomes().map(run).collect()
}

fn throughput(runs: &Runs, scheme: Scheme) -> Vec<f64> {
    percent(runs, scheme, |evaluation, run| run.ipc / evaluation.sram.ipc)
}

fn energy(runs: &Runs, scheme: Scheme) -> Vec<f64> {
    percent(runs, scheme, |evaluation, run| run.energy_pj / evaluation.sram.energy_pj)
}

fn performance(runs: &Runs, scheme: Scheme) -> Simulated {
    let each = throughput(runs, scheme);
    simulated(mean(&each), &each, "IPC of SRAM's")
}

fn account(runs: &Runs, scheme: Scheme) -> Simulated {
    let without = percent(runs, scheme, |evaluation, run| {
        run.without_buffer_leakage_pj / evaluation.sram.energy_pj
    });
    let each = if runs.setting.options.flag(FREE_BUFFERS) {
        without.clone()
    } else {
        energy(runs, scheme)
    };
    let leakage =
        format!("the buffers leak as SRAM of their size; without that {:.1} %", mean(&without));
    simulated(mean(&each), &each, &leakage)
}

fn simulated(ours: f64, each: &[f64], what: &str) -> Simulated {
    let named = APPLICATIONS.iter().zip(each);
    let named: Vec<String> =
        named.map(|(application, one)| format!("{} {one:.1}", application.name)).collect();
    Simulated::new(Value::Number(ours), &[what, &named.join(", ")], INPUTS)
}

/// The mean of those of these names.
fn of_some(names: &[&str], each: &[f64], what: &str) -> Simulated {
    let named = APPLICATIONS.iter().zip(each);
    let some = named.filter(|(application, _)| names.contains(&application.name));
    let some: Vec<f64> = some.map(|(_, one)| *one).collect();
    simulated(mean(&some), each, what)
}

/// The mean of the applications' shares.
fn reads_per_value(runs: &Runs) -> Simulated {
    let shares: Vec<[f64; 4]> = runs.outcomes().filter_map(|(_, values)| values.shares()).collect();
    let mean = |n: usize| shares.iter().map(|share| share[n]).sum::<f64>() / shares.len() as f64;
    let never: u64 = runs.outcomes().map(|(_, values)| values.never).sum();
    let note = format!("as executed, of values that are read; {never} are never read");
    Simulated::new(Value::Numbers((0..4).map(mean).collect()), &[&note], INPUTS)
}
