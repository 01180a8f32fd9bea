//! Claims that a simulation answers.

use super::computed::Value;
use crate::error::Result;

/// What a simulation comes to.
#[derive(Clone, Debug)]
pub struct Simulated {
    pub ours: Value,
    /// Which inputs differ from the paper's, and so why the value may.
    pub note: String,
}

/// A claim's simulation.
struct Simulation {
    id: &'static str,
    /// The long run if asked for, else one that ends within seconds.
    run: fn(full: bool) -> Result<Simulated>,
}

const SIMULATIONS: &[Simulation] = &[];

/// Runs the simulation of a claim, if there is one.
pub fn simulated(id: &str, full: bool) -> Option<Result<Simulated>> {
    let simulation = SIMULATIONS.iter().find(|simulation| simulation.id == id)?;
    Some((simulation.run)(full))
}
