//! Does every output have a value after reset, seen with four states?

use crate::support::evidence::{RECORD, assert_recorded, checks, recorded, tools};
use crate::support::fermi;
use regforge::cosim::FourState;
use regforge::evidence::{Check, Kind, State};
use regforge::systems;

#[test]
fn no_unknown_leaves_a_unit_after_reset() {
    let checks = checks(Kind::FourState);
    assert_eq!(checks.len(), systems::units().len());
    assert_recorded(checks);
}

/// The check can fail: a state without reset is unknown, which two states do not show. The faulty
/// unit cannot pass by record, either.
#[test]
fn a_flop_without_reset_is_found() {
    let unit = systems::unit("shift_controller").unwrap();
    let check = |seed, fault: Option<&str>| {
        let mut design = unit.design(&fermi()).unwrap();
        let body = &mut design.modules[0].body;
        if let Some(line) = fault {
            assert!(body.contains(line));
            *body = body.replace(line, "");
        }
        let mut bench = unit.bench(&fermi(), seed);
        let ports = unit.ports(&fermi());
        let check = FourState::new(design, &ports, &mut *bench, 1000).unwrap();
        Check::four_state(&tools(), unit.name(), "fermi", check)
    };
    assert_eq!(RECORD.state(&check(1, None)), State::Recorded);
    let faulty = check(1, Some("      hold_q <= 3'd0;\n"));
    let error = recorded(&faulty).unwrap_err();
    assert!(error.contains("op_o: model") && error.contains("has changed"), "{error}");
    // Other inputs and answers are another check.
    assert!(matches!(RECORD.state(&check(2, None)), State::Stale(_)));
}
