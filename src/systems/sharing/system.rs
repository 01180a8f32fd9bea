use super::config;
use super::units::UNITS;
use super::units::sharing_register_file::SharingRegisterFile;
use crate::config::{Config, Options, Section};
use crate::error::Result;
use crate::run::{Case, Compiled, OnUnit, System};
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

    fn compile(&self, case: &Arc<Case>, _: &Config, _: &Options) -> Result<Box<dyn Compiled>> {
        Ok(Box::new(OnUnit::<SharingRegisterFile>::new(case, ())))
    }
}
