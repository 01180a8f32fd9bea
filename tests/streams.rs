//! Do real streams run through every bank, with every answer right?

mod support;

use std::path::PathBuf;
use support::outcome;

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

#[test]
fn the_larger_streams_run_where_they_are_there() {
    let Some(data) = std::env::var_os("REGFORGE_DATA").filter(|data| !data.is_empty()) else {
        println!("skipped: backprop and pathfinder, as REGFORGE_DATA names no folder");
        return;
    };
    for (name, requests, reads) in [("backprop", 70_035, 41_374), ("pathfinder", 47_870, 28_108)] {
        let path = PathBuf::from(&data).join(format!("traces/{name}.csv.xz"));
        match path.exists() {
            true => check(path.to_str().unwrap(), requests, reads),
            false => println!("skipped: {} is not there", path.display()),
        }
    }
}
