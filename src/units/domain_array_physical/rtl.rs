//! The template of the physical array and what it needs.

use super::{DomainArrayPhysical, Params};
use crate::emit::{Design, Module, comment, port_list};
use crate::error::{Error, Result};
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "rf_domain_array_physical.v", escape = "none")]
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
    let mut module = Module::leaf(DomainArrayPhysical::NAME, "rf_domain_array_physical", body);
    module.macro_bits = Some(geometry.positions() * params.data_bits());
    Ok(Design { modules: vec![module] })
}
