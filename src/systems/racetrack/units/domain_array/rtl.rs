//! Template context of the logical array.

use super::{DomainArray, Params};
use crate::bits::bits_for;
use crate::emit::{Design, Module, comment, port_list};
use crate::error::{Error, Result};
use crate::units::memory::sliced;
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "racetrack/rf_domain_array.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    module: &'static str,
    contract: String,
    ports: String,
    /// Bits of a slice.
    part_bits: usize,
    offset_bits: usize,
    /// Bits of a data position's number.
    address_bits: usize,
    /// Verilog of the data position under the addressed port.
    position: String,
}

/// Verilog of `port * offsets + head`: a concatenation if `offsets` is a power of two.
fn position(params: &Params, address_bits: usize) -> String {
    let geometry = params.geometry;
    if geometry.offsets.is_power_of_two() {
        return "{port_i, head_q}".into();
    }
    let extended = |name: &str, bits: usize| match address_bits - bits {
        0 => name.to_string(),
        zeros => format!("{{{zeros}'d0, {name}}}"),
    };
    let port = extended("port_i", geometry.port_bits());
    let head = extended("head_q", geometry.offset_bits());
    format!("{port} * {address_bits}'d{} + {head}", geometry.offsets)
}

pub fn design(params: &Params) -> Result<Design> {
    let address_bits = bits_for(params.geometry.positions());
    let body = Body {
        params,
        contract: comment(DomainArray::CONTRACT),
        module: params.module(),
        ports: port_list(&sliced(unit_ports::<DomainArray>(params), params.slices)),
        part_bits: params.lane_bits / params.slices,
        offset_bits: params.geometry.offset_bits(),
        address_bits,
        position: position(params, address_bits),
    };
    let body = body.render().map_err(Error::emission(DomainArray::NAME))?;
    let mut module = Module::leaf(DomainArray::OWNER, params.module(), body);
    module.macro_bits = Some(params.geometry.positions() * params.data_bits());
    Ok(Design { modules: vec![module] })
}
