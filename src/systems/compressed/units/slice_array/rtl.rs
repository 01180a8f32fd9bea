//! The array's template and what it needs.

use super::{Params, SliceArray};
use crate::emit::{Design, Module, comment, port_list};
use crate::error::{Error, Result};
use crate::systems::compressed::indirection::SLICES;
use crate::units::memory::Memory;
use crate::units::{Unit, unit_ports};
use askama::Template;

/// The module of the memory.
const MEMORY: &str = "rf_slice_memory";

#[derive(Template)]
#[template(path = "compressed/rf_slice_array.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    memory: &'static str,
    contract: String,
    ports: String,
}

pub fn design(params: &Params) -> Result<Design> {
    let body = Body {
        params,
        memory: MEMORY,
        contract: comment(SliceArray::CONTRACT),
        ports: port_list(&unit_ports::<SliceArray>(params)),
    };
    let body = body.render().map_err(Error::emission(SliceArray::NAME))?;
    let memory = Memory {
        entries: params.entries,
        data_bits: params.data_bits(),
        mask_bits: SLICES * params.lanes,
        two_ports: params.two_ports,
    };
    let mut module = Module::leaf(SliceArray::OWNER, "rf_slice_array", body);
    module.children = vec![(MEMORY, 1)];
    Ok(Design { modules: vec![memory.module(SliceArray::OWNER, MEMORY)?, module] })
}
