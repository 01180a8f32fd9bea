//! The collector unit's template.

use super::{CollectorUnit, Params};
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "compressed/rf_collector_unit.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    contract: String,
    ports: String,
    slot_bits: usize,
    data_bits: usize,
}

pub fn design(params: &Params) -> Result<Design> {
    let body = Body {
        params,
        contract: comment(CollectorUnit::CONTRACT),
        ports: port_list(&unit_ports::<CollectorUnit>(params)),
        slot_bits: params.slot_bits(),
        data_bits: params.data_bits(),
    };
    let body = body.render().map_err(Error::emission(CollectorUnit::NAME))?;
    let module = Module::leaf(CollectorUnit::OWNER, "rf_collector_unit", body);
    Ok(Design { modules: vec![module] })
}

#[derive(Template)]
#[template(path = "compressed/props/collector_unit_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
    data_bits: usize,
    /// Maximum number of parts and conversions of all slots before an operand is answered.
    bound: usize,
}

/// Maximum slots in a proof: with four, ABC does not finish within five minutes.
const PROVED_SLOTS: usize = 3;

/// Proofs with all slots, but at most [`PROVED_SLOTS`], and data of two bits.
pub fn proofs(params: &Params) -> Result<Vec<Proof>> {
    let params = &Params { slots: params.slots.min(PROVED_SLOTS), lanes: 1, lane_bits: 2 };
    let checker = Checker { params, data_bits: params.data_bits(), bound: 3 * params.slots };
    Ok(vec![Proof {
        name: "collector_unit_check",
        claim: format!(
            "SDC-I13, I14, I15, I17: a part is asked for only when located and granted once; an \
             operand is the OR of its parts alone, converted where it must be, answered once and \
             in time; {} slots",
            params.slots
        ),
        checker: checker.render().map_err(Error::emission(CollectorUnit::NAME))?,
        modules: design(params)?.modules,
    }])
}
