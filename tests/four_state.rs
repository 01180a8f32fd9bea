//! Does every output have a value after reset, seen with four states?

use crate::support::fermi;
use rayon::prelude::*;
use regforge::cosim::four_state;
use regforge::systems;
use regforge::systems::UNITS;

#[test]
fn no_unknown_leaves_a_unit_after_reset() {
    let config = fermi();
    UNITS.par_iter().for_each(|unit| {
        let design = unit.design(&config).unwrap();
        let mut bench = unit.bench(&config, 1);
        four_state(&design, &unit.ports(&config), &mut *bench, 1000)
            .unwrap_or_else(|error| panic!("{}: {error}", unit.name()));
    });
}

/// The check can fail: a state without reset is unknown, which two states do not show.
#[test]
fn a_flop_without_reset_is_found() {
    let config = fermi();
    let unit = systems::unit("shift_controller").unwrap();
    let mut design = unit.design(&config).unwrap();
    let body = &mut design.modules[0].body;
    assert!(body.contains("      hold_q <= 3'd0;\n"));
    *body = body.replace("      hold_q <= 3'd0;\n", "");
    let mut bench = unit.bench(&config, 1);
    let error = four_state(&design, &unit.ports(&config), &mut *bench, 1000).unwrap_err();
    assert!(error.to_string().contains("op_o: model"), "{error}");
}
