//! Hardware units of the compressed register file.

pub mod collector_unit;
pub mod compressed_register_file;
pub mod indirection_table;
pub mod packed_bank;
pub mod storages;
pub mod value_converter;
pub mod value_extractor;
pub mod value_truncator;

use crate::systems::sram::units::sram_bank::SramStorage;
use crate::units::AnyUnit;
use compressed_register_file::CompressedRegisterFile;
use packed_bank::PackedBank;

/// The units, each after the units that it instantiates.
pub const UNITS: &[&dyn AnyUnit] = &[
    &value_extractor::ValueExtractor,
    &value_converter::ValueConverter,
    &value_truncator::ValueTruncator,
    &PackedBank::<SramStorage>::UNIT,
    &indirection_table::IndirectionTable,
    &collector_unit::CollectorUnit,
    &CompressedRegisterFile::<SramStorage>::UNIT,
];
