//! Hardware units of the expanded register file.

pub mod expanded_register_file;
pub mod operand_cache;
pub mod register_allocation_table;
pub mod register_prefetcher;
pub mod scratchpad;
pub mod warp_limiter;

use crate::units::AnyUnit;

/// The units, leaves before the composite.
pub const UNITS: &[&dyn AnyUnit] = &[
    &register_allocation_table::RegisterAllocationTable,
    &scratchpad::Scratchpad,
    &operand_cache::OperandCache,
    &register_prefetcher::RegisterPrefetcher,
    &warp_limiter::WarpLimiter,
    &expanded_register_file::ExpandedRegisterFile,
];
