//! Sensitivities: the change of cycles when one parameter of the SM changes, ours and GPGPU-Sim's.

use super::{Measured, Setting, run};
use crate::config::Config;
use crate::error::Result;
use serde::Serialize;

/// A change of a launch that was measured with GPGPU-Sim.
#[derive(Debug)]
pub struct Sensitivity {
    /// Name of the launch.
    pub launch: String,
    pub(super) change: &'static Change,
    /// Change of GPGPU-Sim's cycles, percent.
    pub percent: f64,
}

/// A change of the SM.
#[derive(Debug)]
pub(super) struct Change {
    /// The key in the file.
    pub name: &'static str,
    /// Resident CTAs, if they change.
    resident: Option<usize>,
    /// Keys of a configuration and their new values, as [`Config::with`] takes them.
    keys: fn(&Config) -> Vec<(&'static str, u64)>,
}

const fn keys(name: &'static str, keys: fn(&Config) -> Vec<(&'static str, u64)>) -> Change {
    Change { name, resident: None, keys }
}

const fn resident(name: &'static str, ctas: usize) -> Change {
    Change { name, resident: Some(ctas), keys: |_| Vec::new() }
}

/// All changes.
pub(super) const CHANGES: &[Change] = &[
    keys("lrr", |_| vec![("sm.scheduler", 0)]),
    keys("sp_collectors_3", |config| sp_collectors(config, 3)),
    keys("sp_collectors_12", |config| sp_collectors(config, 12)),
    keys("memory_collectors_8", |config| {
        collectors(config, "sm.memory_collectors", config.sm().memory_collectors, 8)
    }),
    keys("banks_8", |_| vec![("gpu.banks", 8)]),
    resident("ctas_1", 1),
    resident("ctas_2", 2),
    // One set is not hashed.
    keys("l1_one_line", |_| vec![("l1.sets", 1), ("l1.ways", 1), ("l1.index", 0)]),
    keys("dram_latency_400", |_| vec![("memory.dram_latency", 400)]),
];

fn sp_collectors(config: &Config, units: usize) -> Vec<(&'static str, u64)> {
    collectors(config, "sm.sp_collectors", config.sm().sp_collectors, units)
}

/// Changes the collector units of a class, and the total by the same number.
fn collectors(
    config: &Config,
    key: &'static str,
    now: usize,
    units: usize,
) -> Vec<(&'static str, u64)> {
    let all = config.gpu().collector_units + units - now;
    vec![(key, units as u64), ("gpu.collector_units", all as u64)]
}

/// A change of cycles, ours and GPGPU-Sim's.
#[derive(Clone, Debug, Serialize)]
pub struct Changed {
    pub name: String,
    pub change: &'static str,
    /// Change of our cycles, percent.
    pub percent: f64,
    /// Change of GPGPU-Sim's cycles, percent.
    pub gpgpusim: f64,
}

impl Changed {
    /// Whether both differ by at most 5 points, or have the same sign and differ by at most a fifth
    /// of GPGPU-Sim's change.
    pub fn agrees(&self) -> bool {
        let apart = (self.percent - self.gpgpusim).abs();
        apart <= 5.0 || self.percent * self.gpgpusim > 0.0 && apart <= self.gpgpusim.abs() / 5.0
    }
}

impl Sensitivity {
    /// Runs a launch as it was measured and with the change.
    pub(super) fn run(&self, launch: &Measured, setting: Setting) -> Result<Changed> {
        let config = setting.config;
        let cycles = |config: &Config, ctas| {
            let setting = Setting { config, ..setting };
            let (outcome, _) = run(setting, &launch.case, launch.registers, ctas)?;
            Ok(outcome.statistics.cycles as f64)
        };
        let Change { name, resident, keys } = *self.change;
        let before: f64 = cycles(config, launch.ctas)?;
        let changed = config.with(name, &keys(config))?;
        let after = cycles(&changed, resident.or(launch.ctas))?;
        Ok(Changed {
            name: launch.name.clone(),
            change: name,
            percent: 100.0 * (after / before - 1.0),
            gpgpusim: self.percent,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreement_is_within_five_points_or_a_fifth_of_the_same_sign() {
        let agrees = |percent, gpgpusim| {
            Changed { name: "k".into(), change: "lrr", percent, gpgpusim }.agrees()
        };
        assert!(agrees(4.0, -0.9) && agrees(110.0, 100.0) && agrees(-85.0, -100.0));
        assert!(!agrees(130.0, 100.0) && !agrees(4.0, -1.1) && !agrees(79.0, 100.0));
    }
}
