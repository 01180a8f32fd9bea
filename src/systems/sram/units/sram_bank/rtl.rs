//! The bank's template: its parts, wired.

use super::{Params, SramBank};
use crate::bits::bits_for;
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::systems::sram::config::BankPorts;
use crate::systems::sram::units::sram_array;
use crate::units::{Unit, read_queue, unit_ports, write_buffer};
use askama::Template;

#[derive(Template)]
#[template(path = "sram/rf_sram_bank.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    contract: String,
    ports: String,
    entry_bits: usize,
    /// It reads and writes in one cycle.
    separate: bool,
}

pub fn design(params: &Params) -> Result<Design> {
    let body = Body {
        params,
        contract: comment(SramBank::CONTRACT),
        ports: port_list(&unit_ports::<SramBank>(params)),
        entry_bits: params.array.entry_bits(),
        separate: params.ports == BankPorts::Separate,
    };
    let body = body.render().map_err(Error::emission(SramBank::NAME))?;
    let parts = [
        read_queue::design_as(&params.queue, SramBank::OWNER, "rf_sram_read_queue")?,
        write_buffer::design_as(&params.buffer, SramBank::OWNER, "rf_sram_write_buffer")?,
        sram_array::SramArray::design(&params.array)?,
    ];
    let mut module = Module::leaf(SramBank::OWNER, "rf_sram_bank", body);
    module.children = parts.iter().map(|part| (part.top().name, 1)).collect();
    let mut modules: Vec<Module> = parts.into_iter().flat_map(|part| part.modules).collect();
    modules.push(module);
    Ok(Design { modules })
}

#[derive(Template)]
#[template(path = "sram/props/sram_bank_check.sv", escape = "none")]
struct Checker<'a> {
    params: &'a Params,
    separate: bool,
}

#[derive(Template)]
#[template(path = "sram/props/sram_bank_value.sv", escape = "none")]
struct Value<'a> {
    params: &'a Params,
}

#[derive(Template)]
#[template(path = "sram/props/sram_bank_bound.sv", escape = "none")]
struct Bound<'a> {
    params: &'a Params,
    /// Cycles within which a bank that keeps requesting is granted, and so performs a request.
    wait: usize,
    /// Cycles within which a read is performed.
    bound: usize,
}

/// A bank that is small enough for proofs: few reads, two writes, registers of a bit.
fn small(ports: BankPorts, depth: usize, entries: usize) -> Params {
    let (lanes, lane_bits, position_bits) = (1, 1, bits_for(entries));
    Params {
        ports,
        queue: read_queue::Params { depth, position_bits, collector_units: 2, operand_slots: 2 },
        buffer: write_buffer::Params {
            depth: 2,
            position_bits,
            read_queue_depth: depth,
            lanes,
            lane_bits,
        },
        array: sram_array::Params { entries, lanes, lane_bits },
    }
}

/// Of small banks with either kind of ports, whatever the configuration.
pub fn proofs() -> Result<Vec<Proof>> {
    let mut proofs = Vec::new();
    for ports in [BankPorts::Shared, BankPorts::Separate] {
        proofs.push(in_order(&small(ports, 2, 4))?);
        proofs.push(in_order(&small(ports, 3, 4))?);
        proofs.push(answers_right(&small(ports, 2, 2))?);
        proofs.push(answers_in_time(&small(ports, 2, 4), 2)?);
    }
    Ok(proofs)
}

fn in_order(params: &Params) -> Result<Proof> {
    let checker = Checker { params, separate: params.ports == BankPorts::Separate };
    Ok(Proof {
        name: "sram_bank_check",
        claim: format!(
            "C4: no read or write overtakes an older one of its entry; C1: answers go once to who \
             asked; {}",
            sizes(params)
        ),
        checker: checker.render().map_err(Error::emission(SramBank::NAME))?,
        modules: design(params)?.modules,
    })
}

fn answers_right(params: &Params) -> Result<Proof> {
    Ok(Proof {
        name: "sram_bank_value",
        claim: format!("C1, C2: reads are answered with the last write; {}", sizes(params)),
        checker: Value { params }.render().map_err(Error::emission(SramBank::NAME))?,
        modules: design(params)?.modules,
    })
}

fn answers_in_time(params: &Params, wait: usize) -> Result<Proof> {
    let bound = (params.queue.depth + params.buffer.depth) * wait;
    Ok(Proof {
        name: "sram_bank_bound",
        claim: format!("C5: every read is performed within {bound} cycles; {}", sizes(params)),
        checker: Bound { params, wait, bound }.render().map_err(Error::emission(SramBank::NAME))?,
        modules: design(params)?.modules,
    })
}

fn sizes(params: &Params) -> String {
    let ports = match params.ports {
        BankPorts::Shared => "1rw",
        BankPorts::Separate => "1r1w",
    };
    let (entries, depth) = (params.array.entries, params.queue.depth);
    format!("{ports}, {entries} entries, {depth} reads, {} writes", params.buffer.depth)
}
