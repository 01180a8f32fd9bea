//! Is what was built once ever built again?

mod support;

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use support::regforge;

/// A program of that name that writes a line to `log` and then calls the real one.
fn logged(folder: &Path, name: &str, log: &Path) {
    let real = which::which(name).unwrap();
    let script = format!(
        "#!/bin/sh\necho \"{name} $*\" >> {}\nexec {} \"$@\"\n",
        log.display(),
        real.display()
    );
    let path = folder.join(name);
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
}

#[test]
fn the_second_build_of_an_unchanged_unit_starts_no_compiler() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    logged(folder.path(), "g++", &log);
    logged(folder.path(), "verilator", &log);
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let run = |parameter: &str| {
        fs::write(&log, "").unwrap();
        regforge()
            .args(["cosim", "shift_controller", "--cycles", "1000", "-p", parameter])
            .env("PATH", &path)
            .env("REGFORGE_CACHE", folder.path().join("cache"))
            .assert()
            .success();
        fs::read_to_string(&log).unwrap()
    };
    let first = run("racetrack.ports=8");
    assert!(first.contains("g++") && first.contains("--cc"), "{first}");
    let compiled = |log: &str| log.matches("/verilated.cpp ").count();
    assert_eq!(compiled(&first), 1);

    let second = run("racetrack.ports=8");
    assert!(!second.contains("g++") && !second.contains("--cc"), "{second}");

    let other = run("racetrack.ports=4");
    assert!(other.contains("--cc"), "another configuration is built");
    assert_eq!(compiled(&other), 0, "the runtime is not: {other}");
}
