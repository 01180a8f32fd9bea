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
        doc: "warp converters: narrow floats that are extended in a cycle",
    },
    Key {
        path: "compression.subnormals",
        verilog: "Subnormals",
        symbol: "SUBNORM",
        unit: "-",
        kind: KeyType::Flag,
        sweep: &[],
        doc: "whether narrow floats have subnormal codes; without them such codes read as zero, and \
              what rounds below the smallest normal number becomes zero",
    },
];

fn check(_: &Config) -> Result<(), Illegal> {
    Ok(())
}
