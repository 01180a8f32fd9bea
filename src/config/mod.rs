//! The configuration: a TOML file that may inherit from another, with optional overrides from the
//! command line. It is checked completely before use.
//!
//! A file sets the keys of a [`Schema`] in sections. It may name a `base`, whose values it
//! inherits. Every value keeps its place, so that an error names file, line, key, value and bound.
//! A legal file becomes a typed [`Config`].

mod keys;
mod load;
mod options;
mod points;
mod schema;

pub use points::{covering, extremes};

pub use keys::{Key, KeyType, SHARED_KEYS, Value, integer};
pub use options::{Opt, OptKind, Options};
pub use schema::{Illegal, Schema, Section};

use crate::bits::LANES;
use crate::error::{Error, Place};
use serde::Deserialize;
use std::collections::BTreeMap;

/// A complete, legal configuration. Keys and values are the only source of truth; typed sections
/// are views of them.
#[derive(Clone, Debug)]
pub struct Config {
    name: String,
    schema: &'static Schema,
    values: Layer,
    gpu: Gpu,
    sm: Sm,
    latency: Cycles,
    initiation: Cycles,
    shared: Shared,
    l1: L1,
    local: Local,
    instruction: InstructionCache,
    constant: Constant,
    texture: TextureCache,
    memory: Memory,
}

/// Values of keys.
type Layer = BTreeMap<&'static str, Entry>;

/// A value with its origin.
#[derive(Clone, Debug)]
struct Entry {
    value: Value,
    at: Place,
    /// 0 for an override, 1 for the file, 2 for its base, and so on.
    depth: usize,
}

/// Keys of the streaming multiprocessor that all designs share.
#[derive(Clone, Debug, Deserialize)]
pub struct Gpu {
    pub banks: usize,
    pub clock_mhz: usize,
    pub sms: usize,
    pub sms_simulated: usize,
    pub warps: usize,
    pub ctas: usize,
    pub registers: usize,
    pub register_granularity: usize,
    pub shared_bytes: usize,
    pub collector_units: usize,
    pub operand_slots: usize,
    pub placement: Placement,
    pub request_stage: bool,
}

/// Bank and entry of a warp's register; `linear = warp * regs_per_thread + reg`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Placement {
    /// `entry = linear div banks`, `bank = (linear + entry) mod banks`.
    Swizzled,
    /// `entry = linear div banks`, `bank = linear mod banks`.
    Linear,
    /// `bank = (reg + warp) mod banks`, as GPGPU-Sim;
    /// `entry = warp * ceil(regs_per_thread / banks) + reg div banks`.
    Gpgpusim,
}

/// The pipeline of the streaming multiprocessor.
#[derive(Clone, Debug, Deserialize)]
pub struct Sm {
    pub schedulers: usize,
    pub scheduler: Scheduler,
    pub active_warps: usize,
    pub sp_units: usize,
    pub sfu_units: usize,
    pub sp_collectors: usize,
    pub sfu_collectors: usize,
    pub memory_collectors: usize,
    pub reads_per_collector: usize,
    pub duplicate_reads: DuplicateReads,
    pub integer_multiply: IntegerMultiply,
    pub double_precision: DoublePrecision,
    pub latches: bool,
    pub wrong_path: WrongPath,
    pub all_through_units: bool,
    pub result_buses: usize,
    pub instruction_buffer: usize,
    pub result_queue: usize,
    pub write_back_delay: u64,
    pub predicate_delay: u64,
    pub writes: Writes,
}

/// Time at which a result is available in its register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Writes {
    /// When the register file has completed the write.
    Ported,
    /// One cycle after the result is ready, without a write. An experiment: no such register file
    /// exists.
    Free,
}

/// Policy of the warp schedulers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Scheduler {
    /// Loose round robin: the warp after the last one that issued.
    Lrr,
    /// Greedy, then oldest: the warp that issued last, then the warp that was launched first.
    Gto,
    /// Round robin among active warps. A warp that waits for memory is replaced.
    TwoLevel,
    /// Loose round robin among active warps. The register file limits the active warps of all
    /// schedulers. A warp that waits for memory or at a barrier is replaced.
    LtlwsLrr,
    /// `ltlws_lrr` with greedy, then oldest.
    LtlwsGto,
}

/// Reads of a register that occurs twice among an instruction's sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DuplicateReads {
    Merged,
    Repeated,
}

/// Execution unit of integer multiplication.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum IntegerMultiply {
    Sp,
    Sfu,
}

/// Execution unit of 64-bit additions, multiplications and comparisons of floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DoublePrecision {
    Sp,
    Sfu,
}

/// Fetch after a taken branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WrongPath {
    /// The target is fetched at once.
    Known,
    /// The next instructions are fetched, and discarded when the scheduler tries them.
    Fetched,
}

/// Cycles of each kind of instruction: latencies or initiation intervals.
#[derive(Clone, Debug, Deserialize)]
pub struct Cycles {
    pub int_add: u64,
    pub int_max: u64,
    pub int_mul: u64,
    pub int_mad: u64,
    pub int_div: u64,
    pub fp_add: u64,
    pub fp_max: u64,
    pub fp_mul: u64,
    pub fp_mad: u64,
    pub fp_div: u64,
    pub dp_add: u64,
    pub dp_max: u64,
    pub dp_mul: u64,
    pub dp_mad: u64,
    pub dp_div: u64,
    pub special: u64,
    pub shuffle: u64,
    pub other: u64,
}

/// Shared memory.
#[derive(Clone, Debug, Deserialize)]
pub struct Shared {
    pub banks: usize,
    pub latency: u64,
    pub passes: SharedPasses,
}

/// Passes of an access of more than 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SharedPasses {
    /// Bank conflicts of all its words.
    AllWords,
    /// Bank conflicts of its first word.
    FirstWord,
}

/// The L1 data cache.
#[derive(Clone, Debug, Deserialize)]
pub struct L1 {
    pub sets: usize,
    pub ways: usize,
    pub line_bytes: u64,
    pub index: Index,
    pub latency: u64,
    pub pipelined: bool,
    pub mshr_entries: usize,
    pub mshr_merges: usize,
    pub always_hits: bool,
    pub enabled: bool,
    pub cache_operators: bool,
    pub local_store_miss: LocalStoreMiss,
}

/// Policy for a store to local memory that misses in L1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LocalStoreMiss {
    /// The line is fetched into L1 and changed there.
    Fetch,
    /// The store goes to L2; L1 is unchanged.
    Send,
}

/// Which request a DRAM channel serves next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DramScheduler {
    /// The oldest.
    InOrder,
    /// The oldest to an open row, else the oldest.
    FirstReady,
}

/// How an address selects a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Index {
    /// Line number modulo the number of sets.
    Modulo,
    /// Exclusive or of address bits, GPGPU-Sim's hash for Fermi.
    Hashed,
}

/// Local memory behind the caches.
#[derive(Clone, Debug, Deserialize)]
pub struct Local {
    pub layout: LocalLayout,
}

/// Layout of local memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LocalLayout {
    /// Words of a warp's threads are adjacent; each warp has its own region.
    Warp,
    /// Words of all threads of the SM are adjacent.
    Thread,
}

/// The instruction cache.
#[derive(Clone, Debug, Deserialize)]
pub struct InstructionCache {
    pub perfect: bool,
    pub sets: usize,
    pub ways: usize,
    pub mshr_entries: usize,
}

/// Constant and parameter memory.
#[derive(Clone, Debug, Deserialize)]
pub struct Constant {
    pub perfect: bool,
    pub sets: usize,
    pub ways: usize,
    pub mshr_entries: usize,
    pub latency: u64,
}

/// The texture cache.
#[derive(Clone, Debug, Deserialize)]
pub struct TextureCache {
    pub sets: usize,
    pub ways: usize,
    pub latency: u64,
}

/// Memory behind the caches of an SM.
#[derive(Clone, Debug, Deserialize)]
pub struct Memory {
    pub store_acknowledges: bool,
    pub interconnect_latency: u64,
    pub interconnect_bytes: u64,
    pub l2_kilobytes: usize,
    pub l2_ways: usize,
    pub l2_banks: usize,
    pub l2_latency: u64,
    pub dram_latency: u64,
    pub dram_channels: usize,
    pub dram_scheduler: DramScheduler,
    pub dram_banks: usize,
    pub dram_row_bytes: u64,
    pub dram_mhz: u64,
    pub dram_bytes: u64,
    pub dram_trcd: u64,
    pub dram_trp: u64,
    pub dram_tcl: u64,
}

impl Config {
    /// The name of the configuration that `gen/` holds.
    pub const DEFAULT: &'static str = "fermi";

    /// Name of the file without its extension, followed by `+overrides` if keys were overridden.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The keys of this configuration.
    pub fn schema(&self) -> &'static Schema {
        self.schema
    }

    /// The value of a key; `None` if the schema lacks the key.
    pub fn value(&self, path: &str) -> Option<&Value> {
        self.values.get(path).map(|entry| &entry.value)
    }

    /// The error for a broken rule. It points to the key that was set last, among the rule's key
    /// and the keys that its bound names.
    pub fn refuse(&self, rule: Illegal) -> Error {
        let entry = &self.values[rule.key];
        let named = rule.bound.split([' ', ',', '(', ')']).filter_map(|word| self.values.get(word));
        let last = std::iter::once(entry).chain(named).min_by_key(|entry| entry.depth);
        let blamed = last.map_or(&entry.at, |last| &last.at);
        let found = match *blamed == entry.at {
            true => format!("{} = {}", rule.key, entry.value),
            false => format!("{} = {} of {}", rule.key, entry.value, entry.at),
        };
        Error::input(blamed.clone(), found, rule.bound)
    }

    /// Keys of the streaming multiprocessor that all designs share.
    pub fn gpu(&self) -> &Gpu {
        &self.gpu
    }

    /// Pipeline of the streaming multiprocessor.
    pub fn sm(&self) -> &Sm {
        &self.sm
    }

    /// Cycles from the start of an instruction until its result is ready.
    pub fn latency(&self) -> &Cycles {
        &self.latency
    }

    /// Cycles from the start of an instruction until its unit can start another.
    pub fn initiation(&self) -> &Cycles {
        &self.initiation
    }

    /// Shared memory.
    pub fn shared(&self) -> &Shared {
        &self.shared
    }

    /// The L1 data cache.
    pub fn l1(&self) -> &L1 {
        &self.l1
    }

    /// Local memory behind the caches.
    pub fn local(&self) -> &Local {
        &self.local
    }

    /// The instruction cache.
    pub fn instruction(&self) -> &InstructionCache {
        &self.instruction
    }

    /// Constant and parameter memory.
    pub fn constant(&self) -> &Constant {
        &self.constant
    }

    /// The texture cache.
    pub fn texture(&self) -> &TextureCache {
        &self.texture
    }

    /// Memory behind the caches.
    pub fn memory(&self) -> &Memory {
        &self.memory
    }

    /// The typed section with this name.
    ///
    /// # Panics
    /// If the type does not match the section's keys. [`Section::check`] reads the section when the
    /// configuration is loaded, so a loaded configuration never panics.
    pub fn section<'a, T: Deserialize<'a>>(&self, name: &str) -> T {
        load::section(&self.values, name).expect("the section's type has the section's keys")
    }

    fn check(&self) -> Result<(), Illegal> {
        self.gpu.check()?;
        self.l1.check()?;
        self.schema.check(self)
    }
}

impl L1 {
    fn check(&self) -> Result<(), Illegal> {
        if !self.line_bytes.is_power_of_two() {
            return Err(Illegal { key: "l1.line_bytes", bound: "a power of two".into() });
        }
        match self.index == Index::Hashed && ![32, 64].contains(&self.sets) {
            true => Err(Illegal { key: "l1.sets", bound: "32 or 64, if hashed".into() }),
            false => Ok(()),
        }
    }
}

impl Gpu {
    /// Entries per bank that `gpu.registers` fill; an entry holds one warp register.
    pub fn bank_entries(&self) -> usize {
        self.registers / LANES / self.banks
    }

    fn check(&self) -> Result<(), Illegal> {
        if !self.banks.is_power_of_two() {
            return Err(Illegal { key: "gpu.banks", bound: "a power of two".into() });
        }
        if self.sms_simulated > self.sms {
            let bound = format!("1 to gpu.sms = {}", self.sms);
            return Err(Illegal { key: "gpu.sms_simulated", bound });
        }
        let row = LANES * self.banks;
        if !self.registers.is_multiple_of(row) {
            let bound =
                format!("a multiple of {row}, {LANES} lanes times gpu.banks = {}", self.banks);
            return Err(Illegal { key: "gpu.registers", bound });
        }
        Ok(())
    }
}
