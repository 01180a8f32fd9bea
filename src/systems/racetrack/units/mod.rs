//! Hardware units of the racetrack register file.

pub mod domain_array;
pub mod domain_array_physical;
pub mod map_table;
mod port_regions;
pub mod preshift_arbiter;
pub mod racetrack_bank;
pub mod racetrack_register_file;
mod shared;
pub mod shift_controller;

pub use port_regions::{PortRegions, Positions};
pub use shared::{Keys, Placement, ReadQueue, RequestArbiter, WriteBuffer};

use crate::units::AnyUnit;

/// All units of the system, leaf units first.
pub const UNITS: &[&dyn AnyUnit] = &[
    &shift_controller::ShiftController,
    &ReadQueue::UNIT,
    &WriteBuffer::UNIT,
    &domain_array::DomainArray,
    &domain_array_physical::DomainArrayPhysical,
    &racetrack_bank::RacetrackBank::UNIT,
    &Placement::UNIT,
    &map_table::MapTable,
    &RequestArbiter::UNIT,
    &preshift_arbiter::PreshiftArbiter,
    &racetrack_register_file::RacetrackRegisterFile::UNIT,
];
