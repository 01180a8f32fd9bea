//! The template and what it needs.

use super::{CONTRACT, In, NAME, Out, Params};
use crate::config;
use crate::emit::{Design, Module, Owner, comment, port_list};
use crate::error::{Error, Result};
use crate::units::ports_of;
use askama::Template;

#[derive(Template)]
#[template(path = "rf_placement.v", escape = "none")]
struct Body<'a> {
    params: &'a Params,
    module: &'static str,
    contract: String,
    ports: String,
    /// The inputs, as wide as a linear number.
    warp: String,
    reg: String,
    regs_per_thread: String,
    gpgpusim: bool,
    swizzled: bool,
    /// Bits of `warp * regs_per_thread + reg`.
    linear_bits: usize,
    /// A linear number has bits that no entry needs.
    spare: bool,
    bank_bits: usize,
    entry_bits: usize,
    /// The entry in as many bits as a bank has.
    low_entry: String,
}

fn low_entry(params: &Params) -> String {
    let (bank, entry) = (params.bank_bits(), params.entry_bits());
    match bank.checked_sub(entry) {
        None | Some(0) => format!("entry_o[{}:0]", bank - 1),
        Some(zeros) => format!("{{{zeros}'d0, entry_o}}"),
    }
}

/// The placement as a module of that name, which belongs to that unit: banks of another size have
/// entries of another width.
pub fn design_as(params: &Params, owner: Owner, module: &'static str) -> Result<Design> {
    let linear_bits =
        (params.warp_bits() + Params::REGS_BITS).max(params.entry_bits() + params.bank_bits());
    let extended = |name: &str, bits: usize| format!("{{{}'d0, {name}}}", linear_bits - bits);
    let body = Body {
        params,
        module,
        warp: extended("warp_i", params.warp_bits()),
        reg: extended("reg_i", Params::REG_BITS),
        regs_per_thread: extended("regs_per_thread_i", Params::REGS_BITS),
        contract: comment(CONTRACT),
        ports: port_list(&ports_of::<In, Out>(params)),
        gpgpusim: params.placement == config::Placement::Gpgpusim,
        swizzled: params.placement == config::Placement::Swizzled,
        linear_bits,
        spare: linear_bits > params.entry_bits() + params.bank_bits(),
        bank_bits: params.bank_bits(),
        entry_bits: params.entry_bits(),
        low_entry: low_entry(params),
    };
    let body = body.render().map_err(Error::emission(NAME))?;
    Ok(Design { modules: vec![Module::leaf(owner, module, body)] })
}
