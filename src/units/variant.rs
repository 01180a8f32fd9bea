//! Variants: configurations that do not ship, in which units are compared with their models.

use super::fault::Keys;

/// Units in a configuration that does not ship. [`crate::evidence`] has a record of their lockstep.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// Names of units.
    pub units: &'static [&'static str],
    /// Keys that differ from the default configuration.
    pub keys: Keys,
    /// Cycles that are compared. The stimulus reaches every scenario in them.
    pub cycles: u64,
}
