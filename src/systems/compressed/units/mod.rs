//! Hardware units of the compressed register file.

pub mod collector_unit;
pub mod compressed_register_file;
pub mod indirection_table;
pub mod slice_array;
pub mod value_converter;
pub mod value_extractor;
pub mod value_truncator;

use crate::units::AnyUnit;

/// Leaves first.
pub static UNITS: &[&dyn AnyUnit] = &[
    &value_extractor::ValueExtractor,
    &value_converter::ValueConverter,
    &value_truncator::ValueTruncator,
    &slice_array::SliceArray,
    &indirection_table::IndirectionTable,
    &collector_unit::CollectorUnit,
    &compressed_register_file::CompressedRegisterFile,
];
