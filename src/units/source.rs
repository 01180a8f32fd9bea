//! A unit's rust-hdl source in rust-hdl's own simulator, against the model: neither our printer nor
//! Verilator has a part in it.

use super::{InOf, Model, OutOf, RandomStimulus, Stimulus, Unit};
use crate::config::Config;

const CYCLES: u64 = 50_000;

/// Runs the unit's stimulus through its model and through `source`, which simulates one cycle: the
/// outputs for these inputs, then the clock's edge.
pub fn assert_agrees<U: Unit>(config: &Config, mut source: impl FnMut(&InOf<U>) -> OutOf<U>) {
    let params = U::params(config);
    let mut model = U::Model::new(&params);
    let mut stimulus = U::Random::new(&params, 1);
    let (mut inputs, mut outputs) = (InOf::<U>::default(), OutOf::<U>::default());
    for cycle in 0..CYCLES {
        // The first inputs are all low: a reset, where there is one.
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
