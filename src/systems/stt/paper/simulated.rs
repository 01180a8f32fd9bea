//! Applications of the paper's table IV on SRAM and under its schemes, and reads per value of our
//! kernels.
//!
//! The paper's means are of 18 applications. We have kernels for ten; the others are named beside
//! every figure. Throughput is IPC over SRAM's, energy is over that of SRAM with the same accesses in
//! SRAM's own cycles, both by table I; the arithmetic mean, as the paper has it.

use super::LIST;
use crate::config::DuplicateReads;
use crate::error::{Error, Result};
use crate::papers::simulated::{Answers, Setting, Simulated, SimulatedClaims, each};
use crate::papers::{Claim, Value};
use crate::run::Case;
use crate::shipped;
use crate::systems;
use crate::systems::stt::compiler::dead_reads::{DeadReads, ReadsPerValue};
use crate::systems::stt::compiler::hints;
use crate::systems::stt::scheme::Scheme;
use crate::systems::stt::techniques::{Evaluation, Run, Variant, evaluate};
use std::path::Path;
use std::sync::Arc;

/// An application of table IV and our kernel for it.
struct Application {
    name: &'static str,
    kernel: &'static str,
}

static APPLICATIONS: [Application; 10] = [
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

/// A claim and what the runs say of it.
struct Simulation {
    id: &'static str,
    ours: fn(&Runs) -> Simulated,
}

const SIMULATIONS: &[Simulation] = &[
    Simulation {
        id: "stt-rd-loss-intro",
        ours: |runs| {
            let left = runs.throughput(Scheme::RD);
            runs.of(100.0 - runs.mean(&left), &left, "throughput left")
        },
    },
    Simulation { id: "stt-perf-rd", ours: |runs| runs.performance(Scheme::RD) },
    Simulation { id: "stt-perf-co", ours: |runs| runs.performance(Scheme::CO) },
    Simulation { id: "stt-perf-corb", ours: |runs| runs.performance(Scheme::CORB) },
    Simulation { id: "stt-perf-corbar", ours: |runs| runs.performance(Scheme::CORBAR) },
    Simulation {
        id: "stt-perf-co-best",
        ours: |runs| runs.of_some(&["BAC", "MON"], &runs.throughput(Scheme::CO), "without NEU"),
    },
    Simulation {
        id: "stt-energy-rd-worst",
        ours: |runs| {
            let above: Vec<f64> =
                runs.energy(Scheme::RD).iter().map(|share| share - 100.0).collect();
            runs.of_some(&["PAT"], &above, "without LPS and NEU")
        },
    },
    Simulation { id: "stt-energy-co", ours: |runs| runs.account(Scheme::CO) },
    Simulation { id: "stt-energy-corb", ours: |runs| runs.account(Scheme::CORB) },
    Simulation { id: "stt-energy-corbar", ours: |runs| runs.account(Scheme::CORBAR) },
    Simulation { id: READS_PER_VALUE, ours: Runs::reads_per_value },
];

const READS_PER_VALUE: &str = "stt-reads-per-value";

/// Flag: the buffers' leakage does not count.
pub const FREE_BUFFERS: &str = "free_buffers";

/// The runs that claims are judged by, one for each of [`APPLICATIONS`].
pub struct Runs {
    free_buffers: bool,
    evaluations: Vec<Evaluation>,
    values: Vec<ReadsPerValue>,
}

/// The claims that [`Runs`] answer.
pub struct Applications;

impl SimulatedClaims for Applications {
    fn count(&self, claims: &[Claim]) -> usize {
        if is_asked(claims) { APPLICATIONS.len() } else { 0 }
    }

    /// Each application under each scheme. Fails if a run leaves other memory than the executor.
    fn run(
        &self,
        claims: &[Claim],
        setting: &Setting,
        progress: &(dyn Fn() + Sync),
    ) -> Result<Box<dyn Answers>> {
        let free_buffers = setting.options.flag(FREE_BUFFERS);
        let mut runs = Runs { free_buffers, evaluations: Vec::new(), values: Vec::new() };
        if is_asked(claims) {
            let all =
                each(&APPLICATIONS, progress, |of| run(&shipped::kernel(of.kernel)?, setting))?;
            (runs.evaluations, runs.values) = all.into_iter().unzip();
        }
        Ok(Box::new(runs))
    }
}

fn is_asked(claims: &[Claim]) -> bool {
    let is_ours = |claim: &Claim| SIMULATIONS.iter().any(|simulation| simulation.id == claim.id);
    claims.iter().any(is_ours)
}

fn run(folder: &Path, setting: &Setting) -> Result<(Evaluation, ReadsPerValue)> {
    let config = systems::config(CONFIGURATION, &setting.keys)?;
    let file = setting.file("case.toml");
    let case = Arc::new(Case::on_allocated_registers(&folder.join(file))?);
    let evaluation = evaluate(&case, &config, &SCHEMES.map(Variant::of))?;
    let mut runs = evaluation.variants.iter().filter_map(|(_, run)| run.as_ref());
    if !runs.all(|run| run.is_right && run.restores.is_complete()) {
        let what = format!("{}: memory is not as expected, or reads are lost", case.launch.name);
        return Err(Error::Disagreement(what));
    }
    const MERGED: DuplicateReads = DuplicateReads::Merged;
    let threshold = LIST.number("stt-promotion-threshold") as usize;
    let hints = hints(&case.kernel, &case.homes, MERGED, threshold);
    Ok((evaluation, DeadReads::of(&case, &hints, MERGED)?.values))
}

impl Answers for Runs {
    fn of(&self, id: &str) -> Option<Simulated> {
        let simulation = SIMULATIONS.iter().find(|simulation| simulation.id == id)?;
        (!self.evaluations.is_empty()).then(|| (simulation.ours)(self))
    }
}

impl Runs {
    /// Results of every application, in percent of SRAM's.
    fn percent(&self, scheme: Scheme, of: impl Fn(&Evaluation, &Run) -> f64) -> Vec<f64> {
        let run = |evaluation: &Evaluation| {
            evaluation.run(scheme.name).map_or(f64::NAN, |run| 100.0 * of(evaluation, run))
        };
        self.evaluations.iter().map(run).collect()
    }

    fn throughput(&self, scheme: Scheme) -> Vec<f64> {
        self.percent(scheme, |evaluation, run| run.ipc / evaluation.sram.ipc)
    }

    fn energy(&self, scheme: Scheme) -> Vec<f64> {
        self.percent(scheme, |evaluation, run| run.energy_pj / evaluation.sram.energy_pj)
    }

    fn mean(&self, each: &[f64]) -> f64 {
        each.iter().sum::<f64>() / each.len() as f64
    }

    fn performance(&self, scheme: Scheme) -> Simulated {
        let each = self.throughput(scheme);
        self.of(self.mean(&each), &each, "IPC of SRAM's")
    }

    fn account(&self, scheme: Scheme) -> Simulated {
        let without = self.percent(scheme, |evaluation, run| {
            run.without_buffer_leakage_pj / evaluation.sram.energy_pj
        });
        let each = if self.free_buffers { without.clone() } else { self.energy(scheme) };
        let leakage = format!(
            "the buffers leak as SRAM of their size; without that {:.1} %",
            self.mean(&without)
        );
        self.of(self.mean(&each), &each, &leakage)
    }

    fn of(&self, ours: f64, each: &[f64], what: &str) -> Simulated {
        let named = APPLICATIONS.iter().zip(each);
        let named: Vec<String> =
            named.map(|(application, one)| format!("{} {one:.1}", application.name)).collect();
        Simulated::new(Value::Number(ours), &[what, &named.join(", ")], INPUTS)
    }

    /// The mean of those of these names.
    fn of_some(&self, names: &[&str], each: &[f64], what: &str) -> Simulated {
        let named = APPLICATIONS.iter().zip(each);
        let some = named.filter(|(application, _)| names.contains(&application.name));
        let some: Vec<f64> = some.map(|(_, one)| *one).collect();
        self.of(self.mean(&some), each, what)
    }

    /// The mean of the applications' shares.
    fn reads_per_value(&self) -> Simulated {
        let shares: Vec<[f64; 4]> = self.values.iter().filter_map(ReadsPerValue::shares).collect();
        let mean =
            |n: usize| shares.iter().map(|share| share[n]).sum::<f64>() / shares.len() as f64;
        let never: u64 = self.values.iter().map(|values| values.never).sum();
        let note = format!("as executed, of values that are read; {never} are never read");
        Simulated::new(Value::Numbers((0..4).map(mean).collect()), &[&note], INPUTS)
    }
}
