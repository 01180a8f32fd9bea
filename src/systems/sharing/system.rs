use super::compiler::{Lifetime, Load, lifetimes};
use super::config::Sharing as Settings;
use super::results::Loads;
use super::techniques::TECHNIQUES;
use super::units::sharing_register_file::SharingRegisterFile;
use crate::config::{Config, Options};
use crate::error::Result;
use crate::run::system::Summary;
use crate::run::{Case, Compiled, OnUnit, System, TechniqueReport};
use crate::sm::{Ends, Outcome};
use serde_json::{Value, json};
use std::sync::Arc;

/// The register file in which warps that load the same data share physical registers.
pub struct Sharing;

impl System for Sharing {
    fn name(&self) -> &'static str {
        "sharing"
    }

    fn summary(&self) -> &'static str {
        "SRAM banks; warps that load the same data share a register"
    }

    fn compile(&self, case: &Arc<Case>, config: &Config, _: &Options) -> Result<Box<dyn Compiled>> {
        Ok(self.under(case, config, true))
    }

    fn techniques(&self) -> Option<&'static TechniqueReport> {
        Some(&TECHNIQUES)
    }
}

impl Sharing {
    /// Compiles a launch whose loads may share (`shares`), or may not.
    pub(super) fn under(
        &self,
        case: &Arc<Case>,
        config: &Config,
        shares: bool,
    ) -> Box<dyn Compiled> {
        let releases = Settings::from(config).release;
        let all = lifetimes(&case.kernel, &case.homes).instructions;
        let ends = all.iter().map(|one| ends(one, releases, shares)).collect();
        let summary = Some(summary as Summary);
        let unit = OnUnit::<SharingRegisterFile> { ends, summary, ..OnUnit::new(case, ()) };
        Box::new(unit)
    }
}

/// Registers that are released with an instruction. Registers that are dead before it and registers
/// that it reads last are released together, after it has read its operands.
fn ends(one: &Lifetime, releases: bool, shares: bool) -> Ends {
    let registers = one.before.iter().chain(&one.after).filter(|_| releases);
    Ends {
        registers: registers.map(|register| *register as u8).collect(),
        whole: one.load == Some(Load::Word { whole: true }),
        alone: !shares,
    }
}

fn summary(outcome: &Outcome) -> (&'static str, Value) {
    ("sharing", json!(Loads::new(outcome)))
}
