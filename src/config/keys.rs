//! The one table of configuration keys: TOML name, Verilog name, the specification's symbol,
//! bounds and meaning. Checks, headers, documentation and sweeps all read it.

use serde::Serialize;

/// What a key's value may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number within bounds, both included.
    Integer { min: u64, max: u64 },
    /// One of these words.
    Choice(&'static [&'static str]),
}

/// One key of the configuration.
#[derive(Debug)]
pub struct Key {
    /// `section.name`, as in TOML and after `-p`.
    pub path: &'static str,
    /// Name of the localparam and in generated headers.
    pub verilog: &'static str,
    /// The specification's symbol, or the paper's.
    pub symbol: &'static str,
    /// Unit of the value.
    pub unit: &'static str,
    pub kind: Kind,
    /// Values that a sweep combines, beside the bounds and the default.
    pub sweep: &'static [u64],
    pub doc: &'static str,
}

/// A value of a key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Value {
    Integer(u64),
    Word(String),
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Value::Integer(number) => number.fmt(f),
            Value::Word(word) => word.fmt(f),
        }
    }
}

impl Kind {
    /// What a user may write, for messages and tables.
    pub fn describe(&self) -> String {
        match self {
            Kind::Integer { min, max } => format!("{min} to {max}"),
            Kind::Choice(words) => words.join(" | "),
        }
    }

    pub fn allows(&self, value: &Value) -> bool {
        match (self, value) {
            (Kind::Integer { min, max }, Value::Integer(number)) => (min..=max).contains(&number),
            (Kind::Choice(words), Value::Word(word)) => words.contains(&word.as_str()),
            _ => false,
        }
    }
}

const fn integer(min: u64, max: u64) -> Kind {
    Kind::Integer { min, max }
}

/// Every key there is.
pub const KEYS: &[Key] = &[
    Key {
        path: "gpu.banks",
        verilog: "Banks",
        symbol: "-",
        unit: "banks",
        kind: integer(2, 32),
        sweep: &[4, 8],
        doc: "register banks of one streaming multiprocessor, a power of two",
    },
    Key {
        path: "gpu.warps",
        verilog: "Warps",
        symbol: "-",
        unit: "warps",
        kind: integer(1, 64),
        sweep: &[],
        doc: "warp slots of one streaming multiprocessor",
    },
    Key {
        path: "gpu.ctas",
        verilog: "Ctas",
        symbol: "-",
        unit: "CTAs",
        kind: integer(1, 32),
        sweep: &[],
        doc: "CTA slots of one streaming multiprocessor",
    },
    Key {
        path: "gpu.registers",
        verilog: "Registers",
        symbol: "-",
        unit: "registers",
        kind: integer(1_024, 262_144),
        sweep: &[],
        doc: "32-bit registers of one streaming multiprocessor whose register file is SRAM; the \
              racetrack register file has what its own keys say",
    },
    Key {
        path: "gpu.register_granularity",
        verilog: "RegisterGranularity",
        symbol: "-",
        unit: "registers",
        kind: integer(1, 16),
        sweep: &[],
        doc: "a thread's registers are allotted in multiples of this: 1 as in the papers, 4 as in \
              GPGPU-Sim",
    },
    Key {
        path: "gpu.shared_bytes",
        verilog: "SharedBytes",
        symbol: "-",
        unit: "bytes",
        kind: integer(0, 262_144),
        sweep: &[],
        doc: "shared memory of one streaming multiprocessor",
    },
    Key {
        path: "gpu.collector_units",
        verilog: "CollectorUnits",
        symbol: "cu",
        unit: "units",
        kind: integer(2, 64),
        sweep: &[5, 24],
        doc: "operand-collector units that a read may answer",
    },
    Key {
        path: "gpu.operand_slots",
        verilog: "OperandSlots",
        symbol: "slot",
        unit: "operands",
        kind: integer(2, 4),
        sweep: &[],
        doc: "operand slots of a collector unit",
    },
    Key {
        path: "gpu.placement",
        verilog: "Placement",
        symbol: "-",
        unit: "-",
        kind: Kind::Choice(&["swizzled", "linear", "gpgpusim"]),
        sweep: &[],
        doc: "which bank and entry hold a warp's register",
    },
    Key {
        path: "racetrack.positions",
        verilog: "Positions",
        symbol: "ND",
        unit: "domains",
        kind: integer(4, 512),
        sweep: &[12, 24, 36, 48, 64, 96],
        doc: "data positions of a bank, one warp register each",
    },
    Key {
        path: "racetrack.ports",
        verilog: "AccessPorts",
        symbol: "NP",
        unit: "ports",
        kind: integer(2, 64),
        sweep: &[3, 4, 6, 8, 16],
        doc: "access ports of each wire",
    },
    Key {
        path: "racetrack.write_cycles",
        verilog: "WriteCycles",
        symbol: "WR_CYC",
        unit: "cycles",
        kind: integer(1, 8),
        sweep: &[2, 3],
        doc: "cycles that a write holds its bank; reads and shifts take one",
    },
    Key {
        path: "racetrack.read_queue_depth",
        verilog: "ReadQueueDepth",
        symbol: "RQ_DEPTH",
        unit: "reads",
        kind: integer(1, 48),
        sweep: &[2, 3, 7, 16],
        doc: "reads that wait at a bank",
    },
    Key {
        path: "racetrack.write_buffer_depth",
        verilog: "WriteBufferDepth",
        symbol: "WB_DEPTH",
        unit: "writes",
        kind: integer(1, 8),
        sweep: &[3, 4],
        doc: "writes that wait at a bank",
    },
    Key {
        path: "racetrack.max_write_run",
        verilog: "MaxWriteRun",
        symbol: "MAX_W_RUN",
        unit: "writes",
        kind: integer(0, 255),
        sweep: &[1, 3],
        doc: "writes that a bank performs in a row while a read waits; 0 for no limit",
    },
    Key {
        path: "racetrack.max_banks",
        verilog: "MaxBanks",
        symbol: "-",
        unit: "banks",
        kind: integer(2, 8),
        sweep: &[3],
        doc: "banks that read or write in one cycle, and so answers in one cycle",
    },
    Key {
        path: "racetrack.clock_mhz",
        verilog: "ClockMhz",
        symbol: "-",
        unit: "MHz",
        kind: integer(1, 1600),
        sweep: &[],
        doc: "clock of the register file; above 1600 MHz a shift of 0.61 ns no longer fits a cycle",
    },
];

/// The key of that path.
pub fn key(path: &str) -> Option<&'static Key> {
    KEYS.iter().find(|key| key.path == path)
}
