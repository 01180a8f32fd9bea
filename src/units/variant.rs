//! Variants: configurations that do not ship, but in which units are compared with their models.

use super::fault::Keys;

/// Units and a configuration that does not ship. [`crate::evidence`] records their lockstep runs.
#[derive(Clone, Copy, Debug)]
pub struct Variant {
    /// Names of the units.
    pub units: &'static [&'static str],
    /// Keys that differ from the default configuration.
    pub keys: Keys,
    /// Number of cycles compared. The stimulus reaches every scenario in them.
    pub cycles: u64,
}
