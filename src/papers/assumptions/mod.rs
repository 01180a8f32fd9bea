//! Assumptions that a paper leaves open, and how its headline figures change with them.
//!
//! A paper lists its open assumptions with their possible values and the reason ([`Open`]).
//! [`study`] runs the paper's own simulations as `reproduce` does: first with each value alone,
//! then with the best value of each assumption at once. A figure may have the paper's sign, may
//! also reach the paper's figure, or neither. A [`Study`] records which, and [`Study::sentence`]
//! says what it depends on.

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
    /// Claims whose figures depend on the assumptions.
    pub headlines: &'static [Headline],
    pub assumptions: &'static [Assumption],
}

/// A number of a claim that represents what the paper achieves.
pub struct Headline {
    /// Id of the claim.
    pub id: &'static str,
    /// Index of the number in the claim, from 0.
    pub part: usize,
    /// The figure of a technique without any effect.
    pub neutral: f64,
    pub better: Better,
}

/// Whether a higher or a lower figure favours the paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    Higher,
    Lower,
}

/// An assumption with its possible values.
pub struct Assumption {
    pub name: &'static str,
    /// The value that `reproduce` uses.
    pub ours: &'static str,
    pub others: &'static [Choice],
    /// Why it is open, and why it may have these values, with the source.
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
    /// A choice that sets keys.
    pub const fn keys(name: &'static str, keys: &'static [&'static str]) -> Choice {
        Choice { name, keys, flags: &[] }
    }

    /// A choice that sets flags.
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

/// The command that shows the assumptions on which a claim depends.
pub fn command(id: &str) -> String {
    format!("regforge assumptions {id}")
}
