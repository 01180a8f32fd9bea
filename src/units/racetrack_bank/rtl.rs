//! The bank's template: its parts, wired.

use super::{Params, RacetrackBank};
use crate::bits::bits_for;
use crate::emit::{Design, Module, comment, port_list};
use crate::error::{Error, Result};
use crate::units::{Unit, domain_array, read_queue, shift_controller, unit_ports, write_buffer};
use askama::Template;

#[derive(Template)]
#[template(path = "rf_racetrack_bank.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    contract: String,
    ports: String,
    /// Bits of a number of writes up to the limit.
    run_bits: usize,
    port_bits: usize,
    offset_bits: usize,
}

pub fn design(params: &Params) -> Result<Design> {
    let body = Body {
        params,
        contract: comment(RacetrackBank::CONTRACT),
        ports: port_list(&unit_ports::<RacetrackBank>(params)),
        run_bits: bits_for(params.max_write_run + 1),
        port_bits: params.geometry.port_bits(),
        offset_bits: params.geometry.offset_bits(),
    };
    let body = body.render().map_err(Error::emission(RacetrackBank::NAME))?;
    let parts = [
        shift_controller::ShiftController::design(&params.controller)?,
        read_queue::ReadQueue::design(&params.queue)?,
        write_buffer::WriteBuffer::design(&params.buffer)?,
        domain_array::DomainArray::design(&params.array)?,
    ];
    let mut module = Module::leaf(RacetrackBank::NAME, "rf_racetrack_bank", body);
    module.children = parts.iter().map(|part| (part.top().name, 1)).collect();
    let mut modules: Vec<Module> = parts.into_iter().flat_map(|part| part.modules).collect();
    modules.push(module);
    Ok(Design { modules })
}
