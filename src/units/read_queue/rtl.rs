//! The queue's template and what it needs.

use super::{Params, ReadQueue};
use crate::bits::bits_for;
use crate::emit::{Design, Module, comment, port_list};
use crate::error::{Error, Result};
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "rf_read_queue.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    contract: String,
    ports: String,
    /// Bits of an index into the ring.
    index_bits: usize,
    entry_bits: usize,
    position_bits: usize,
}

pub fn design(params: &Params) -> Result<Design> {
    let position_bits = params.geometry.position_bits();
    let body = Body {
        params,
        contract: comment(ReadQueue::CONTRACT),
        ports: port_list(&unit_ports::<ReadQueue>(params)),
        index_bits: bits_for(params.depth),
        entry_bits: params.cu_bits() + params.slot_bits() + position_bits,
        position_bits,
    };
    let body = body.render().map_err(Error::emission(ReadQueue::NAME))?;
    Ok(Design { modules: vec![Module::leaf(ReadQueue::NAME, "rf_read_queue", body)] })
}
