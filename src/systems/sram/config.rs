//! Configuration of the SRAM register file.

use crate::config::{Config, Illegal, Key, KeyType, Section, integer};
use serde::Deserialize;

/// The keys of `[sram]`.
pub const SECTION: Section = Section { keys: KEYS, check };

/// The section `[sram]`: ports and buffers of the SRAM banks. The capacity is `gpu.registers`.
#[derive(Clone, Debug, Deserialize)]
pub struct Sram {
    pub bank_ports: BankPorts,
    pub max_banks: usize,
    pub read_queue_depth: usize,
    pub write_buffer_depth: usize,
}

impl From<&Config> for Sram {
    fn from(config: &Config) -> Sram {
        config.section("sram")
    }
}

/// Operations that an SRAM bank can perform in one cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum BankPorts {
    /// A read or a write.
    #[serde(rename = "1rw")]
    Shared,
    /// A read and a write.
    #[serde(rename = "1r1w")]
    Separate,
}

const KEYS: &[Key] = &[
    Key {
        path: "sram.bank_ports",
        verilog: "BankPorts",
        symbol: "-",
        unit: "-",
        kind: KeyType::Choice(&["1rw", "1r1w"]),
        sweep: &[],
        doc: "operations of an SRAM bank per cycle: one read or one write (1rw), or one read and \
              one write (1r1w)",
    },
    Key {
        path: "sram.max_banks",
        verilog: "SramMaxBanks",
        symbol: "-",
        unit: "banks",
        kind: integer(2, 16),
        sweep: &[4],
        doc: "maximum SRAM banks that read or write in the same cycle, and so answers per cycle; \
              capped at gpu.banks",
    },
    Key {
        path: "sram.read_queue_depth",
        verilog: "SramReadQueueDepth",
        symbol: "-",
        unit: "reads",
        kind: integer(1, 48),
        sweep: &[3],
        doc: "places in the read queue of an SRAM bank",
    },
    Key {
        path: "sram.write_buffer_depth",
        verilog: "SramWriteBufferDepth",
        symbol: "-",
        unit: "writes",
        kind: integer(1, 8),
        sweep: &[3],
        doc: "places in the write buffer of an SRAM bank",
    },
];

fn check(_: &Config) -> Result<(), Illegal> {
    Ok(())
}
