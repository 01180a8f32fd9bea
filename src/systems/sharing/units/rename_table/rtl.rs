//! Templates of the table and their contexts.

use super::{CHANGES, Params, RenameTable, SETS};
use crate::config;
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::units::channels::READ_PORTS;
use crate::units::{Unit, placement, unit_ports};
use askama::Template;

/// Module name of a bank of the table.
const BANK: &str = "rf_rename_bank";

/// Name of the module that computes the bank and the entry of a register.
pub const PLACEMENT: &str = "rf_rename_placement";

/// Context of a bank.
#[derive(Template)]
#[template(path = "sharing/rf_rename_bank.v", escape = "none")]
struct Bank<'a> {
    params: &'a Params,
    module: &'static str,
}

/// Context of the read channels or of the change channels, which arbitrate for the banks.
#[derive(Template)]
#[template(path = "sharing/rf_rename_channels.v", escape = "none")]
struct Channels<'a> {
    params: &'a Params,
    module: &'static str,
    channels: usize,
    changes: bool,
}

#[derive(Template)]
#[template(path = "sharing/rf_rename_table.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    contract: String,
    ports: String,
    changes: usize,
    sets: usize,
}

pub fn design(params: &Params) -> Result<Design> {
    let owner = RenameTable::OWNER;
    let failed = || Error::emission(owner.unit);
    let mut modules = placement::design_as(&params.placement, owner, PLACEMENT)?.modules;
    let bank = Bank { params, module: BANK }.render().map_err(failed())?;
    modules.push(Module::leaf(owner, BANK, bank));
    let sides = [("rf_rename_reads", READ_PORTS, false), ("rf_rename_changes", CHANGES, true)];
    for (module, channels, changes) in sides {
        let side = Channels { params, module, channels, changes };
        modules.push(Module::leaf(owner, module, side.render().map_err(failed())?));
    }
    let body = Body {
        params,
        contract: comment(RenameTable::CONTRACT),
        ports: port_list(&unit_ports::<RenameTable>(params)),
        changes: CHANGES,
        sets: SETS,
    };
    let body = body.render().map_err(failed())?;
    let mut table = Module::leaf(owner, "rf_rename_table", body);
    table.children = sides.iter().map(|(module, ..)| (*module, 1)).collect();
    table.children.extend([(PLACEMENT, 1), (BANK, params.placement.banks)]);
    modules.push(table);
    Ok(Design { modules })
}

#[derive(Template)]
#[template(path = "sharing/props/rename_table_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
}

/// The proof, on two warps with up to two registers in two banks.
pub fn proofs() -> Result<Vec<Proof>> {
    let placement = placement::Params {
        placement: config::Placement::Swizzled,
        banks: 2,
        warps: 2,
        entries: 2,
    };
    let params = &Params { placement };
    Ok(vec![Proof {
        name: "rename_table_check",
        claim: "LOC-I18: any register is mapped to what it was set to last until it is cleared or \
                walked; a walk takes one register in each cycle in which its bank is free and it \
                need not wait, and after it no register of the warp is mapped; every lookup finds \
                its register if no lower channel asks for the bank; 2 warps, 2 registers, 2 banks"
            .into(),
        checker: Checker { params }.render().map_err(Error::emission(RenameTable::NAME))?,
        modules: design(params)?.modules,
    }])
}
