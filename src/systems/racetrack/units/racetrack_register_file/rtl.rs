//! The template: the parts, wired.

use super::{Params, RacetrackRegisterFile};
use crate::bits::bits_for;
use crate::emit::{Design, Module, comment, port_list};
use crate::error::{Error, Result};
use crate::systems::racetrack::units::{
    Placement, RequestArbiter, map_table, preshift_arbiter, racetrack_bank,
};
use crate::units::channels::{READ_PORTS, WRITE_PORTS};
use crate::units::{Unit, unit_ports};
use askama::Template;

#[derive(Template)]
#[template(path = "racetrack/rf_racetrack_register_file.v", escape = "none")]
struct Body {
    placement: &'static str,
    contract: String,
    ports: String,
    banks: usize,
    max_banks: usize,
    bank_bits: usize,
    entry_bits: usize,
    port_bits: usize,
    offset_bits: usize,
    warp_bits: usize,
    cu_bits: usize,
    slot_bits: usize,
    /// Whether each bank has an answer channel of its own.
    direct: bool,
    /// Bits of a number of answers, 0 to `max_banks`.
    rank_bits: usize,
}

pub fn design(params: &Params) -> Result<Design> {
    let geometry = params.map.geometry;
    let body = Body {
        placement: "rf_placement",
        contract: comment(RacetrackRegisterFile::CONTRACT),
        ports: port_list(&unit_ports::<RacetrackRegisterFile>(params)),
        banks: params.banks(),
        max_banks: params.max_banks(),
        bank_bits: params.placement.bank_bits(),
        entry_bits: params.placement.entry_bits(),
        port_bits: geometry.port_bits(),
        offset_bits: geometry.offset_bits(),
        warp_bits: params.placement.warp_bits(),
        cu_bits: params.bank.queue.cu_bits(),
        slot_bits: params.bank.queue.slot_bits(),
        direct: params.answers_directly(),
        rank_bits: bits_for(params.max_banks() + 1),
    };
    let body = body.render().map_err(Error::emission(RacetrackRegisterFile::NAME))?;
    let banks = params.banks();
    let parts = [
        (Placement::design(&params.placement)?, READ_PORTS + WRITE_PORTS),
        (map_table::MapTable::design(&params.map)?, banks),
        (RequestArbiter::design(&params.request_arbiter)?, 1),
        (preshift_arbiter::PreshiftArbiter::design(&params.preshift_arbiter)?, 1),
        (racetrack_bank::RacetrackBank::design(&params.bank)?, banks),
    ];
    let mut module = Module::leaf(RacetrackRegisterFile::OWNER, "rf_racetrack_register_file", body);
    module.children = parts.iter().map(|(part, count)| (part.top().name, *count)).collect();
    let mut modules: Vec<Module> = parts.into_iter().flat_map(|(part, _)| part.modules).collect();
    modules.push(module);
    Ok(Design { modules })
}
