//! The templates of the table and its copies.

use super::{IndirectionTable, Params};
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::systems::sram::units::sram_array;
use crate::units::{Unit, unit_ports};
use askama::Template;

/// Module of a bank, used by both copies.
const BANK: &str = "rf_indirection_bank";

/// Module of the memory in a bank.
const MEMORY: &str = "rf_indirection_memory";

/// One copy of the table, with `channels` lookup channels.
#[derive(Template)]
#[template(path = "compressed/rf_indirection_copy.v", escape = "none")]
struct Copy<'a> {
    params: &'a Params,
    module: &'static str,
    bank: &'static str,
    channels: usize,
}

#[derive(Template)]
#[template(path = "compressed/rf_indirection_table.v", escape = "none")]
struct Body {
    contract: String,
    ports: String,
}

pub fn design(params: &Params) -> Result<Design> {
    let owner = IndirectionTable::OWNER;
    let failed = || Error::emission(owner.unit);
    let array = sram_array::Params {
        entries: params.rows,
        two_ports: true,
        lanes: 1,
        lane_bits: params.entry_bits,
        slices: 1,
    };
    let mut modules = sram_array::design_as(&array, owner, [BANK, MEMORY])?.modules;
    let copies =
        [("rf_source_table", params.sources), ("rf_destination_table", params.destinations)];
    for (module, channels) in copies {
        let copy = Copy { params, module, bank: BANK, channels };
        let mut copy = Module::leaf(owner, module, copy.render().map_err(failed())?);
        copy.children = vec![(BANK, params.banks)];
        modules.push(copy);
    }
    let (contract, ports) =
        (comment(IndirectionTable::CONTRACT), port_list(&unit_ports::<IndirectionTable>(params)));
    let body = Body { contract, ports }.render().map_err(failed())?;
    let mut table = Module::leaf(owner, "rf_indirection_table", body);
    table.children = copies.map(|(module, _)| (module, 1)).to_vec();
    modules.push(table);
    Ok(Design { modules })
}

#[derive(Template)]
#[template(path = "compressed/props/indirection_table_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
}

/// Proofs with all banks and channels, and entries of one bit.
pub fn proofs(params: &Params) -> Result<Vec<Proof>> {
    let params = &Params { entry_bits: 1, ..params.clone() };
    Ok(vec![Proof {
        name: "indirection_table_check",
        claim: format!(
            "SDC-I3, SDC-I4: a bank reads one entry a cycle, none is idle while it is asked, every \
             lookup is answered once, from either copy with what was loaded; {} banks of {} entries, \
             {} and {} channels",
            params.banks, params.rows, params.sources, params.destinations
        ),
        checker: Checker { params }.render().map_err(Error::emission(IndirectionTable::NAME))?,
        modules: design(params)?.modules,
    }])
}
