//! The checks that the record must have.

use super::{Check, Kind, Tools};
use crate::config::{Config, extremes};
use crate::cosim::{Agreement, FaultInLockstep, FourState, with_fault};
use crate::error::{Error, Result};
use crate::parallel;
use crate::report::Synthesiser;
use crate::systems;
use crate::units::{AnyUnit, Fault, Keys, Variant};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Maximum bits of a storage array that is linted. Yosys takes minutes for larger ones.
const MOST_BITS: usize = 500_000;

/// Every check, by kind.
///
/// # Errors
/// Errors of emission.
pub fn all(tools: &Tools) -> Result<Vec<Check>> {
    let kinds = Kind::ALL.into_iter().map(|kind| of(kind, tools));
    Ok(kinds.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
}

/// Every check of a kind.
///
/// # Errors
/// Errors of emission; a planted fault whose text is not in the module.
pub fn of(kind: Kind, tools: &Tools) -> Result<Vec<Check>> {
    match kind {
        Kind::Proof => proofs(tools),
        Kind::Fault => faults(tools),
        Kind::Lockstep => agreements(tools),
        Kind::Lint => lints(tools),
        Kind::FourState => four_states(tools),
        Kind::Area => areas(tools),
    }
}

/// Every proof of every unit, in each shipped configuration that changes the proof.
fn proofs(tools: &Tools) -> Result<Vec<Check>> {
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

/// Every planted fault, once for each check that must find it.
fn faults(tools: &Tools) -> Result<Vec<Check>> {
    in_parallel(systems::units(), |unit| {
        let mut checks = found_in_lockstep(tools, unit)?;
        checks.extend(refuted(tools, unit)?);
        Ok(checks)
    })
}

fn found_in_lockstep(tools: &Tools, unit: &'static dyn AnyUnit) -> Result<Vec<Check>> {
    let found = unit.faults().iter().filter_map(|fault| Some((fault, fault.lockstep?)));
    let mut checks = Vec::new();
    for (keys, faults) in by_keys(found) {
        let config = systems::config_with(Config::DEFAULT, keys)?;
        let stimulus = FaultInLockstep::stimulus_hash(unit, &config);
        for fault in faults {
            let faulty = FaultInLockstep::new(unit, config.clone(), fault)?;
            let subject = subject(unit, keys, fault, "lockstep".into());
            checks.push(Check::found_in_lockstep(tools, subject, &stimulus, faulty));
        }
    }
    Ok(checks)
}

fn refuted(tools: &Tools, unit: &dyn AnyUnit) -> Result<Vec<Check>> {
    let refuted = unit.faults().iter().filter_map(|fault| {
        let (number, keys) = fault.proof?;
        Some(((fault, number), keys))
    });
    let mut checks = Vec::new();
    for (keys, faults) in by_keys(refuted) {
        let proofs = unit.proofs(&systems::config_with(Config::DEFAULT, keys)?)?;
        for (fault, number) in faults {
            let proof = proofs.get(number).ok_or_else(|| {
                Error::Disagreement(format!("{} has no proof {number} to refute", unit.name()))
            })?;
            let subject = subject(unit, keys, fault, format!("proof {number}, {}", proof.name));
            let faulty = with_fault(proof.clone(), fault)?;
            checks.push(Check::refutation(tools, subject, faulty));
        }
    }
    Ok(checks)
}

fn by_keys<T>(faults: impl Iterator<Item = (T, Keys)>) -> BTreeMap<Keys, Vec<T>> {
    let mut by_keys = BTreeMap::<Keys, Vec<T>>::new();
    faults.for_each(|(fault, keys)| by_keys.entry(keys).or_default().push(fault));
    by_keys
}

/// Subject of a planted fault: unit, configuration, the check that finds it, and the fault.
fn subject(unit: &dyn AnyUnit, keys: Keys, fault: &Fault, finder: String) -> String {
    let Fault { module, from, to, .. } = fault;
    format!("{} ({}), {finder}: {module}: {from:?} is {to:?}", unit.name(), with_keys(keys))
}

/// Name of the default configuration with these keys.
fn with_keys(keys: Keys) -> String {
    [&[Config::DEFAULT], keys].concat().join(" ")
}

/// Lockstep of every unit in its variants, with its smallest and largest legal parameters, and in
/// each shipped configuration that changes its Verilog.
fn agreements(tools: &Tools) -> Result<Vec<Check>> {
    let mut agreements = in_variants()?;
    agreements.extend(in_other_configurations()?);
    let check = |(subject, agreement)| Check::agreement(tools, subject, agreement);
    parallel::try_map(agreements, check)
}

fn in_variants() -> Result<Vec<(String, Agreement)>> {
    let cases = systems::variants()
        .flat_map(|variant| variant.units.iter().map(move |unit| (variant, unit)));
    let agreements = cases.map(|(Variant { keys, cycles, .. }, name)| {
        let unit = systems::unit(name).expect("a variant names units");
        let agreement = Agreement::new(unit, systems::config_with(Config::DEFAULT, keys)?, *cycles)
            .with_every_scenario();
        Ok((format!("{name} ({})", with_keys(keys)), agreement))
    });
    agreements.collect()
}

fn in_other_configurations() -> Result<Vec<(String, Agreement)>> {
    const CYCLES: u64 = 20_000;
    let shipped = shipped()?;
    let mut agreements = Vec::new();
    for unit in systems::units() {
        let mut seen = BTreeSet::from([unit.design(&shipped[0])?.content_hash()]);
        let points = extremes(&shipped[0], &unit.keys(&shipped[0]));
        for config in points.into_iter().chain(shipped[1..].iter().cloned()) {
            if seen.insert(unit.design(&config)?.content_hash()) {
                let subject = format!("{} ({})", unit.name(), config.name());
                agreements.push((subject, Agreement::new(unit, config, CYCLES)));
            }
        }
    }
    Ok(agreements)
}

/// Every unit, in each shipped configuration that changes it, with its smallest and largest legal
/// parameters, and in its variants.
fn lints(tools: &Tools) -> Result<Vec<Check>> {
    each_unit(|unit| {
        let mut configs: Vec<_> = shipped()?.into_iter().map(named).collect();
        configs.extend(extremes(&configs[0].1, &unit.keys(&configs[0].1)).into_iter().map(named));
        let variants = systems::variants().filter(|variant| variant.units.contains(&unit.name()));
        for variant in variants {
            configs.push((
                with_keys(variant.keys),
                systems::config_with(Config::DEFAULT, variant.keys)?,
            ));
        }
        let checks = configs.iter().map(|(name, config)| {
            let design = unit.design(config)?;
            let small = design.top().macro_bits.is_none_or(|bits| bits < MOST_BITS);
            Ok(small.then(|| Check::lint(tools, unit.name(), name, design)))
        });
        Ok(checks.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
    })
}

fn named(config: Config) -> (String, Config) {
    (config.name().to_string(), config)
}

/// Every unit after reset, in the default configuration, for 1,000 cycles of its stimulus.
fn four_states(tools: &Tools) -> Result<Vec<Check>> {
    let config = systems::config(Config::DEFAULT)?;
    each_unit(|unit| {
        let mut bench = unit.bench(&config, 1);
        let design = unit.design(&config)?;
        let check = FourState::new(design, &unit.ports(&config), &mut *bench, 1000)?;
        Ok(vec![Check::four_state(tools, unit.name(), config.name(), check)])
    })
}

/// Every unit, in the default configuration only, because complete register files take minutes
/// each.
fn areas(tools: &Tools) -> Result<Vec<Check>> {
    let synthesiser = Arc::new(Synthesiser::new(None)?);
    let config = systems::config(Config::DEFAULT)?;
    each_unit(|unit| Ok(vec![Check::area(tools, &synthesiser, unit, config.clone())?]))
}

/// The shipped configurations, the default one first.
fn shipped() -> Result<Vec<Config>> {
    crate::shipped::configurations().iter().map(|name| systems::config(name)).collect()
}

/// The checks of every unit. Checks of equal content are listed once, under the first
/// configuration.
fn each_unit(
    checks: impl Fn(&'static dyn AnyUnit) -> Result<Vec<Check>> + Sync,
) -> Result<Vec<Check>> {
    let of_unit = |unit| {
        let mut keys = BTreeSet::new();
        let checks = checks(unit)?.into_iter().filter(|check| keys.insert(check.key.clone()));
        Ok(checks.collect())
    };
    in_parallel(systems::units(), of_unit)
}

/// What each of these gives, in their order.
fn in_parallel<T: Send, R: Send>(
    each: Vec<T>,
    of: impl Fn(T) -> Result<Vec<R>> + Sync,
) -> Result<Vec<R>> {
    Ok(parallel::try_map(each, of)?.into_iter().flatten().collect())
}
