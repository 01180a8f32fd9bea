//! The Verilog template and its values.

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
    /// The inputs `warp_i`, `reg_i` and `regs_per_thread_i`, extended to `linear_bits`.
    warp: String,
    reg: String,
    regs_per_thread: String,
    gpgpusim: bool,
    swizzled: bool,
    /// Bits of `warp * regs_per_thread + reg`.
    linear_bits: usize,
    /// Low bits of the linear number from which bank and entry are computed.
    used_bits: usize,
    /// Whether the linear number has more bits than these.
    spare: bool,
    bank_bits: usize,
    entry_bits: usize,
    /// Verilog expression of the entry modulo the number of banks.
    low_entry: String,
}

/// Verilog expression of the entry modulo the number of banks. It is exact even for an idle channel
/// whose register does not fit, so that the channel's `ready` is exact.
fn low_entry(params: &Params) -> String {
    let (bank, entry) = (params.bank_bits(), params.entry_bits());
    match bank <= entry {
        true => format!("entry_o[{}:0]", bank - 1),
        false => format!("linear[{}:{bank}]", 2 * bank - 1),
    }
}

/// The placement under the module name `module`. `owner` is the unit whose keys the header lists:
/// the width of an entry differs between banks of different sizes.
pub fn design_as(params: &Params, owner: Owner, module: &'static str) -> Result<Design> {
    let (bank_bits, entry_bits) = (params.bank_bits(), params.entry_bits());
    let swizzled = params.placement == config::Placement::Swizzled;
    // Low bits of the linear number from which bank and entry are computed.
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
