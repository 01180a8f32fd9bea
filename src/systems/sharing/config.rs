//! Configuration of the sharing register file.

use crate::config::{Config, Illegal, Key, KeyType, Section, integer};
use serde::Deserialize;

/// The keys of `[sharing]`.
pub const SECTION: Section = Section { keys: KEYS, check };

/// Values of `[sharing]`: which loads share, and by which rules. `[sram]` configures the banks.
#[derive(Clone, Debug, Deserialize)]
pub struct Sharing {
    pub entries: usize,
    pub waiting: usize,
    pub partial: bool,
    pub release: bool,
    pub keep: bool,
    pub lanes: SharedLanes,
    pub rows: bool,
    pub store_rule: StoreRule,
    pub write_rule: WriteRule,
    pub load_rule: LoadRule,
    pub merge_rule: MergeRule,
    pub address_check: AddressCheck,
}

/// Rejects the plain merge rule if nothing is merged.
fn check(config: &Config) -> Result<(), Illegal> {
    let sharing = Sharing::from(config);
    if sharing.merge_rule == MergeRule::Plain && !sharing.partial {
        let bound = "sound with sharing.partial = false, because nothing is merged".into();
        return Err(Illegal { key: "sharing.merge_rule", bound });
    }
    Ok(())
}

impl From<&Config> for Sharing {
    fn from(config: &Config) -> Sharing {
        let sharing: Sharing = config.section("sharing");
        let registers = config.gpu().registers / 32;
        Sharing { entries: sharing.entries.min(registers), ..sharing }
    }
}

/// Lanes that may be active in a load that is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SharedLanes {
    /// Lanes from lane 0 on, without a gap.
    Prefix,
    /// Any run of adjacent lanes.
    Run,
}

/// Which entries of the address mapping table a store deletes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoreRule {
    /// All entries that overlap the range of the store.
    Sound,
    /// The paper's rule: entries whose base is the address of the store.
    Exact,
}

/// Which register a write changes if its register is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WriteRule {
    /// A register of its own.
    Sound,
    /// The paper's rule: the shared register, in place.
    InPlace,
}

/// Which lanes may be inactive in a load that is shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LoadRule {
    /// Lanes that do not need the old value of the destination.
    Sound,
    /// The paper's rule: any lanes.
    Any,
}

/// How two registers are merged into one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MergeRule {
    /// Each lane comes from a register that covers it.
    Sound,
    /// The paper's rule: both registers are shifted and ORed.
    Plain,
}

/// Which addresses the table distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AddressCheck {
    /// Addresses within the window; accesses outside it do not share.
    Sound,
    /// The paper's rule: the low address bits only, without a window.
    LowBits,
}

const KEYS: &[Key] = &[
    Key {
        path: "sharing.entries",
        verilog: "SharingEntries",
        symbol: "-",
        unit: "loads",
        kind: integer(1, 1024),
        sweep: &[8],
        doc: "entries of the address mapping table; at most one per physical register is used",
    },
    Key {
        path: "sharing.waiting",
        verilog: "SharingWaiting",
        symbol: "-",
        unit: "loads",
        kind: integer(1, 64),
        sweep: &[2],
        doc: "maximum loads that wait for another load's data or for a merge",
    },
    flag("sharing.partial", "whether a load may merge its data from two registers"),
    flag(
        "sharing.release",
        "whether a dead register is released early, not only when it is overwritten or its warp \
         ends",
    ),
    flag("sharing.keep", "whether an unmapped register keeps its data until it is reused"),
    choice(
        "sharing.lanes",
        &["prefix", "run"],
        "active lanes of a shared load: adjacent from lane 0 on (prefix), or any adjacent lanes \
         (run)",
    ),
    flag("sharing.rows", "whether loads of 2 rows of 16 lanes or 4 rows of 8 are also shared"),
    choice(
        "sharing.store_rule",
        &["sound", "exact"],
        "entries that a store deletes: all that it overlaps, or those with its base address \
         (exact, the paper's rule)",
    ),
    choice(
        "sharing.write_rule",
        &["sound", "in_place"],
        "write to a shared register: moves to a register of its own, or changes it in place (the \
         paper's rule)",
    ),
    choice(
        "sharing.load_rule",
        &["sound", "any"],
        "lanes that a shared load may leave inactive: those whose old value is dead, or any (the \
         paper's rule)",
    ),
    choice(
        "sharing.merge_rule",
        &["sound", "plain"],
        "merge of two registers: each lane from one that covers it, or shift and OR (plain, the \
         paper's rule)",
    ),
    choice(
        "sharing.address_check",
        &["sound", "low_bits"],
        "addresses outside the 64 MiB window: never shared, or alias by their low bits (the \
         paper's rule)",
    ),
];

const fn flag(path: &'static str, doc: &'static str) -> Key {
    Key { path, verilog: "-", symbol: "-", unit: "-", kind: KeyType::Flag, sweep: &[], doc }
}

const fn choice(path: &'static str, names: &'static [&'static str], doc: &'static str) -> Key {
    let kind = KeyType::Choice(names);
    Key { path, verilog: "-", symbol: "-", unit: "-", kind, sweep: &[], doc }
}
