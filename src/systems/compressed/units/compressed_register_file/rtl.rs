//! The template: the parts, wired.

use super::{CompressedRegisterFile, Params};
use crate::bits::bits_for;
use crate::emit::{Design, Module, comment, port_list};
use crate::error::{Error, Result};
use crate::systems::compressed::units::{
    collector_unit, indirection_table, slice_array, value_converter, value_extractor,
    value_truncator,
};
use crate::systems::sram::config::BankPorts;
use crate::units::channels::WRITE_PORTS;
use crate::units::{Unit, placement, unit_ports};
use askama::Template;

/// The placement among banks of this size.
const PLACEMENT: &str = "rf_compressed_placement";

#[derive(Template)]
#[template(path = "compressed/rf_compressed_register_file.v", escape = "none")]
struct Body {
    placement: &'static str,
    contract: String,
    ports: String,
    banks: usize,
    bank_bits: usize,
    entry_bits: usize,
    warp_bits: usize,
    collectors: usize,
    cu_bits: usize,
    slots: usize,
    slot_bits: usize,
    converters: usize,
    /// Bits of a converter's number.
    k: usize,
    /// Whether a bank can serve what collector unit u asks for, beside the write that it performs.
    free: String,
    /// 1, as wide as there are collector units.
    one: String,
}

/// One of several warp registers, selected by a bit each: a module of its own, so that synthesis meets
/// it once.
#[derive(Template)]
#[template(path = "compressed/rf_warp_select.v", escape = "none")]
struct Select {
    name: &'static str,
    inputs: usize,
}

pub fn design(params: &Params) -> Result<Design> {
    let entry_bits = params.placement.entry_bits();
    let body = Body {
        placement: PLACEMENT,
        contract: comment(CompressedRegisterFile::CONTRACT),
        ports: port_list(&unit_ports::<CompressedRegisterFile>(params)),
        banks: params.banks(),
        bank_bits: params.placement.bank_bits(),
        entry_bits,
        warp_bits: params.placement.warp_bits(),
        collectors: params.collector_units,
        cu_bits: params.cu_bits(),
        slots: params.collector.slots,
        slot_bits: params.collector.slot_bits(),
        converters: params.converters,
        k: bits_for(params.converters),
        one: format!("{}'d1", params.collector_units),
        free: match params.ports {
            BankPorts::Shared => "!store".into(),
            BankPorts::Separate => {
                format!("!(store && (row == req_row[{entry_bits}*u +: {entry_bits}]))")
            }
        },
    };
    let owner = CompressedRegisterFile::OWNER;
    let body = body.render().map_err(Error::emission(owner.unit))?;
    let collectors = params.collector_units;
    let selects = [
        ("rf_part_select", params.banks(), collectors),
        ("rf_converted_select", params.converters, collectors),
        ("rf_store_select", 2 * WRITE_PORTS, params.banks()),
        ("rf_operand_select", collectors, params.converters),
    ];
    let parts = [
        (placement::design_as(&params.placement, owner, PLACEMENT)?, collectors + 2 * WRITE_PORTS),
        (indirection_table::IndirectionTable::design(&params.table)?, 1),
        (collector_unit::CollectorUnit::design(&params.collector)?, collectors),
        (slice_array::SliceArray::design(&params.array)?, params.banks()),
        (value_extractor::ValueExtractor::design(&params.extractor)?, params.banks()),
        (value_converter::ValueConverter::design(&params.converter)?, params.converters),
        (value_truncator::ValueTruncator::design(&params.truncator)?, WRITE_PORTS),
    ];
    let mut module = Module::leaf(owner, "rf_compressed_register_file", body);
    module.children = parts.iter().map(|(part, count)| (part.top().name, *count)).collect();
    let mut modules: Vec<Module> = parts.into_iter().flat_map(|(part, _)| part.modules).collect();
    for (name, inputs, count) in selects {
        let select = Select { name, inputs }.render().map_err(Error::emission(owner.unit))?;
        modules.push(Module::leaf(owner, name, select));
        module.children.push((name, count));
    }
    modules.push(module);
    Ok(Design { modules })
}
