//! Claims that simulations answer. Each paper says which runs its claims need, and what the runs say
//! of them.

use super::{Claim, Paper, Value};
use crate::config::Options;
use crate::error::Result;
use rayon::prelude::*;

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

/// A paper's claims that simulations answer.
pub trait SimulatedClaims: Sync {
    /// Steps of which [`SimulatedClaims::run`] reports progress.
    fn count(&self, claims: &[Claim]) -> usize;

    /// The runs that these claims need, with these changes. `progress` is called after each step.
    ///
    /// # Errors
    /// Errors of a run, and [`crate::error::Error::Disagreement`] for a wrong output.
    fn run(
        &self,
        claims: &[Claim],
        setting: &Setting,
        progress: &(dyn Fn() + Sync),
    ) -> Result<Box<dyn Answers>>;
}

/// The runs of a paper.
pub trait Answers: Sync {
    /// Answer to a claim, if it is one of theirs.
    fn of(&self, id: &str) -> Option<Simulated>;
}

/// The runs that claims are judged by, of all papers.
#[derive(Default)]
pub struct Simulations(Vec<Box<dyn Answers>>);

impl Simulations {
    /// # Errors
    /// Errors of [`SimulatedClaims::run`].
    pub fn run(
        papers: &[&Paper],
        claims: &[Claim],
        setting: &Setting,
        progress: impl Fn() + Sync,
    ) -> Result<Simulations> {
        let of = papers.iter().filter_map(|paper| paper.simulations);
        let runs = of.map(|simulated| simulated.run(claims, setting, &progress));
        Ok(Simulations(runs.collect::<Result<_>>()?))
    }

    /// Steps of which progress is reported.
    pub fn count(papers: &[&Paper], claims: &[Claim]) -> usize {
        let of = papers.iter().filter_map(|paper| paper.simulations);
        of.map(|simulated| simulated.count(claims)).sum()
    }

    /// Answer to a claim, if it is one of theirs.
    pub fn of(&self, id: &str) -> Option<Simulated> {
        self.0.iter().find_map(|answers| answers.of(id))
    }
}

/// Runs each, some at a time; `progress` is called after each.
///
/// # Errors
/// Errors of `run`.
pub fn each<T: Sync, R: Send>(
    all: &'static [T],
    progress: &(dyn Fn() + Sync),
    run: impl Fn(&'static T) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let one = |of: &'static T| {
        let one = run(of)?;
        progress();
        Ok(one)
    };
    all.par_iter().map(one).collect()
}

/// How much `ours` is above a baseline, in percent.
pub fn gain(ours: f64, baseline: f64) -> f64 {
    100.0 * (ours / baseline - 1.0)
}
