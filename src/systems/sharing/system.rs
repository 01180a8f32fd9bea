use super::config;
use super::units::UNITS;
use crate::config::{Config, Options, Section};
use crate::error::{Error, Place, Result};
use crate::run::{Case, Compiled, System};
use crate::units::AnyUnit;
use std::sync::Arc;

/// The register file in which warps share what they have loaded.
pub struct Sharing;

impl System for Sharing {
    fn name(&self) -> &'static str {
        "sharing"
    }

    fn summary(&self) -> &'static str {
        "SRAM banks whose registers several warps share if they load the same data"
    }

    fn section(&self) -> &'static Section {
        &config::SECTION
    }

    fn units(&self) -> &'static [&'static dyn AnyUnit] {
        UNITS
    }

    fn compile(&self, _: &Arc<Case>, _: &Config, _: &Options) -> Result<Box<dyn Compiled>> {
        Err(Error::input(Place::whole("--rf sharing"), "no register file", "one that is built"))
    }
}
