//! The checks that the record must have.

use super::{Check, Tools};
use crate::config::{Config, extremes};
use crate::cosim::FourState;
use crate::error::Result;
use crate::report::Synthesiser;
use crate::systems::{self, UNITS};
use crate::units::AnyUnit;
use std::collections::BTreeSet;
use std::sync::Arc;

/// Most bits of a storage array that is linted: Yosys takes minutes over more.
const MOST_BITS: usize = 500_000;

/// Every check, by kind.
///
/// # Errors
/// Errors of emission.
pub fn all(tools: &Tools) -> Result<Vec<Check>> {
    let kinds = [proofs(tools)?, lints(tools)?, four_states(tools)?, areas(tools)?];
    Ok(kinds.into_iter().flatten().collect())
}

/// Every proof of every unit, in each configuration that ships and changes it.
///
/// # Errors
/// Errors of emission.
pub fn proofs(tools: &Tools) -> Result<Vec<Check>> {
    each_unit(|unit| {
        let mut checks = Vec::new();
        for config in shipped()? {
            let proofs = unit.proofs(&config)?.into_iter();
            checks
                .extend(proofs.map(|proof| Check::proof(tools, unit.name(), config.name(), proof)));
        }
        Ok(checks)
    })
}

/// Every unit, in each configuration that ships and changes it and in its smallest and largest.
///
/// # Errors
/// Errors of emission.
pub fn lints(tools: &Tools) -> Result<Vec<Check>> {
    each_unit(|unit| {
        let mut configs = shipped()?;
        configs.extend(extremes(&configs[0], &unit.keys(&configs[0])));
        let checks = configs.iter().map(|config| {
            let design = unit.design(config)?;
            let small = design.top().macro_bits.is_none_or(|bits| bits < MOST_BITS);
            Ok(small.then(|| Check::lint(tools, unit.name(), config.name(), design)))
        });
        Ok(checks.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
    })
}

/// Every unit after reset, in the default configuration, for 1,000 cycles of its stimulus.
///
/// # Errors
/// Errors of emission.
pub fn four_states(tools: &Tools) -> Result<Vec<Check>> {
    let config = systems::config(Config::DEFAULT, &[])?;
    let check = |unit: &&dyn AnyUnit| {
        let mut bench = unit.bench(&config, 1);
        let design = unit.design(&config)?;
        let check = FourState::new(design, &unit.ports(&config), &mut *bench, 1000)?;
        Ok(Check::four_state(tools, unit.name(), config.name(), check))
    };
    UNITS.iter().map(check).collect()
}

/// Every unit, in the default configuration: whole register files take minutes each.
///
/// # Errors
/// Errors of emission.
pub fn areas(tools: &Tools) -> Result<Vec<Check>> {
    let synthesiser = Arc::new(Synthesiser::new(None)?);
    let config = systems::config(Config::DEFAULT, &[])?;
    UNITS.iter().map(|unit| Check::area(tools, &synthesiser, *unit, config.clone())).collect()
}

/// The configurations that ship, the default one first.
fn shipped() -> Result<Vec<Config>> {
    crate::shipped::configurations().iter().map(|name| systems::config(name, &[])).collect()
}

/// The checks of every unit, each content once: under the first configuration that has it.
fn each_unit(checks: impl Fn(&'static dyn AnyUnit) -> Result<Vec<Check>>) -> Result<Vec<Check>> {
    let mut all = Vec::new();
    for &unit in UNITS.iter() {
        let mut keys = BTreeSet::new();
        all.extend(checks(unit)?.into_iter().filter(|check| keys.insert(check.key.clone())));
    }
    Ok(all)
}
