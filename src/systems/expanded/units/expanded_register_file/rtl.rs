//! The file's template, and its checkers.

use super::{ExpandedRegisterFile, Params};
use crate::bits::bits_for;
use crate::config::Placement;
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::systems::expanded::config::{CacheIndex, Queue};
use crate::systems::expanded::units::operand_cache::OperandCache;
use crate::systems::expanded::units::register_allocation_table::RegisterAllocationTable;
use crate::systems::expanded::units::register_prefetcher::RegisterPrefetcher;
use crate::systems::expanded::units::scratchpad::Scratchpad;
use crate::systems::expanded::units::warp_limiter::WarpLimiter;
use crate::systems::sram::units::sram_register_file::SramRegisterFile;
use crate::units::{Unit, placement, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "expanded/rf_expanded_register_file.v", escape = "none")]
struct Body {
    contract: String,
    ports: String,
    cu_bits: usize,
    slot_bits: usize,
    warp_bits: usize,
    bank_warp_bits: usize,
    line_bits: usize,
    address_bits: usize,
    row_bits: usize,
    lines: usize,
    upper_bits: usize,
}

impl Body {
    /// The line of channel n, widened to warp and register of the banks.
    fn number(&self) -> String {
        let line = format!("line[{l}*n +: {l}]", l = self.line_bits);
        match self.bank_warp_bits + 8 - self.line_bits {
            0 => line,
            zeros => format!("{{{zeros}'d0, {line}}}"),
        }
    }

    /// The row of an address.
    fn row(&self) -> String {
        format!("address[{}:7]", self.row_bits + 6)
    }
}

pub(super) fn design(params: &Params) -> Result<Design> {
    let (shared, own) = (&params.shared, &params.own);
    let body = Body {
        contract: comment(ExpandedRegisterFile::CONTRACT),
        ports: port_list(&unit_ports::<ExpandedRegisterFile>(params)),
        cu_bits: shared.front.queue.cu_bits(),
        slot_bits: shared.front.queue.slot_bits(),
        warp_bits: own.table.warp_bits(),
        bank_warp_bits: own.banks.shared.placement.warp_bits(),
        line_bits: own.table.line_bits(),
        address_bits: own.table.address_bits(),
        row_bits: own.scratchpad.row_bits(),
        lines: own.cache.lines,
        upper_bits: own.cache.upper_bits(),
    };
    let body = body.render().map_err(Error::emission(ExpandedRegisterFile::NAME))?;
    let parts = [
        RegisterAllocationTable::design(&own.table)?,
        SramRegisterFile::design(&own.banks)?,
        OperandCache::design(&own.cache)?,
        RegisterPrefetcher::design(&own.prefetcher)?,
        Scratchpad::design(&own.scratchpad)?,
        WarpLimiter::design(&own.limiter)?,
    ];
    let mut module = Module::leaf(ExpandedRegisterFile::OWNER, "rf_expanded_register_file", body);
    module.children = parts.iter().map(|part| (part.top().name, 1)).collect();
    let mut modules: Vec<Module> = parts.into_iter().flat_map(|part| part.modules).collect();
    modules.push(module);
    Ok(Design { modules })
}

#[derive(Template)]
#[template(path = "expanded/props/expanded_register_file_check.sv", escape = "none")]
struct Checker {
    name: &'static str,
    is_once: bool,
    most_wait: u64,
    wait_bits: usize,
}

#[derive(Template)]
#[template(path = "expanded/props/expanded_file_held.sv", escape = "none")]
struct HeldChecker;

#[derive(Template)]
#[template(path = "expanded/props/expanded_file_inductive.sv", escape = "none")]
struct InductiveChecker {
    most_wait: u64,
}

const ONCE: &str = "expanded_file_once";
const WAIT: &str = "expanded_file_wait";
const HELD: &str = "expanded_file_held";
const INDUCTIVE: &str = "expanded_file_inductive";

/// The claims, one per checker: the checker's name, and the claim.
const CLAIMS: [(&str, &str); 4] = [
    (
        ONCE,
        "EXP-I17: each request goes to the banks or to the cache, and is answered once, whatever the \
         banks do",
    ),
    (
        WAIT,
        "EXP-I11: the warp whose turn it is holds its bundle within the contract's bound once no \
         line of it is pinned by another, whatever the banks do",
    ),
    (
        HELD,
        "EXP-I8 of cache and prefetcher together: all registers of a held bundle are pinned, and none \
         of their lines fills, however the scratchpad grants",
    ),
    (
        INDUCTIVE,
        "EXP-I7 to I11, I13 to I15, I17 of the complete file: an operand of a held bundle is the last \
         write, wherever it was in between; each request goes to one destination and is answered once; \
         a turn ends within the contract's bound once no line of it is pinned by another, whatever the \
         banks do; registers of one bit",
    ),
];

/// Prefixes of the names of modules that the checkers replace by their own.
const REPLACED: [&str; 2] = ["rf_sram_", "rf_warp_limiter"];

/// Memories that the checker of [`INDUCTIVE`] replaces by vectors, which its invariant names.
const MEMORIES: [&str; 3] =
    ["rf_operand_cache_memory", "rf_scratchpad_memory", "rf_register_prefetcher_memory"];

/// Modules of the proof of [`HELD`].
const IN_HELD: [&str; 2] = ["rf_operand_cache", "rf_register_prefetcher"];

/// A file of two warps with four registers, two lines, one queued write, eight rows.
fn small(params: &Params) -> Params {
    let mut small = params.clone();
    let (shared, own) = (&mut small.shared, &mut small.own);
    let swizzled = Placement::Swizzled;
    let placement = placement::Params { placement: swizzled, banks: 2, warps: 2, entries: 4 };
    for shared in [shared, &mut own.banks.shared] {
        shared.placement = placement.clone();
        shared.request_arbiter.banks = 2;
        shared.request_arbiter.max_banks = 2;
        shared.front.queue.collector_units = 2;
        shared.front.queue.operand_slots = 2;
    }
    (own.table.warps, own.table.ctas, own.table.lines, own.table.bytes) = (2, 2, 8, 1024);
    (own.cache.collector_units, own.cache.operand_slots) = (2, 2);
    (own.cache.warps, own.cache.lines, own.cache.banks, own.cache.depth) = (2, 2, 1, 1);
    (own.prefetcher.warps, own.prefetcher.registers, own.prefetcher.lines) = (2, 4, 2);
    own.cache.index = CacheIndex::Swizzled;
    (own.prefetcher.queue, own.prefetcher.max_passed) = (Queue::Front, 1);
    (own.scratchpad.rows, own.scratchpad.max_shared_run) = (8, 1);
    own.limiter.warps = 2;
    small
}

/// Whether the proof of that name uses the design's module.
fn takes(proof: &str, module: &Module) -> bool {
    let is_of = |names: &[&str]| names.iter().any(|name| module.name.starts_with(name));
    match proof {
        HELD => is_of(&IN_HELD),
        INDUCTIVE => !is_of(&REPLACED) && !is_of(&MEMORIES),
        _ => !is_of(&REPLACED),
    }
}

/// The proofs, for a small file.
pub(super) fn proofs(params: &Params) -> Result<Vec<Proof>> {
    let small = small(params);
    let most_wait = small.own.most_wait();
    let modules = design(&small)?.modules;
    let proof = |(name, claim): (&'static str, &str)| {
        let spilled = if [WAIT, INDUCTIVE].contains(&name) { "2" } else { "1 to 3" };
        let wait_bits = bits_for(most_wait as usize + 2);
        let checker = match name {
            HELD => HeldChecker.render(),
            INDUCTIVE => InductiveChecker { most_wait }.render(),
            _ => Checker { name, is_once: name == ONCE, most_wait, wait_bits }.render(),
        };
        Ok(Proof {
            name,
            claim: format!(
                "{claim}; 2 warps with 4 registers, {spilled} in the scratchpad, 2 lines, one \
                 queued write"
            ),
            checker: checker.map_err(Error::emission(ExpandedRegisterFile::NAME))?,
            modules: modules.iter().filter(|module| takes(name, module)).cloned().collect(),
        })
    };
    CLAIMS.into_iter().map(proof).collect()
}
