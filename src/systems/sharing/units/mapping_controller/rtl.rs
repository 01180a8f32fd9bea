//! Template of the controller and its context.

use super::{MappingController, PATIENCE, Params};
use crate::bits::bits_for;
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::systems::sharing::config::{LoadRule, WriteRule};
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "sharing/rf_mapping_controller.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    contract: String,
    ports: String,
    /// Bits of the counter of cycles for which loads kept a write back.
    patience_bits: usize,
    patience: u8,
    any_lanes: bool,
    in_place: bool,
}

pub(super) fn design(params: &Params) -> Result<Design> {
    let body = Body {
        params,
        contract: comment(MappingController::CONTRACT),
        ports: port_list(&unit_ports::<MappingController>(params)),
        patience_bits: bits_for(usize::from(PATIENCE) + 1),
        patience: PATIENCE,
        any_lanes: params.load_rule == LoadRule::Any,
        in_place: params.write_rule == WriteRule::InPlace,
    };
    let body = body.render().map_err(Error::emission(MappingController::NAME))?;
    let owner = MappingController::OWNER;
    Ok(Design { modules: vec![Module::leaf(owner, "rf_mapping_controller", body)] })
}

#[derive(Template)]
#[template(path = "sharing/props/mapping_controller_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
    patience: u8,
}

/// The proof, on an instance with three waiting loads, two warps, two architectural registers and
/// four physical registers.
pub(super) fn proofs() -> Result<Vec<Proof>> {
    let params = &Params {
        waiting: 3,
        warp_bits: 1,
        reg_bits: 1,
        phys_bits: 2,
        partial: true,
        write_rule: WriteRule::Sound,
        load_rule: LoadRule::Sound,
    };
    let claim = "LOC-I3, LOC-I8, LOC-I12, LOC-I16: verdicts and places of writes follow the rules, a \
                 load that waits is woken once, after its data is in place, within twice as \
                 many cycles as loads can wait; 3 of them";
    let checker = Checker { params, patience: PATIENCE };
    Ok(vec![Proof {
        name: "mapping_controller_check",
        claim: claim.into(),
        checker: checker.render().map_err(Error::emission(MappingController::NAME))?,
        modules: MappingController::design(params)?.modules,
    }])
}
