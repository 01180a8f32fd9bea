//! Claims that simulations answer.
//!
//! An experiment lists its claims, the runs that each claim needs, and how the runs answer it. Each
//! run is made once, however many claims need it.

use super::{Claim, Paper, Value};
use crate::config::Options;
use crate::error::Result;
use crate::parallel;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Index;

/// A simulated value.
#[derive(Clone, Debug)]
pub struct Simulated {
    pub ours: Value,
    /// Which inputs differ from the paper's, and therefore why the value may differ.
    pub note: String,
}

impl Simulated {
    /// A value with notes; the last note says how the inputs differ.
    pub fn new(ours: Value, notes: &[&str], inputs: &str) -> Simulated {
        Simulated { ours, note: [notes, &[inputs]].concat().join("; ") }
    }
}

/// Changes to a paper's own configuration and launches; none by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setting {
    /// Configuration keys, as after `-p`.
    pub keys: Vec<String>,
    /// Flags: [`LARGE`], [`SMALL`], and those of the paper's own simulations.
    pub options: Options,
}

/// Flag: launches with large inputs.
pub const LARGE: &str = "large";

/// Flag: launches with small inputs.
pub const SMALL: &str = "small";

impl Setting {
    /// The paper's own setting, or the same with large inputs.
    pub fn sized(large: bool) -> Setting {
        let flags: &[&'static str] = if large { &[LARGE] } else { &[] };
        Setting { keys: Vec::new(), options: Options::flags(flags) }
    }

    /// File name of the launch description: `usual`, unless another size is set.
    pub fn file(&self, usual: &'static str) -> &'static str {
        match (self.options.flag(LARGE), self.options.flag(SMALL)) {
            (true, _) => "large.toml",
            (_, true) => "case.toml",
            _ => usual,
        }
    }
}

/// Runs of one kind, and the claims that they answer.
pub trait Experiment: Sized + Sync + 'static {
    /// Name of a run, such as an application.
    type Run: Copy + Ord + Send + Sync;
    /// Result of a run.
    type Outcome: Send + Sync;

    /// The claims, with the runs that each claim needs.
    fn claims() -> Vec<SimulatedClaim<Self>>;

    /// # Errors
    /// Errors of the run, and [`crate::error::Error::Disagreement`] for a wrong output.
    fn run(run: Self::Run, setting: &Setting) -> Result<Self::Outcome>;
}

/// A claim, the runs that it needs, and the function that derives our value from them.
pub struct SimulatedClaim<E: Experiment> {
    id: &'static str,
    runs: Vec<E::Run>,
    ours: Ours<E>,
}

type Ours<E> = Box<dyn Fn(&Runs<E>) -> Simulated + Send + Sync>;

impl<E: Experiment> SimulatedClaim<E> {
    /// `ours` must read only the runs in `runs`.
    pub fn new(
        id: &'static str,
        runs: impl IntoIterator<Item = E::Run>,
        ours: impl Fn(&Runs<E>) -> Simulated + Send + Sync + 'static,
    ) -> SimulatedClaim<E> {
        SimulatedClaim { id, runs: runs.into_iter().collect(), ours: Box::new(ours) }
    }
}

/// The finished runs from which claims are judged.
pub struct Runs<E: Experiment> {
    pub setting: Setting,
    outcomes: BTreeMap<E::Run, E::Outcome>,
}

impl<E: Experiment> Index<E::Run> for Runs<E> {
    type Output = E::Outcome;

    /// # Panics
    /// If the claim does not list the run among those that it needs.
    fn index(&self, run: E::Run) -> &E::Outcome {
        &self.outcomes[&run]
    }
}

impl<E: Experiment> Runs<E> {
    /// The outcomes of all finished runs, in the order of their names.
    pub fn outcomes(&self) -> impl Iterator<Item = &E::Outcome> {
        self.outcomes.values()
    }
}

/// Claims that simulations answer.
pub trait SimulatedClaims: Sync {
    /// Number of runs that these claims need; [`SimulatedClaims::answers`] reports progress once
    /// per run.
    fn count(&self, claims: &[Claim]) -> usize;

    /// Makes the runs that these claims need, with the changes in `setting`. `progress` is called
    /// after each run.
    ///
    /// # Errors
    /// Those of [`Experiment::run`].
    fn answers(
        &self,
        claims: &[Claim],
        setting: &Setting,
        progress: &(dyn Fn() + Sync),
    ) -> Result<Box<dyn Answers>>;
}

/// Answers to claims, from finished runs.
pub trait Answers: Sync {
    /// The answer to a claim, if these runs answer it.
    fn of(&self, id: &str) -> Option<Simulated>;
}

/// The requested claims of an experiment, and their runs.
struct Answered<E: Experiment> {
    claims: Vec<SimulatedClaim<E>>,
    runs: Runs<E>,
}

impl<E: Experiment> Answers for Answered<E> {
    fn of(&self, id: &str) -> Option<Simulated> {
        let claim = self.claims.iter().find(|claim| claim.id == id)?;
        Some((claim.ours)(&self.runs))
    }
}

impl<E: Experiment> SimulatedClaims for E {
    fn count(&self, claims: &[Claim]) -> usize {
        needed(&asked::<E>(claims)).len()
    }

    fn answers(
        &self,
        claims: &[Claim],
        setting: &Setting,
        progress: &(dyn Fn() + Sync),
    ) -> Result<Box<dyn Answers>> {
        let claims = asked::<E>(claims);
        let made = parallel::try_map(needed(&claims), |run| {
            let outcome = E::run(run, setting)?;
            progress();
            Ok((run, outcome))
        })?;
        let runs = Runs { setting: setting.clone(), outcomes: made.into_iter().collect() };
        Ok(Box::new(Answered { claims, runs }))
    }
}

/// The claims of an experiment that are in `claims`.
fn asked<E: Experiment>(claims: &[Claim]) -> Vec<SimulatedClaim<E>> {
    let mut asked = E::claims();
    asked.retain(|one| claims.iter().any(|claim| claim.id == one.id));
    asked
}

fn needed<E: Experiment>(claims: &[SimulatedClaim<E>]) -> BTreeSet<E::Run> {
    claims.iter().flat_map(|claim| claim.runs.iter().copied()).collect()
}

/// Answers of all papers.
#[derive(Default)]
pub struct Simulations(Vec<Box<dyn Answers>>);

impl Simulations {
    /// # Errors
    /// Errors of [`SimulatedClaims::answers`].
    pub fn run(
        papers: &[&Paper],
        claims: &[Claim],
        setting: &Setting,
        progress: impl Fn() + Sync,
    ) -> Result<Simulations> {
        let runs = experiments(papers).map(|one| one.answers(claims, setting, &progress));
        Ok(Simulations(runs.collect::<Result<_>>()?))
    }

    /// Number of runs for which progress is reported.
    pub fn count(papers: &[&Paper], claims: &[Claim]) -> usize {
        experiments(papers).map(|one| one.count(claims)).sum()
    }

    /// The answer to a claim, if a simulation answers it.
    pub fn of(&self, id: &str) -> Option<Simulated> {
        self.0.iter().find_map(|answers| answers.of(id))
    }
}

fn experiments(papers: &[&Paper]) -> impl Iterator<Item = &'static dyn SimulatedClaims> {
    papers.iter().flat_map(|paper| paper.simulations).copied()
}

/// Percentage by which `ours` exceeds a baseline.
pub fn gain(ours: f64, baseline: f64) -> f64 {
    100.0 * (ours / baseline - 1.0)
}

/// Arithmetic mean; NaN if there are no values.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}
