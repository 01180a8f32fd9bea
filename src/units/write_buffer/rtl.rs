//! The buffer's template and what it needs.

use super::{Params, WriteBuffer};
use crate::bits::bits_for;
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "rf_write_buffer.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    contract: String,
    ports: String,
    /// Bits of an index into the ring.
    index_bits: usize,
    position_bits: usize,
    count_bits: usize,
}

pub fn design(params: &Params) -> Result<Design> {
    let body = Body {
        params,
        contract: comment(WriteBuffer::CONTRACT),
        ports: port_list(&unit_ports::<WriteBuffer>(params)),
        index_bits: bits_for(params.depth),
        position_bits: params.geometry.position_bits(),
        count_bits: params.count_bits(),
    };
    let body = body.render().map_err(Error::emission(WriteBuffer::NAME))?;
    Ok(Design { modules: vec![Module::leaf(WriteBuffer::NAME, "rf_write_buffer", body)] })
}

#[derive(Template)]
#[template(path = "props/write_buffer_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
}

/// At the configuration's geometry, of at most three writes, whose data are two lanes of a bit.
pub fn proofs(params: &Params) -> Result<Vec<Proof>> {
    let depth = params.depth.min(3);
    let params = &Params { depth, lanes: 2, lane_bits: 1, ..params.clone() };
    Ok(vec![Proof {
        name: "write_buffer_check",
        claim: format!(
            "RM-I8 to RM-I11: writes leave once, in order, unchanged, after the older reads, and \
             block younger ones; {depth} writes"
        ),
        checker: Checker { params }.render().map_err(Error::emission(WriteBuffer::NAME))?,
        modules: design(params)?.modules,
    }])
}
