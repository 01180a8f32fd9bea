//! Configuration of the expanded register file.

use crate::config::{Config, Illegal, Key, KeyType, Section, integer};
use serde::Deserialize;

/// The keys of `[expars]`.
pub const SECTION: Section = Section { keys: KEYS, check };

/// Rules for registers in the scratchpad. The SRAM banks are configured in `[sram]`.
#[derive(Clone, Debug, Deserialize)]
pub struct Expanded {
    pub tau_percent: usize,
    pub max_registers: usize,
    pub cache_lines: usize,
    pub cache_banks: usize,
    pub cache_index: CacheIndex,
    pub write_queue_depth: usize,
    pub max_shared_run: u8,
    pub max_passed: u8,
    pub queue: Queue,
    pub pref_slots: usize,
    pub bundles: Bundles,
    pub loop_weight: u64,
}

/// Checks the values that are not a range. Lines are a power of two: low bits select them.
fn check(config: &Config) -> Result<(), Illegal> {
    let expanded = Expanded::from(config);
    if !expanded.cache_lines.is_power_of_two() {
        return Err(Illegal { key: "expars.cache_lines", bound: "a power of two".into() });
    }
    if !matches!(expanded.loop_weight, 1 | 10) {
        return Err(Illegal { key: "expars.loop_weight", bound: "1 or 10".into() });
    }
    Ok(())
}

impl From<&Config> for Expanded {
    fn from(config: &Config) -> Expanded {
        config.section("expars")
    }
}

/// Which line of the operand cache a register takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CacheIndex {
    /// (reg + warp) mod lines.
    Swizzled,
    /// The paper's: reg mod lines.
    Register,
}

/// Where a warp whose bundle has ended enters the prefetching queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Queue {
    /// The paper's: at the front.
    Front,
    Back,
}

/// First register that bundles count as possibly in the scratchpad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bundles {
    /// The first one that may leave the register file in any split of the kernel.
    Kernel,
    /// The first one that leaves the register file in the split of the launch.
    Launch,
}

const KEYS: &[Key] = &[
    number(
        "expars.tau_percent",
        "TauPercent",
        "tau",
        "%",
        integer(1, 99),
        "maximum share of a mix CTA's registers in the scratchpad (a mix CTA has registers in both \
         memories)",
    ),
    number(
        "expars.max_registers",
        "MaxRegisters",
        "-",
        "registers",
        integer(16, 255),
        "registers per thread that a PREF instruction can name: 63 in the paper, 255 on Maxwell",
    ),
    number(
        "expars.cache_lines",
        "CacheLines",
        "-",
        "lines",
        integer(4, 64),
        "lines of the operand cache, a power of two",
    ),
    number(
        "expars.cache_banks",
        "CacheBanks",
        "-",
        "banks",
        integer(1, 8),
        "banks of the operand cache",
    ),
    choice(
        "expars.cache_index",
        &["swizzled", "register"],
        "cache line of a register: (reg + warp) mod lines (swizzled), or reg mod lines as in the \
         paper (register)",
    ),
    number(
        "expars.write_queue_depth",
        "WriteQueueDepth",
        "-",
        "writes",
        integer(1, 16),
        "places in the queue of writes to the scratchpad",
    ),
    number(
        "expars.max_shared_run",
        "MaxSharedRun",
        "-",
        "passes",
        integer(1, 255),
        "maximum passes of shared memory in a row while a register access waits for the scratchpad",
    ),
    number(
        "expars.max_passed",
        "MaxPassed",
        "-",
        "warps",
        integer(1, 255),
        "with queue = front: maximum warps in a row that overtake the longest waiting warp",
    ),
    choice(
        "expars.queue",
        &["front", "back"],
        "where a warp enters the prefetch queue when its bundle ends: front as in the paper, or \
         back",
    ),
    number("expars.pref_slots", "-", "-", "slots", integer(0, 1), "issue slots that a PREF takes"),
    choice(
        "expars.bundles",
        &["kernel", "launch"],
        "registers that limit a bundle: all that may spill in any split (kernel), or that spill in \
         this launch",
    ),
    number(
        "expars.loop_weight",
        "-",
        "-",
        "references",
        integer(1, 10),
        "weight of a reference per loop level, to rank registers: 1 or 10",
    ),
];

const fn number(
    path: &'static str,
    verilog: &'static str,
    symbol: &'static str,
    unit: &'static str,
    kind: KeyType,
    doc: &'static str,
) -> Key {
    Key { path, verilog, symbol, unit, kind, sweep: &[], doc }
}

const fn choice(path: &'static str, names: &'static [&'static str], doc: &'static str) -> Key {
    let kind = KeyType::Choice(names);
    Key { path, verilog: "-", symbol: "-", unit: "-", kind, sweep: &[], doc }
}
