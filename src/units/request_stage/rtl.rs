//! The stage's Verilog template and its checker.

use super::{CONTRACT, In, NAME, Out, Params, READ_PORTS, REGISTERS, RequestStage, WRITE_PORTS};
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::units::{Unit, ports_of};
use askama::Template;

#[derive(Template)]
#[template(path = "rf_request_stage.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    module: &'static str,
    contract: String,
    ports: String,
}

/// Name of the Verilog module.
pub const MODULE: &str = "rf_request_stage";

pub fn design(params: &Params) -> Result<Design> {
    let ports = port_list(&ports_of::<In, Out>(params));
    let body = Body { params, module: MODULE, contract: comment(CONTRACT), ports };
    let body = body.render().map_err(Error::emission(NAME))?;
    Ok(Design { modules: vec![Module::leaf(RequestStage::OWNER, MODULE, body)] })
}

#[derive(Template)]
#[template(path = "props/request_stage_inductive.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
}

/// Proves that no request overtakes an older one of its bank, that an offered request stays offered
/// until its bank takes it, and that each bank with held requests is offered the oldest.
pub fn in_order() -> Result<Proof> {
    let params = Params { banks: 16 };
    let checker = Checker { params: &params };
    Ok(Proof {
        name: "request_stage_inductive",
        claim: format!(
            "C1, C4: no read or write enters a bank before an older one of that bank; each enters \
             once, and one of every bank that has any is offered; {READ_PORTS} reads, \
             {WRITE_PORTS} writes, {} banks",
            params.banks
        ),
        checker: checker.render().map_err(Error::emission(NAME))?,
        modules: design(&params)?.modules,
    })
}
