//! Simulates layers of CifarNet and AlexNet and matrix products: with renaming only, with sharing
//! by the sound form of the paper's rules, and with all extensions.
//!
//! The paper's baseline renames registers, so gains are relative to renaming only. The figures of a
//! network sum those of its layers that we have, each weighted by its output maps.

use crate::bits::LANES;
use crate::error::{Error, Result};
use crate::papers::Value;
use crate::papers::simulated::{self, Experiment, Setting, Simulated, SimulatedClaim, gain};
use crate::run::Case;
use crate::shipped;
use crate::systems;
use crate::systems::sharing::results::Loads;
use crate::systems::sharing::techniques::{Evaluation, Run, Variant, evaluate};
use std::sync::Arc;

const CONFIGURATION: &str = "jeon-2019";

const INPUTS: &str = "our own kernels with the shapes of the layers, on generated inputs and one \
                      SM with its share of L2 and DRAM; gains over a register file that only \
                      renames";

/// Application to which a launch belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    CifarNet,
    AlexNet,
    Naive,
    Tiled,
}

/// A launch, and the number of output maps of its layers divided by its own number.
struct Application {
    work: Work,
    kernel: &'static str,
    launch: &'static str,
    times: f64,
}

const fn layer(work: Work, kernel: &'static str, launch: &'static str, times: f64) -> Application {
    Application { work, kernel, launch, times }
}

const CONV: &str = "conv_layer";
const POOL: &str = "pool_layer";

/// The paper gives no layer shapes; these are the shapes of the networks. AlexNet's fourth and
/// fifth convolutions have the shape of the third, with other maps. Fully connected layers are
/// omitted.
const APPLICATIONS: [Application; 14] = [
    layer(Work::CifarNet, CONV, "cifarnet-1", 8.0),
    layer(Work::CifarNet, POOL, "cifarnet-1", 1.0),
    layer(Work::CifarNet, CONV, "cifarnet-2", 16.0),
    layer(Work::CifarNet, POOL, "cifarnet-2", 1.0),
    layer(Work::CifarNet, CONV, "cifarnet-3", 16.0),
    layer(Work::CifarNet, POOL, "cifarnet-3", 1.0),
    layer(Work::AlexNet, CONV, "alexnet-1", 96.0),
    layer(Work::AlexNet, POOL, "alexnet-1", 4.0),
    layer(Work::AlexNet, CONV, "alexnet-2", 768.0),
    layer(Work::AlexNet, POOL, "alexnet-2", 4.0),
    layer(Work::AlexNet, CONV, "alexnet-3", 614.4),
    layer(Work::AlexNet, POOL, "alexnet-5", 4.0),
    layer(Work::Naive, "matrix_multiply_naive", "jeon-2019", 1.0),
    layer(Work::Tiled, "matrix_multiply_tiled_32", "jeon-2019", 1.0),
];

const NETWORKS: [Work; 2] = [Work::CifarNet, Work::AlexNet];
const MATRICES: [Work; 2] = [Work::Naive, Work::Tiled];

/// Results of a launch with renaming only, and under each variant of [`WITH`].
pub struct One {
    application: &'static Application,
    registers: usize,
    evaluation: Evaluation,
}

/// The paper's technique, and all extensions, both with the configured table.
const WITH: [Variant; 2] = [Variant::SOUND, Variant::EVERYTHING];

impl One {
    fn name(&self) -> String {
        format!("{}/{}", self.application.kernel, self.application.launch)
    }

    fn shared(&self, with: usize) -> &Run {
        &self.evaluation.variants[with].1
    }

    fn gain(&self, with: usize) -> f64 {
        gain(self.evaluation.renaming.cycles as f64, self.shared(with).cycles as f64)
    }
}

/// Name of the flag that evaluates the claims under [`Variant::EVERYTHING`].
pub const EXTENSIONS: &str = "extensions";

/// Launches of [`APPLICATIONS`].
pub struct Applications;

impl Experiment for Applications {
    /// Index into [`APPLICATIONS`].
    type Run = usize;
    type Outcome = One;

    fn claims() -> Vec<SimulatedClaim<Applications>> {
        let claim =
            |id, ours: fn(&Runs) -> Simulated| SimulatedClaim::new(id, 0..APPLICATIONS.len(), ours);
        vec![
            claim("loc-speedup-abstract", Runs::best),
            claim("loc-saving-abstract", |runs| {
                runs.one(|runs, with| runs.saved(Work::CifarNet, with))
            }),
            claim("loc-cnn-layer-speedup", Runs::best_layer),
            claim("loc-cnn-e2e-speedup", Runs::best_network),
            claim("loc-traffic", |runs| runs.each(&NETWORKS, Runs::lines_removed)),
            claim("loc-partial-share-cifar", |runs| runs.partial(Work::CifarNet, &[0, 1, 2])),
            claim("loc-partial-share-alex", |runs| runs.partial(Work::AlexNet, &[0, 2])),
            claim("loc-reg-saving", |runs| runs.each(&NETWORKS, Runs::saved)),
            claim("loc-reg-saving-kb", |runs| runs.each(&NETWORKS, Runs::saved_kilobytes)),
            claim("loc-matmul-naive", |runs| {
                runs.one(|runs, with| runs.network_gain(Work::Naive, with))
            }),
            claim("loc-matmul-sw", Runs::blocked_over_sharing),
            claim("loc-matmul-cta", |runs| {
                runs.one(|runs, with| runs.network_gain(Work::Tiled, with))
            }),
            claim("loc-matmul-regs-opt", Runs::registers_of_blocked),
            claim("loc-matmul-saving", |runs| runs.one(|runs, with| runs.saved(Work::Naive, with))),
            claim("loc-matmul-saving-kb", |runs| runs.each(&MATRICES, Runs::saved_kilobytes)),
        ]
    }

    /// Fails if a load has no verdict, or if a run with an expected result ends with another one.
    fn run(application: usize, setting: &Setting) -> Result<One> {
        let application = &APPLICATIONS[application];
        let config = systems::config_with(CONFIGURATION, &setting.keys)?;
        let file = format!("{}.toml", application.launch);
        let case = Case::on_allocated_registers(&shipped::kernel(application.kernel)?.join(file))?;
        let case = Arc::new(case);
        let evaluation = evaluate(&case, &config, &WITH)?;
        let one = One { application, registers: case.registers(), evaluation };
        for run in (0..WITH.len()).map(|with| one.shared(with)) {
            let lines = run.lines + run.loads.lines_saved;
            if !run.is_right || !run.loads.is_complete() || lines != one.evaluation.sram.lines {
                let what = format!("{}: wrong memory contents or number of lines", one.name());
                return Err(Error::Disagreement(what));
            }
        }
        Ok(one)
    }
}

type Runs = simulated::Runs<Applications>;

impl Runs {
    /// Index into [`WITH`] of the variant under which the claims are evaluated.
    fn with(&self) -> usize {
        usize::from(self.setting.options.flag(EXTENSIONS))
    }

    fn of(&self, work: Work) -> impl Iterator<Item = &One> {
        self.outcomes().filter(move |one| one.application.work == work)
    }

    /// Sum over all launches of a network, each weighted by `times`.
    fn sum(&self, work: Work, of: impl Fn(&One) -> u64) -> f64 {
        self.of(work).map(|one| one.application.times * of(one) as f64).sum()
    }

    fn network_gain(&self, work: Work, with: usize) -> f64 {
        let renaming = self.sum(work, |one| one.evaluation.renaming.cycles);
        gain(renaming, self.sum(work, |one| one.shared(with).cycles))
    }

    /// Lines requested from L1 that sharing removes, in percent of those on SRAM.
    fn lines_removed(&self, work: Work, with: usize) -> f64 {
        let lines = self.sum(work, |one| one.evaluation.sram.lines);
        100.0 * (1.0 - self.sum(work, |one| one.shared(with).lines) / lines)
    }

    /// Maximum numbers of mapped registers of warps and of mapped physical registers.
    fn registers(&self, work: Work, with: usize) -> [f64; 2] {
        let most = |of: fn(&Loads) -> u64| {
            self.of(work).map(|one| of(&one.shared(with).loads)).max().unwrap_or(0) as f64
        };
        [most(|loads| loads.mapped_at_most), most(|loads| loads.registers_at_most)]
    }

    fn saved(&self, work: Work, with: usize) -> f64 {
        let [mapped, taken] = self.registers(work, with);
        100.0 * (1.0 - taken / mapped)
    }

    fn saved_kilobytes(&self, work: Work, with: usize) -> f64 {
        let [mapped, taken] = self.registers(work, with);
        (mapped - taken) * (4 * LANES) as f64 / super::KILO
    }

    /// A figure under the evaluated variant; the note gives it with all extensions.
    fn one(&self, of: impl Fn(&Runs, usize) -> f64) -> Simulated {
        let note = format!("with all extensions {:.1}", of(self, 1));
        Simulated::new(Value::Number(of(self, self.with())), &[&note], INPUTS)
    }

    /// The same figure for several applications.
    fn each(&self, works: &[Work], of: impl Fn(&Runs, Work, usize) -> f64) -> Simulated {
        let with = |with| works.iter().map(|work| of(self, *work, with)).collect::<Vec<f64>>();
        let shown: Vec<String> = with(1).iter().map(|one| format!("{one:.1}")).collect();
        let note = format!("with all extensions {}", shown.join(", "));
        Simulated::new(Value::Numbers(with(self.with())), &[&note], INPUTS)
    }

    /// Greatest gain among these launches, in percent, and the name of its launch.
    fn greatest<'a>(of: impl Iterator<Item = &'a One>, with: usize) -> (f64, String) {
        let gains = of.map(|one| (one.gain(with), one.name()));
        gains.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap_or_default()
    }

    fn best(&self) -> Simulated {
        let [(ours, of), (more, other)] =
            [self.with(), 1].map(|with| Runs::greatest(self.outcomes(), with));
        let factor = |gain: f64| 1.0 + gain / 100.0;
        let note = format!("best: {of}; with all extensions {:.2}, {other}", factor(more));
        Simulated::new(Value::Number(factor(ours)), &[&note], INPUTS)
    }

    fn best_layer(&self) -> Simulated {
        let layers = || NETWORKS.into_iter().flat_map(|network| self.of(network));
        let [(ours, of), (more, other)] =
            [self.with(), 1].map(|with| Runs::greatest(layers(), with));
        let note = format!("best: {of}; with all extensions {more:.1}, {other}");
        Simulated::new(Value::Number(ours), &[&note], INPUTS)
    }

    fn best_network(&self) -> Simulated {
        let gains = |with| NETWORKS.map(|network| self.network_gain(network, with));
        let [[cifar, alex], [more_cifar, more_alex]] = [self.with(), 1].map(gains);
        let note = format!(
            "CifarNet {cifar:.1} %, AlexNet {alex:.1} %; with all extensions {more_cifar:.1} %, \
             {more_alex:.1} %; without fully connected layers"
        );
        Simulated::new(Value::Number(cifar.max(alex)), &[&note], INPUTS)
    }

    /// Merged loads, in percent of the shared loads.
    fn partial(&self, network: Work, layers: &[usize]) -> Simulated {
        let shares = |with: usize| {
            let share = |layer: &usize| {
                let mut convolutions =
                    self.of(network).filter(|one| one.application.kernel == CONV);
                let loads = convolutions.nth(*layer).map(|one| one.shared(with).loads);
                let Loads { held, coming, merged, .. } = loads.unwrap_or_default();
                100.0 * merged as f64 / (held + coming + merged).max(1) as f64
            };
            layers.iter().map(share).collect::<Vec<f64>>()
        };
        let shown: Vec<String> = shares(1).iter().map(|share| format!("{share:.1}")).collect();
        let note = format!("with all extensions {}", shown.join(", "));
        Simulated::new(Value::Numbers(shares(self.with())), &[&note], INPUTS)
    }

    /// Gain of the blocked matrix product without sharing over the naive one with sharing.
    fn blocked_over_sharing(&self) -> Simulated {
        self.one(|runs, with| {
            let naive = runs.sum(Work::Naive, |one| one.shared(with).cycles);
            gain(naive, runs.sum(Work::Tiled, |one| one.evaluation.renaming.cycles))
        })
    }

    fn registers_of_blocked(&self) -> Simulated {
        let of = |work| self.of(work).map(|one| one.registers).sum::<usize>() as f64;
        let [naive, blocked] = MATRICES.map(of);
        let note = format!("blocked {blocked} and naive {naive} registers per thread");
        Simulated::new(Value::Number(gain(blocked, naive)), &[&note], INPUTS)
    }
}
