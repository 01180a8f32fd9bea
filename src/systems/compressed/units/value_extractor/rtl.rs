//! Templates of the extractor for one lane and for a warp.

use super::{Params, ValueExtractor};
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::units::{Unit, unit_ports};
use askama::Template;

/// The module that extracts from one lane.
const THREAD: &str = "rf_thread_value_extractor";

#[derive(Template)]
#[template(path = "compressed/rf_thread_value_extractor.v", escape = "none")]
struct Thread;

#[derive(Template)]
#[template(path = "compressed/rf_value_extractor.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    contract: String,
    ports: String,
}

pub fn design(params: &Params) -> Result<Design> {
    let failed = || Error::emission(ValueExtractor::NAME);
    let body = Body {
        params,
        contract: comment(ValueExtractor::CONTRACT),
        ports: port_list(&unit_ports::<ValueExtractor>(params)),
    };
    let body = body.render().map_err(failed())?;
    let mut warp = Module::leaf(ValueExtractor::OWNER, "rf_value_extractor", body);
    warp.children = vec![(THREAD, params.lanes)];
    let thread = Thread.render().map_err(failed())?;
    Ok(Design { modules: vec![Module::leaf(ValueExtractor::OWNER, THREAD, thread), warp] })
}

#[derive(Template)]
#[template(path = "compressed/props/value_extractor_check.sv", escape = "none")]
struct Checker;

/// Proofs of one lane, which are enough: all lanes are equal and share the selection.
pub fn proofs() -> Result<Vec<Proof>> {
    Ok(vec![Proof {
        name: "value_extractor_check",
        claim:
            "SDC-I5, SDC-I6, SDC-I7: the OR of both parts is the value, extended, whatever lies \
                outside of the masks; for every legal pair of masks"
                .into(),
        checker: Checker.render().map_err(Error::emission(ValueExtractor::NAME))?,
        modules: design(&Params { lanes: 1 })?.modules,
    }])
}
