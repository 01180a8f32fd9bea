//! Do the invariants with checkers hold without a bound?

mod support;

use rayon::prelude::*;
use regforge::config::{Config, extremes};
use regforge::cosim::prove;
use regforge::units::{REGISTRY, find};
use support::fermi;

#[test]
fn every_claim_is_proved_at_the_default_configuration() {
    let config = fermi();
    let proofs: Vec<_> = REGISTRY.iter().flat_map(|unit| unit.proofs(&config).unwrap()).collect();
    assert!(proofs.len() >= 25, "{} proofs", proofs.len());
    proofs.par_iter().for_each(|proof| prove(proof).unwrap());
}

#[test]
fn the_shift_controller_is_proved_at_other_sizes() {
    let unit = find("shift_controller").unwrap();
    let mut configs = extremes(&fermi(), &unit.keys());
    configs.push(Config::load("racetrack-96x8", &[]).unwrap());
    for config in configs {
        unit.proofs(&config).unwrap().iter().for_each(|proof| prove(proof).unwrap());
    }
}
