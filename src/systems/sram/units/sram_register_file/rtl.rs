//! The template: the parts, wired.

use super::{Params, SramRegisterFile};
use crate::bits::bits_for;
use crate::emit::{Design, Module, Proof, comment, port_list};
use crate::error::{Error, Result};
use crate::systems::sram::units::sram_bank;
use crate::units::channels::{READ_PORTS, WRITE_PORTS};
use crate::units::{Unit, placement, request_arbiter, unit_ports};
use askama::Template;

/// The placement among banks of this size.
const PLACEMENT: &str = "rf_sram_placement";

/// The arbiter of so many grants.
const ARBITER: &str = "rf_sram_request_arbiter";

#[derive(Template)]
#[template(path = "sram/rf_sram_register_file.v", escape = "none")]
struct Body {
    placement: &'static str,
    contract: String,
    ports: String,
    banks: usize,
    max_banks: usize,
    bank_bits: usize,
    entry_bits: usize,
    warp_bits: usize,
    cu_bits: usize,
    slot_bits: usize,
    /// Whether each bank has an answer channel of its own.
    direct: bool,
    /// Bits of a number of answers, 0 to `max_banks`.
    rank_bits: usize,
}

pub fn design(params: &Params) -> Result<Design> {
    let body = Body {
        placement: PLACEMENT,
        contract: comment(SramRegisterFile::CONTRACT),
        ports: port_list(&unit_ports::<SramRegisterFile>(params)),
        banks: params.banks(),
        max_banks: params.max_banks(),
        bank_bits: params.placement.bank_bits(),
        entry_bits: params.placement.entry_bits(),
        warp_bits: params.placement.warp_bits(),
        cu_bits: params.bank.queue.cu_bits(),
        slot_bits: params.bank.queue.slot_bits(),
        direct: params.answers_directly(),
        rank_bits: bits_for(params.max_banks() + 1),
    };
    let body = body.render().map_err(Error::emission(SramRegisterFile::NAME))?;
    let owner = SramRegisterFile::OWNER;
    let parts = [
        (placement::design_as(&params.placement, owner, PLACEMENT)?, READ_PORTS + WRITE_PORTS),
        (request_arbiter::design_as(&params.request_arbiter, owner, ARBITER)?, 1),
        (sram_bank::SramBank::design(&params.bank)?, params.banks()),
    ];
    let mut module = Module::leaf(SramRegisterFile::OWNER, "rf_sram_register_file", body);
    module.children = parts.iter().map(|(part, count)| (part.top().name, *count)).collect();
    let mut modules: Vec<Module> = parts.into_iter().flat_map(|(part, _)| part.modules).collect();
    modules.push(module);
    Ok(Design { modules })
}

/// Of its arbiter: the parts that other units do not prove.
pub fn proofs(params: &Params) -> Result<Vec<Proof>> {
    Ok(vec![request_arbiter::searches_as(&params.request_arbiter, ARBITER)?])
}
