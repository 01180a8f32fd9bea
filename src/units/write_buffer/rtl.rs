//! The buffer's Verilog template, its checker and their values.

use super::{CONTRACT, In, NAME, Out, Params};
use crate::emit::{Design, Module, Owner, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::units::ports_of;
use askama::Template;

#[derive(Template)]
#[template(path = "rf_write_buffer.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    module: &'static str,
    contract: String,
    ports: String,
}

/// The buffer under the module name `module`. `owner` is the unit whose keys the header lists: the
/// buffers of different banks differ in size.
pub fn design_as(params: &Params, owner: Owner, module: &'static str) -> Result<Design> {
    let body = Body {
        params,
        module,
        contract: comment(CONTRACT),
        ports: port_list(&ports_of::<In, Out>(params)),
    };
    let body = body.render().map_err(Error::emission(NAME))?;
    Ok(Design { modules: vec![Module::leaf(owner, module, body)] })
}

#[derive(Template)]
#[template(path = "props/write_buffer_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
}

/// Proofs with the configuration's positions, at most three writes, and data of two one-bit lanes.
pub fn proofs(params: &Params) -> Result<Vec<Proof>> {
    let depth = params.depth.min(3);
    let params = &Params { depth, lanes: 2, lane_bits: 1, ..params.clone() };
    Ok(vec![Proof {
        name: "write_buffer_check",
        claim: format!(
            "RM-I8 to RM-I11: writes leave once, in order, unchanged, after the older reads, and \
             block younger ones; {depth} writes"
        ),
        checker: Checker { params }.render().map_err(Error::emission(NAME))?,
        modules: design_as(params, Owner { unit: NAME, keys: &[] }, "rf_write_buffer")?.modules,
    }])
}
