//! A register file that is a unit, as its model, as its RTL, or as both.

use crate::config::Config;
use crate::cosim::{Builder, Rtl, SideBySide};
use crate::error::{Error, Result};
use crate::sm::register_file::{Channels, Clocked, Modelled, Ported, RegisterFile};
use serde::{Deserialize, Serialize};

/// Implementation of the register file in a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Backend {
    /// Its model.
    #[default]
    Model,
    /// Its Verilog, under Verilator.
    Rtl,
    /// Both, every output compared in every cycle.
    Lockstep,
}

impl Backend {
    /// All, with the name on the command line and what help says.
    pub const ALL: [(Backend, &'static str, &'static str); 3] = [
        (Backend::Model, "model", "Its model"),
        (Backend::Rtl, "rtl", "Its Verilog, under Verilator"),
        (Backend::Lockstep, "lockstep", "Both, every output compared in every cycle"),
    ];
}

/// The unit `U` in this mode.
///
/// # Errors
/// Those of building RTL.
pub fn register_file<U: Channels>(
    mode: U::Mode,
    config: &Config,
    backend: Backend,
) -> Result<Box<dyn RegisterFile>> {
    let params = U::params(config);
    // Most launches take so few cycles; for others, `regforge verilate` makes the optimised build.
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
