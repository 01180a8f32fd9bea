use super::units::UNITS;
use super::{compiler, config};
use crate::config::{Config, Options, Section};
use crate::error::{Error, Place, Result};
use crate::run::{Case, Compiled, KernelReport, KernelView, System};
use crate::units::AnyUnit;
use std::sync::Arc;

/// The STT-RAM register file, whose reads disturb what they read.
pub struct Stt;

impl System for Stt {
    fn name(&self) -> &'static str {
        "stt"
    }

    fn summary(&self) -> &'static str {
        "STT-RAM banks whose reads disturb what they read"
    }

    fn section(&self) -> &'static Section {
        &config::SECTION
    }

    fn units(&self) -> &'static [&'static dyn AnyUnit] {
        UNITS
    }

    fn reports(&self) -> &'static [KernelReport] {
        &[compiler::report::DEAD]
    }

    fn views(&self) -> &'static [KernelView] {
        &[compiler::show::DEAD]
    }

    fn compile(&self, _: &Arc<Case>, _: &Config, _: &Options) -> Result<Box<dyn Compiled>> {
        Err(Error::input(Place::whole("register file"), "stt", "one that kernels run on"))
    }
}
