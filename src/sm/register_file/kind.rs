//! The register files that there are.

use crate::compiler::occupancy::Resources;
use crate::config::Config;
use clap::ValueEnum;
use serde::{Deserialize, Serialize};

/// A register file, by name. Adding one is adding its line here and its [`super::Channels`].
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, ValueEnum, Serialize, Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// SRAM banks, as many registers as gpu.registers says
    Sram,
    /// Racetrack-memory banks, as many registers as they hold
    Racetrack,
}

impl Kind {
    pub const ALL: [Kind; 2] = [Kind::Sram, Kind::Racetrack];

    /// As on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Sram => "sram",
            Kind::Racetrack => "racetrack",
        }
    }

    /// What an SM with this register file has for its CTAs.
    pub fn resources(self, config: &Config) -> Resources {
        match self {
            Kind::Sram => Resources::baseline(&config.gpu),
            Kind::Racetrack => Resources::racetrack(config),
        }
    }
}
