//! Hardware units of the sharing register file.

pub mod address_mapping_table;
pub mod address_pattern;
pub mod mapping_controller;
pub mod merge_unit;
pub mod register_pool;
mod registers;
pub mod rename_table;
pub mod sharing_register_file;

use crate::units::AnyUnit;

/// The units. A unit comes after the units that it instantiates.
pub const UNITS: &[&dyn AnyUnit] = &[
    &address_pattern::AddressPattern,
    &address_mapping_table::AddressMappingTable,
    &rename_table::RenameTable,
    &register_pool::RegisterPool,
    &merge_unit::MergeUnit,
    &mapping_controller::MappingController,
    &sharing_register_file::SharingRegisterFile,
];
