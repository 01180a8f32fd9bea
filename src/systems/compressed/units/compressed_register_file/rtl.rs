//! The template, which connects the modules of the parts.

use super::{CompressedRegisterFile, Params, Shape, packed_bank_params};
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::systems::compressed::units::packed_bank::PackedBank;
use crate::systems::compressed::units::storages::PackedStorage;
use crate::systems::compressed::units::{
    collector_unit, indirection_table, value_converter, value_extractor, value_truncator,
};
use crate::systems::sram::units::sram_bank::SramStorage;
use crate::units::channels::{READ_PORTS, WRITE_PORTS};
use crate::units::{Unit, placement, request_arbiter, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "compressed/rf_compressed_register_file.v", escape = "none")]
struct Body<'a> {
    module: &'static str,
    bank_module: &'static str,
    placement: &'static str,
    arbiter: &'static str,
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
    /// Whether the request stage adds pipeline registers.
    stages: bool,
    /// Verilog condition: the bank may read, given whether it is asked to write.
    reads: &'static str,
    /// Verilog condition: the request of collector unit u does not conflict with the write.
    free: String,
    /// Whether a bank may wait for a grant or until its storage has moved.
    waits: bool,
    arbitration: &'a str,
    bank_wires: &'a str,
    connections: &'a str,
}

impl Body<'_> {
    /// `with` if there is a request stage, else `without`.
    fn staged(&self, with: &'static str, without: &'static str) -> &'static str {
        if self.stages { with } else { without }
    }
}

/// A one-hot multiplexer of warp registers. It is a separate module so that synthesis processes it
/// only once.
#[derive(Template)]
#[template(path = "compressed/rf_warp_select.v", escape = "none")]
struct Select {
    name: &'static str,
    inputs: usize,
}

/// The assignment of converters to collector units.
#[derive(Template)]
#[template(path = "compressed/rf_converter_turns.v", escape = "none")]
struct Turns {
    collectors: usize,
    converters: usize,
}

#[derive(Template)]
#[template(path = "compressed/props/converter_turns_search.sv", escape = "none")]
struct Search {
    collectors: usize,
    converters: usize,
}

/// Instances of the placement: one for each part of each lookup.
const PLACEMENTS: usize = 2 * (READ_PORTS + WRITE_PORTS);

pub fn design<S: PackedStorage>(params: &Params<S>) -> Result<Design> {
    let Params::<S> { shared, own } = params;
    let [(placement_owner, placement), (arbiter_owner, arbiter)] = S::FILE_PARTS;
    let file = S::file_parts(own)?;
    let waits = S::MOVES || shared.limits_banks();
    let entry_bits = shared.placement().entry_bits();
    let body = Body {
        module: S::PACKED_FILE.module,
        bank_module: S::PACKED_BANK.module,
        placement,
        arbiter,
        contract: comment(CompressedRegisterFile::<S>::CONTRACT),
        ports: port_list(&unit_ports::<CompressedRegisterFile<S>>(params)),
        banks: shared.banks(),
        bank_bits: shared.placement().bank_bits(),
        entry_bits,
        warp_bits: shared.placement().warp_bits(),
        collectors: shared.collector_units,
        cu_bits: shared.cu_bits(),
        slots: shared.collector.slots,
        slot_bits: shared.collector.slot_bits(),
        converters: shared.converters,
        stages: shared.stages(),
        reads: if shared.file.front.two_ports { "1'b1" } else { "!store" },
        free: match shared.file.front.two_ports {
            false => "asks[u]".into(),
            true => {
                let row = format!("ask_row[{entry_bits}*u +: {entry_bits}]");
                format!("asks[u] && !(store && (row == {row}))")
            }
        },
        waits,
        arbitration: file.arbitration.trim_end(),
        bank_wires: file.bank_wires.trim_end(),
        connections: file.connections.trim_end(),
    };
    let owner = CompressedRegisterFile::<S>::OWNER;
    let body = body.render().map_err(Error::emission(owner.unit))?;
    let collectors = shared.collector_units;
    let truncator = match shared.stages() {
        true => value_truncator::in_stages(&shared.truncator, owner)?,
        false => value_truncator::ValueTruncator::design(&shared.truncator)?,
    };
    let mut parts = vec![
        (placement::design_as(shared.placement(), placement_owner, placement)?, PLACEMENTS),
        (indirection_table::IndirectionTable::design(&shared.table)?, 1),
        (collector_unit::CollectorUnit::design(&shared.collector)?, collectors),
        (PackedBank::<S>::design(&packed_bank_params::<S>(params))?, shared.banks()),
        (value_extractor::ValueExtractor::design(&shared.extractor)?, shared.banks()),
        (value_converter::ValueConverter::design(&shared.converter)?, shared.converters),
        (truncator, WRITE_PORTS),
    ];
    if waits {
        let of = &shared.file.request_arbiter;
        parts.push((request_arbiter::design_as(of, arbiter_owner, arbiter)?, 1));
        parts.extend(file.designs);
    }
    parts.push((turns(shared)?, 1));
    parts.extend(selects(shared)?);
    let mut module = Module::leaf(owner, S::PACKED_FILE.module, body);
    module.children = parts.iter().map(|(part, count)| (part.top().name, *count)).collect();
    let mut modules: Vec<Module> = parts.into_iter().flat_map(|(part, _)| part.modules).collect();
    modules.push(module);
    Ok(Design { modules })
}

/// The assignment of converters, equal for all storages.
fn turns(params: &Shape) -> Result<Design> {
    let owner = CompressedRegisterFile::<SramStorage>::OWNER;
    let Shape { collector_units: collectors, converters, .. } = *params;
    let body = Turns { collectors, converters }.render().map_err(Error::emission(owner.unit))?;
    Ok(Design { modules: vec![Module::leaf(owner, "rf_converter_turns", body)] })
}

/// Proof that converters are assigned as a sequential search would do it.
pub fn proofs(params: &Shape) -> Result<Vec<Proof>> {
    let Shape { collector_units: collectors, converters, .. } = *params;
    let unit = CompressedRegisterFile::<SramStorage>::OWNER.unit;
    let checker = Search { collectors, converters }.render().map_err(Error::emission(unit))?;
    Ok(vec![Proof {
        name: "converter_turns_search",
        claim: format!(
            "{converters} converters serve the first of {collectors} collector units that ask, in \
             turn order, as a search of one after the other finds them"
        ),
        checker,
        modules: turns(params)?.modules,
    }])
}

/// Multiplexers of warp registers, equal for all storages, with the number of instances of each.
fn selects(params: &Shape) -> Result<Vec<(Design, usize)>> {
    let owner = CompressedRegisterFile::<SramStorage>::OWNER;
    let (banks, collectors) = (params.banks(), params.collector_units);
    let converters = params.converters;
    let selects = [
        ("rf_part_select", banks, collectors),
        ("rf_converted_select", converters, collectors),
        ("rf_store_select", 2 * WRITE_PORTS, banks),
        ("rf_operand_select", collectors, converters),
    ];
    let design = |(name, inputs, count)| {
        let select = Select { name, inputs }.render().map_err(Error::emission(owner.unit))?;
        Ok((Design { modules: vec![Module::leaf(owner, name, select)] }, count))
    };
    selects.into_iter().map(design).collect()
}
