//! Claims that simulations answer. An experiment lists its claims, the runs that each of them
//! needs, and what the runs say of it. Each run is made once, however many claims need it.

use super::{Claim, Paper, Value};
use crate::config::Options;
use crate::error::Result;
use rayon::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Index;

/// A simulated value.
#[derive(Clone, Debug)]
pub struct Simulated {
    pub ours: Value,
    /// Which inputs differ from the paper's, and so why the value may.
    pub note: String,
}

impl Simulated {
    /// A value with notes, the last of which says how the inputs differ.
    pub fn new(ours: Value, notes: &[&str], inputs: &str) -> Simulated {
        Simulated { ours, note: [notes, &[inputs]].concat().join("; ") }
    }
}

/// Changes to a paper's own configuration and launches. None of them by default.
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
    /// The paper's own, or with large inputs.
    pub fn sized(large: bool) -> Setting {
        let flags: &[&'static str] = if large { &[LARGE] } else { &[] };
        Setting { keys: Vec::new(), options: Options::flags(flags) }
    }

    /// The description of the launch: `usual`, if no other size is set.
    pub fn file(&self, usual: &'static str) -> &'static str {
        match (self.options.flag(LARGE), self.options.flag(SMALL)) {
            (true, _) => "large.toml",
            (_, true) => "case.toml",
            _ => usual,
        }
    }
}

/// Runs of one sort, and the claims that they answer.
pub trait Experiment: Sized + Sync + 'static {
    /// Name of a run, such as an application.
    type Run: Copy + Ord + Send + Sync;
    /// Result of a run.
    type Outcome: Send + Sync;

    /// The claims, with the runs that each of them needs.
    fn claims() -> Vec<SimulatedClaim<Self>>;

    /// # Errors
    /// Errors of the run, and [`crate::error::Error::Disagreement`] for a wrong output.
    fn run(run: Self::Run, setting: &Setting) -> Result<Self::Outcome>;
}

/// A claim, the runs that it needs, and what they say of it.
pub struct SimulatedClaim<E: Experiment> {
    id: &'static str,
    runs: Vec<E::Run>,
    ours: Ours<E>,
}

type Ours<E> = Box<dyn Fn(&Runs<E>) -> Simulated + Send + Sync>;

impl<E: Experiment> SimulatedClaim<E> {
    /// `ours` reads no run that is not among `runs`.
    pub fn new(
        id: &'static str,
        runs: impl IntoIterator<Item = E::Run>,
        ours: impl Fn(&Runs<E>) -> Simulated + Send + Sync + 'static,
    ) -> SimulatedClaim<E> {
        SimulatedClaim { id, runs: runs.into_iter().collect(), ours: Box::new(ours) }
    }
}

/// The runs that claims are judged by.
pub struct Runs<E: Experiment> {
    pub setting: Setting,
    outcomes: BTreeMap<E::Run, E::Outcome>,
}

impl<E: Experiment> Index<E::Run> for Runs<E> {
    type Output = E::Outcome;

    /// # Panics
    /// If the claim does not name the run among those that it needs.
    fn index(&self, run: E::Run) -> &E::Outcome {
        &self.outcomes[&run]
    }
}

impl<E: Experiment> Runs<E> {
    /// All that were made, in order of their names.
    pub fn outcomes(&self) -> impl Iterator<Item = &E::Outcome> {
        self.outcomes.values()
    }
}

/// Claims that simulations answer.
pub trait SimulatedClaims: Sync {
    /// Runs that these claims need, of which [`SimulatedClaims::answers`] reports progress.
    fn count(&self, claims: &[Claim]) -> usize;

    /// The runs that these claims need, with these changes. `progress` is called after each run.
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

/// Answers to the claims for which runs were made.
pub trait Answers: Sync {
    /// Answer to a claim, if it is one of theirs.
    fn of(&self, id: &str) -> Option<Simulated>;
}

/// Claims of an experiment that are asked for, and their runs.
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
        let needed: Vec<E::Run> = needed(&claims).into_iter().collect();
        let made = needed.into_par_iter().with_max_len(1).map(|run| {
            let outcome = E::run(run, setting)?;
            progress();
            Ok((run, outcome))
        });
        let runs = Runs { setting: setting.clone(), outcomes: made.collect::<Result<_>>()? };
        Ok(Box::new(Answered { claims, runs }))
    }
}

/// An experiment's claims that are among these.
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

    /// Runs of which progress is reported.
    pub fn count(papers: &[&Paper], claims: &[Claim]) -> usize {
        experiments(papers).map(|one| one.count(claims)).sum()
    }

    /// Answer to a claim, if it is one of theirs.
    pub fn of(&self, id: &str) -> Option<Simulated> {
        self.0.iter().find_map(|answers| answers.of(id))
    }
}

fn experiments(papers: &[&Paper]) -> impl Iterator<Item = &'static dyn SimulatedClaims> {
    papers.iter().flat_map(|paper| paper.simulations).copied()
}

/// How much `ours` is above a baseline, in percent.
pub fn gain(ours: f64, baseline: f64) -> f64 {
    100.0 * (ours / baseline - 1.0)
}

/// Arithmetic mean; not a number if there is none.
pub fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}
