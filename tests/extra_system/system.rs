use super::unit::ExtraFile;
use regforge::config::{Config, Opt, OptKind, Options, Section};
use regforge::error::Result;
use regforge::run::{Case, Compiled, OnUnit, System};
use std::sync::Arc;

/// SRAM that counts cycles in which several banks read, and that can hold a single CTA.
pub struct Extra;

pub static SECTION: Section = Section { keys: &[], check: |_| Ok(()) };

const ONE_CTA: Opt = Opt::new("one_cta", OptKind::Flag, "one resident CTA");

impl System for Extra {
    fn name(&self) -> &'static str {
        "extra"
    }

    fn summary(&self) -> &'static str {
        "SRAM with one more counter and one more option"
    }

    fn options(&self) -> &'static [Opt] {
        &[ONE_CTA]
    }

    fn compile(
        &self,
        case: &Arc<Case>,
        _: &Config,
        options: &Options,
    ) -> Result<Box<dyn Compiled>> {
        let mut case = Case::clone(case);
        if options.flag(ONE_CTA.name) {
            // So many registers that a second CTA finds no room.
            case.launch.registers = Some(250);
        }
        Ok(Box::new(OnUnit::<ExtraFile>::new(&Arc::new(case), ())))
    }
}
