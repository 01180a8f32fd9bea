//! Configuration keys, and those that all systems share; a system's own are in its folder. A key has a
//! TOML name, a Verilog name, the specification's symbol, bounds and a meaning, which checks, headers,
//! documentation and sweeps all read.

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
    /// Whether a stage of registers exists. Headers name it only if it does; sweeps do not change
    /// it.
    Stage,
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
    pub kind: KeyType,
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

/// A number that shapes no Verilog.
const fn number(path: &'static str, unit: &'static str, kind: KeyType, doc: &'static str) -> Key {
    Key { path, verilog: "-", symbol: "-", unit, kind, sweep: &[], doc }
}

/// A choice that shapes no Verilog.
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
        doc: "register banks of one streaming multiprocessor, a power of two",
    },
    Key {
        path: "gpu.clock_mhz",
        verilog: "ClockMhz",
        symbol: "-",
        unit: "MHz",
        kind: integer(1, 1600),
        sweep: &[],
        doc: "clock of a streaming multiprocessor and its register file",
    },
    number("gpu.sms", "SMs", integer(1, 128), "streaming multiprocessors that share L2 and DRAM"),
    number(
        "gpu.sms_simulated",
        "SMs",
        integer(1, 128),
        "how many of them are simulated, which have their share of L2's and DRAM's capacity and \
         bandwidth; all of them have all of it",
    ),
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
        doc: "32-bit registers of one streaming multiprocessor, unless its register file has a \
              capacity of its own",
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
        kind: integer(2, 32),
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
        kind: KeyType::Choice(&["swizzled", "linear", "gpgpusim"]),
        sweep: &[],
        doc: "which bank and entry hold a warp's register",
    },
    Key {
        path: "gpu.request_stage",
        verilog: "RequestStage",
        symbol: "-",
        unit: "-",
        kind: KeyType::Stage,
        sweep: &[],
        doc: "registers between the channels and the banks of a register file, so that placement and \
              a bank's queue have a cycle each; a request takes one cycle more, or two in a file \
              that looks registers up in a map first; packed registers: a read takes three more, a \
              conversion two, a write two",
    },
    number(
        "sm.schedulers",
        "schedulers",
        integer(1, 4),
        "warp schedulers; a warp belongs to the one of its slot modulo this, and each issues one instruction a cycle",
    ),
    choice(
        "sm.scheduler",
        &["lrr", "gto", "two_level", "ltlws_lrr", "ltlws_gto"],
        "which warp goes first: loose round robin, greedy then oldest, round robin among the active ones of two levels, or either of the first two among as many active ones of the SM as the register file allows",
    ),
    number(
        "sm.active_warps",
        "warps",
        integer(1, 64),
        "active warps of a scheduler with two levels",
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
        "reads of one collector unit that are offered in one cycle; 0 for no limit",
    ),
    choice(
        "sm.duplicate_reads",
        &["merged", "repeated"],
        "whether a register that stands twice among the sources is read once or, as in GPGPU-Sim, twice",
    ),
    choice(
        "sm.integer_multiply",
        &["sp", "sfu"],
        "where integers are multiplied: GPGPU-Sim 4.2 has it in the SP units, 3.2.2 in the special-function units",
    ),
    choice(
        "sm.double_precision",
        &["sp", "sfu"],
        "where 64-bit floats are added, multiplied and compared: the SP units, or the special-function units as in GPGPU-Sim without double-precision units",
    ),
    number(
        "sm.latches",
        "-",
        KeyType::Flag,
        "latches before and behind the collector units, as GPGPU-Sim's ID_OC and OC_EX registers: as many instructions of a class wait there as the class has execution units; a latch and a collector unit each need an entry of gpu.collector_units",
    ),
    choice(
        "sm.wrong_path",
        &["known", "fetched"],
        "what is fetched behind a taken branch: its target at once, or as in GPGPU-Sim the next instructions, which the scheduler throws away when it tries them",
    ),
    number(
        "sm.all_through_units",
        "-",
        KeyType::Flag,
        "whether branches, barriers, exits, and instructions that no lane executes take a collector unit and an execution unit as others do; GPGPU-Sim's do",
    ),
    number(
        "sm.result_buses",
        "results",
        integer(0, 8),
        "results of the execution units in a cycle, reserved when an instruction starts: the oldest one waits for its cycle, and others wait for it; 0: results wait in the queue instead",
    ),
    number(
        "sm.instruction_buffer",
        "instructions",
        integer(1, 8),
        "decoded instructions of a warp; it is refilled, by one warp a cycle, when it is empty",
    ),
    number(
        "sm.result_queue",
        "registers",
        integer(4, 64),
        "registers that may wait for a write channel before the execution units stop",
    ),
    number(
        "sm.write_back_delay",
        "cycles",
        integer(0, 16),
        "cycles that every result takes more before it is offered to the register file",
    ),
    number(
        "sm.predicate_delay",
        "cycles",
        integer(0, 16),
        "cycles that every predicate takes more, if nothing else is written with it",
    ),
    choice(
        "sm.writes",
        &["ported", "free"],
        "ported: a result is in its register when the register file has completed the write; free: one \
         cycle after it is ready, without a write, an experiment that shows the cost of waiting for writes",
    ),
    latency("latency.int_add", "integer add, subtract, and what is like it"),
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
    latency("latency.other", "moves, conversions, logic, comparisons, and all else"),
    initiation("initiation.int_add", "integer add, subtract, and what is like it"),
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
    initiation("initiation.other", "moves, conversions, logic, comparisons, and all else"),
    number("shared.banks", "banks", integer(1, 32), "banks of shared memory, 4 bytes wide"),
    number(
        "shared.latency",
        "cycles",
        integer(1, 1000),
        "from the last pass of an access to its data",
    ),
    choice(
        "shared.passes",
        &["all_words", "first_word"],
        "passes of an access of more than 32 bits: those of all its words, by the rules of CUDA's guide, \
         or those of its first word, as in GPGPU-Sim; a register file that has shared memory accesses \
         all words",
    ),
    number("l1.sets", "sets", integer(1, 1024), "sets of the L1 data cache"),
    number("l1.ways", "ways", integer(1, 64), "its ways"),
    number(
        "l1.line_bytes",
        "bytes",
        integer(32, 256),
        "its lines, a power of two; also those of L2",
    ),
    choice(
        "l1.index",
        &["modulo", "hashed"],
        "how an address selects a set: its line's number modulo the sets, or GPGPU-Sim's hash for Fermi, of 32 or 64 sets",
    ),
    number("l1.latency", "cycles", integer(1, 1000), "of a hit"),
    number(
        "l1.pipelined",
        "-",
        KeyType::Flag,
        "whether accesses pass the latency before the tags, in order, so that a refused one waits behind it; else they are refused at once and wait in the load/store unit",
    ),
    number("l1.mshr_entries", "lines", integer(1, 1024), "lines that may be under way"),
    number("l1.mshr_merges", "accesses", integer(1, 1024), "accesses that may wait for one line"),
    number(
        "l1.always_hits",
        "-",
        KeyType::Flag,
        "an L1 in which every load hits: a profile of the TLP choice",
    ),
    choice(
        "local.layout",
        &["warp", "thread"],
        "where local memory lies: the words of a warp's threads side by side, each warp's apart, or as in GPGPU-Sim those of all threads of the SM",
    ),
    number(
        "instruction.perfect",
        "-",
        KeyType::Flag,
        "an instruction cache in which every fetch hits",
    ),
    number(
        "instruction.sets",
        "sets",
        integer(1, 1024),
        "sets of the instruction cache, of 128-byte lines",
    ),
    number("instruction.ways", "ways", integer(1, 64), "its ways"),
    number("instruction.mshr_entries", "lines", integer(1, 64), "lines that may be under way"),
    number("constant.perfect", "-", KeyType::Flag, "a constant cache in which every load hits"),
    number(
        "constant.sets",
        "sets",
        integer(1, 1024),
        "sets of the constant cache, of 64-byte lines",
    ),
    number("constant.ways", "ways", integer(1, 64), "its ways"),
    number("constant.mshr_entries", "lines", integer(1, 64), "lines that may be under way"),
    number(
        "l1.enabled",
        "-",
        KeyType::Flag,
        "whether global and local memory have an L1; without one, L2 serves each access",
    ),
    number(
        "l1.cache_operators",
        "-",
        KeyType::Flag,
        "whether loads with the operators .cg and .cv, and atomics, go past L1, as .cg and atomics do \
         in GPGPU-Sim; else the operators change nothing, and atomics take L1's latency",
    ),
    choice(
        "l1.local_store_miss",
        &["fetch", "send"],
        "what a store to local memory does whose line is not in L1: it brings the line, or as in \
         GPGPU-Sim goes to L2 and leaves L1 as it was",
    ),
    number(
        "constant.latency",
        "cycles",
        integer(0, 1000),
        "of a hit of a load from constant or parameter memory",
    ),
    number("texture.sets", "sets", integer(1, 1024), "sets of the texture cache"),
    number("texture.ways", "ways", integer(1, 64), "its ways"),
    number("texture.latency", "cycles", integer(1, 1000), "of a hit"),
    number(
        "memory.store_acknowledges",
        "-",
        KeyType::Flag,
        "whether a warp stays until L2 has acknowledged its stores; else until they have left the SM",
    ),
    number(
        "memory.interconnect_latency",
        "cycles",
        integer(0, 1000),
        "from an SM to L2, and the same back",
    ),
    number(
        "memory.interconnect_bytes",
        "bytes",
        integer(4, 256),
        "that an SM sends, and that it receives, in a cycle",
    ),
    number("memory.l2_kilobytes", "KB", integer(16, 65536), "capacity of L2"),
    number("memory.l2_ways", "ways", integer(1, 64), "its ways"),
    number(
        "memory.l2_banks",
        "banks",
        integer(1, 64),
        "its banks, interleaved by line; each serves an access in line bytes / 32 cycles",
    ),
    number("memory.l2_latency", "cycles", integer(1, 1000), "of a hit in L2"),
    number(
        "memory.dram_latency",
        "cycles",
        integer(0, 1000),
        "of the way to a DRAM channel's scheduler",
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
        "which request a DRAM channel serves next: the oldest, or as in GPGPU-Sim the oldest to an open \
         row, else the oldest",
    ),
    number("memory.dram_banks", "banks", integer(1, 64), "banks of a channel"),
    number("memory.dram_row_bytes", "bytes", integer(256, 65536), "bytes of an open row"),
    number("memory.dram_mhz", "MHz", integer(1, 4000), "command clock of DRAM"),
    number(
        "memory.dram_bytes",
        "bytes",
        integer(4, 256),
        "that a channel transfers in a command clock",
    ),
    number(
        "memory.dram_trcd",
        "clocks",
        integer(1, 100),
        "from activating a row to its first access",
    ),
    number(
        "memory.dram_trp",
        "clocks",
        integer(1, 100),
        "from closing a row to activating another",
    ),
    number("memory.dram_tcl", "clocks", integer(1, 100), "from a read to its data"),
];
