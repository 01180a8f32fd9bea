//! Hardware units of the sharing register file.

pub mod mapping_controller;

use crate::units::AnyUnit;

/// Leaves first.
pub static UNITS: &[&dyn AnyUnit] = &[&mapping_controller::MappingController];
