//! Other shapes of units, in which they are compared with their models.

use super::fault::Keys;

/// Units in a configuration that does not ship. [`crate::evidence`] has a record of their lockstep.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// Names of units.
    pub units: &'static [&'static str],
    /// What the configuration changes in the default one.
    pub keys: Keys,
    /// Cycles that are compared. The stimulus reaches every scenario in them.
    pub cycles: u64,
}
