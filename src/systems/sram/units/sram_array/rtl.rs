//! The array's template and what it needs.

use super::{Params, SramArray};
use crate::emit::{Design, Module, Owner, comment, port_list};
use crate::error::{Error, Result};
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "sram/rf_sram_array.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    module: &'static str,
    contract: String,
    ports: String,
}

/// The array as a module of that name, which belongs to that unit: a memory of other sizes.
pub fn design_as(params: &Params, owner: Owner, module: &'static str) -> Result<Design> {
    let body = Body {
        params,
        module,
        contract: comment(SramArray::CONTRACT),
        ports: port_list(&unit_ports::<SramArray>(params)),
    };
    let body = body.render().map_err(Error::emission(SramArray::NAME))?;
    let mut module = Module::leaf(owner, module, body);
    module.macro_bits = Some(params.entries * params.data_bits());
    Ok(Design { modules: vec![module] })
}
