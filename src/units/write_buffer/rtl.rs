//! The buffer's template and what it needs.

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

/// The buffer as a module of that name, which belongs to that unit: a bank of another design has a
/// buffer of other sizes, whose header lists that bank's keys.
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
        checker: Checker { params }.render().map_err(Error::emission(NAME))?,
        modules: design_as(params, Owner { unit: NAME, keys: &[] }, "rf_write_buffer")?.modules,
    }])
}
