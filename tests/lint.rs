//! Do three tools take every file without a word?

use crate::support::fermi;
use rayon::prelude::*;
use regforge::config::extremes;
use regforge::emit::Design;
use regforge::systems;
use regforge::systems::UNITS;
use std::path::Path;
use std::process::Command;

/// What a tool prints, and whether it succeeded.
fn said(command: &mut Command) -> (bool, String) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let text = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8_lossy(&text).trim().to_string())
}

fn lint(folder: &Path, files: &[String], top: &str) {
    let mut verilator = Command::new("verilator");
    verilator.args(["--lint-only", "-Wall", "--top-module", top]).args(files);
    let mut iverilog = Command::new("iverilog");
    iverilog.args(["-Wall", "-g2005", "-o", "/dev/null", "-s", top]).args(files);
    let mut yosys = Command::new("yosys");
    let script = format!(
        "read_verilog {}; hierarchy -check -top {top}; proc; check -assert",
        files.join(" ")
    );
    yosys.args(["-q", "-p", &script]);
    for command in [&mut verilator, &mut iverilog, &mut yosys] {
        let (success, text) = said(command.current_dir(folder));
        assert!(success && text.is_empty(), "{command:?}\n{text}");
    }
}

fn lint_design(design: &Design) {
    let folder = tempfile::tempdir().unwrap();
    let mut files = Vec::new();
    for module in &design.modules {
        std::fs::write(folder.path().join(module.file()), module.text()).unwrap();
        files.push(module.file());
    }
    lint(folder.path(), &files, design.top().name);
}

#[test]
fn the_committed_files_are_clean() {
    for &unit in UNITS.iter() {
        let folder = Path::new("gen").join(unit.name());
        let list = std::fs::read_to_string(folder.join(format!("{}.f", unit.name()))).unwrap();
        let files: Vec<String> = list.lines().map(String::from).collect();
        lint(&folder, &files, &format!("rf_{}", unit.name()));
    }
}

#[test]
fn other_configurations_are_clean() {
    UNITS.par_iter().for_each(|unit| {
        let mut points = extremes(&fermi(), &unit.keys(&fermi()));
        points.push(systems::config("racetrack-96x8", &[]).unwrap());
        for design in points.iter().map(|point| unit.design(point).unwrap()) {
            // Yosys takes minutes over half a million domains that shift.
            if design.top().macro_bits.is_none_or(|bits| bits < 500_000) {
                lint_design(&design);
            }
        }
    });
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
