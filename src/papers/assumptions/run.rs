//! Runs a paper's simulations at every point. Finished points are kept and not run again.

use super::{Headline, Open, Study, Tried};
use crate::config::Options;
use crate::error::{Error, Result};
use crate::papers::simulated::{Setting, Simulations};
use crate::papers::verdict::numbers;
use crate::papers::{Claim, Claims, Paper};
use crate::parallel;
use crate::run::Parts;

/// Environment of the runs: the store of finished points, and the inputs that they depend on.
pub struct Runner<'a> {
    pub parts: &'a Parts,
    /// Hash of configurations and kernels.
    pub content: blake3::Hash,
    /// Called after each point.
    pub progress: &'a (dyn Fn() + Sync),
}

/// Changed assumptions: for each, its index in the list and the index of its value.
pub(super) type Changes = Vec<(usize, usize)>;

/// Maximum number of points of a paper: ours, each value alone and, for each headline, the best
/// values together, and these without each of them in turn.
pub fn count(open: &Open) -> usize {
    1 + alone(open).count() + open.headlines.len() * (1 + open.assumptions.len())
}

fn alone(open: &Open) -> impl Iterator<Item = (usize, usize)> {
    let each = open.assumptions.iter().enumerate();
    each.flat_map(|(n, assumption)| (0..assumption.others.len()).map(move |value| (n, value)))
}

/// Studies of all headlines of a paper.
///
/// # Errors
/// Errors of the simulations, and of writing a point.
pub fn study(paper: &'static Paper, runner: &Runner) -> Result<Vec<Study>> {
    let Some(open) = paper.open else { return Ok(Vec::new()) };
    let claims = Claims::of(&[paper])?.claims;
    let is_headline = |claim: &Claim| open.headlines.iter().any(|one| one.id == claim.id);
    let claims: Vec<Claim> = claims.into_iter().filter(is_headline).collect();
    let points = Points { paper, open, claims: &claims, runner };
    let changes: Vec<Changes> =
        std::iter::once(Vec::new()).chain(alone(open).map(|change| vec![change])).collect();
    let mut figures = points.run(&changes)?;
    let ours = figures.remove(0);
    let favourable: Vec<Changes> = (0..open.headlines.len())
        .map(|headline| best(open, headline, &ours, &changes[1..], &figures))
        .collect();
    let together = points.run(&favourable)?;
    parallel::try_map(open.headlines.iter().enumerate(), |(n, headline)| {
        let tried = |(changes, figures): (&Changes, &Vec<f64>)| Tried {
            changes: changes.clone(),
            figure: figures[n],
        };
        let mut study = Study {
            headline,
            open,
            claim: points.claim(headline)?.clone(),
            ours: ours[n],
            alone: changes[1..].iter().zip(&figures).map(tried).collect(),
            together: tried((&favourable[n], &together[n])),
            least: None,
        };
        study.least = points.least(n, &study)?;
        Ok(study)
    })
}

/// For each assumption, the value that favours the paper most, if it does so more than ours.
fn best(
    open: &Open,
    headline: usize,
    ours: &[f64],
    alone: &[Changes],
    figures: &[Vec<f64>],
) -> Changes {
    let better = open.headlines[headline].better;
    let mut best: Changes = Vec::new();
    let mut figure = ours[headline];
    for (change, figures) in alone.iter().map(|changes| changes[0]).zip(figures) {
        let is_another = best.last().is_none_or(|(assumption, _)| *assumption != change.0);
        let before = if is_another { ours[headline] } else { figure };
        if better.prefers(figures[headline], before) {
            best.extend(is_another.then_some(change));
            *best.last_mut().expect("it was added or is the same one") = change;
            figure = figures[headline];
        }
    }
    best
}

/// Runs the points of a paper.
struct Points<'a> {
    paper: &'static Paper,
    open: &'static Open,
    /// Claims of the headlines.
    claims: &'a [Claim],
    runner: &'a Runner<'a>,
}

impl Points<'_> {
    fn claim(&self, headline: &Headline) -> Result<&Claim> {
        let found = self.claims.iter().find(|claim| claim.id == headline.id);
        found.ok_or_else(|| lacks(headline))
    }

    /// The figures of each headline at each point. Equal points run once.
    fn run(&self, all: &[Changes]) -> Result<Vec<Vec<f64>>> {
        let mut different: Vec<&Changes> = all.iter().collect();
        different.sort();
        different.dedup();
        let figures = parallel::try_map(&different, |changes| self.point(changes))?;
        (different.len()..all.len()).for_each(|_| (self.runner.progress)());
        let of = |changes: &Changes| {
            let at = different.iter().position(|other| *other == changes).expect("each is there");
            figures[at].clone()
        };
        Ok(all.iter().map(of).collect())
    }

    /// The best values that are needed to pass the test of [`Study::found_together`]. Each value is
    /// left out in turn, and stays out if the test still passes. `None` if a single value is
    /// enough, or if even all values together are not.
    fn least(&self, headline: usize, study: &Study) -> Result<Option<Tried>> {
        let all = self.open.assumptions.len();
        let Some(is_found) = study.found_together() else {
            (0..all).for_each(|_| (self.runner.progress)());
            return Ok(None);
        };
        let mut least = study.together.clone();
        for change in &study.together.changes {
            let mut changes = least.changes.clone();
            changes.retain(|other| other != change);
            let figure = self.point(&changes)?[headline];
            if is_found(study, figure) {
                least = Tried { changes, figure };
            }
        }
        (study.together.changes.len()..all).for_each(|_| (self.runner.progress)());
        Ok(Some(least))
    }

    fn point(&self, changes: &Changes) -> Result<Vec<f64>> {
        let setting = self.setting(changes);
        let key = self.key(&setting);
        let before = self.runner.parts.get(&key).and_then(|text| self.parse(&text, &key));
        let figures = match before {
            Some(figures) => figures,
            None => {
                let figures = self.simulate(&setting)?;
                self.runner.parts.put(&key, self.text(&figures, &key).as_bytes())?;
                figures
            }
        };
        (self.runner.progress)();
        Ok(figures)
    }

    fn setting(&self, changes: &Changes) -> Setting {
        let choices = || changes.iter().map(|(n, value)| &self.open.assumptions[*n].others[*value]);
        let flags: Vec<&'static str> =
            choices().flat_map(|choice| choice.flags.iter().copied()).collect();
        let keys = choices().flat_map(|choice| choice.keys.iter().map(ToString::to_string));
        Setting { keys: keys.collect(), options: Options::flags(&flags) }
    }

    fn key(&self, setting: &Setting) -> String {
        let ids: Vec<&str> = self.open.headlines.iter().map(|headline| headline.id).collect();
        let all = format!("{:?}", (self.paper.prefix, ids, setting, self.runner.content));
        blake3::hash(all.as_bytes()).to_hex().to_string()
    }

    fn simulate(&self, setting: &Setting) -> Result<Vec<f64>> {
        let simulations = Simulations::run(&[self.paper], self.claims, setting, || {})?;
        let figure = |headline: &Headline| {
            let simulated = simulations.of(headline.id)?;
            numbers(&simulated.ours)?.get(headline.part).copied()
        };
        let headlines = self.open.headlines.iter();
        headlines.map(|headline| figure(headline).ok_or_else(|| lacks(headline))).collect()
    }

    /// One figure per line, then the key; `parse` rejects a truncated text because its key is
    /// missing.
    fn text(&self, figures: &[f64], key: &str) -> String {
        let lines = figures.iter().map(|figure| format!("{figure:?}"));
        lines.chain([key.to_string()]).collect::<Vec<_>>().join("\n")
    }

    fn parse(&self, text: &[u8], key: &str) -> Option<Vec<f64>> {
        let text = std::str::from_utf8(text).ok()?;
        let figures = text.strip_suffix(key)?.lines().map(|line| line.parse().ok());
        let figures = figures.collect::<Option<Vec<f64>>>()?;
        (figures.len() == self.open.headlines.len()).then_some(figures)
    }
}

fn lacks(headline: &Headline) -> Error {
    Error::Disagreement(format!("{}: no simulation gives its figure", headline.id))
}
