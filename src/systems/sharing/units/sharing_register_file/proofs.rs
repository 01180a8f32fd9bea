//! Proofs of the file: its answers are correct, and its banks serve a merge within a bound.

use super::rtl::design;
use super::{Params, SharingRegisterFile};
use crate::bits::bits_for;
use crate::config::Placement;
use crate::emit::{Module, Proof};
use crate::error::{Error, Result};
use crate::systems::sharing::config::{LoadRule, StoreRule, WriteRule};
use crate::systems::sharing::units::registers::Registers;
use crate::systems::sharing::units::{merge_unit, register_pool, rename_table};
use crate::units::channels::{READ_PORTS, WRITE_PORTS};
use crate::units::{Position, Unit, placement, read_queue, write_buffer};
use askama::Template;

#[derive(Template)]
#[template(path = "sharing/props/sharing_register_file_check.sv", escape = "none")]
struct Checker {
    name: &'static str,
    /// Whether the file has a request stage.
    stage: bool,
}

/// The claim about the complete file.
const CLAIM: &str = "LOC-I1, LOC-I3 to LOC-I7, LOC-I11, LOC-I14, LOC-I15, LOC-I18 to LOC-I20: every read \
                     is answered as without sharing; 2 warps, 2 registers, 2 lanes, 4 words, 4 physical \
                     registers, whatever banks, pattern and table do within their contracts";

/// Name prefixes of the modules that the checker replaces by its own.
const REPLACED: [&str; 5] =
    ["rf_sram_", "rf_address_", "rf_cover_", "rf_longest_", "rf_rename_bank"];

/// A file with two warps of two registers, and four physical registers in two banks.
fn small(params: &Params) -> Params {
    let mut small = params.clone();
    let (shared, own) = (&mut small.shared, &mut small.own);
    let swizzled = Placement::Swizzled;
    let placement = placement::Params { placement: swizzled, banks: 2, warps: 2, entries: 2 };
    for (shared, slots) in [(shared, 3), (&mut own.banks.shared, 4)] {
        shared.placement = placement.clone();
        shared.request_arbiter.banks = 2;
        shared.request_arbiter.max_banks = 2;
        shared.front.queue.collector_units = 2;
        shared.front.queue.operand_slots = slots;
    }
    own.table.phys_bits = 2;
    own.map.placement = placement;
    own.pool = register_pool::Params { registers: Registers { banks: 2, rows: 2 }, keep: false };
    own.merge.phys_bits = 2;
    own.controller.waiting = 2;
    own.controller.warp_bits = 1;
    own.controller.phys_bits = 2;
    own.warps = 2;
    small
}

#[derive(Template)]
#[template(path = "sharing/props/sharing_register_file_serves.sv", escape = "none")]
struct Serves<'a> {
    queue: &'a read_queue::Params,
    buffer: &'a write_buffer::Params,
    two_ports: bool,
    /// Bits of a physical register number.
    p: usize,
    /// Bits of a read in its queue.
    entry: usize,
    /// Bits of a place in the queue.
    front: usize,
    /// Cycles within which a read of an urgent merge is accepted.
    accept: usize,
    /// Cycles within which a read of an urgent merge is answered.
    answer: usize,
    /// Cycles within which the write of an urgent merge is accepted.
    write: usize,
    /// Cycles that a merge waits before it is urgent.
    patience: usize,
    /// Cycles within which a merge ends.
    ends: usize,
}

impl Serves<'_> {
    fn claim(&self) -> String {
        let ports = if self.two_ports { "1r1w" } else { "1rw" };
        format!(
            "LOC-I16: a merge ends within {} cycles; when it is urgent its read is accepted within {}, \
             answered within {}, its write accepted within {}; 2 banks, {ports}, of 2 registers, {} \
             reads, {} writes",
            self.ends, self.accept, self.answer, self.write, self.queue.depth, self.buffer.depth
        )
    }
}

/// Parts that are replaced by empty modules, whose outputs may have any value.
const ANY: [&str; 5] = [
    "rf_address_pattern",
    "rf_address_mapping_table",
    "rf_rename_table",
    "rf_register_pool",
    "rf_mapping_controller",
];

/// The file with its own banks, channels and merge unit. The other parts keep only their ports, so
/// that their outputs are free. Memories of the bank fronts become registers, so that the checker
/// can name them.
fn banks_alone(params: &Params) -> Result<Vec<Module>> {
    let is_own = |name: &str| {
        let others = ["rf_merge_unit", "rf_sharing_register_file", rename_table::PLACEMENT];
        name.starts_with("rf_sram_") || others.contains(&name)
    };
    let mut modules = design(params)?.modules;
    modules.retain(|module| is_own(module.name) || ANY.contains(&module.name));
    for module in &mut modules {
        if ANY.contains(&module.name) {
            let ports = module.body.find("\n);").unwrap_or(module.body.len());
            module.body.truncate(ports);
            module.body += "\n);\nendmodule\n\n`default_nettype wire\n";
        } else if ["rf_sram_read_queue", "rf_sram_write_buffer"].contains(&module.name) {
            module.body = module.body.replace("  reg [", "  (* mem2reg *) reg [");
        }
    }
    Ok(modules)
}

/// The proof of the bound within which banks with one or two ports serve an urgent merge.
fn serves(mut small: Params, two_ports: bool) -> Result<Proof> {
    small.shared.request_stage = false;
    let banks = &mut small.own.banks;
    banks.shared.request_stage = false;
    let front = &mut banks.shared.front;
    let position = Position::of_entries(1);
    front.two_ports = two_ports;
    (front.queue.depth, front.queue.position) = (8, position);
    (front.buffer.depth, front.buffer.position) = (2, position);
    front.buffer.read_queue_depth = front.queue.depth;
    (banks.own.entries, banks.own.two_ports) = (2, two_ports);
    let (queue, buffer) = (front.queue.clone(), front.buffer.clone());
    let (reads, writes) = (queue.depth, buffer.depth);
    // Reads of unmapped registers may wait on all channels. Each is answered in a cycle in which
    // the highest bank has no answer.
    let accept = 2 * READ_PORTS + reads + 3;
    // Older reads and buffered writes come first; with one port also writes held by the channels.
    let answer = reads + writes + 1 + if two_ports { 0 } else { WRITE_PORTS };
    // The buffered writes and up to three other writes come first, each after the reads that wait
    // for its bank.
    let write = 3 * reads + 5;
    let patience = merge_unit::PATIENCE.into();
    let checker = Serves {
        two_ports,
        p: small.own.pool.registers.phys_bits(),
        entry: queue.tag_bits() + queue.slot_bits() + queue.position.bits(),
        front: bits_for(reads),
        accept,
        answer,
        write,
        patience,
        ends: 2 * (2 * patience + accept + answer) + patience + write,
        queue: &queue,
        buffer: &buffer,
    };
    let claim = checker.claim();
    let checker = checker.render().map_err(Error::emission(SharingRegisterFile::NAME))?;
    let modules = banks_alone(&small)?;
    Ok(Proof { name: "sharing_file_serves_inductive", claim, checker, modules })
}

/// The proofs on a small file, only for the sound rules: answers with any banks, pattern and table
/// that keep their contracts, then the bound on serving a merge.
pub(super) fn proofs(params: &Params) -> Result<Vec<Proof>> {
    let sound = params.own.controller.write_rule == WriteRule::Sound
        && params.own.controller.load_rule == LoadRule::Sound
        && !params.own.merge.plain
        && params.own.table.store == StoreRule::Sound;
    if !sound {
        return Ok(Vec::new());
    }
    let small = small(params);
    Ok(vec![
        right(small.clone(), "sharing_file_inductive", false)?,
        right(small.clone(), "sharing_stage_inductive", true)?,
        serves(small.clone(), false)?,
        serves(small, true)?,
    ])
}

/// The proof that a small file answers correctly, with or without a request stage.
fn right(mut small: Params, name: &'static str, stage: bool) -> Result<Proof> {
    small.shared.request_stage = stage;
    let mut modules = design(&small)?.modules;
    modules.retain(|module| !REPLACED.iter().any(|name| module.name.starts_with(name)));
    let checker = Checker { name, stage };
    let checker = checker.render().map_err(Error::emission(SharingRegisterFile::NAME))?;
    let behind = if stage { ", with the request stage" } else { "" };
    Ok(Proof { name, claim: format!("{CLAIM}{behind}"), checker, modules })
}
