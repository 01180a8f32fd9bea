//! Template context of the physical array, and its proofs against the logical one.

use super::{DomainArrayPhysical, Params};
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::systems::racetrack::units::PortRegions;
use crate::systems::racetrack::units::domain_array::DomainArray;
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "racetrack/rf_domain_array_physical.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    contract: String,
    ports: String,
    port_bits: usize,
    slots: usize,
}

pub fn design(params: &Params) -> Result<Design> {
    let geometry = params.geometry;
    let body = Body {
        params,
        contract: comment(DomainArrayPhysical::CONTRACT),
        ports: port_list(&unit_ports::<DomainArrayPhysical>(params)),
        port_bits: geometry.port_bits(),
        slots: geometry.positions() + geometry.offsets - 1,
    };
    let body = body.render().map_err(Error::emission(DomainArrayPhysical::NAME))?;
    let mut module = Module::leaf(DomainArrayPhysical::OWNER, "rf_domain_array_physical", body);
    module.macro_bits = Some(geometry.positions() * params.data_bits());
    Ok(Design { modules: vec![module] })
}

#[derive(Template)]
#[template(path = "racetrack/props/domain_array_equal.sv", escape = "none")]
struct Equal {
    params: Params,
    geometry: PortRegions,
}

/// Sizes at which both arrays are proved equal: ports, offsets, lanes.
const PROVED: [(usize, usize, usize); 4] = [(2, 2, 1), (2, 2, 2), (2, 3, 1), (3, 2, 1)];

/// Proofs that logical and physical array give the same answers, whatever the configuration.
pub fn proofs() -> Result<Vec<Proof>> {
    let proof = |(ports, offsets, lanes)| {
        let geometry = PortRegions { ports, offsets };
        let params = Params { geometry, lanes, lane_bits: 1, slices: 1 };
        let parts = [DomainArray::design(&params)?, DomainArrayPhysical::design(&params)?];
        let checker = Equal { params, geometry }.render();
        Ok(Proof {
            name: "domain_array_equal",
            claim: format!(
                "RM-I5, RM-I6: logical array = physical array, {ports} ports x {offsets} offsets, \
                 {lanes} lanes"
            ),
            checker: checker.map_err(Error::emission(DomainArrayPhysical::NAME))?,
            modules: parts.into_iter().flat_map(|part| part.modules).collect(),
        })
    };
    PROVED.into_iter().map(proof).collect()
}
