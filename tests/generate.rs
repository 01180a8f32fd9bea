//! Is what is written complete, the same everywhere, and never over a hand's work?

use crate::support::{assert_refused, fermi, outcome, regforge};
use regforge::systems;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).into_iter().flatten() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        match path.is_dir() {
            true => {
                found.extend(files(&path).into_iter().map(|(n, c)| (format!("{name}/{n}"), c)));
            }
            false => _ = found.insert(name, fs::read(&path).unwrap()),
        }
    }
    found
}

#[test]
fn gen_is_up_to_date() {
    let (code, stdout, stderr) = outcome(&["check"]);
    assert_eq!(code, 0, "{stdout}{stderr}");
}

#[test]
fn generating_twice_and_elsewhere_gives_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().to_str().unwrap();
    for _ in 0..2 {
        assert_eq!(outcome(&["gen", "all", "-o", output]).0, 0);
        assert_eq!(files(folder.path()), files(Path::new("gen")));
    }
}

/// As on a full disk.
#[test]
fn all_files_are_written_or_none() {
    let folder = tempfile::tempdir().unwrap();
    let last = folder.path().join("read_queue/read_queue.md");
    fs::create_dir_all(&last).unwrap();
    let output = folder.path().to_str().unwrap();
    assert_refused(&["gen", "read_queue", "-o", output], 2, &["read_queue.md: Is a directory"]);
    assert_eq!(files(folder.path()), BTreeMap::new());
    fs::remove_dir(&last).unwrap();
    assert_eq!(outcome(&["gen", "read_queue", "-o", output]).0, 0);
}

/// A line's number then has more bits than warp and register need.
#[test]
fn an_expanded_file_may_have_more_lines_than_registers() {
    for warps in [4, 8, 16] {
        let warps = format!("gpu.warps={warps}");
        let keys = [warps.as_str(), "gpu.ctas=1", "gpu.registers=262144"];
        let config = systems::config_with("fermi", &keys).unwrap();
        systems::unit("expanded_register_file").unwrap().design(&config).unwrap();
    }
}

/// A register's number then is that of its bank.
#[test]
fn a_register_pool_may_have_one_row_in_each_bank() {
    let keys = ["gpu.banks=32", "gpu.registers=1024"];
    let config = systems::config_with("fermi", &keys).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut iverilog = Command::new("iverilog");
    iverilog.args(["-g2005", "-Wall", "-t", "null", "-s", "rf_register_pool"]);
    for module in systems::unit("register_pool").unwrap().design(&config).unwrap().modules {
        let path = folder.path().join(format!("{}.v", module.name));
        fs::write(&path, module.text()).unwrap();
        iverilog.arg(path);
    }
    let output = iverilog.output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success() && errors.is_empty(), "{errors}");
}

#[test]
fn a_module_is_the_same_in_every_folder() {
    let mut seen: BTreeMap<&str, String> = BTreeMap::new();
    for unit in systems::units() {
        for module in unit.design(&fermi()).unwrap().modules {
            let text = module.text();
            assert_eq!(*seen.entry(module.name).or_insert_with(|| text.clone()), text);
        }
    }
}

#[test]
fn nothing_generated_tells_of_the_machine() {
    let here = std::env::current_dir().unwrap();
    for (name, content) in files(Path::new("gen")) {
        let text = String::from_utf8(content).unwrap();
        assert!(!text.contains(here.to_str().unwrap()), "{name}");
    }
}

#[test]
fn a_file_that_was_edited_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().to_str().unwrap();
    assert_eq!(outcome(&["gen", "read_queue", "-o", output]).0, 0);
    let before = files(folder.path());
    let edited = folder.path().join("read_queue/rf_read_queue.v");
    fs::write(&edited, "// mine\n").unwrap();
    let again = ["gen", "read_queue", "-o", output, "-p", "racetrack.read_queue_depth=4"];
    assert_refused(&again, 2, &["rf_read_queue.v", "edited", "--force"]);
    let mut after = files(folder.path());
    assert_eq!(
        after
            .insert(
                "read_queue/rf_read_queue.v".into(),
                before["read_queue/rf_read_queue.v"].clone()
            )
            .unwrap(),
        b"// mine\n"
    );
    assert_eq!(after, before, "nothing else was touched");
    regforge().args(again).arg("--force").assert().success();
    assert!(fs::read_to_string(&edited).unwrap().contains("read_queue_depth = 4"));
}

#[test]
fn other_units_of_a_folder_stay() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().to_str().unwrap();
    assert_eq!(outcome(&["gen", "read_queue", "-o", output]).0, 0);
    assert_eq!(outcome(&["gen", "write_buffer", "-o", output]).0, 0);
    let manifest = fs::read_to_string(folder.path().join("manifest.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let units: Vec<&String> = manifest["units"].as_object().unwrap().keys().collect();
    assert_eq!(units, ["read_queue", "write_buffer"]);
    assert_eq!(manifest["schema"], 1);
}

#[test]
fn a_stale_or_strange_file_fails_the_check() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().to_str().unwrap();
    assert_eq!(outcome(&["gen", "all", "-o", output]).0, 0);
    let check = ["check", "--folder", output];
    assert_eq!(outcome(&check).0, 0);
    fs::write(folder.path().join("racetrack_bank/extra.v"), "").unwrap();
    assert_refused(&check, 1, &["extra.v: not generated"]);
    fs::remove_file(folder.path().join("racetrack_bank/extra.v")).unwrap();
    let changed = folder.path().join("racetrack_bank/rf_read_queue.v");
    let text = fs::read_to_string(&changed).unwrap().replacen("Depth = 8", "Depth = 9", 1);
    fs::write(&changed, text).unwrap();
    assert_refused(&check, 1, &["rf_read_queue.v: differs from line"]);
}

#[test]
fn a_folder_that_cannot_be_written_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "in the way").unwrap();
    assert_refused(&["gen", "read_queue", "-o", file.to_str().unwrap()], 2, &["file"]);
    assert_refused(&["gen", "read_queue", "-o", "/proc/regforge"], 2, &["/proc/regforge"]);
}

/// Sources in a `.f` list, in order, the top last.
#[test]
fn file_lists_name_every_source_once() {
    for unit in systems::units() {
        let folder = Path::new("gen").join(unit.name());
        let list = fs::read_to_string(folder.join(format!("{}.f", unit.name()))).unwrap();
        let mut listed: Vec<&str> = list.lines().collect();
        assert_eq!(listed.last(), Some(&format!("rf_{}.v", unit.name()).as_str()));
        listed.sort_unstable();
        let mut there: Vec<String> =
            files(&folder).into_keys().filter(|name| name.ends_with(".v")).collect();
        there.sort_unstable();
        assert_eq!(listed, there);
    }
}

/// The program alone is enough: it brings its configurations along.
/// The line of a core description that begins with this key, without the key.
fn core_line<'a>(core: &'a str, key: &str) -> Option<&'a str> {
    core.lines().find_map(|line| line.trim_start().strip_prefix(key)).map(str::trim)
}

#[test]
fn fusesoc_accepts_every_core() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("own").display().to_string();
    let own = folder.path().join("my fermi (2).toml");
    fs::write(&own, "base = \"fermi\"\n").unwrap();
    let own = own.to_str().unwrap();
    for (config, library) in [("fermi", "fermi-overrides"), (own, "my-fermi--2--overrides")] {
        let overrides = ["--config", config, "-p", "racetrack.ports=4", "-o", &output];
        assert_eq!(outcome(&[&["gen", "shift_controller"], &overrides[..]].concat()).0, 0);
        let core = fs::read_to_string(format!("{output}/shift_controller/shift_controller.core"));
        let version = env!("CARGO_PKG_VERSION");
        let name = format!("regforge:{library}:shift_controller:{version}");
        assert_eq!(core_line(&core.unwrap(), "name:"), Some(name.as_str()));
    }
    for unit in systems::units() {
        let core = format!("gen/{0}/{0}.core", unit.name());
        let core = fs::read_to_string(core).unwrap();
        let parts: Vec<&str> = core_line(&core, "name:").unwrap().split(':').collect();
        // FuseSoC's rule for vendor, library, name and version.
        let legal = |c: char| c.is_ascii_alphanumeric() || "_.-".contains(c);
        assert!(parts.len() == 4 && parts.iter().all(|part| part.chars().all(legal)), "{parts:?}");
        // Edalize's Yosys back end needs an architecture.
        let (_, synth) = core.split_once("default_tool: yosys").unwrap();
        assert_eq!(core_line(synth, "arch:"), Some("xilinx"), "{}", unit.name());
    }
}

#[test]
fn works_outside_of_a_checkout() {
    let folder = tempfile::tempdir().unwrap();
    let args = ["gen", "shift_controller", "--config", "racetrack-96x8", "-o", "out"];
    regforge().current_dir(folder.path()).args(args).assert().success();
    assert!(folder.path().join("out/shift_controller/rf_shift_controller.v").exists());
}
