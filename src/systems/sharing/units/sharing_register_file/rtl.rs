//! Template of the file and its context.

use super::{Params, SharingRegisterFile};
use crate::emit::{Design, Module, comment, port_list};
use crate::error::{Error, Result};
use crate::sm::register_file::RELEASE_PORTS;
use crate::systems::sharing::units::{
    address_mapping_table, address_pattern, mapping_controller, merge_unit, register_pool,
    rename_table,
};
use crate::systems::sram::units::sram_register_file::SramRegisterFile;
use crate::units::channels::{READ_PORTS, WRITE_PORTS};
use crate::units::{Unit, unit_ports};
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
    /// Operand slot that marks the reads of the merge unit.
    merge_slot: usize,
    /// Name of the module that computes the place of a register in the map.
    placement: &'static str,
    /// Whether the file has a request stage.
    stage: bool,
    asked: Asked,
}

/// Names of the signals of the requests that are looked up in the map.
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

/// Signals of the ports, without a request stage.
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

/// Signals of the request stage.
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

/// Number of placement instances: one for the access and for each read, write and release channel.
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
