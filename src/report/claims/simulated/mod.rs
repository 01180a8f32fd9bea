//! Claims that a simulation answers. Each paper has a module: which runs its claims need, and what
//! the runs say of them.

mod rm;
mod sdc;

use super::{Claim, Value};
use crate::error::Result;

/// What a simulation comes to.
#[derive(Clone, Debug)]
pub struct Simulated {
    pub ours: Value,
    /// Which inputs differ from the paper's, and so why the value may.
    pub note: String,
}

/// The runs that claims are judged by.
#[derive(Default)]
pub struct Simulations {
    rm: rm::Runs,
    sdc: sdc::Runs,
}

impl Simulations {
    /// The configuration that parameters are checked against.
    pub const CONFIGURATION: &str = rm::CONFIGURATION;

    /// The runs that these claims need. `full` asks for the large inputs; `progress` hears of each
    /// of [`Simulations::count`] steps.
    ///
    /// # Errors
    /// Those of a run, and [`crate::error::Error::Disagreement`] if one leaves what it must not.
    pub fn run(claims: &[Claim], full: bool, progress: impl Fn() + Sync) -> Result<Simulations> {
        Ok(Simulations {
            rm: rm::Runs::new(claims, full, &progress)?,
            sdc: sdc::Runs::new(claims, full, &progress)?,
        })
    }

    /// Steps of which progress is told.
    pub fn count(claims: &[Claim]) -> usize {
        rm::Runs::count(claims) + sdc::Runs::count(claims)
    }

    /// What they say of a claim, if it is one of theirs.
    pub fn of(&self, id: &str) -> Option<Simulated> {
        self.rm.of(id).or_else(|| self.sdc.of(id))
    }
}

/// With a note that ends with what differs in the inputs.
fn with_inputs(ours: Value, notes: &[&str], inputs: &str) -> Simulated {
    Simulated { ours, note: [notes, &[inputs]].concat().join("; ") }
}

/// In percent.
fn gain(ours: f64, baseline: f64) -> f64 {
    100.0 * (ours / baseline - 1.0)
}
