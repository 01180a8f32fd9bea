//! Hardware units of the STT-RAM register file.

mod ages;
pub mod read_buffer;
pub mod restore_selector;
pub mod stt_array;
pub mod stt_bank;
pub mod stt_register_file;
pub mod stt_write_buffer;

use crate::units::AnyUnit;

/// All units of the system, leaf units first.
pub const UNITS: &[&dyn AnyUnit] = &[
    &restore_selector::RestoreSelector,
    &stt_array::SttArray,
    &stt_write_buffer::SttWriteBuffer,
    &read_buffer::ReadBuffer,
    &stt_bank::SttBank::UNIT,
    &stt_register_file::SttRegisterFile::UNIT,
];
