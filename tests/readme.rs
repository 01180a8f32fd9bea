//! Is what the README shows still so?

mod support;

use regforge::config::Config;
use regforge::units::REGISTRY;
use support::{outcome, regforge};

/// Every unit at every preset of the table, with the hash of its present parameters.
#[test]
fn the_table_has_every_unit_at_its_present_parameters() {
    let readme = std::fs::read_to_string("README.md").unwrap();
    for preset in ["fermi", "racetrack-128kb", "racetrack-96x8"] {
        let config = Config::load(preset, &[]).unwrap();
        for unit in REGISTRY {
            let hash = unit.package(&config).unwrap().entry.hash;
            let row = readme.lines().find(|line| {
                line.starts_with(&format!("| `{}`", unit.name()))
                    && line.contains(preset)
                    && line.contains(&hash)
            });
            assert!(row.is_some(), "no row for {} at {preset} ({hash}): make readme", unit.name());
        }
    }
}

/// Every `cargo run -- ...` line of the README is a command that succeeds.
#[test]
fn the_commands_run_as_written() {
    let readme = std::fs::read_to_string("README.md").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let commands: Vec<&str> =
        readme.lines().filter_map(|line| line.strip_prefix("cargo run -- ")).collect();
    assert!(commands.len() >= 8);
    for command in commands {
        let words = command.split('#').next().unwrap_or_default().split_whitespace();
        let out = folder.path().to_str().unwrap();
        let words: Vec<&str> = words.map(|word| if word == "out" { out } else { word }).collect();
        regforge().args(&words).assert().success();
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
    assert!(names.len() >= 12, "{names:?}");
    for name in names.into_iter().filter(|name| *name != "help") {
        let (code, help, _) = outcome(&[name, "--help"]);
        assert!(code == 0 && help.contains("Usage"), "{name}");
    }
}
