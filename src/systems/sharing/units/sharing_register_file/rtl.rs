//! The file's template and what it needs.

use super::{Params, SharingRegisterFile};
use crate::emit::{Design, Module, comment, port_list};
use crate::error::{Error, Result};
use crate::systems::sharing::units::{
    address_mapping_table, address_pattern, mapping_controller, merge_unit, register_pool,
    rename_table,
};
use crate::systems::sram::units::sram_register_file::SramRegisterFile;
use crate::units::channels::READ_PORTS;
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
    /// The operand slot that the merge asks by.
    merge_slot: usize,
}

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
        merge_slot: shared.front.queue.operand_slots,
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
    let mut modules: Vec<Module> = parts.into_iter().flat_map(|part| part.modules).collect();
    modules.push(module);
    Ok(Design { modules })
}
