use super::energy;
use super::units::sram_register_file::SramRegisterFile;
use crate::config::{Config, Options};
use crate::error::Result;
use crate::run::{Case, Compiled, OnUnit, System};
use crate::sm::register_file::Counts;
use crate::tech::Account;
use std::sync::Arc;

/// The SRAM register file. It runs unmodified kernels.
pub struct Sram;

impl System for Sram {
    fn name(&self) -> &'static str {
        "sram"
    }

    fn summary(&self) -> &'static str {
        "SRAM banks with gpu.registers registers"
    }

    fn compile(&self, case: &Arc<Case>, _: &Config, _: &Options) -> Result<Box<dyn Compiled>> {
        Ok(Box::new(OnUnit::<SramRegisterFile>::new(case, ())))
    }

    fn energy(&self, counts: &Counts, cycles: u64, config: &Config) -> Option<Account> {
        let total = counts.total();
        energy::account(total.reads, total.writes, cycles, config)
    }
}
