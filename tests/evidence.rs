//! Does the record answer only for what it was made from?

use crate::support::evidence::{RECORD, checks, recorded, tools};
use crate::support::{assert_refused, fermi};
use regforge::config::extremes;
use regforge::cosim::Agreement;
use regforge::emit::Module;
use regforge::error::Error;
use regforge::evidence::{self, Check, Entry, Kind, Record, State, Tools};
use regforge::report::Synthesiser;
use regforge::systems;
use std::path::Path;
use std::sync::Arc;

const UNIT: &str = "shift_controller";

/// Plants a fault in the module.
fn plant(module: &mut Module, from: &str, to: &str) {
    assert!(module.body.contains(from), "the fault's place is gone: {from}");
    module.body = module.body.replacen(from, to, 1);
}

fn proof(tools: &Tools, fault: Option<(&str, &str)>) -> Check {
    let mut proof = systems::unit(UNIT).unwrap().proofs(&fermi()).unwrap().remove(0);
    if let Some((from, to)) = fault {
        plant(&mut proof.modules[0], from, to);
    }
    Check::proof(tools, UNIT, "fermi", proof)
}

fn lint(tools: &Tools, fault: Option<(&str, &str)>) -> Check {
    let mut design = systems::unit(UNIT).unwrap().design(&fermi()).unwrap();
    if let Some((from, to)) = fault {
        plant(&mut design.modules[0], from, to);
    }
    Check::lint(tools, UNIT, "fermi", design)
}

fn changed(check: &Check) -> bool {
    matches!(RECORD.state(check), State::Stale(why) if why.contains("has changed"))
}

#[test]
fn a_changed_unit_cannot_pass_a_proof_by_record() {
    let tools = tools();
    assert_eq!(RECORD.state(&proof(&tools, None)), State::Recorded);
    let faulty = proof(&tools, Some(("head_q < read_offset_i", "head_q > read_offset_i")));
    assert!(changed(&faulty));
    assert!(recorded(&faulty).unwrap_err().contains("asserted in frame"));
}

#[test]
fn a_changed_unit_cannot_pass_lint_by_record() {
    let tools = tools();
    assert_eq!(RECORD.state(&lint(&tools, None)), State::Recorded);
    let faulty = lint(&tools, Some(("endmodule", "  wire [1:0] unused = 1'b0;\nendmodule")));
    assert!(changed(&faulty));
    assert!(recorded(&faulty).unwrap_err().contains("verilator failed"));
}

/// Other inputs are another check, and those that miss a scenario are no agreement.
#[test]
fn lockstep_of_too_few_cycles_cannot_pass_by_record() {
    let unit = systems::unit(UNIT).unwrap();
    let smallest = extremes(&fermi(), &unit.keys(&fermi())).remove(0);
    let agreement = Agreement::new(unit, smallest, 3).with_every_scenario();
    let few = Check::agreement(&tools(), format!("{UNIT} (smallest)"), agreement).unwrap();
    assert!(changed(&few));
    let message = recorded(&few).unwrap_err();
    assert!(message.contains("3 cycles do not reach"), "{message}");
}

/// A change that keeps the verdict needs the record renewed all the same.
#[test]
fn a_harmless_change_needs_the_record_renewed() {
    let faulty = lint(&tools(), Some(("head_q < read_offset_i", "(head_q < read_offset_i)")));
    assert!(changed(&faulty));
    let message = recorded(&faulty).unwrap_err();
    assert!(
        message.contains("clean, but its record is stale") && message.contains("make evidence")
    );
}

#[test]
fn the_status_counts_by_kind_and_names_what_is_not_recorded() {
    let checks = evidence::of(Kind::Area, &tools()).unwrap();
    let text = RECORD.status(&checks);
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.contains(&format!("area {0} of {0}", checks.len())), "{text}");
    let missing = Record::default().status(&checks[..1]);
    for kind in Kind::ALL {
        let all = if kind == Kind::Area { 1 } else { 0 };
        assert!(missing.contains(&format!("{} 0 of {all}", kind.name())), "{missing}");
    }
    assert!(missing.contains(&format!("area {}: missing", checks[0].subject)), "{missing}");
}

#[test]
fn a_comment_leaves_the_record_as_it_is() {
    let remark = Some(("endmodule", "  // a remark\n\nendmodule // of the unit"));
    for check in [proof(&tools(), remark), lint(&tools(), remark)] {
        assert_eq!(RECORD.state(&check), State::Recorded);
    }
}

/// Another checker, another command, other sizes.
#[test]
fn a_changed_checker_or_configuration_cannot_pass_by_record() {
    let tools = tools();
    let mut proof = systems::unit(UNIT).unwrap().proofs(&fermi()).unwrap().remove(0);
    proof.checker += "`default_nettype wire\n";
    assert!(changed(&Check::proof(&tools, UNIT, "fermi", proof)));
    let synthesiser = Arc::new(Synthesiser::new(None).unwrap());
    let area = |keys: &[&str]| {
        let config = systems::config_with("fermi", keys).unwrap();
        Check::area(&tools, &synthesiser, systems::unit(UNIT).unwrap(), config).unwrap()
    };
    assert_eq!(RECORD.state(&area(&[])), State::Recorded);
    assert_eq!(RECORD.state(&area(&["racetrack.ports=4"])), State::Missing);
}

#[test]
fn another_version_of_a_tool_makes_its_entries_stale() {
    let newer = Tools { yosys: "Yosys 99.1".into(), ..tools() };
    for check in [proof(&newer, None), lint(&newer, None)] {
        let State::Stale(why) = RECORD.state(&check) else { panic!("{}", check.subject) };
        assert!(why.contains("recorded with") && why.contains("Yosys 99.1"), "{why}");
    }
}

#[test]
fn only_the_verdict_of_a_passed_check_counts() {
    let check = lint(&tools(), None);
    let entry = RECORD.entry(&check).unwrap().clone();
    let mut record = Record::default();
    assert_eq!(record.state(&check), State::Missing);
    record.insert(Entry { verdict: "left open".into(), ..entry.clone() });
    assert!(matches!(record.state(&check), State::Stale(_)));
    record.insert(entry);
    assert_eq!(record.state(&check), State::Recorded);
}

#[test]
fn the_record_has_every_check_and_nothing_else() {
    let mut record = RECORD.clone();
    record.retain(Kind::ALL.into_iter().flat_map(checks));
    assert_eq!(record, *RECORD, "make evidence drops what is no longer checked");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("copy.toml");
    record.write(&path).unwrap();
    let committed = std::fs::read_to_string(Record::path()).unwrap();
    assert_eq!(std::fs::read_to_string(path).unwrap(), committed, "sorted, written by the tool");
}

/// Another configuration of the same Verilog has its area, and other Verilog has its own.
#[test]
fn an_area_is_the_recorded_one_if_the_verilog_is_the_same() {
    let synthesiser = Synthesiser::new(None).unwrap();
    let unit = systems::unit(UNIT).unwrap();
    let mut checks = checks(Kind::Area).iter();
    let check = checks.find(|check| check.subject == format!("{UNIT} (fermi)")).unwrap();
    let mut entry = RECORD.entry(check).unwrap().clone();
    let counted = entry.area.clone().unwrap();
    // No tool counts that.
    entry.area.as_mut().unwrap().own.transistors = 1;
    let mut record = Record::default();
    record.insert(entry);
    let area = |record: &Record, keys: &[&str]| {
        let config = systems::config_with("fermi", keys).unwrap();
        record.area(&synthesiser, unit, &config).unwrap()
    };
    let same = area(&record, &["gpu.registers=8192"]);
    assert_eq!(same.own.transistors, 1);
    assert_ne!(same.configuration, counted.configuration);
    assert_ne!(area(&record, &["racetrack.ports=4"]).own.transistors, 1);
    assert_eq!(area(&Record::default(), &[]), counted);
}

#[test]
fn what_is_no_record_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(Record::FILE);
    std::fs::write(&path, "[[check]]\nkind = \"proof\"\n").unwrap();
    let error = Record::read(&path).unwrap_err();
    assert!(matches!(error, Error::Input { .. }), "{error}");
    assert_eq!(Record::read(Path::new("no/such.toml")).unwrap(), Record::default());
    assert_refused(&["evidence", "--all", "--status"], 2, &["cannot be used with"]);
}
