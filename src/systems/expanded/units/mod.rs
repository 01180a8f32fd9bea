//! Hardware units of the expanded register file.

pub mod register_allocation_table;
pub mod scratchpad;
pub mod warp_limiter;

use crate::units::AnyUnit;

/// Leaves first.
pub static UNITS: &[&dyn AnyUnit] = &[
    &register_allocation_table::RegisterAllocationTable,
    &scratchpad::Scratchpad,
    &warp_limiter::WarpLimiter,
];
