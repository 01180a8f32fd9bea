//! Configuration of the sharing register file.

use crate::config::{Config, Illegal, Key, KeyType, Section, integer};
use serde::Deserialize;

/// The keys of `[sharing]`.
pub const SECTION: Section = Section { keys: KEYS, check };

/// Keys of `[sharing]`: what is shared, and by which rules. The banks are those of `[sram]`.
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

/// A rule for merges needs merges.
fn check(config: &Config) -> Result<(), Illegal> {
    let sharing = Sharing::from(config);
    if sharing.merge_rule == MergeRule::Plain && !sharing.partial {
        let bound = "sound where sharing.partial = false: nothing is merged".into();
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

/// Which lanes a load may have to be shared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SharedLanes {
    /// Lanes from lane 0 on, without a gap.
    Prefix,
    /// Any run of adjacent lanes.
    Run,
}

/// Entries of the address mapping table that a store deletes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StoreRule {
    /// Every entry that it may change.
    Sound,
    /// The paper's: entries of its own address.
    Exact,
}

/// Where a write goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WriteRule {
    /// To a register of its own if others share the one that is mapped.
    Sound,
    /// The paper's: to the register that is mapped.
    InPlace,
}

/// Which lanes a load may leave out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LoadRule {
    /// Lanes that do not need the old value of the register.
    Sound,
    /// The paper's: any.
    Any,
}

/// How two registers become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MergeRule {
    /// Each lane from the one that covers it.
    Sound,
    /// The paper's: shifted and ORed.
    Plain,
}

/// Which addresses the table tells apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AddressCheck {
    /// Addresses outside of the window are not looked up.
    Sound,
    /// The paper's: low bits alone.
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
        doc: "loads that the address mapping table knows, at most one for each physical register",
    },
    Key {
        path: "sharing.waiting",
        verilog: "SharingWaiting",
        symbol: "-",
        unit: "loads",
        kind: integer(1, 64),
        sweep: &[2],
        doc: "loads that wait for the data of another one, or for a merge",
    },
    flag("sharing.partial", "a load may take its data from two registers"),
    flag(
        "sharing.release",
        "registers that nobody needs any more are released before they are written",
    ),
    flag("sharing.keep", "a register that nobody maps keeps what was loaded until it is wanted"),
    choice(
        "sharing.lanes",
        &["prefix", "run"],
        "lanes of a load that is shared: from lane 0 on, or any run",
    ),
    flag("sharing.rows", "loads of several rows of 8 or 16 lanes are shared, too"),
    choice(
        "sharing.store_rule",
        &["sound", "exact"],
        "what a store takes out of the table: all that it may change, or (the paper's) what has its \
         address",
    ),
    choice(
        "sharing.write_rule",
        &["sound", "in_place"],
        "where a write goes whose register is shared: to one of its own, or (the paper's) in place",
    ),
    choice(
        "sharing.load_rule",
        &["sound", "any"],
        "lanes that a shared load leaves out: those that need no old value, or (the paper's) any",
    ),
    choice(
        "sharing.merge_rule",
        &["sound", "plain"],
        "how two registers become one: by lanes that each covers, or (the paper's) by shift and OR",
    ),
    choice(
        "sharing.address_check",
        &["sound", "low_bits"],
        "addresses outside of the window of 64 MiB: are not looked up, or (the paper's) are taken \
         for others",
    ),
];

const fn flag(path: &'static str, doc: &'static str) -> Key {
    Key { path, verilog: "-", symbol: "-", unit: "-", kind: KeyType::Flag, sweep: &[], doc }
}

const fn choice(path: &'static str, names: &'static [&'static str], doc: &'static str) -> Key {
    let kind = KeyType::Choice(names);
    Key { path, verilog: "-", symbol: "-", unit: "-", kind, sweep: &[], doc }
}
