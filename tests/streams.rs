//! Do real streams run through every bank, with every answer right?

use crate::support::{data, fermi, outcome};
use liblzma::write::XzEncoder;
use regforge::stream::Stream;
use std::io::Write;

fn replay(stream: &str) -> serde_json::Value {
    let (code, stdout, stderr) =
        outcome(&["cosim", "racetrack_bank", "--stream", stream, "--json"]);
    assert_eq!(code, 0, "{stderr}");
    serde_json::from_str(&stdout).unwrap()
}

fn sum(result: &serde_json::Value, counter: &str) -> u64 {
    let banks = result["banks"].as_array().unwrap();
    banks.iter().map(|bank| bank[counter].as_u64().unwrap()).sum()
}

/// The stream's own counts, from its documentation: requests, reads.
fn check(stream: &str, requests: u64, reads: u64) {
    let result = replay(stream);
    assert_eq!(result["banks"].as_array().unwrap().len(), 16);
    assert_eq!(result["requests"], requests);
    assert_eq!(sum(&result, "reads"), reads);
    assert_eq!(sum(&result, "writes"), requests - reads);
    assert_eq!(sum(&result, "answers checked"), reads);
    assert!(sum(&result, "shifts") > 0 && sum(&result, "conflicts") > 0);
}

#[test]
fn hotspot_runs_through_all_banks() {
    check("tests/streams/hotspot.csv.xz", 118_263, 71_076);
}

#[test_with::env(REGFORGE_DATA)]
#[test]
fn the_larger_streams_run() {
    for (name, requests, reads) in [("backprop", 70_035, 41_374), ("pathfinder", 47_870, 28_108)] {
        let path = data("traces").join(format!("{name}.csv.xz"));
        check(path.to_str().unwrap(), requests, reads);
    }
}

/// RM-I19 and RM-I20: preshifting changes no answer and saves time, not shifts. The command itself
/// refuses answers that differ.
#[test]
fn preshifting_changes_when_reads_are_answered_and_nothing_else() {
    let (code, stdout, stderr) = outcome(&["preshift", "tests/streams/hotspot.csv.xz", "--json"]);
    assert_eq!(code, 0, "{stderr}");
    let result: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    let rows = result["rows"].as_array().unwrap();
    assert_eq!(rows.len(), 3);
    let latency = |n: usize| rows[n]["mean_latency"].as_f64().unwrap();
    assert!(latency(1) < latency(0) && latency(2) < latency(1));
    let shifts = |n: usize| rows[n]["shift_total"].as_u64().unwrap() as f64;
    assert!((shifts(1) / shifts(0) - 1.0).abs() < 0.1, "writes overtake reads, so not equal");
}

#[test]
fn the_sram_register_file_answers_hotspot() {
    for ports in ["sram.bank_ports=1rw", "sram.bank_ports=1r1w"] {
        let stream = "tests/streams/hotspot.csv.xz";
        let (code, stdout, stderr) =
            outcome(&["cosim", "sram_register_file", "--stream", stream, "--json", "-p", ports]);
        assert_eq!(code, 0, "{stderr}");
        let result: serde_json::Value = serde_json::from_str(&stdout).unwrap();
        assert_eq!(sum(&result, "answers checked"), 71_076);
        assert_eq!(sum(&result, "writes"), 118_263 - 71_076);
    }
}

/// `xz` appends one stream to another, and reads both.
#[test]
fn a_compressed_stream_may_have_several_parts() {
    let text = "cycle,op,warp,reg,mask\n0,W,0,0,ffffffff\n9,R,0,0,ffffffff\n";
    let parts = [&text[..40], &text[40..]].map(|part| {
        let mut encoder = XzEncoder::new(Vec::new(), 1);
        encoder.write_all(part.as_bytes()).unwrap();
        encoder.finish().unwrap()
    });
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("two.csv.xz");
    std::fs::write(&path, parts.concat()).unwrap();
    let stream = Stream::open(&path, fermi().gpu()).unwrap();
    assert_eq!(stream.requests.len(), 2);
}

/// Each idle cycle is simulated.
#[test]
fn a_stream_is_not_idle_for_ever() {
    let parse = |cycle: &str| {
        let text = format!("cycle,op,warp,reg,mask\n7,W,0,0,ffffffff\n{cycle},R,0,0,ffffffff\n");
        Stream::parse("s.csv", text.as_bytes(), fermi().gpu())
    };
    assert!(parse("1000007").is_ok());
    for cycle in ["1000008", "18446744073709551615"] {
        let error = parse(cycle).err().unwrap().to_string();
        let expected =
            format!("s.csv:3: cycle {cycle}, expected at most 1000000 cycles after cycle 7");
        assert_eq!(error, expected);
    }
}

#[test]
fn the_whole_register_file_answers_hotspot() {
    let stream = "tests/streams/hotspot.csv.xz";
    let (code, stdout, stderr) =
        outcome(&["cosim", "racetrack_register_file", "--stream", stream, "--json"]);
    assert_eq!(code, 0, "{stderr}");
    let result: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(sum(&result, "answers checked"), 71_076);
    assert_eq!(sum(&result, "writes"), 118_263 - 71_076);
}
