use super::compiler::{self, Dead};
use super::config::Stt as Settings;
use super::energy::{self, Work};
use super::scheme::{DEAD, Scheme, dead_rule};
use super::techniques::{Restores, TECHNIQUES};
use super::units::stt_register_file::SttRegisterFile;
use crate::config::{Config, Opt, Options};
use crate::error::Result;
use crate::run::{Case, Compiled, KernelView, OnUnit, System, TechniqueReport};
use crate::sm::Outcome;
use crate::sm::register_file::Counts;
use crate::tech::Account;
use serde_json::{Value, json};
use std::sync::Arc;

/// The STT-RAM register file. It runs unmodified kernels and adds hints to their reads.
pub struct Stt;

impl System for Stt {
    fn name(&self) -> &'static str {
        "stt"
    }

    fn summary(&self) -> &'static str {
        "STT-RAM banks, whose reads may flip stored bits"
    }

    fn options(&self) -> &'static [Opt] {
        &[Scheme::OPTION, DEAD]
    }

    fn compile(
        &self,
        case: &Arc<Case>,
        config: &Config,
        options: &Options,
    ) -> Result<Box<dyn Compiled>> {
        Ok(Box::new(self.under(case, config, Scheme::of(options), dead_rule(options))))
    }

    /// Includes both buffers, which the register file has under every scheme.
    fn energy(&self, counts: &Counts, cycles: u64, config: &Config) -> Option<Account> {
        let bytes = energy::buffer_bytes(&Settings::from(config), config.gpu().banks);
        energy::account(&Work::new(counts, cycles), bytes.iter().sum(), config)
    }

    fn views(&self) -> &'static [KernelView] {
        &[compiler::show::DEAD]
    }

    fn techniques(&self) -> Option<&'static TechniqueReport> {
        Some(&TECHNIQUES)
    }
}

impl Stt {
    /// Compiles a case for a scheme, with this rule for dead reads.
    pub fn under(
        &self,
        case: &Arc<Case>,
        config: &Config,
        scheme: Scheme,
        rule: Dead,
    ) -> OnUnit<SttRegisterFile> {
        let duplicates = config.sm().duplicate_reads;
        let promote_above = Settings::from(config).promote_above;
        let hints = compiler::hints(&case.kernel, &case.homes, duplicates, promote_above);
        let hints = scheme.hints(&hints, rule);
        OnUnit { hints, summary: Some(summary), ..OnUnit::new(case, scheme) }
    }
}

fn summary(outcome: &Outcome) -> (&'static str, Value) {
    ("restores", json!(Restores::new(&outcome.register_file)))
}
