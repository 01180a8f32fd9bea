//! Do three tools take every file without a word?

use crate::support::evidence::{assert_recorded, checks};
use crate::support::fermi;
use regforge::evidence::Kind;
use regforge::systems::UNITS;

/// Those of the default configuration are the committed files.
#[test]
fn every_unit_is_clean_in_every_configuration_that_changes_it() {
    let lints = checks(Kind::Lint);
    // Not counted: memories of over half a million bits, and files that an earlier configuration has.
    let units = ["fermi", "smallest", "largest"].map(|name| {
        lints.iter().filter(|check| check.subject.ends_with(&format!(" ({name})"))).count()
    });
    assert_eq!((UNITS.len(), units), (43, [43, 38, 35]));
    assert_recorded(lints);
}

/// So that keys of the record and of the cache need no comments.
#[test]
fn comments_mean_nothing_to_tools() {
    for &unit in UNITS.iter() {
        let modules = unit.design(&fermi()).unwrap().modules.into_iter().map(|module| module.body);
        let proofs = unit.proofs(&fermi()).unwrap().into_iter().map(|proof| proof.checker);
        for text in modules.chain(proofs) {
            assert!(!text.contains("/*"), "{}", unit.name());
            for (before, comment) in text.lines().filter_map(|line| line.split_once("//")) {
                assert!(!before.contains('"'), "{}: {before}", unit.name());
                let word = comment.split_whitespace().next().unwrap_or_default();
                let directives = ["verilator", "synopsys", "synthesis", "pragma", "yosys"];
                assert!(!directives.contains(&word), "{}: {comment}", unit.name());
            }
        }
    }
}

#[test]
fn there_is_no_pragma_and_no_long_line() {
    for &unit in UNITS.iter() {
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
