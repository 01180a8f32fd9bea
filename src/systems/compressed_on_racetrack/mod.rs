//! Packed registers on racetracks: the layer of [`compressed`](super::compressed) over the storage of
//! [`racetrack`](super::racetrack). A combination has no keys, no compiler and no paper of its own.

mod storage;
mod system;

pub use system::CompressedOnRacetrack;

use super::Entry;

pub(super) const ENTRY: Entry =
    Entry { system: Some(&CompressedOnRacetrack), paper: None, commands: &[], reports: &[] };
