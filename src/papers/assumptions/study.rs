//! The study of one headline: the assumptions on which it depends.

use super::run::Changes;
use super::{Headline, Open};
use crate::papers::Claim;
use crate::papers::verdict::numbers;

/// A headline with its figure at every point.
pub struct Study {
    pub headline: &'static Headline,
    pub open: &'static Open,
    pub claim: Claim,
    /// Figure as in `reproduce`.
    pub ours: f64,
    /// Points with one other value of one assumption.
    pub alone: Vec<Tried>,
    /// The point with the best value of every assumption.
    pub together: Tried,
    /// The values of `together` that are needed, if no single value is enough.
    pub least: Option<Tried>,
}

/// A figure with the changed assumptions that give it.
#[derive(Clone)]
pub struct Tried {
    pub changes: Changes,
    pub figure: f64,
}

impl Study {
    /// The paper's figure.
    pub fn theirs(&self) -> f64 {
        let printed = self.claim.printed();
        let part = numbers(&printed.value).and_then(|all| all.get(self.headline.part).copied());
        part.unwrap_or(f64::NAN)
    }

    /// Quantity of the figure. A claim with several figures names them in brackets:
    /// `gain [min, mean, max]`.
    pub fn quantity(&self) -> String {
        let quantity = &self.claim.quantity;
        let parts = quantity.strip_suffix(']').and_then(|text| text.split_once(" ["));
        let part =
            parts.and_then(|(all, parts)| Some((all, parts.split(", ").nth(self.headline.part)?)));
        part.map_or_else(|| quantity.clone(), |(all, part)| format!("{all}, {part}"))
    }

    /// Whether a figure is on the same side of the neutral figure as the paper's.
    pub fn has_sign(&self, figure: f64) -> bool {
        let neutral = self.headline.neutral;
        (figure - neutral) * (self.theirs() - neutral) > 0.0
    }

    /// Whether a figure favours the paper at least as much as the paper's own, at the printed
    /// precision.
    pub fn reaches(&self, figure: f64) -> bool {
        let printed = self.claim.printed();
        let equal = printed
            .precisions
            .get(self.headline.part)
            .is_some_and(|precision| precision.print(figure) == precision.print(self.theirs()));
        equal || self.headline.better.prefers(figure, self.theirs())
    }

    /// All points except ours. A single best value is already among `alone`.
    pub fn changed(&self) -> impl Iterator<Item = &Tried> {
        let together = Some(&self.together).filter(|together| together.changes.len() > 1);
        self.alone.iter().chain(together).chain(&self.least)
    }

    /// The test that only the best values together pass: having the paper's sign, or else reaching
    /// its figure.
    pub(super) fn found_together(&self) -> Option<fn(&Study, f64) -> bool> {
        let tests: [fn(&Study, f64) -> bool; 2] = [Study::has_sign, Study::reaches];
        tests.into_iter().find(|is_found| {
            let others = self.alone.iter().map(|one| one.figure).chain([self.ours]);
            is_found(self, self.together.figure)
                && !others.into_iter().any(|one| is_found(self, one))
        })
    }

    /// The point that favours the paper most, if it does so more than ours.
    pub fn closest(&self) -> Option<&Tried> {
        let better = self.headline.better;
        let best = self.changed().reduce(|best, other| {
            if better.prefers(other.figure, best.figure) { other } else { best }
        });
        best.filter(|best| better.prefers(best.figure, self.ours))
    }

    /// The figure as text; with its sign if the neutral figure is 0.
    pub fn print(&self, figure: f64) -> String {
        match self.headline.neutral {
            0.0 => format!("{figure:+.1}"),
            _ => format!("{figure:.1}"),
        }
    }

    /// `scheduler = gto, input size = large`.
    pub fn describe(&self, changes: &Changes) -> String {
        let one = |(n, value): &(usize, usize)| {
            let assumption = &self.open.assumptions[*n];
            format!("{} = {}", assumption.name, assumption.others[*value].name)
        };
        changes.iter().map(one).collect::<Vec<_>>().join(", ")
    }

    /// A sentence on the conditions under which the paper's sign and figure are found.
    pub fn sentence(&self) -> String {
        let closest = self.closest().map_or("ours".into(), |closest| self.figure_at(closest));
        match self.changed().any(|one| self.has_sign(one.figure)) || self.has_sign(self.ours) {
            true => {
                format!("The sign {}; the paper's figure {}.", self.sign(), self.figure(&closest))
            }
            false => format!(
                "None of the {} points has the paper's sign or reaches its figure; the closest is \
                 {closest}.",
                self.points()
            ),
        }
    }

    fn sign(&self) -> String {
        if !self.has_sign(self.ours) {
            return self.found("is the paper's", |figure| self.has_sign(figure));
        }
        let lost: Vec<String> = self
            .changed()
            .filter(|one| !self.has_sign(one.figure))
            .map(|one| self.at(one))
            .collect();
        match lost.is_empty() {
            true => format!("is the paper's at all {} points", self.points()),
            false => format!("is the paper's unless {}", lost.join(" or ")),
        }
    }

    fn figure(&self, closest: &str) -> String {
        if self.reaches(self.ours) {
            "is reached".into()
        } else if self.changed().any(|one| self.reaches(one.figure)) {
            self.found("is reached", |figure| self.reaches(figure))
        } else {
            format!("is reached at none of the {} points, the closest is {closest}", self.points())
        }
    }

    /// Figures of all points, including ours.
    fn figures(&self) -> impl Iterator<Item = f64> {
        self.changed().map(|one| one.figure).chain([self.ours])
    }

    /// Number of points of the table.
    pub fn points(&self) -> usize {
        self.figures().count()
    }

    /// Number of points whose figure passes a test.
    pub fn count(&self, is_such: impl Fn(f64) -> bool) -> usize {
        self.figures().filter(|figure| is_such(*figure)).count()
    }

    fn at(&self, tried: &Tried) -> String {
        format!("{} ({})", self.describe(&tried.changes), self.print(tried.figure))
    }

    /// A figure with its point; long lists of changes are shortened.
    fn figure_at(&self, tried: &Tried) -> String {
        let figure = self.print(tried.figure);
        match tried.changes.len() {
            1 => format!("{figure} with {}", self.describe(&tried.changes)),
            _ if tried.changes == self.together.changes => {
                format!("{figure} with the best value of each")
            }
            _ => format!("{figure} with the needed ones of the best values"),
        }
    }

    /// The single values whose figures pass a test; otherwise whether the best values together pass
    /// it.
    fn found(&self, verb: &str, is_found: impl Fn(f64) -> bool) -> String {
        let found: Vec<String> =
            self.alone.iter().filter(|one| is_found(one.figure)).map(|one| self.at(one)).collect();
        if !found.is_empty() {
            format!("{verb} with {}", found.join(" or "))
        } else if let Some(together) =
            self.least.iter().chain([&self.together]).find(|one| is_found(one.figure))
        {
            format!("{verb} with all of {}", self.at(together))
        } else {
            format!("is not found at any of the {} points", self.points())
        }
    }
}
