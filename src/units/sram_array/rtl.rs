//! The array's template and what it needs.

use super::{Params, SramArray};
use crate::emit::{Design, Module, comment, port_list};
use crate::error::{Error, Result};
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "rf_sram_array.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    contract: String,
    ports: String,
}

pub fn design(params: &Params) -> Result<Design> {
    let body = Body {
        params,
        contract: comment(SramArray::CONTRACT),
        ports: port_list(&unit_ports::<SramArray>(params)),
    };
    let body = body.render().map_err(Error::emission(SramArray::NAME))?;
    let mut module = Module::leaf(SramArray::NAME, "rf_sram_array", body);
    module.macro_bits = Some(params.entries * params.data_bits());
    Ok(Design { modules: vec![module] })
}
