//! A property to prove of a unit's Verilog.

use super::Module;

/// A checker module that instantiates what it checks, with immediate assertions and assumptions.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Name of the checker module.
    pub name: &'static str,
    /// Claim that is proved, with the specification's invariants: one line.
    pub claim: String,
    /// The checker's text.
    pub checker: String,
    /// Modules that the checker instantiates.
    pub modules: Vec<Module>,
}
