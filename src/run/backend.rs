//! Creates a register file that is a unit: as its model, its RTL, or both in lockstep.

use crate::config::Config;
use crate::cosim::{Builder, Rtl, SideBySide};
use crate::error::{Error, Result};
use crate::sm::register_file::{Channels, Clocked, Modelled, Ported, RegisterFile};
use serde::{Deserialize, Serialize};

/// Implementation of the register file in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Backend {
    /// The unit's model.
    #[default]
    Model,
    /// The unit's Verilog, under Verilator.
    Rtl,
    /// Model and RTL, with every output compared in every cycle.
    Lockstep,
}

impl Backend {
    /// All implementations, with their name on the command line and their help text.
    pub const ALL: [(Backend, &'static str, &'static str); 3] = [
        (Backend::Model, "model", "The Rust model"),
        (Backend::Rtl, "rtl", "The Verilog, simulated by Verilator"),
        (Backend::Lockstep, "lockstep", "Model and Verilog, with all outputs compared every cycle"),
    ];
}

/// The register file of the unit `U` in this mode.
///
/// # Errors
/// Errors of building the RTL.
pub fn register_file<U: Channels>(
    mode: U::Mode,
    config: &Config,
    backend: Backend,
) -> Result<Box<dyn RegisterFile>> {
    let params = U::params(config);
    // Most launches take no more cycles. For longer ones `regforge verilate` makes the optimised
    // build.
    let builder = || Ok::<_, Error>(Builder::new()?.for_cycles(Builder::SHORT_RUN));
    Ok(match backend {
        Backend::Model => ported::<U, _>(Modelled::new(&params), mode, config),
        Backend::Rtl => ported::<U, _>(Rtl::new(&builder()?, config)?, mode, config),
        Backend::Lockstep => ported::<U, _>(SideBySide::new(&builder()?, config)?, mode, config),
    })
}

fn ported<U: Channels, C: Clocked<U> + 'static>(
    clocked: C,
    mode: U::Mode,
    config: &Config,
) -> Box<dyn RegisterFile> {
    let banks = config.gpu().banks;
    Box::new(Ported::<U, C>::new(clocked, &U::params(config), mode, banks))
}
