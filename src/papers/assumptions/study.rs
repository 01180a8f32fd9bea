//! The assumptions that one headline depends on.

use super::run::Changes;
use super::{Headline, Open};
use crate::papers::Claim;
use crate::papers::verdict::numbers;

/// A headline at every point.
pub struct Study {
    pub headline: &'static Headline,
    pub open: &'static Open,
    pub claim: Claim,
    /// As in `reproduce`.
    pub ours: f64,
    /// Each other value of each assumption alone.
    pub alone: Vec<Tried>,
    /// The best value of each assumption, together.
    pub together: Tried,
    /// Values of `together` that are needed, where no single value is enough.
    pub least: Option<Tried>,
}

/// A figure with changed assumptions.
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

    /// What the figure is of. A claim of several names them in brackets: `gain [min, mean, max]`.
    pub fn quantity(&self) -> String {
        let quantity = &self.claim.quantity;
        let parts = quantity.strip_suffix(']').and_then(|text| text.split_once(" ["));
        let part =
            parts.and_then(|(all, parts)| Some((all, parts.split(", ").nth(self.headline.part)?)));
        part.map_or_else(|| quantity.clone(), |(all, part)| format!("{all}, {part}"))
    }

    /// Whether a figure is on the paper's side of the neutral one.
    pub fn has_sign(&self, figure: f64) -> bool {
        let neutral = self.headline.neutral;
        (figure - neutral) * (self.theirs() - neutral) > 0.0
    }

    /// Whether a figure favours the paper as much as its own, with the digits that it prints.
    pub fn reaches(&self, figure: f64) -> bool {
        let printed = self.claim.printed();
        let equal = printed
            .precisions
            .get(self.headline.part)
            .is_some_and(|precision| precision.print(figure) == precision.print(self.theirs()));
        equal || self.headline.better.prefers(figure, self.theirs())
    }

    /// Points beside ours. A single best value is among those alone already.
    pub fn changed(&self) -> impl Iterator<Item = &Tried> {
        let together = Some(&self.together).filter(|together| together.changes.len() > 1);
        self.alone.iter().chain(together).chain(&self.least)
    }

    /// The test that only the best values together pass: the paper's sign, or else its figure.
    pub(super) fn found_together(&self) -> Option<fn(&Study, f64) -> bool> {
        let tests: [fn(&Study, f64) -> bool; 2] = [Study::has_sign, Study::reaches];
        tests.into_iter().find(|is_found| {
            let others = self.alone.iter().map(|one| one.figure).chain([self.ours]);
            is_found(self, self.together.figure)
                && !others.into_iter().any(|one| is_found(self, one))
        })
    }

    /// The point that favours the paper most, if one does so more than ours.
    pub fn closest(&self) -> Option<&Tried> {
        let better = self.headline.better;
        let best = self.changed().reduce(|best, other| {
            if better.prefers(other.figure, best.figure) { other } else { best }
        });
        best.filter(|best| better.prefers(best.figure, self.ours))
    }

    /// A figure of a technique that neither gains nor loses at 0 has its sign.
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

    /// Sentence on the conditions under which the paper's sign and figure are found.
    pub fn sentence(&self) -> String {
        let closest = self.closest().map_or("ours".into(), |closest| self.figure_at(closest));
        match self.changed().any(|one| self.has_sign(one.figure)) || self.has_sign(self.ours) {
            true => {
                format!("The sign {}; the paper's figure {}.", self.sign(), self.figure(&closest))
            }
            false => format!(
                "Neither the sign nor the paper's figure is found in any of the {} points; the \
                 closest is {closest}.",
                self.points()
            ),
        }
    }

    fn sign(&self) -> String {
        if !self.has_sign(self.ours) {
            return self.found("holds", |figure| self.has_sign(figure));
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
            format!("is not found in any of the {} points, the closest is {closest}", self.points())
        }
    }

    /// Figures of the table's points, ours among them.
    fn figures(&self) -> impl Iterator<Item = f64> {
        self.changed().map(|one| one.figure).chain([self.ours])
    }

    /// Number of points of the table.
    pub fn points(&self) -> usize {
        self.figures().count()
    }

    /// Number of points with such a figure.
    pub fn count(&self, is_such: impl Fn(f64) -> bool) -> usize {
        self.figures().filter(|figure| is_such(*figure)).count()
    }

    fn at(&self, tried: &Tried) -> String {
        format!("{} ({})", self.describe(&tried.changes), self.print(tried.figure))
    }

    /// A figure and its point, where long lists of changes have their short names.
    fn figure_at(&self, tried: &Tried) -> String {
        let figure = self.print(tried.figure);
        match tried.changes.len() {
            1 => format!("{figure} with {}", self.describe(&tried.changes)),
            _ if tried.changes == self.together.changes => {
                format!("{figure} with the best of each")
            }
            _ => format!("{figure} with those of them that are needed"),
        }
    }

    /// Which single values lead to such a figure; else whether all of the best ones do.
    fn found(&self, verb: &str, is_found: impl Fn(f64) -> bool) -> String {
        let found: Vec<String> =
            self.alone.iter().filter(|one| is_found(one.figure)).map(|one| self.at(one)).collect();
        if !found.is_empty() {
            format!("{verb} if {}", found.join(" or "))
        } else if let Some(together) =
            self.least.iter().chain([&self.together]).find(|one| is_found(one.figure))
        {
            format!("{verb} if all of {}", self.at(together))
        } else {
            format!("is not found in any of the {} points", self.points())
        }
    }
}
