//! Configuration of the register file with static data compression.

use crate::config::{Config, Illegal, Key, KeyType, Section, integer};
use serde::Deserialize;

/// The keys of `[compression]`.
pub const SECTION: Section = Section { keys: KEYS, check };

/// The register file with static data compression.
#[derive(Clone, Debug, Deserialize)]
pub struct Compression {
    pub converters: usize,
    pub subnormals: bool,
}

impl From<&Config> for Compression {
    fn from(config: &Config) -> Compression {
        config.section("compression")
    }
}

const KEYS: &[Key] = &[
    Key {
        path: "compression.converters",
        verilog: "Converters",
        symbol: "-",
        unit: "-",
        kind: integer(1, 16),
        sweep: &[1, 3],
        doc: "warp converters: warp registers of narrow floats that are converted to 32 bits per \
              cycle",
    },
    Key {
        path: "compression.subnormals",
        verilog: "Subnormals",
        symbol: "SUBNORM",
        unit: "-",
        kind: KeyType::Flag,
        sweep: &[],
        doc: "whether narrow floats have subnormal numbers; if false, subnormal numbers become \
              zero",
    },
];

fn check(_: &Config) -> Result<(), Illegal> {
    Ok(())
}
