//! Simulations of applications of the paper's table IV on SRAM and under the paper's schemes, and
//! reads per value of our kernels.
//!
//! The paper gives means over 18 applications. We have kernels for ten; the others are named with
//! every figure. Throughput is the IPC relative to SRAM. Energy is relative to the SRAM run, which
//! has its own number of cycles; both energies are by table I. Means are arithmetic, as in the
//! paper.

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

const INPUTS: &str = "our own kernels on generated inputs and one SM with its share of L2 and \
                      DRAM; ten of the 18 applications, without LAV, LPS, MUM, NEU, NN, PVC, SAD, \
                      SSC";

/// The schemes that occur in claims.
const SCHEMES: [Scheme; 4] = [Scheme::RD, Scheme::CO, Scheme::CORB, Scheme::CORBAR];

/// Flag: ignore the leakage of the buffers.
pub const FREE_BUFFERS: &str = "free_buffers";

/// Runs of each of [`APPLICATIONS`] under each of [`SCHEMES`].
pub struct Applications;

impl Experiment for Applications {
    /// Index in [`APPLICATIONS`].
    type Run = usize;
    type Outcome = (Evaluation, ReadsPerValue);

    fn claims() -> Vec<SimulatedClaim<Applications>> {
        let claim =
            |id, ours: fn(&Runs) -> Simulated| SimulatedClaim::new(id, 0..APPLICATIONS.len(), ours);
        vec![
            claim("stt-rd-loss-intro", |runs| {
                let left = throughput(runs, Scheme::RD);
                simulated(100.0 - mean(&left), &left, "IPC under RD in percent of SRAM")
            }),
            claim("stt-perf-rd", |runs| performance(runs, Scheme::RD)),
            claim("stt-perf-co", |runs| performance(runs, Scheme::CO)),
            claim("stt-perf-corb", |runs| performance(runs, Scheme::CORB)),
            claim("stt-perf-corbar", |runs| performance(runs, Scheme::CORBAR)),
            claim("stt-perf-co-best", |runs| {
                of_some(&["BAC", "MON"], &throughput(runs, Scheme::CO), "% of SRAM; without NEU")
            }),
            claim("stt-energy-rd-worst", |runs| {
                let above = energy(runs, Scheme::RD).into_iter().map(|share| share - 100.0);
                of_some(&["PAT"], &above.collect::<Vec<f64>>(), "% above SRAM; without LPS and NEU")
            }),
            claim("stt-energy-co", |runs| account(runs, Scheme::CO)),
            claim("stt-energy-corb", |runs| account(runs, Scheme::CORB)),
            claim("stt-energy-corbar", |runs| account(runs, Scheme::CORBAR)),
            claim("stt-reads-per-value", reads_per_value),
        ]
    }

    /// Fails if the memory after a run differs from that of the executor, or a read is lost.
    fn run(application: usize, setting: &Setting) -> Result<(Evaluation, ReadsPerValue)> {
        let config = systems::config_with(CONFIGURATION, &setting.keys)?;
        let folder = shipped::kernel(APPLICATIONS[application].kernel)?;
        let case = Case::on_allocated_registers(&folder.join(setting.file("case.toml")))?;
        let case = Arc::new(case);
        let evaluation = evaluate(&case, &config, &SCHEMES.map(Variant::of))?;
        let mut runs = evaluation.variants.iter().filter_map(|(_, run)| run.as_ref());
        if !runs.all(|run| run.is_right && run.restores.is_complete()) {
            let name = &case.launch.name;
            let what = format!("{name}: wrong memory contents, or lost reads");
            return Err(Error::Disagreement(what));
        }
        const MERGED: DuplicateReads = DuplicateReads::Merged;
        let threshold = LIST.number("stt-promotion-threshold") as usize;
        let hints = hints(&case.kernel, &case.homes, MERGED, threshold);
        Ok((evaluation, DeadReads::of(&case, &hints, MERGED)?.values))
    }
}

type Runs = simulated::Runs<Applications>;

/// Results of every application, in percent of SRAM.
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
    simulated(mean(&each), &each, "IPC in percent of SRAM")
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
    let leakage = format!(
        "energy in percent of SRAM, with the buffers leaking as SRAM of their size; {:.1} % \
         without this leakage",
        mean(&without)
    );
    simulated(mean(&each), &each, &leakage)
}

fn simulated(ours: f64, each: &[f64], what: &str) -> Simulated {
    let named = APPLICATIONS.iter().zip(each);
    let named: Vec<String> =
        named.map(|(application, one)| format!("{} {one:.1}", application.name)).collect();
    Simulated::new(Value::Number(ours), &[what, &named.join(", ")], INPUTS)
}

/// The mean over the applications with these names.
fn of_some(names: &[&str], each: &[f64], what: &str) -> Simulated {
    let named = APPLICATIONS.iter().zip(each);
    let some = named.filter(|(application, _)| names.contains(&application.name));
    let some: Vec<f64> = some.map(|(_, one)| *one).collect();
    simulated(mean(&some), each, what)
}

/// Shares of values by number of reads, averaged over the applications.
fn reads_per_value(runs: &Runs) -> Simulated {
    let shares: Vec<[f64; 4]> = runs.outcomes().filter_map(|(_, values)| values.shares()).collect();
    let mean = |n: usize| shares.iter().map(|share| share[n]).sum::<f64>() / shares.len() as f64;
    let never: u64 = runs.outcomes().map(|(_, values)| values.never).sum();
    let note =
        format!("shares of the values that are read, as executed; {never} values are never read");
    Simulated::new(Value::Numbers((0..4).map(mean).collect()), &[&note], INPUTS)
}
