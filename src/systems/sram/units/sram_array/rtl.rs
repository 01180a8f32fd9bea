//! Template context of the SRAM array.

use super::{Params, SramArray};
use crate::emit::{Design, Module, Owner, comment, port_list};
use crate::error::{Error, Result};
use crate::units::memory::{Memory, sliced};
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "sram/rf_sram_array.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    module: &'static str,
    memory: &'static str,
    contract: String,
    ports: String,
}

/// An array of any size: the modules of the array and of its memory, with these names and this
/// owner.
pub fn design_as(
    params: &Params,
    owner: Owner,
    [module, memory]: [&'static str; 2],
) -> Result<Design> {
    let body = Body {
        params,
        module,
        memory,
        contract: comment(SramArray::CONTRACT),
        ports: port_list(&sliced(unit_ports::<SramArray>(params), params.slices)),
    };
    let body = body.render().map_err(Error::emission(SramArray::NAME))?;
    let words = Memory {
        entries: params.entries,
        data_bits: params.data_bits(),
        mask_bits: params.lanes * params.slices,
        two_ports: params.two_ports,
    };
    let mut module = Module::leaf(owner, module, body);
    module.children = vec![(memory, 1)];
    Ok(Design { modules: vec![words.module(owner, memory)?, module] })
}
