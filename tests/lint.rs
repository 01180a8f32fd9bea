//! Do three tools take every file without a word?

use crate::support::evidence::{assert_recorded, checks};
use crate::support::fermi;
use regforge::evidence::Kind;
use regforge::systems;

/// Those of the default configuration are the committed files.
#[test]
fn every_unit_is_clean_in_every_configuration_that_changes_it() {
    let lints = checks(Kind::Lint);
    // Not counted: memories of over half a million bits, and files that an earlier configuration has.
    let units = ["fermi", "smallest", "largest"].map(|name| {
        lints.iter().filter(|check| check.subject.ends_with(&format!(" ({name})"))).count()
    });
    assert_eq!((systems::units().len(), units), (43, [43, 38, 35]));
    assert_recorded(lints);
}

#[test]
fn there_is_no_pragma_and_no_long_line() {
    for unit in systems::units() {
        for module in unit.design(&fermi()).unwrap().modules {
            let text = module.text();
            for word in ["lint_off", "verilator ", "translate_off", "`timescale"] {
                assert!(!text.contains(word), "{}: {word}", module.name);
            }
            assert!(text.is_ascii(), "{}", module.name);
            let long = text.lines().find(|line| line.len() > 100 || line.ends_with(' '));
            assert_eq!(long, None, "{}", module.name);
        }
    }
}
