//! Do model and RTL agree on every cycle?

mod support;

use rayon::prelude::*;
use regforge::config::{Config, extremes};
use regforge::cosim::{Check, Passed, Source};
use regforge::units::{AnyUnit, REGISTRY};
use support::{builder, fermi, notes};

fn run(unit: &dyn AnyUnit, config: &Config, cycles: u64) -> Passed {
    let builder = builder();
    let check = Check::new(&builder, unit, config).unwrap();
    let source = Source::Random { seed: 1, cycles };
    check.run(&source, &notes(), |_| {}).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn every_unit_agrees_for_a_million_cycles_and_reaches_every_scenario() {
    let config = fermi();
    REGISTRY.par_iter().for_each(|unit| {
        let passed = run(*unit, &config, 1_000_000);
        assert_eq!(passed.compared, 1_000_000, "{}", unit.name());
        assert!(passed.missed().is_empty(), "{}: {:?}", unit.name(), passed.missed());
    });
}

#[test]
fn every_unit_agrees_at_its_smallest_and_largest_legal_point() {
    let config = fermi();
    REGISTRY.par_iter().for_each(|unit| {
        let points = extremes(&config, &unit.keys());
        assert_eq!(points.len(), 2, "{}", unit.name());
        for point in points {
            assert_eq!(run(*unit, &point, 20_000).compared, 20_000);
        }
    });
}

#[test]
fn every_preset_agrees() {
    for preset in ["racetrack-128kb", "racetrack-96x8", "racetrack-fair"] {
        let config = Config::load(preset, &[]).unwrap();
        REGISTRY.par_iter().for_each(|unit| {
            assert_eq!(run(*unit, &config, 20_000).compared, 20_000);
        });
    }
}
