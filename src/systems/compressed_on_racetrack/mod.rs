//! Packed registers on racetracks: the layer of [`compressed`](super::compressed) on the storage of
//! [`racetrack`](super::racetrack). As a combination it has no keys, compiler or paper of its own.

mod bank_faults;
mod file_faults;
mod storage;
mod system;
mod variants;

pub use system::CompressedOnRacetrack;

use super::Entry;
use crate::config::Section;
use crate::systems::compressed::units::compressed_register_file::CompressedRegisterFile;
use crate::systems::compressed::units::packed_bank::PackedBank;
use crate::systems::racetrack::units::racetrack_bank::RacetrackStorage;
use crate::units::AnyUnit;

const UNITS: &[&dyn AnyUnit] =
    &[&PackedBank::<RacetrackStorage>::UNIT, &CompressedRegisterFile::<RacetrackStorage>::UNIT];

pub(super) const ENTRY: Entry = Entry {
    section: &Section::NONE,
    units: UNITS,
    variants: variants::VARIANTS,
    system: &CompressedOnRacetrack,
    paper: None,
    commands: &[],
    reports: &[],
};
