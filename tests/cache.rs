//! Is what was built once ever built again?

use crate::support::regforge;
use regforge::cosim::Builder;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

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
    let run = |parameter: &str, cycles: &str| {
        fs::write(&log, "").unwrap();
        regforge()
            .args(["cosim", "shift_controller", "--cycles", cycles, "-p", parameter])
            .env("PATH", &path)
            .env("REGFORGE_CACHE", folder.path().join("cache"))
            .assert()
            .success();
        fs::read_to_string(&log).unwrap()
    };
    let [short, long] = [Builder::SHORT_RUN, Builder::SHORT_RUN + 1].map(|n| n.to_string());
    let (short, long) = (short.as_str(), long.as_str());
    let first = run("racetrack.ports=8", short);
    assert!(first.contains("-Og") && first.contains("--cc"), "{first}");
    let compiled = |log: &str| log.matches("/verilated.cpp ").count();
    assert_eq!(compiled(&first), 1);

    let nothing = |log: String| assert!(!log.contains("g++") && !log.contains("--cc"), "{log}");
    nothing(run("racetrack.ports=8", short));

    let other = run("racetrack.ports=4", long);
    assert!(other.contains("-O2") && other.contains("--cc"), "another configuration is built");
    assert_eq!(compiled(&other), 0, "the runtime is not: {other}");
    // What is optimised serves short runs, too.
    nothing(run("racetrack.ports=4", short));
    assert!(run("racetrack.ports=8", long).contains("-O2"), "a long run is optimised");
}
