//! Is every number read with its digits? Does every claim that needs arithmetic alone come out, and
//! every erratum that a calculation can show?

use crate::support::fermi;
use regforge::compiler::occupancy::Resources;
use regforge::papers::computed::Value;
use regforge::papers::{Claims, Paper, Precision, Printed};
use regforge::run::System;
use regforge::systems::racetrack::Racetrack;
use regforge::systems::{self, compressed, expanded, sharing, stt};
use std::collections::BTreeSet;

/// The racetrack paper's claims are simulated, too; `reproduce` has the tests of all of them.
const PAPERS: [&Paper; 4] = [
    &expanded::paper::PAPER,
    &stt::paper::PAPER,
    &compressed::paper::PAPER,
    &sharing::paper::PAPER,
];

/// Claims whose value is not ours, and why.
const DIFFERENT: &[(&str, &str)] = &[
    ("exp-fig5", "exp-e07: with whole registers three CTAs fit"),
    ("exp-oracle", "exp-e15: of rounded means; 88.26 is not reproduced by any reading (check)"),
    ("exp-t2-regs-fermi", "exp-e05: digits swapped"),
    ("exp-util-min", "the paper gives a bound, \"more than 80%\""),
    ("exp-util-warpman", "98.626 is cut off to 98.62 instead of rounded"),
    ("exp-mix-rf-ratio", "exp-e03: the published runs split HS otherwise"),
    ("exp-rf-minus-one", "exp-e03: HS has as many CTAs in the register file as before"),
    ("stt-base-sms", "stt-e08: a GTX 480 has 15"),
    ("stt-t3-sms", "stt-e08: a GTX 480 has 15"),
    ("stt-line-bits", "stt-e03: with check bits"),
    ("stt-t2-ler", "stt-e03: from bit error rates that are rounded; they allow what is printed"),
    ("stt-area-rf", "stt-e06: cut off instead of rounded"),
    ("sdc-imgvf-ipc-artificial", "sdc-e01: of the paper's own figures"),
    ("sdc-area-tvt", "sdc-e04: an extractor is 1560 transistors"),
    ("sdc-area-wvt", "sdc-e04: an extractor is 1560 transistors"),
    ("sdc-area-total", "sdc-e04: 1.7 million, rounded as the paper does"),
    ("sdc-volta-regs-per-thread", "sdc-e08: of decimal kilobytes"),
];

/// Errata about words or about what is missing; nothing to calculate.
const NOT_SHOWN: &[&str] = &["exp-e13", "stt-e10", "stt-e11", "sdc-e11"];

/// The last printed digit; for whole numbers one.
fn unit(printed: f64) -> f64 {
    let text = format!("{printed:e}");
    let (digits, exponent) = text.split_once('e').expect("scientific notation");
    let decimals = digits.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    let last = exponent.parse::<i32>().expect("an exponent") - decimals as i32;
    10f64.powi(last).min(1.0)
}

fn same(ours: &Value, printed: &Value) -> bool {
    let near = |ours: f64, printed: f64| (ours - printed).abs() <= unit(printed) / 2.0;
    match (ours, printed) {
        (Value::Number(ours), Value::Number(printed)) => near(*ours, *printed),
        (Value::Numbers(ours), Value::Numbers(printed)) => {
            ours.len() == printed.len() && ours.iter().zip(printed).all(|(a, b)| near(*a, *b))
        }
        (ours, printed) => ours == printed,
    }
}

/// Entries of this kind in the lists of all papers.
fn list(kind: &str) -> Vec<toml::Value> {
    let of = |paper: &&Paper| {
        let list: toml::Table = toml::from_str(paper.list.text).expect("a list of claims");
        list[kind].as_array().expect("a list").clone()
    };
    PAPERS.iter().flat_map(of).collect()
}

/// What a claim states.
fn stated(id: &str) -> Value {
    let claims = list("claim");
    let claim = claims.iter().find(|claim| claim["id"].as_str() == Some(id));
    Value::of(&claim.unwrap_or_else(|| panic!("no claim {id}"))["value"])
}

fn ids(kind: &str, paper: &str, keep: impl Fn(&toml::Value) -> bool) -> Vec<String> {
    let list = list(kind);
    let entries = list.iter().filter(|entry| keep(entry));
    let ids = entries.map(|entry| entry["id"].as_str().expect("an id").to_owned());
    ids.filter(|id| id.starts_with(&format!("{paper}-"))).collect()
}

fn arithmetic_only(claim: &toml::Value) -> bool {
    let needs = claim["needs"].as_array().expect("a list");
    needs.len() == 1 && needs[0].as_str() == Some("arithmetic only")
}

#[test]
fn every_claim_of_arithmetic_is_computed_or_given_once() {
    for paper in &PAPERS {
        let mut listed: Vec<&str> = paper.computed.iter().map(|claim| claim.id).collect();
        listed.extend(paper.given.iter().map(|claim| claim.id));
        listed.sort_unstable();
        let mut stated = ids("claim", paper.prefix, arithmetic_only);
        stated.sort_unstable();
        assert_eq!(listed, stated, "{}", paper.prefix);
    }
}

#[test]
fn computed_claims_come_out() {
    let mut different = BTreeSet::new();
    for claim in PAPERS.iter().flat_map(|paper| paper.computed) {
        let (ours, printed) = ((claim.ours)(), stated(claim.id));
        println!("{}: {printed:?}; ours {ours:?} ({})", claim.id, claim.how);
        if !same(&ours, &printed) {
            different.insert(claim.id);
        }
    }
    let explained: BTreeSet<_> = DIFFERENT.iter().map(|(id, _)| *id).collect();
    assert_eq!(different, explained);
}

/// An exception is one only if the list of claims says so: by an erratum or a check.
#[test]
fn exceptions_are_in_the_list_of_claims() {
    for (id, _) in DIFFERENT {
        let affects = |erratum: &toml::Value| {
            erratum["affects"]
                .as_array()
                .is_some_and(|ids| ids.iter().any(|v| v.as_str() == Some(id)))
        };
        let checked = |claim: &toml::Value| {
            claim["id"].as_str() == Some(id)
                && claim.get("check").is_some_and(|check| check.as_str() != Some("ok"))
        };
        assert!(list("erratum").iter().any(affects) || list("claim").iter().any(checked), "{id}");
    }
}

#[test]
fn errata_are_confirmed() {
    let mut refuted = Vec::new();
    for paper in &PAPERS {
        for erratum in paper.errata {
            let shown = (erratum.shown)();
            println!("{}: {}; {} ({})", erratum.id, shown.stated, shown.ours, erratum.how);
            if !shown.confirmed {
                refuted.push(erratum.id);
            }
        }
        let mut listed: Vec<&str> = paper.errata.iter().map(|erratum| erratum.id).collect();
        listed.extend(NOT_SHOWN.iter().filter(|id| id.starts_with(paper.prefix)));
        listed.sort_unstable();
        let mut stated = ids("erratum", paper.prefix, |_| true);
        stated.sort_unstable();
        assert_eq!(listed, stated, "{}", paper.prefix);
    }
    assert!(refuted.is_empty(), "{refuted:?}");
}

fn printed(id: &str) -> Printed {
    let claims = Claims::of(&systems::papers()).unwrap().claims;
    claims.iter().find(|claim| claim.id == id).unwrap().printed()
}

#[test]
fn values_keep_the_digits_of_the_list() {
    assert_eq!(printed("rm-occupancy").value, Value::Numbers(vec![46.6, 80.0]));
    assert_eq!(printed("rm-occupancy").to_string(), "46.6, 80.0");
    assert_eq!(printed("rm-t1-hotspot").to_string(), "256, 60, 2, 33, 93.75");
    assert_eq!(printed("rm-capacity").value, Value::Number(256.0));
    assert_eq!(printed("stt-t2-ber").precisions[0], Precision::of("1.38e-08"));
    assert_eq!(printed("rm-t2-l1-repl").value, Value::Text("LRU".into()));
    assert_eq!(printed("rm-search-space").to_string(), "64!, 8!");
}

#[test]
fn every_number_has_its_digits() {
    for claim in Claims::of(&systems::papers()).unwrap().claims {
        let printed = claim.printed();
        let numbers = match &printed.value {
            Value::Number(_) => 1,
            Value::Numbers(numbers) => numbers.len(),
            _ => 0,
        };
        assert_eq!(printed.precisions.len(), numbers, "{}", claim.id);
        assert!(!claim.paper_prefix().is_empty(), "{}", claim.id);
    }
}

/// Table 2's SM, and the same with 256 KB.
#[test]
fn the_default_configuration_is_that_of_the_racetrack_paper() {
    let config = fermi();
    assert_eq!(Resources::baseline(config.gpu()), Resources::FERMI);
    let large = Resources::FERMI.with_register_file(256 << 10);
    assert_eq!(Racetrack.resources(&config), large);
}
