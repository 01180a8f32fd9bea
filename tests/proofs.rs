//! Do the invariants with checkers hold without a bound?

use crate::support::evidence::{assert_recorded, checks};
use crate::support::fermi;
use regforge::config::extremes;
use regforge::cosim::prove;
use regforge::evidence::Kind;
use regforge::systems;

#[test]
fn every_claim_is_proved_in_every_configuration_that_changes_it() {
    let proofs = checks(Kind::Proof);
    let of_fermi = proofs.iter().filter(|check| check.subject.contains(" (fermi): "));
    assert_eq!((of_fermi.count(), proofs.len()), (103, 117));
    assert_recorded(proofs);
}

#[test]
fn the_shift_controller_is_proved_at_its_smallest_and_largest_size() {
    let unit = systems::unit("shift_controller").unwrap();
    for config in extremes(&fermi(), &unit.keys(&fermi())) {
        unit.proofs(&config).unwrap().iter().for_each(|proof| prove(proof).unwrap());
    }
}
