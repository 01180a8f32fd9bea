//! Configuration of the expanded register file.

use crate::config::{Config, Illegal, Key, KeyType, Section, integer};
use serde::Deserialize;

/// The keys of `[expars]`.
pub const SECTION: Section = Section { keys: KEYS, check };

/// How registers live in the scratchpad. The banks are those of `[sram]`.
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

/// Lines are indexed by low bits.
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

/// From which register on bundles count registers as in the scratchpad.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bundles {
    /// From the first one that may leave in any split of the kernel.
    Kernel,
    /// From the launch's first one.
    Launch,
}

const KEYS: &[Key] = &[
    number(
        "expars.tau_percent",
        "TauPercent",
        "tau",
        "%",
        integer(1, 99),
        "most of a mix CTA's registers that may be in the scratchpad",
    ),
    number(
        "expars.max_registers",
        "MaxRegisters",
        "-",
        "registers",
        integer(16, 255),
        "registers of a thread that a PREF can name: 63 in the paper, 255 on Maxwell",
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
        "the line of a register: (reg + warp) mod lines, or (the paper's) reg mod lines",
    ),
    number(
        "expars.write_queue_depth",
        "WriteQueueDepth",
        "-",
        "writes",
        integer(1, 16),
        "writes that wait for the scratchpad",
    ),
    number(
        "expars.max_shared_run",
        "MaxSharedRun",
        "-",
        "passes",
        integer(1, 255),
        "passes of shared memory after which a register that waits goes first",
    ),
    number(
        "expars.max_passed",
        "MaxPassed",
        "-",
        "warps",
        integer(1, 255),
        "warps that enter the prefetching queue before a waiting one until the oldest goes first",
    ),
    choice(
        "expars.queue",
        &["front", "back"],
        "where a warp whose bundle has ended enters the prefetching queue",
    ),
    number("expars.pref_slots", "-", "-", "slots", integer(0, 1), "issue slots that a PREF takes"),
    choice(
        "expars.bundles",
        &["kernel", "launch"],
        "registers that bundles count: those that any split may move, or those of the launch's",
    ),
    number(
        "expars.loop_weight",
        "-",
        "-",
        "references",
        integer(1, 10),
        "1 or 10: what a reference counts within a loop, for each level",
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
