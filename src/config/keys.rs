//! Configuration keys: the type of a key, and the keys that all systems share. The keys of one
//! system are in its folder.
//!
//! A key has a TOML name, a Verilog name, the specification's symbol, bounds and a meaning. Checks,
//! headers, documentation and sweeps read all of these from here.

use serde::Serialize;

/// Type and range of a key's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyType {
    /// An integer within bounds, both included.
    Integer { min: u64, max: u64 },
    /// One of these words.
    Choice(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
    /// Whether a register stage exists. Headers name the key only if it is `true`; sweeps do not
    /// vary it.
    Stage,
}

/// One key of the configuration.
#[derive(Debug)]
pub struct Key {
    /// `section.name`, as in TOML and after `-p`.
    pub path: &'static str,
    /// Name of the localparam, also used in generated headers.
    pub verilog: &'static str,
    /// The specification's symbol, or the paper's.
    pub symbol: &'static str,
    /// Unit of the value.
    pub unit: &'static str,
    pub kind: KeyType,
    /// Values that a sweep combines, in addition to the bounds and the default.
    pub sweep: &'static [u64],
    pub doc: &'static str,
}

/// A value of a key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Value {
    Integer(u64),
    Word(String),
    Flag(bool),
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Value::Integer(number) => number.fmt(f),
            Value::Word(word) => word.fmt(f),
            Value::Flag(flag) => flag.fmt(f),
        }
    }
}

impl KeyType {
    /// Legal values, for messages and tables.
    pub fn describe(&self) -> String {
        match self {
            KeyType::Integer { min, max } => format!("{min} to {max}"),
            KeyType::Choice(words) => words.join(" | "),
            KeyType::Flag | KeyType::Stage => "true | false".into(),
        }
    }

    pub fn allows(&self, value: &Value) -> bool {
        match (self, value) {
            (KeyType::Integer { min, max }, Value::Integer(number)) => {
                (min..=max).contains(&number)
            }
            (KeyType::Choice(words), Value::Word(word)) => words.contains(&word.as_str()),
            (KeyType::Flag | KeyType::Stage, Value::Flag(_)) => true,
            _ => false,
        }
    }
}

/// An integer within bounds, both included.
pub const fn integer(min: u64, max: u64) -> KeyType {
    KeyType::Integer { min, max }
}

/// A number that does not affect the Verilog.
const fn number(path: &'static str, unit: &'static str, kind: KeyType, doc: &'static str) -> Key {
    Key { path, verilog: "-", symbol: "-", unit, kind, sweep: &[], doc }
}

/// A choice that does not affect the Verilog.
const fn choice(path: &'static str, words: &'static [&'static str], doc: &'static str) -> Key {
    number(path, "-", KeyType::Choice(words), doc)
}

/// Cycles from the start of an instruction until its result is ready.
const fn latency(path: &'static str, doc: &'static str) -> Key {
    number(path, "cycles", integer(1, 1_000), doc)
}

/// Cycles from the start of an instruction until its unit can start another.
const fn initiation(path: &'static str, doc: &'static str) -> Key {
    number(path, "cycles", integer(1, 1_000), doc)
}

/// The keys that every system shares.
pub const SHARED_KEYS: &[Key] = &[
    Key {
        path: "gpu.banks",
        verilog: "Banks",
        symbol: "-",
        unit: "banks",
        kind: integer(2, 32),
        sweep: &[4, 8],
        doc: "register banks of one SM (streaming multiprocessor), a power of two",
    },
    Key {
        path: "gpu.clock_mhz",
        verilog: "ClockMhz",
        symbol: "-",
        unit: "MHz",
        kind: integer(1, 1600),
        sweep: &[],
        doc: "clock of an SM and its register file",
    },
    number("gpu.sms", "SMs", integer(1, 128), "SMs that share L2 and DRAM"),
    number(
        "gpu.sms_simulated",
        "SMs",
        integer(1, 128),
        "SMs that are simulated, with gpu.sms_simulated / gpu.sms of the capacity and bandwidth of \
         L2 and DRAM",
    ),
    Key {
        path: "gpu.warps",
        verilog: "Warps",
        symbol: "-",
        unit: "warps",
        kind: integer(1, 64),
        sweep: &[],
        doc: "warp slots of one SM",
    },
    Key {
        path: "gpu.ctas",
        verilog: "Ctas",
        symbol: "-",
        unit: "CTAs",
        kind: integer(1, 32),
        sweep: &[],
        doc: "CTA slots of one SM",
    },
    Key {
        path: "gpu.registers",
        verilog: "Registers",
        symbol: "-",
        unit: "registers",
        kind: integer(1_024, 262_144),
        sweep: &[],
        doc: "32-bit registers of one SM, unless the register file defines its own capacity",
    },
    Key {
        path: "gpu.register_granularity",
        verilog: "RegisterGranularity",
        symbol: "-",
        unit: "registers",
        kind: integer(1, 16),
        sweep: &[],
        doc: "allocation unit of a thread's registers: 1 as in the papers, 4 as in GPGPU-Sim",
    },
    Key {
        path: "gpu.shared_bytes",
        verilog: "SharedBytes",
        symbol: "-",
        unit: "bytes",
        kind: integer(0, 262_144),
        sweep: &[],
        doc: "shared memory of one SM",
    },
    Key {
        path: "gpu.collector_units",
        verilog: "CollectorUnits",
        symbol: "cu",
        unit: "units",
        kind: integer(2, 32),
        sweep: &[5, 24],
        doc: "collector units of one SM, and their latches if sm.latches is true",
    },
    Key {
        path: "gpu.operand_slots",
        verilog: "OperandSlots",
        symbol: "slot",
        unit: "operands",
        kind: integer(2, 4),
        sweep: &[],
        doc: "operand slots of one collector unit",
    },
    Key {
        path: "gpu.placement",
        verilog: "Placement",
        symbol: "-",
        unit: "-",
        kind: KeyType::Choice(&["swizzled", "linear", "gpgpusim"]),
        sweep: &[],
        doc: "bank of a register: linear number mod banks, the same rotated by row (swizzled), or \
              (warp + reg) mod banks (gpgpusim)",
    },
    Key {
        path: "gpu.request_stage",
        verilog: "RequestStage",
        symbol: "-",
        unit: "-",
        kind: KeyType::Stage,
        sweep: &[],
        doc: "registers between request channels and banks: a shorter critical path for extra \
              cycles (docs/timing.md)",
    },
    number(
        "sm.schedulers",
        "schedulers",
        integer(1, 4),
        "warp schedulers; each issues one instruction per cycle; warp slot n belongs to scheduler \
         n mod this",
    ),
    choice(
        "sm.scheduler",
        &["lrr", "gto", "two_level", "ltlws_lrr", "ltlws_gto"],
        "issue policy: lrr (loose round robin), gto (greedy then oldest), two_level, or lrr or gto \
         among limited active warps (ltlws)",
    ),
    number(
        "sm.active_warps",
        "warps",
        integer(1, 64),
        "active warps per scheduler, with the policy two_level",
    ),
    number("sm.sp_units", "units", integer(1, 4), "SP units of 32 lanes"),
    number("sm.sfu_units", "units", integer(1, 4), "special-function units"),
    number("sm.sp_collectors", "units", integer(1, 62), "collector units that feed the SP units"),
    number(
        "sm.sfu_collectors",
        "units",
        integer(1, 62),
        "collector units that feed the special-function units",
    ),
    number(
        "sm.memory_collectors",
        "units",
        integer(1, 62),
        "collector units that feed the load/store unit",
    ),
    number(
        "sm.reads_per_collector",
        "reads",
        integer(0, 8),
        "maximum reads that one collector unit requests in a cycle; 0 for no limit",
    ),
    choice(
        "sm.duplicate_reads",
        &["merged", "repeated"],
        "reads of a register that is a source twice: merged into one, or repeated as in GPGPU-Sim",
    ),
    choice(
        "sm.integer_multiply",
        &["sp", "sfu"],
        "unit that multiplies integers: sp as in GPGPU-Sim 4.2, sfu (special function) as in 3.2.2",
    ),
    choice(
        "sm.double_precision",
        &["sp", "sfu"],
        "unit that adds, multiplies and compares 64-bit floats: sp, or sfu as in GPGPU-Sim without \
         DP units",
    ),
    number(
        "sm.latches",
        "-",
        KeyType::Flag,
        "pipeline latches before and after the collector units, one per execution unit (ID_OC, \
         OC_EX of GPGPU-Sim)",
    ),
    choice(
        "sm.wrong_path",
        &["known", "fetched"],
        "fetch after a taken branch: its target (known), or as in GPGPU-Sim first the wrong path \
         (fetched)",
    ),
    number(
        "sm.all_through_units",
        "-",
        KeyType::Flag,
        "whether branches, barriers, exits and instructions without active lanes occupy collector \
         and execution units",
    ),
    number(
        "sm.result_buses",
        "results",
        integer(0, 8),
        "results per cycle on buses that instructions reserve when they start; 0: no buses, \
         results are queued",
    ),
    number(
        "sm.instruction_buffer",
        "instructions",
        integer(1, 8),
        "decoded instructions per warp; an empty buffer is refilled, one warp per cycle",
    ),
    number(
        "sm.result_queue",
        "registers",
        integer(4, 64),
        "registers that may wait for a write channel before the execution units stall",
    ),
    number(
        "sm.write_back_delay",
        "cycles",
        integer(0, 16),
        "extra cycles before a result is offered to the register file",
    ),
    number(
        "sm.predicate_delay",
        "cycles",
        integer(0, 16),
        "extra cycles before a predicate is written, if its instruction writes no register",
    ),
    choice(
        "sm.writes",
        &["ported", "free"],
        "ported: through the register file's write channels; free: without a write, to measure \
         their cost",
    ),
    latency("latency.int_add", "integer add, subtract and similar"),
    latency("latency.int_max", "integer minimum and maximum"),
    latency("latency.int_mul", "integer multiply"),
    latency("latency.int_mad", "integer multiply and add"),
    latency("latency.int_div", "integer divide and remainder"),
    latency("latency.fp_add", "single precision add"),
    latency("latency.fp_max", "single precision minimum and maximum"),
    latency("latency.fp_mul", "single precision multiply"),
    latency("latency.fp_mad", "single precision fused multiply and add"),
    latency("latency.fp_div", "single precision divide"),
    latency("latency.dp_add", "double precision add"),
    latency("latency.dp_max", "double precision minimum and maximum"),
    latency("latency.dp_mul", "double precision multiply"),
    latency("latency.dp_mad", "double precision fused multiply and add"),
    latency("latency.dp_div", "double precision divide"),
    latency("latency.special", "square root, reciprocal, sine, cosine, exponential, logarithm"),
    latency("latency.shuffle", "exchange between lanes"),
    latency("latency.other", "moves, conversions, logic, comparisons and all others"),
    initiation("initiation.int_add", "integer add, subtract and similar"),
    initiation("initiation.int_max", "integer minimum and maximum"),
    initiation("initiation.int_mul", "integer multiply"),
    initiation("initiation.int_mad", "integer multiply and add"),
    initiation("initiation.int_div", "integer divide and remainder"),
    initiation("initiation.fp_add", "single precision add"),
    initiation("initiation.fp_max", "single precision minimum and maximum"),
    initiation("initiation.fp_mul", "single precision multiply"),
    initiation("initiation.fp_mad", "single precision fused multiply and add"),
    initiation("initiation.fp_div", "single precision divide"),
    initiation("initiation.dp_add", "double precision add"),
    initiation("initiation.dp_max", "double precision minimum and maximum"),
    initiation("initiation.dp_mul", "double precision multiply"),
    initiation("initiation.dp_mad", "double precision fused multiply and add"),
    initiation("initiation.dp_div", "double precision divide"),
    initiation(
        "initiation.special",
        "square root, reciprocal, sine, cosine, exponential, logarithm",
    ),
    initiation("initiation.shuffle", "exchange between lanes"),
    initiation("initiation.other", "moves, conversions, logic, comparisons and all others"),
    number("shared.banks", "banks", integer(1, 32), "banks of shared memory, 4 bytes wide"),
    number(
        "shared.latency",
        "cycles",
        integer(1, 1000),
        "cycles from the last pass of a shared-memory access to its data",
    ),
    choice(
        "shared.passes",
        &["all_words", "first_word"],
        "passes of an access wider than 32 bits: for all words (CUDA guide), or for the first \
         (GPGPU-Sim; not if the register file has shared memory)",
    ),
    number("l1.sets", "sets", integer(1, 1024), "sets of the L1 data cache"),
    number("l1.ways", "ways", integer(1, 64), "ways of the L1 data cache"),
    number(
        "l1.line_bytes",
        "bytes",
        integer(32, 256),
        "line size of the caches L1 and L2, a power of two",
    ),
    choice(
        "l1.index",
        &["modulo", "hashed"],
        "set of an L1 line: line number modulo sets, or GPGPU-Sim's Fermi hash (32 or 64 sets \
         only)",
    ),
    number("l1.latency", "cycles", integer(1, 1000), "latency of a hit in L1"),
    number(
        "l1.pipelined",
        "-",
        KeyType::Flag,
        "true: tags are checked in order after l1.latency; false: at once, and refused accesses \
         wait before L1",
    ),
    number("l1.mshr_entries", "lines", integer(1, 1024), "lines of L1 that may be in flight"),
    number("l1.mshr_merges", "accesses", integer(1, 1024), "accesses that may wait for one line"),
    number(
        "l1.always_hits",
        "-",
        KeyType::Flag,
        "whether every load hits in L1, as a profile for the choice of TLP assumes",
    ),
    choice(
        "local.layout",
        &["warp", "thread"],
        "words that are adjacent in local memory: of a warp's threads, or of all threads of the SM \
         (GPGPU-Sim)",
    ),
    number(
        "instruction.perfect",
        "-",
        KeyType::Flag,
        "whether every fetch hits in the instruction cache",
    ),
    number(
        "instruction.sets",
        "sets",
        integer(1, 1024),
        "sets of the instruction cache, with 128-byte lines",
    ),
    number("instruction.ways", "ways", integer(1, 64), "ways of the instruction cache"),
    number("instruction.mshr_entries", "lines", integer(1, 64), "maximum cache lines in flight"),
    number("constant.perfect", "-", KeyType::Flag, "whether every load hits in the constant cache"),
    number(
        "constant.sets",
        "sets",
        integer(1, 1024),
        "sets of the constant cache, with 64-byte lines",
    ),
    number("constant.ways", "ways", integer(1, 64), "ways of the constant cache"),
    number("constant.mshr_entries", "lines", integer(1, 64), "maximum cache lines in flight"),
    number(
        "l1.enabled",
        "-",
        KeyType::Flag,
        "whether global and local memory have an L1; if false, L2 serves each access",
    ),
    number(
        "l1.cache_operators",
        "-",
        KeyType::Flag,
        "whether .cg and .cv loads and atomics bypass L1; if false, operators are ignored, atomics \
         take l1.latency",
    ),
    choice(
        "l1.local_store_miss",
        &["fetch", "send"],
        "local store that misses in L1: fetches the line, or goes to L2 as in GPGPU-Sim (send)",
    ),
    number(
        "constant.latency",
        "cycles",
        integer(0, 1000),
        "latency of a load from constant or parameter memory that hits",
    ),
    number("texture.sets", "sets", integer(1, 1024), "sets of the texture cache"),
    number("texture.ways", "ways", integer(1, 64), "ways of the texture cache"),
    number("texture.latency", "cycles", integer(1, 1000), "latency of a hit in the texture cache"),
    number(
        "memory.store_acknowledges",
        "-",
        KeyType::Flag,
        "when a warp may end: true, after L2 has acknowledged its stores; false, after they have \
         left the SM",
    ),
    number(
        "memory.interconnect_latency",
        "cycles",
        integer(0, 1000),
        "latency from an SM to L2, and from L2 to an SM",
    ),
    number(
        "memory.interconnect_bytes",
        "bytes",
        integer(4, 256),
        "bytes per cycle between an SM and L2, in each direction",
    ),
    number("memory.l2_kilobytes", "KB", integer(16, 65536), "capacity of L2"),
    number("memory.l2_ways", "ways", integer(1, 64), "ways of L2"),
    number(
        "memory.l2_banks",
        "banks",
        integer(1, 64),
        "banks of L2, interleaved by line; an access occupies its bank for l1.line_bytes / 32 \
         cycles",
    ),
    number("memory.l2_latency", "cycles", integer(1, 1000), "latency of a hit in L2"),
    number(
        "memory.dram_latency",
        "cycles",
        integer(0, 1000),
        "latency from L2 to the scheduler of a DRAM channel",
    ),
    number(
        "memory.dram_channels",
        "channels",
        integer(1, 32),
        "DRAM channels, interleaved by 256 bytes",
    ),
    choice(
        "memory.dram_scheduler",
        &["in_order", "first_ready"],
        "next request of a DRAM channel: the oldest, or first the oldest to an open row \
         (GPGPU-Sim)",
    ),
    number("memory.dram_banks", "banks", integer(1, 64), "banks of one DRAM channel"),
    number("memory.dram_row_bytes", "bytes", integer(256, 65536), "size of a DRAM row"),
    number("memory.dram_mhz", "MHz", integer(1, 4000), "command clock of DRAM"),
    number(
        "memory.dram_bytes",
        "bytes",
        integer(4, 256),
        "bytes that one DRAM channel transfers per command clock",
    ),
    number(
        "memory.dram_trcd",
        "clocks",
        integer(1, 100),
        "tRCD: clocks from activating a row to its first access",
    ),
    number(
        "memory.dram_trp",
        "clocks",
        integer(1, 100),
        "tRP: clocks from closing a row to activating another",
    ),
    number("memory.dram_tcl", "clocks", integer(1, 100), "tCL: clocks from a read to its data"),
];
