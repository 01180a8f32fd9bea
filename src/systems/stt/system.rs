use super::config;
use super::register_file::Mode;
use super::units::UNITS;
use super::units::stt_register_file::SttRegisterFile;
use crate::config::{Config, Options, Section};
use crate::error::Result;
use crate::run::{Case, Compiled, OnUnit, System};
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

    fn compile(&self, case: &Arc<Case>, _: &Config, _: &Options) -> Result<Box<dyn Compiled>> {
        Ok(Box::new(OnUnit::<SttRegisterFile> { case: case.clone(), mode: Mode::default() }))
    }
}
