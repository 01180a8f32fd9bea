//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[Fault::new("rf_sram_memory", " && wmask_i[n]", "").in_lockstep(&[])];
