//! Assumptions that a paper leaves open, and how its headline figures change with them.
//!
//! A paper lists them with the values that they may have, and the reason ([`Open`]). [`study`] runs
//! the paper's own simulations as `reproduce` does, with each value alone, and then with the best
//! value of each at once. A figure has the paper's sign, reaches the paper's figure, or neither: a
//! [`Study`] says which, and [`Study::sentence`] what it depends on.

pub mod common;
mod list;
mod page;
mod plot;
mod run;
mod study;

pub use list::{find, listed, listed_json};
pub use page::{assumptions, json, page, section, summary, table};
pub use plot::plot;
pub use run::{Runner, count, study};
pub use study::{Study, Tried};

/// The assumptions that a paper leaves open.
pub struct Open {
    /// Claims whose figures depend on it.
    pub headlines: &'static [Headline],
    pub assumptions: &'static [Assumption],
}

/// A number of a claim that stands for what the paper achieves.
pub struct Headline {
    /// Id of the claim.
    pub id: &'static str,
    /// Which of its numbers, from 0.
    pub part: usize,
    /// The figure of a technique that changes nothing.
    pub neutral: f64,
    pub better: Better,
}

/// Which figures favour the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    Higher,
    Lower,
}

/// An assumption with its range.
pub struct Assumption {
    pub name: &'static str,
    /// Its value in `reproduce`.
    pub ours: &'static str,
    pub others: &'static [Choice],
    /// Why it is open, and why it has these values, with the source.
    pub reason: &'static str,
}

/// Another value of an assumption.
pub struct Choice {
    pub name: &'static str,
    /// Configuration keys, as after `-p`.
    pub keys: &'static [&'static str],
    /// Flags of the paper's simulations.
    pub flags: &'static [&'static str],
}

impl Headline {
    /// Number `part` of a claim, a gain in percent.
    pub const fn gain(id: &'static str, part: usize) -> Headline {
        Headline { id, part, neutral: 0.0, better: Better::Higher }
    }

    /// A claim in percent of the baseline.
    pub const fn share(id: &'static str, better: Better) -> Headline {
        Headline { id, part: 0, neutral: 100.0, better }
    }
}

impl Choice {
    /// One that sets keys.
    pub const fn keys(name: &'static str, keys: &'static [&'static str]) -> Choice {
        Choice { name, keys, flags: &[] }
    }

    /// One that sets a flag.
    pub const fn flags(name: &'static str, flags: &'static [&'static str]) -> Choice {
        Choice { name, keys: &[], flags }
    }
}

impl Better {
    /// Whether `figure` favours the paper more than `other`.
    pub fn prefers(self, figure: f64, other: f64) -> bool {
        match self {
            Better::Higher => figure > other,
            Better::Lower => figure < other,
        }
    }

    pub fn word(self) -> &'static str {
        match self {
            Better::Higher => "higher",
            Better::Lower => "lower",
        }
    }
}

/// The command that shows what a claim depends on.
pub fn command(id: &str) -> String {
    format!("regforge assumptions {id}")
}
