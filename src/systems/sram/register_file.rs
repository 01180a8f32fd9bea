//! The SRAM register file in the SM model.

use super::units::sram_bank::SramStorage;
use super::units::sram_register_file::FileIn;
use crate::sm::register_file::StorageOnSm;

impl StorageOnSm for SramStorage {
    type Mode = ();
    type Memory = ();

    fn quiet((): &()) -> FileIn {
        FileIn {}
    }
}
