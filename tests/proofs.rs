//! Do the invariants with checkers hold without a bound?

use crate::support::fermi;
use rayon::prelude::*;
use regforge::config::extremes;
use regforge::cosim::prove;
use regforge::systems;
use regforge::systems::UNITS;

#[test]
fn every_claim_is_proved_at_the_default_configuration() {
    let config = fermi();
    let proofs: Vec<_> = UNITS.iter().flat_map(|unit| unit.proofs(&config).unwrap()).collect();
    assert!(proofs.len() >= 25, "{} proofs", proofs.len());
    proofs.par_iter().for_each(|proof| prove(proof).unwrap());
}

#[test]
fn the_shift_controller_is_proved_at_other_sizes() {
    let unit = systems::unit("shift_controller").unwrap();
    let mut configs = extremes(&fermi(), &unit.keys(&fermi()));
    configs.push(systems::config("racetrack-96x8", &[]).unwrap());
    for config in configs {
        unit.proofs(&config).unwrap().iter().for_each(|proof| prove(proof).unwrap());
    }
}
