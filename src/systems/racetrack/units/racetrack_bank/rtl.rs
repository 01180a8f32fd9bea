//! The bank's template: its parts, wired.

use super::{Params, RacetrackBank};
use crate::bits::bits_for;
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::systems::racetrack::units::{
    PortRegions, ReadQueue, WriteBuffer, domain_array, shift_controller,
};
use crate::units::{Unit, read_queue, unit_ports, write_buffer};
use askama::Template;

#[derive(Template)]
#[template(path = "racetrack/rf_racetrack_bank.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    contract: String,
    ports: String,
    /// Bits of a number of writes up to the limit.
    run_bits: usize,
    position_bits: usize,
    port_bits: usize,
    offset_bits: usize,
}

pub fn design(params: &Params) -> Result<Design> {
    let body = Body {
        params,
        contract: comment(RacetrackBank::CONTRACT),
        ports: port_list(&unit_ports::<RacetrackBank>(params)),
        run_bits: bits_for(params.max_write_run + 1),
        position_bits: params.geometry.position_bits(),
        port_bits: params.geometry.port_bits(),
        offset_bits: params.geometry.offset_bits(),
    };
    let body = body.render().map_err(Error::emission(RacetrackBank::NAME))?;
    let parts = [
        shift_controller::ShiftController::design(&params.controller)?,
        ReadQueue::design(&params.queue)?,
        WriteBuffer::design(&params.buffer)?,
        domain_array::DomainArray::design(&params.array)?,
    ];
    let mut module = Module::leaf(RacetrackBank::OWNER, "rf_racetrack_bank", body);
    module.children = parts.iter().map(|part| (part.top().name, 1)).collect();
    let mut modules: Vec<Module> = parts.into_iter().flat_map(|part| part.modules).collect();
    modules.push(module);
    Ok(Design { modules })
}

#[derive(Template)]
#[template(path = "racetrack/props/racetrack_bank_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
}

#[derive(Template)]
#[template(path = "racetrack/props/racetrack_bank_value.sv", escape = "none")]
struct Value<'a> {
    params: &'a Params,
}

#[derive(Template)]
#[template(path = "racetrack/props/racetrack_bank_bound.sv", escape = "none")]
struct Bound<'a> {
    params: &'a Params,
    /// Cycles within which a bank that keeps requesting is granted.
    wait: usize,
    /// Cycles within which a bank with requests performs one.
    step: usize,
    /// Cycles within which a read is performed.
    bound: usize,
    preshift: u8,
}

/// A bank that is small enough for proofs: two ports, two offsets, two writes, registers of a bit.
fn small(depth: usize, write_cycles: usize, max_write_run: usize) -> Params {
    let geometry = PortRegions { ports: 2, offsets: 2 };
    let (lanes, lane_bits, position_bits) = (1, 1, geometry.position_bits());
    Params {
        geometry,
        max_write_run,
        controller: shift_controller::Params { geometry, write_cycles },
        queue: read_queue::Params { depth, position_bits, collector_units: 2, operand_slots: 2 },
        buffer: write_buffer::Params {
            depth: 2,
            position_bits,
            read_queue_depth: depth,
            lanes,
            lane_bits,
        },
        array: domain_array::Params { geometry, lanes, lane_bits },
    }
}

/// Of small banks, whatever the configuration.
pub fn proofs() -> Result<Vec<Proof>> {
    let mut proofs = Vec::new();
    for params in [small(2, 1, 0), small(2, 2, 1), small(3, 1, 0)] {
        proofs.push(in_order(&params)?);
    }
    proofs.push(answers_right(&small(2, 1, 0))?);
    proofs.push(answers_in_time(&small(2, 1, 0), 2, 1)?);
    proofs.push(answers_in_time(&small(2, 1, 0), 2, 0)?);
    Ok(proofs)
}

fn in_order(params: &Params) -> Result<Proof> {
    Ok(Proof {
        name: "racetrack_bank_check",
        claim: format!(
            "C4, RM-I10, RM-I11, RM-I13, RM-I15: no read or write overtakes an older one of its \
             register; {}",
            sizes(params)
        ),
        checker: Checker { params }.render().map_err(Error::emission(RacetrackBank::NAME))?,
        modules: design(params)?.modules,
    })
}

fn answers_right(params: &Params) -> Result<Proof> {
    Ok(Proof {
        name: "racetrack_bank_value",
        claim: format!("C1, C2: reads are answered with the last write; {}", sizes(params)),
        checker: Value { params }.render().map_err(Error::emission(RacetrackBank::NAME))?,
        modules: design(params)?.modules,
    })
}

fn answers_in_time(params: &Params, wait: usize, preshift: u8) -> Result<Proof> {
    let offsets = params.geometry.offsets;
    let step = match preshift {
        0 => offsets * wait,
        _ => offsets - 1 + wait,
    };
    let step = step + params.controller.write_cycles - 1;
    let bound = (params.queue.depth + params.buffer.depth) * step;
    let checker = Bound { params, wait, step, bound, preshift };
    Ok(Proof {
        name: "racetrack_bank_bound",
        claim: format!("C5: every read is performed within {bound} cycles; {}", sizes(params)),
        checker: checker.render().map_err(Error::emission(RacetrackBank::NAME))?,
        modules: design(params)?.modules,
    })
}

fn sizes(params: &Params) -> String {
    let PortRegions { ports, offsets } = params.geometry;
    let (depth, cycles) = (params.queue.depth, params.controller.write_cycles);
    format!(
        "{ports} ports x {offsets} offsets, {depth} reads, {} writes of {cycles} cycles",
        params.buffer.depth
    )
}
