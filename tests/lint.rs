//! Do three tools take every file without a word?

use crate::support::evidence::{assert_recorded, checks};
use crate::support::fermi;
use regex::Regex;
use regforge::emit::Module;
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
    let in_variants = lints.iter().filter(|check| check.subject.contains(" (fermi ")).count();
    assert_eq!(in_variants, 38);
    assert_recorded(lints);
}

/// In the default configuration and in all variants.
fn modules() -> Vec<Module> {
    let variants = systems::variants().flat_map(|variant| {
        let config = systems::config_with("fermi", variant.keys).unwrap();
        variant.units.iter().map(move |name| systems::unit(name).unwrap().design(&config).unwrap())
    });
    let default = systems::units().into_iter().map(|unit| unit.design(&fermi()).unwrap());
    default.chain(variants).flat_map(|design| design.modules).collect()
}

#[test]
fn there_is_no_pragma_and_no_long_line() {
    for module in modules() {
        let text = module.text();
        for word in ["lint_off", "verilator ", "translate_off", "`timescale"] {
            assert!(!text.contains(word), "{}: {word}", module.name);
        }
        assert!(text.is_ascii(), "{}", module.name);
        let long = text.lines().find(|line| line.len() > 100 || line.ends_with(' '));
        assert_eq!(long, None, "{}", module.name);
    }
}

/// More copies of a signal than a machine word has bits, such as `{1024{valid}} & data`. Verilator
/// sets them bit by bit, which took nine tenths of a simulation; `valid ? data : 1024'd0` is the
/// same circuit. Counts that are names of parameters are not read.
fn many_copies(text: &str) -> Option<&str> {
    let copies = Regex::new(r"\{(\d+)\{[a-z]\w*(\[\w+\])?\}\}").unwrap();
    let many = copies.captures_iter(text).find(|copy| copy[1].parse::<usize>().unwrap() > 64);
    many.map(|copy| copy.get(0).unwrap().as_str())
}

#[test]
fn no_signal_is_copied_often() {
    for module in modules() {
        assert_eq!(many_copies(&module.text()), None, "{}", module.name);
    }
    assert_eq!(many_copies("a = {1024{valid_q[0]}} & b;"), Some("{1024{valid_q[0]}}"));
    assert_eq!(many_copies("a = {64{valid}} & {255{1'b1}};"), None);
}
