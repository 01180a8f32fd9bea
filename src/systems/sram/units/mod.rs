//! Hardware units of the SRAM register file.

pub mod sram_array;
pub mod sram_bank;
pub mod sram_register_file;

use crate::units::AnyUnit;
use crate::units::request_stage::RequestStage;

/// All units of the system, leaf units first.
pub const UNITS: &[&dyn AnyUnit] = &[
    &sram_array::SramArray,
    &sram_bank::SramBank::UNIT,
    &RequestStage,
    &sram_register_file::SramRegisterFile::UNIT,
];
