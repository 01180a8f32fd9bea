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
    /// SRAM banks of packed registers: integers by their ranges, floats with --quality
    Compressed,
}

impl Kind {
    pub const ALL: [Kind; 3] = [Kind::Sram, Kind::Racetrack, Kind::Compressed];

    /// As on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Sram => "sram",
            Kind::Racetrack => "racetrack",
            Kind::Compressed => "compressed",
        }
    }

    /// What an SM with this register file has for its CTAs.
    pub fn resources(self, config: &Config) -> Resources {
        match self {
            Kind::Sram | Kind::Compressed => Resources::baseline(&config.gpu),
            Kind::Racetrack => Resources::racetrack(config),
        }
    }
}
