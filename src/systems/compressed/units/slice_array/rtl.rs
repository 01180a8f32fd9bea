//! The array's template and what it needs.

use super::{Params, SliceArray};
use crate::emit::{Design, Module, comment, port_list};
use crate::error::{Error, Result};
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "compressed/rf_slice_array.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    contract: String,
    ports: String,
}

pub fn design(params: &Params) -> Result<Design> {
    let body = Body {
        params,
        contract: comment(SliceArray::CONTRACT),
        ports: port_list(&unit_ports::<SliceArray>(params)),
    };
    let body = body.render().map_err(Error::emission(SliceArray::NAME))?;
    let mut module = Module::leaf(SliceArray::OWNER, "rf_slice_array", body);
    module.macro_bits = Some(params.entries * params.data_bits());
    Ok(Design { modules: vec![module] })
}
