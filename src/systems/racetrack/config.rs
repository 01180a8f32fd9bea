//! Configuration of the racetrack register file.

use crate::config::{Config, Illegal, Key, Section, integer};
use serde::Deserialize;

/// The keys of `[racetrack]`.
pub const SECTION: Section = Section { keys: KEYS, check };

/// The section `[racetrack]`: a bank of the racetrack register file and its buffers.
#[derive(Clone, Debug, Deserialize)]
pub struct Racetrack {
    pub positions: usize,
    pub ports: usize,
    pub write_cycles: usize,
    pub read_queue_depth: usize,
    pub write_buffer_depth: usize,
    pub max_write_run: usize,
    pub max_banks: usize,
}

impl From<&Config> for Racetrack {
    fn from(config: &Config) -> Racetrack {
        config.section("racetrack")
    }
}

const KEYS: &[Key] = &[
    Key {
        path: "racetrack.positions",
        verilog: "Positions",
        symbol: "ND",
        unit: "domains",
        kind: integer(4, 512),
        sweep: &[12, 24, 36, 48, 64, 96],
        doc: "data positions of one bank; each holds one warp register",
    },
    Key {
        path: "racetrack.ports",
        verilog: "AccessPorts",
        symbol: "NP",
        unit: "ports",
        kind: integer(2, 64),
        sweep: &[3, 4, 6, 8, 16],
        doc: "access ports of each racetrack wire",
    },
    Key {
        path: "racetrack.write_cycles",
        verilog: "WriteCycles",
        symbol: "WR_CYC",
        unit: "cycles",
        kind: integer(1, 8),
        sweep: &[2, 3],
        doc: "cycles that a write occupies its bank; a read or a shift takes one",
    },
    Key {
        path: "racetrack.read_queue_depth",
        verilog: "ReadQueueDepth",
        symbol: "RQ_DEPTH",
        unit: "reads",
        kind: integer(1, 48),
        sweep: &[2, 3, 7, 16],
        doc: "places in the read queue of a bank",
    },
    Key {
        path: "racetrack.write_buffer_depth",
        verilog: "WriteBufferDepth",
        symbol: "WB_DEPTH",
        unit: "writes",
        kind: integer(1, 8),
        sweep: &[3, 4],
        doc: "places in the write buffer of a bank",
    },
    Key {
        path: "racetrack.max_write_run",
        verilog: "MaxWriteRun",
        symbol: "MAX_W_RUN",
        unit: "writes",
        kind: integer(0, 255),
        sweep: &[1, 3],
        doc: "maximum writes in a row that a bank performs while a read waits; 0 for no limit",
    },
    Key {
        path: "racetrack.max_banks",
        verilog: "MaxBanks",
        symbol: "-",
        unit: "banks",
        kind: integer(2, 8),
        sweep: &[3],
        doc: "maximum banks that read or write in the same cycle, and so answers per cycle",
    },
];

impl Racetrack {
    /// Maximum number of offsets in a port region: the longest shift of a head, plus one.
    const MAX_OFFSETS: usize = 64;

    /// Offsets in a port region, K in the specification.
    pub fn offsets(&self) -> usize {
        self.positions / self.ports
    }

    fn check(&self) -> Result<(), Illegal> {
        let (positions, ports) = (self.positions, self.ports);
        let illegal = |bound: String| Err(Illegal { key: "racetrack.ports", bound });
        if !positions.is_multiple_of(ports) {
            return illegal(format!("a divisor of racetrack.positions = {positions}"));
        }
        if self.offsets() < 2 {
            return illegal(format!("at most half of racetrack.positions = {positions}"));
        }
        if self.offsets() > Self::MAX_OFFSETS {
            let max = Self::MAX_OFFSETS;
            return illegal(format!(
                "at least racetrack.positions / {max}: a port serves at most {max} positions"
            ));
        }
        Ok(())
    }
}

fn check(config: &Config) -> Result<(), Illegal> {
    Racetrack::from(config).check()
}
