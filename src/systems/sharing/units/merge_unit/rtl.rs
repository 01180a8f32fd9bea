//! Template of the unit and its context.

use super::{MergeUnit, PATIENCE, Params};
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "sharing/rf_merge_unit.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    contract: String,
    ports: String,
    /// Data bits by which each bit of a shift moves the answer.
    moves: Vec<usize>,
}

pub fn design(params: &Params) -> Result<Design> {
    let body = Body {
        params,
        contract: comment(MergeUnit::CONTRACT),
        ports: port_list(&unit_ports::<MergeUnit>(params)),
        moves: (0..params.index_bits()).map(|bit| params.lane_bits << bit).collect(),
    };
    let body = body.render().map_err(Error::emission(MergeUnit::NAME))?;
    Ok(Design { modules: vec![Module::leaf(MergeUnit::OWNER, "rf_merge_unit", body)] })
}

#[derive(Template)]
#[template(path = "sharing/props/merge_unit_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
    patience: u8,
}

#[derive(Template)]
#[template(path = "sharing/props/merge_unit_ends.sv", escape = "none")]
struct Ends<'a> {
    params: &'a Params,
    served: usize,
    bound: usize,
}

/// Cycles within which banks are assumed to accept an urgent request, or to answer an urgent read.
const SERVED: usize = 4;

/// The proof that a merge ends within a bound. A merge has two reads, two answers and a write; each
/// may wait until it is urgent and is then served within `SERVED` cycles.
fn ends() -> Result<Proof> {
    let params = &Params { phys_bits: 2, lanes: 4, lane_bits: 1, plain: false };
    let bound = 5 * (usize::from(PATIENCE) + SERVED);
    let checker = Ends { params, served: SERVED, bound }.render();
    Ok(Proof {
        name: "merge_unit_ends",
        claim: format!(
            "LOC-I16: a merge ends within {bound} cycles if banks take or answer what is urgent within \
             {SERVED} each; 4 lanes"
        ),
        checker: checker.map_err(Error::emission(MergeUnit::NAME))?,
        modules: design(params)?.modules,
    })
}

/// The proofs: results on four lanes of one bit, for both merge rules, and that a merge ends.
pub fn proofs() -> Result<Vec<Proof>> {
    let proof = |plain| {
        let params = &Params { phys_bits: 2, lanes: 4, lane_bits: 1, plain };
        let lanes = match plain {
            true => "is the OR of both sources' lanes, shifted: the paper's rule",
            false => "is the lane of the source that has it, else 0; of a copy the source's",
        };
        Ok(Proof {
            name: "merge_unit_check",
            claim: format!(
                "LOC-I11, LOC-I13: any lane of the result {lanes}; each source is read once, b after \
                 the answer of a, and held until its answer, then the result is offered until it is written; each \
                 is urgent after 16 cycles of waiting; 4 lanes"
            ),
            checker: Checker { params, patience: PATIENCE }
                .render()
                .map_err(Error::emission(MergeUnit::NAME))?,
            modules: design(params)?.modules,
        })
    };
    [false, true].into_iter().map(proof).chain([ends()]).collect()
}
