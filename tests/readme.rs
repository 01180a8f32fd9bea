//! Is what the README shows still so?

use crate::support::{assert_refused, fermi, outcome, regforge};
use regforge::config::Config;
use regforge::systems;
use regforge::units::AnyUnit;
use std::collections::BTreeMap;

/// The row of a unit with these parameters in a table of measured units.
fn row<'a>(page: &'a str, unit: &dyn AnyUnit, config: &Config) -> Option<&'a str> {
    let hash = unit.package(config).unwrap().entry.hash;
    page.lines().find(|line| {
        line.starts_with(&format!("| `{}`", unit.name()))
            && line.contains(config.name())
            && line.contains(&hash)
    })
}

/// Every unit at every preset of the page, with the hash of its present parameters.
#[test]
fn the_page_of_units_has_every_unit_at_its_present_parameters() {
    let page = std::fs::read_to_string("docs/units.md").unwrap();
    for preset in ["fermi", "racetrack-128kb", "racetrack-96x8"] {
        let config = systems::config(preset).unwrap();
        for unit in systems::units() {
            let row = row(&page, unit, &config);
            assert!(row.is_some(), "no row for {} at {preset}: make readme", unit.name());
        }
    }
}

/// The README's rows are those of the page.
#[test]
fn the_readme_has_six_units_of_the_page() {
    let page = std::fs::read_to_string("docs/units.md").unwrap();
    let readme = std::fs::read_to_string("README.md").unwrap();
    let figures = |row: &str| row.split('|').skip(3).map(|cell| cell.trim().to_string()).collect();
    let shown = systems::units().into_iter().filter_map(|unit| {
        let shown: Vec<String> = figures(row(&readme, unit, &fermi())?);
        let measured: Vec<String> = figures(row(&page, unit, &fermi())?);
        Some((unit.name(), shown == measured))
    });
    let shown: Vec<_> = shown.collect();
    assert_eq!(shown.len(), 6, "{shown:?}");
    assert!(shown.iter().all(|(_, same)| *same), "make readme: {shown:?}");
}

/// The paper's example in its shape, packed.
#[test]
fn the_readme_has_the_registers_of_imgvf() {
    let registers = |quality: &str, packed: &str| {
        let case = "kernels/papers/imgvf_320/angerd-2020.toml";
        let args = ["ptx", "report", "--packed", "--quality", quality, case];
        let (_, stdout, _) = outcome(&[&args[..], &["--config", "sdc_paper", "--json"]].concat());
        let report: serde_json::Value = serde_json::from_str(&stdout).unwrap();
        let packings = report["kernels"][0]["packings"].as_array().unwrap();
        let found = packings.iter().find(|packing| packing["compressed"] == packed);
        found.unwrap()["registers"].as_u64().unwrap()
    };
    let text = format!(
        "goes from {} to {} and to {}; narrow integers alone give {}.",
        registers("high", "nothing"),
        registers("perfect", "both"),
        registers("high", "both"),
        registers("high", "integers")
    );
    let readme = std::fs::read_to_string("README.md").unwrap();
    assert!(readme.split_whitespace().collect::<Vec<_>>().join(" ").contains(&text), "{text}");
}

/// Every `cargo run -- ...` line of the README is a command that succeeds.
#[test]
fn the_commands_run_as_written() {
    let readme = std::fs::read_to_string("README.md").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let commands: Vec<&str> =
        readme.lines().filter_map(|line| line.strip_prefix("cargo run -- ")).collect();
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands {
        let words = command.split('#').next().unwrap_or_default().split_whitespace();
        let out = folder.path().to_str().unwrap();
        let words: Vec<&str> = words.map(|word| if word == "out" { out } else { word }).collect();
        regforge().args(&words).assert().success();
    }
}

/// The mean gain of the compressed register file with 16 and with 32 collector units.
#[test]
#[ignore = "a minute: make pages"]
fn collector_units_are_worth_what_the_page_says() {
    let page = std::fs::read_to_string("docs/compressed.md").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("collectors.csv");
    let sweep = ["sweep", "workflows/collectors.toml", "-o", csv.to_str().unwrap()];
    regforge().args(sweep).assert().success();
    let mut reader = csv::Reader::from_path(&csv).unwrap();
    let rows: Vec<BTreeMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
    let figures = |run: &str, figure: fn(&BTreeMap<String, String>) -> f64| -> Vec<f64> {
        let of_run = rows.iter().filter(|row| row["run"] == run);
        of_run.map(figure).collect()
    };
    // Geometric mean over the applications, in percent.
    let gain = |run: &str, baseline: &str| {
        let ipc = |run| figures(run, |row| row["ipc"].parse().unwrap());
        let (ours, theirs) = (ipc(run), ipc(baseline));
        assert_eq!((ours.len(), theirs.len()), (11, 11));
        let logarithms: f64 =
            ours.iter().zip(theirs).map(|(ours, theirs)| (ours / theirs).ln()).sum();
        100.0 * ((logarithms / 11.0).exp() - 1.0)
    };
    let [perfect, high] = ["perfect", "high"].map(|quality| {
        [32, 16].map(|units| gain(&format!("{quality}, {units}"), &format!("sram, {units}")))
    });
    let held = figures("sram, 16", |row| {
        let number = |column: &str| row[column].parse::<f64>().unwrap();
        number("collector_cycles") / number("collected")
    });
    assert!(held.iter().all(|cycles| *cycles >= 4.0), "{held:?}");
    let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
    for text in [
        "held for four cycles or more here".to_string(),
        format!("{:+.1} % instead of {:+.1} % where no result changes", perfect[0], perfect[1]),
        format!("{:+.1} % instead of {:+.1} % at high quality", high[0], high[1]),
    ] {
        assert!(page.contains(&text), "{text}");
    }
}

/// The IPC that a request stage costs each register file.
#[test]
fn a_request_stage_costs_what_the_page_says() {
    let page = std::fs::read_to_string("docs/timing.md").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let csv = folder.path().join("request-stage.csv");
    let sweep = ["sweep", "workflows/request-stage.toml", "-o", csv.to_str().unwrap()];
    regforge().args(sweep).assert().success();
    let mut reader = csv::Reader::from_path(&csv).unwrap();
    let rows: Vec<BTreeMap<String, String>> = reader.deserialize().map(Result::unwrap).collect();
    assert!(rows.iter().all(|row| row["agrees"] == "true"));
    let ipc = |run: &str| -> Vec<f64> {
        let of_run = rows.iter().filter(|row| row["run"] == run);
        of_run.map(|row| row["ipc"].parse().unwrap()).collect()
    };
    for file in ["sram", "racetrack", "stt", "sharing", "expanded", "compressed"] {
        let (without, with) = (ipc(file), ipc(&format!("{file}, stage")));
        assert_eq!((without.len(), with.len()), (10, 10));
        let gains: Vec<f64> =
            with.iter().zip(&without).map(|(with, without)| with / without).collect();
        let mean = (gains.iter().map(|gain| gain.ln()).sum::<f64>() / 10.0).exp();
        let lowest = gains.iter().copied().fold(f64::MAX, f64::min);
        let highest = gains.iter().copied().fold(f64::MIN, f64::max);
        let cells = [mean, lowest, highest].map(|gain| format!("{:+.1} %", 100.0 * (gain - 1.0)));
        let row = page.lines().find(|line| line.starts_with(&format!("| `{file}` "))).unwrap();
        let found: Vec<&str> = row.split('|').map(str::trim).skip(2).take(3).collect();
        assert_eq!(found, cells, "{file}");
    }
}

#[test]
fn every_command_has_help() {
    let (code, stdout, _) = outcome(&["--help"]);
    assert_eq!(code, 0);
    let commands = stdout.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let names: Vec<&str> = commands
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    assert_eq!(names.len(), 25, "{names:?}");
    for name in names.into_iter().filter(|name| *name != "help") {
        let (code, help, _) = outcome(&[name, "--help"]);
        assert!(code == 0 && help.contains("Usage"), "{name}");
    }
}

#[test]
fn keys_are_listed_with_the_values_of_a_configuration() {
    let keys = |args: &[&str]| {
        let (_, stdout, _) = outcome(&[&["keys", "--json"], args].concat());
        let json: serde_json::Value = serde_json::from_str(&stdout).unwrap();
        json["keys"].as_array().unwrap().clone()
    };
    assert_eq!(keys(&[]).len(), fermi().schema().keys().count());
    let latency = keys(&["l1.latency", "--config", "gpgpusim-4.2", "-p", "l1.latency=7"]);
    assert_eq!((latency.len(), &latency[0]["value"]), (1, &7.into()));
    assert_eq!(latency[0]["legal"], "1 to 1000");
    let (_, table, _) = outcome(&["keys", "gpu.sms"]);
    assert!(table.contains("gpu.sms_simulated") && table.contains("share L2 and DRAM"), "{table}");
    assert_refused(&["keys", "l1.latnecy"], 2, &["'l1.latnecy'", "nearest key is l1.latency"]);
}
