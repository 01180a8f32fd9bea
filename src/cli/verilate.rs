use super::{ConfigArgs, print, progress_bar, units};
use crate::cosim;
use crate::error::Result;
use crate::parallel;
use clap::Args;

/// Builds units with Verilator, optimised for long runs, into the cache
///
/// `cosim`, `sim` and the tests use the builds in the cache. They build a missing unit themselves:
/// in less than half of the time, but the result runs more slowly. Only long runs of `cosim` build
/// it optimised.
#[derive(Args)]
pub struct Verilate {
    /// A unit, or all
    #[arg(value_name = "UNIT|all", default_value = "all")]
    unit: String,
    #[command(flatten)]
    config: ConfigArgs,
}

impl Verilate {
    pub fn run(self) -> Result<()> {
        let config = self.config.load()?;
        let builder = cosim::Builder::new()?;
        let units = units(&self.unit)?;
        let bar = progress_bar("verilate", units.len() as u64);
        let built = parallel::try_map(units, |unit| {
            let path = builder.shared_object(&unit.design(&config)?, &unit.ports(&config), None)?;
            bar.inc(1);
            Ok(format!("{}: {}", unit.name(), path.display()))
        })?;
        bar.finish_and_clear();
        built.iter().try_for_each(|line| print(format_args!("{line}\n")))
    }
}
