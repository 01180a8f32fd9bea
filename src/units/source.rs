//! Compares a unit's rust-hdl source, in rust-hdl's own simulator, with the model. Neither our
//! printer nor Verilator is involved.

use super::{InOf, Model, OutOf, RandomStimulus, Stimulus, Unit};
use crate::config::Config;

const CYCLES: u64 = 50_000;

/// Runs the unit's stimulus on its model and on `source`, and compares every output. `source`
/// simulates one cycle: the outputs for the given inputs, then the clock edge.
pub fn assert_agrees<U: Unit>(config: &Config, mut source: impl FnMut(&InOf<U>) -> OutOf<U>) {
    let params = U::params(config);
    let mut model = U::Model::new(&params);
    let mut stimulus = U::Random::new(&params, 1);
    let (mut inputs, mut outputs) = (InOf::<U>::default(), OutOf::<U>::default());
    for cycle in 0..CYCLES {
        // The first inputs are all low: a reset, if the unit has one.
        if cycle > 0 {
            inputs = stimulus.next(&inputs, &outputs);
        }
        outputs = model.outputs(&inputs);
        let got = source(&inputs);
        if cycle > 0 {
            assert_eq!(got, outputs, "cycle {cycle}, {inputs:?}");
        }
        model.tick(&inputs);
    }
}
