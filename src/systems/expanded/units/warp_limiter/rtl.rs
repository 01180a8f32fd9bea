//! The limiter's template, and its checker.

use super::{Params, WarpLimiter};
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "expanded/rf_warp_limiter.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    contract: String,
    ports: String,
}

pub fn design(params: &Params) -> Result<Design> {
    let body = Body {
        params,
        contract: comment(WarpLimiter::CONTRACT),
        ports: port_list(&unit_ports::<WarpLimiter>(params)),
    };
    let body = body.render().map_err(Error::emission(WarpLimiter::NAME))?;
    Ok(Design { modules: vec![Module::leaf(WarpLimiter::OWNER, "rf_warp_limiter", body)] })
}

#[derive(Template)]
#[template(path = "expanded/props/warp_limiter_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
}

/// A proof for two warps that issue up to seven instructions each.
pub fn proofs() -> Result<Vec<Proof>> {
    let params = &Params { warps: 2, count_bits: 3 };
    Ok(vec![Proof {
        name: "warp_limiter_check",
        claim: "EXP-I19: the limit is from 1 to the number of warps; within as many cycles and one \
                more it is what all warps issued divided by what the first that ended issued, and it \
                stays so; 2 warps, counts of 3 bits"
            .into(),
        checker: Checker { params }.render().map_err(Error::emission(WarpLimiter::NAME))?,
        modules: design(params)?.modules,
    }])
}
