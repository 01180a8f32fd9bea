//! The file's template and what it needs.

use super::{Params, SharingRegisterFile};
use crate::bits::bits_for;
use crate::config::Placement;
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::sm::register_file::RELEASE_PORTS;
use crate::systems::sharing::config::{LoadRule, StoreRule, WriteRule};
use crate::systems::sharing::units::registers::Registers;
use crate::systems::sharing::units::{
    address_mapping_table, address_pattern, mapping_controller, merge_unit, register_pool,
    rename_table,
};
use crate::systems::sram::units::sram_register_file::SramRegisterFile;
use crate::units::channels::{READ_PORTS, WRITE_PORTS};
use crate::units::{Unit, placement, read_queue, unit_ports, write_buffer};
use askama::Template;

#[derive(Template)]
#[template(path = "sharing/rf_sharing_register_file.v", escape = "none")]
struct Body {
    contract: String,
    ports: String,
    max_banks: usize,
    read_ports: usize,
    cu_bits: usize,
    slot_bits: usize,
    bank_slot_bits: usize,
    warp_bits: usize,
    bank_warp_bits: usize,
    phys_bits: usize,
    bank_bits: usize,
    entry_bits: usize,
    /// The operand slot that the merge asks by.
    merge_slot: usize,
    /// Says where a register has its entry in the map.
    placement: &'static str,
    /// Whether requests are held before they are looked up.
    stage: bool,
    asked: Asked,
}

/// Names of what is looked up in the map.
struct Asked {
    read: &'static str,
    read_bank: &'static str,
    read_entry: &'static str,
    cu: &'static str,
    slot: &'static str,
    write: &'static str,
    write_bank: &'static str,
    write_entry: &'static str,
    write_warp: &'static str,
    fill: &'static str,
    mask: &'static str,
    data: &'static str,
    release: &'static str,
    release_bank: &'static str,
    release_entry: &'static str,
}

/// Requests as they come.
const OFFERED: Asked = Asked {
    read: "read_valid_i",
    read_bank: "read_bank",
    read_entry: "read_entry",
    cu: "read_cu_i",
    slot: "read_slot_i",
    write: "write_valid_i",
    write_bank: "write_bank",
    write_entry: "write_entry",
    write_warp: "write_warp_i",
    fill: "write_fill_i",
    mask: "write_lane_mask_i",
    data: "write_data_i",
    release: "release_valid_i",
    release_bank: "release_bank",
    release_entry: "release_entry",
};

/// Requests that are held.
const HELD: Asked = Asked {
    read: "held_read_q",
    read_bank: "held_read_bank_q",
    read_entry: "held_read_entry_q",
    cu: "held_cu_q",
    slot: "held_slot_q",
    write: "held_write_q",
    write_bank: "held_write_bank_q",
    write_entry: "held_write_entry_q",
    write_warp: "held_write_warp_q",
    fill: "held_fill_q",
    mask: "held_mask_q",
    data: "held_data_q",
    release: "held_release_q",
    release_bank: "held_release_bank_q",
    release_entry: "held_release_entry_q",
};

/// The access, and the reads, writes and releases, each of which is placed.
const PLACED: usize = 1 + READ_PORTS + WRITE_PORTS + RELEASE_PORTS;

pub(super) fn design(params: &Params) -> Result<Design> {
    let (shared, own) = (&params.shared, &params.own);
    let banks = &own.banks.shared;
    let body = Body {
        contract: comment(SharingRegisterFile::CONTRACT),
        ports: port_list(&unit_ports::<SharingRegisterFile>(params)),
        max_banks: shared.max_banks(),
        read_ports: READ_PORTS,
        cu_bits: shared.front.queue.cu_bits(),
        slot_bits: shared.front.queue.slot_bits(),
        bank_slot_bits: banks.front.queue.slot_bits(),
        warp_bits: shared.placement.warp_bits(),
        bank_warp_bits: banks.placement.warp_bits(),
        phys_bits: own.pool.registers.phys_bits(),
        bank_bits: shared.placement.bank_bits(),
        entry_bits: own.map.placement.entry_bits(),
        merge_slot: shared.front.queue.operand_slots,
        placement: rename_table::PLACEMENT,
        stage: shared.request_stage,
        asked: if shared.request_stage { HELD } else { OFFERED },
    };
    let body = body.render().map_err(Error::emission(SharingRegisterFile::NAME))?;
    let parts = [
        SramRegisterFile::design(&own.banks)?,
        address_pattern::AddressPattern::design(&own.pattern)?,
        address_mapping_table::AddressMappingTable::design(&own.table)?,
        rename_table::RenameTable::design(&own.map)?,
        register_pool::RegisterPool::design(&own.pool)?,
        merge_unit::MergeUnit::design(&own.merge)?,
        mapping_controller::MappingController::design(&own.controller)?,
    ];
    let owner = SharingRegisterFile::OWNER;
    let mut module = Module::leaf(owner, "rf_sharing_register_file", body);
    module.children = parts.iter().map(|part| (part.top().name, 1)).collect();
    module.children.push((rename_table::PLACEMENT, PLACED));
    let mut modules: Vec<Module> = parts.into_iter().flat_map(|part| part.modules).collect();
    modules.push(module);
    Ok(Design { modules })
}

#[derive(Template)]
#[template(path = "sharing/props/sharing_register_file_check.sv", escape = "none")]
struct Checker {
    name: &'static str,
    /// Whether requests are held before they are looked up.
    stage: bool,
}

/// The claim about the complete file.
const CLAIM: &str = "LOC-I1, LOC-I3 to LOC-I7, LOC-I11, LOC-I14, LOC-I15, LOC-I18 to LOC-I20: every read \
                     is answered as without sharing; 2 warps, 2 registers, 2 lanes, 4 words, 4 physical \
                     registers, whatever banks, pattern and table do within their contracts";

/// Beginnings of the names of modules that the checker has others for.
const REPLACED: [&str; 5] =
    ["rf_sram_", "rf_address_", "rf_cover_", "rf_longest_", "rf_rename_bank"];

/// A file of two warps with two registers, four physical ones in two banks.
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
    /// Bits of a physical register's number, of a read in its queue, and of its place there.
    p: usize,
    entry: usize,
    front: usize,
    /// Cycles in which an urgent merge's read is accepted, answered, and its write accepted.
    accept: usize,
    answer: usize,
    write: usize,
    /// Cycles in which it waits before it is urgent, and in which it ends.
    patience: usize,
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

/// Parts whose place others take that answer anything.
const ANY: [&str; 5] = [
    "rf_address_pattern",
    "rf_address_mapping_table",
    "rf_rename_table",
    "rf_register_pool",
    "rf_mapping_controller",
];

/// The file with its own banks, channels and merge unit alone: of the other parts only the ports are left,
/// so that their outputs are free, and memories of the banks' fronts are registers, to be named.
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

/// How soon banks of this kind serve what is urgent.
fn serves(mut small: Params, two_ports: bool) -> Result<Proof> {
    small.shared.request_stage = false;
    let banks = &mut small.own.banks;
    banks.shared.request_stage = false;
    let front = &mut banks.shared.front;
    (front.two_ports, front.entry_bits) = (two_ports, 1);
    (front.queue.depth, front.queue.position_bits) = (8, 1);
    (front.buffer.depth, front.buffer.position_bits) = (2, 1);
    front.buffer.read_queue_depth = front.queue.depth;
    (banks.own.entries, banks.own.two_ports) = (2, two_ports);
    let (queue, buffer) = (front.queue.clone(), front.buffer.clone());
    let (reads, writes) = (queue.depth, buffer.depth);
    // Reads of no register on all channels, each shown once the highest bank has no answer.
    let accept = 2 * READ_PORTS + reads + 3;
    // The reads before it, and buffered writes; with one port also those that are held.
    let answer = reads + writes + 1 + if two_ports { 0 } else { WRITE_PORTS };
    // The buffered writes and up to three others first, each after the reads that it finds waiting.
    let write = 3 * reads + 5;
    let patience = merge_unit::PATIENCE.into();
    let checker = Serves {
        two_ports,
        p: small.own.pool.registers.phys_bits(),
        entry: queue.tag_bits() + queue.slot_bits() + queue.position_bits,
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

/// A small file by the sound rules, with banks, pattern and table that keep to their contracts; then how
/// soon its banks serve a merge.
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

/// That a small file answers right, with or without the request stage.
fn right(mut small: Params, name: &'static str, stage: bool) -> Result<Proof> {
    small.shared.request_stage = stage;
    let mut modules = design(&small)?.modules;
    modules.retain(|module| !REPLACED.iter().any(|name| module.name.starts_with(name)));
    let checker = Checker { name, stage };
    let checker = checker.render().map_err(Error::emission(SharingRegisterFile::NAME))?;
    let behind = if stage { ", with the request stage" } else { "" };
    Ok(Proof { name, claim: format!("{CLAIM}{behind}"), checker, modules })
}
