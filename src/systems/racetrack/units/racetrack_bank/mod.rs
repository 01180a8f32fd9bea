#![doc = include_str!("contract.md")]

mod faults;
mod proofs;
mod stim;
mod storage;
mod stream;

pub use stim::random_map;
pub use storage::{OwnIn, OwnOut, RacetrackStorage};

use super::{PortRegions, domain_array, map_table, shift_controller};
use crate::units::bank::{self, Bank};

pub type RacetrackBank = Bank<RacetrackStorage>;
pub type Params = bank::Params<RacetrackStorage>;
pub type In = bank::In<RacetrackStorage>;
pub type Out = bank::Out<RacetrackStorage>;
pub type Model = bank::Model<RacetrackStorage>;

/// Parameters of the racetrack storage, by part.
#[derive(Clone, Debug)]
pub struct StorageParams {
    pub geometry: PortRegions,
    pub map: map_table::Params,
    pub controller: shift_controller::Params,
    pub array: domain_array::Params,
}

impl StorageParams {
    /// Cycles that the bank stays busy after the cycle in which a write is performed.
    pub fn settles_in(&self) -> u32 {
        self.controller.write_cycles as u32 - 1
    }
}
