//! Template of the unit and its context.

use super::{AddressPattern, Params};
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::systems::sharing::config::{AddressCheck, SharedLanes};
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "sharing/rf_address_pattern.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    contract: String,
    ports: String,
    prefix: bool,
    low_bits: bool,
}

pub fn design(params: &Params) -> Result<Design> {
    let body = Body {
        params,
        contract: comment(AddressPattern::CONTRACT),
        ports: port_list(&unit_ports::<AddressPattern>(params)),
        prefix: params.active == SharedLanes::Prefix,
        low_bits: params.check == AddressCheck::LowBits,
    };
    let body = body.render().map_err(Error::emission(AddressPattern::NAME))?;
    Ok(Design { modules: vec![Module::leaf(AddressPattern::OWNER, "rf_address_pattern", body)] })
}

#[derive(Template)]
#[template(path = "sharing/props/address_pattern_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
    prefix: bool,
    low_bits: bool,
}

/// The proof, on an instance with four lanes.
pub fn proofs(params: &Params) -> Result<Vec<Proof>> {
    let params = &Params { lanes: 4, word_bits: 24, stride_bits: 9, ..params.clone() };
    let checker = Checker {
        params,
        prefix: params.active == SharedLanes::Prefix,
        low_bits: params.check == AddressCheck::LowBits,
    };
    Ok(vec![Proof {
        name: "address_pattern_check",
        claim: "LOC-I8: a load is regular if and only if some base, stride and run of lanes \
                describe its addresses, and those are given; the range holds every touched byte \
                and is the smallest; 4 lanes, any addresses and masks"
            .into(),
        checker: checker.render().map_err(Error::emission(AddressPattern::NAME))?,
        modules: AddressPattern::design(params)?.modules,
    }])
}
