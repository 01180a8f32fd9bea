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
    module: &'static str,
    contract: String,
    ports: String,
    /// Bits of an index into the ring.
    index_bits: usize,
    count_bits: usize,
}

/// The buffer as a module of that name, which belongs to that unit: a bank of another design has a
/// buffer of other sizes, whose header lists that bank's keys.
pub fn design_as(params: &Params, unit: &'static str, module: &'static str) -> Result<Design> {
    let body = Body {
        params,
        module,
        contract: comment(WriteBuffer::CONTRACT),
        ports: port_list(&unit_ports::<WriteBuffer>(params)),
        index_bits: bits_for(params.depth),
        count_bits: params.count_bits(),
    };
    let body = body.render().map_err(Error::emission(WriteBuffer::NAME))?;
    Ok(Design { modules: vec![Module::leaf(unit, module, body)] })
}

#[derive(Template)]
#[template(path = "props/write_buffer_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
}

/// At the configuration's positions, of at most three writes, whose data are two lanes of a bit.
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
        modules: WriteBuffer::design(params)?.modules,
    }])
}
