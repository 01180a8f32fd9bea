//! What `ptx report --packed` and `ptx tune` print and write.

use crate::support::{assert_refused, outcome};
use serde_json::Value;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

fn json(args: &[&str]) -> Value {
    let (code, stdout, stderr) = outcome(args);
    assert_eq!(code, 0, "{args:?}: {stderr}");
    serde_json::from_str(&stdout).unwrap_or_else(|error| panic!("{args:?}: {error}: {stdout}"))
}

/// Registers by what is packed, of the first kernel.
fn registers(report: &Value) -> Vec<(String, u64)> {
    let packings = report["kernels"][0]["packings"].as_array().expect("packings");
    let entry = |packing: &Value| {
        let compressed = packing["compressed"].as_str().expect("a name").to_string();
        (compressed, packing["registers"].as_u64().expect("a count"))
    };
    packings.iter().map(entry).collect()
}

/// IMGVF is the paper's example: both parts of the framework save registers, and together more.
#[test]
fn imgvf_takes_fewer_registers_and_more_ctas_fit() {
    let path = "kernels/imgvf/case.toml";
    let report = json(&["ptx", "report", path, "--packed", "--quality", "high", "--json"]);
    let all = registers(&report);
    let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["nothing", "integers", "floats", "both"]);
    let count = |n: usize| all[n].1;
    assert_eq!(Some(count(0)), report["kernels"][0]["registers"].as_u64());
    assert!(count(1) < count(0) && count(2) < count(0));
    assert!(count(3) < count(1) && count(3) < count(2));
    let packings = &report["kernels"][0]["packings"];
    let ctas = |n: usize| packings[n]["ctas"].as_u64().expect("a count");
    let occupancy = |n: usize| packings[n]["occupancy"].as_f64().expect("percent");
    assert!(ctas(3) > ctas(0) && occupancy(3) > occupancy(0));
    for packing in packings.as_array().expect("packings") {
        assert!(packing["lower_bound"].as_u64() <= packing["registers"].as_u64());
        assert!(packing["split"].as_u64() <= packing["entries"].as_u64());
    }

    let whole = json(&["ptx", "report", path, "--packed", "--no-split", "--json"]);
    assert_eq!(registers(&whole).len(), 2);
    assert!(whole["kernels"][0]["packings"][1]["split"] == 0);
    let plain = json(&["ptx", "report", path, "--json"]);
    assert!(plain["kernels"][0].get("packings").is_none());
}

#[test]
fn the_table_has_a_line_for_each_kernel() {
    let (code, stdout, _) = outcome(&[
        "ptx",
        "report",
        "kernels/hotspot/case.toml",
        "kernels/hotspot/hotspot.ptx",
        "--packed",
    ]);
    assert_eq!(code, 0);
    assert!(stdout.contains("integers packed") && stdout.contains("occupancy"), "{stdout}");
    assert_eq!(stdout.lines().filter(|line| line.contains("hotspot")).count(), 2, "{stdout}");
}

#[test]
fn options_that_mean_nothing_are_refused() {
    let path = "kernels/imgvf/case.toml";
    assert_refused(&["ptx", "report", path, "--quality", "high"], 2, &["--packed"]);
    assert_refused(&["ptx", "report", path, "--no-split"], 2, &["--packed"]);
    assert_refused(&["ptx", "report", path, "--packed", "--quality", "fair"], 2, &["perfect"]);
}

/// A copy of a kernel's folder, without formats.
fn untuned(kernel: &str) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for entry in fs::read_dir(format!("kernels/{kernel}")).expect("the kernel") {
        let path = entry.expect("a file").path();
        let name = path.file_name().expect("a name").to_owned();
        if !name.to_string_lossy().starts_with("formats") {
            fs::copy(&path, folder.path().join(name)).expect("a copy");
        }
    }
    folder
}

/// What `ptx tune` writes is what ships, and a report reads it.
#[test]
fn tuning_writes_formats_that_a_report_reads() {
    let folder = untuned("spmv");
    let case = folder.path().join("case.toml");
    let case = case.to_str().expect("a path");
    let tuned = json(&["ptx", "tune", case, "--quality", "high", "--json"]);
    assert!(tuned["launches"][0]["mean_bits"].as_f64().is_some_and(|bits| bits < 32.0));
    let file = folder.path().join("formats-high.toml");
    let text = fs::read_to_string(&file).expect("the formats");
    let ships = Path::new("kernels/spmv/formats-high.toml");
    assert_eq!(text, fs::read_to_string(ships).expect("the formats that ship"));
    let report = ["ptx", "report", case, "--packed", "--quality", "high"];
    assert_eq!(registers(&json(&[&report[..], &["--json"]].concat())).len(), 4);
    fs::write(&file, text.replace("\"%f", "\"%no")).expect("a change");
    assert_refused(&report, 2, &["formats-high.toml", "%no"]);
}

/// Without results to judge by, any format would do.
#[test]
fn a_launch_that_expects_nothing_is_not_tuned() {
    let folder = untuned("spmv");
    let case = folder.path().join("case.toml");
    let text = fs::read_to_string(&case).expect("the launch");
    let keys = ["expect", "rtol", "atol"];
    let other = |line: &&str| !keys.iter().any(|key| line.starts_with(key));
    let without: Vec<&str> = text.lines().filter(other).collect();
    fs::write(&case, without.join("\n")).expect("a change");
    let refused = ["case.toml", "no buffer with expected contents"];
    let case = case.to_str().expect("a path");
    assert_refused(&["ptx", "tune", case, "--quality", "high"], 2, &refused);
    assert!(!folder.path().join("formats-high.toml").exists());
}

#[test]
fn shapes_and_profiles_that_cannot_be_are_refused() {
    let report = |more: &[&str], parts: &[&str]| {
        let args = ["ptx", "report", "kernels/half_axpy/half_axpy.ptx"];
        assert_refused(&[&args, more].concat(), 2, parts);
    };
    report(&["--block", "0"], &["--block", "0 is not in 1..=1024"]);
    report(&["--block", "1025"], &["--block", "1025 is not in 1..=1024"]);
    report(&["--registers", "0"], &["--registers", "0 is not in 1..=255"]);
    report(&["--registers", "256"], &["--registers", "256 is not in 1..=255"]);
    report(&["--profile", "paper"], &["paper", "a launch description"]);
    report(&["--packed", "--registers", "9"], &["--registers", "--packed", "the default report"]);
    report(&["--expanded", "--profile", "paper"], &["--profile", "--expanded"]);
}
