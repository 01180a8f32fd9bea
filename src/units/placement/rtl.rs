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
    /// Its bits from which bank and entry follow.
    used_bits: usize,
    /// It has others.
    spare: bool,
    bank_bits: usize,
    entry_bits: usize,
    /// Number of the entry modulo the banks.
    low_entry: String,
}

/// An idle channel may name a register that does not fit. Its bank is exact all the same, so that
/// `ready` of the channel is.
fn low_entry(params: &Params) -> String {
    let (bank, entry) = (params.bank_bits(), params.entry_bits());
    match bank <= entry {
        true => format!("entry_o[{}:0]", bank - 1),
        false => format!("linear[{}:{bank}]", 2 * bank - 1),
    }
}

/// The placement as a module of that name, which belongs to that unit: banks of another size have
/// entries of another width.
pub fn design_as(params: &Params, owner: Owner, module: &'static str) -> Result<Design> {
    let (bank_bits, entry_bits) = (params.bank_bits(), params.entry_bits());
    let swizzled = params.placement == config::Placement::Swizzled;
    // Bits of a linear number from which bank and entry follow.
    let used_bits = bank_bits + if swizzled { bank_bits.max(entry_bits) } else { entry_bits };
    let linear_bits = used_bits.max(params.warp_bits() + Params::REGS_BITS);
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
        swizzled,
        linear_bits,
        used_bits,
        spare: linear_bits > used_bits,
        bank_bits,
        entry_bits,
        low_entry: low_entry(params),
    };
    let body = body.render().map_err(Error::emission(NAME))?;
    Ok(Design { modules: vec![Module::leaf(owner, module, body)] })
}
