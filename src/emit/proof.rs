//! A property to prove for a unit's Verilog.

use super::Module;

/// A checker module with immediate assertions and assumptions, which instantiates the module to
/// check.
#[derive(Clone, Debug)]
pub struct Proof {
    /// Name of the checker module.
    pub name: &'static str,
    /// The proved claim with the specification's invariants, one line.
    pub claim: String,
    /// Verilog text of the checker.
    pub checker: String,
    /// Modules that the checker instantiates.
    pub modules: Vec<Module>,
}
