//! Does every kind of bad input get a clear answer, with nothing half-written?

use crate::support::{assert_refused, copy_kernel, outcome, regforge};
use std::fs;
use std::io::Read;
use std::os::unix::fs::FileTypeExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A file of this content in a folder that lives as long as the first value.
fn file(name: &str, content: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, content).unwrap();
    (folder, path)
}

/// `gen` with this configuration is refused, naming `parts`, and writes nothing.
fn config_refused(content: &[u8], parts: &[&str]) {
    let (folder, path) = file("mine.toml", content);
    let output = folder.path().join("out");
    let args = ["gen", "all", "--config", path.to_str().unwrap(), "-o", output.to_str().unwrap()];
    assert_refused(&args, 2, parts);
    assert!(!output.exists(), "nothing is written");
}

/// A configuration on top of the default, `base` being its first line.
fn on_fermi(rest: &str) -> Vec<u8> {
    let fermi = Path::new("configs/fermi.toml").canonicalize().unwrap();
    format!("base = \"{}\"\n{rest}", fermi.display()).into_bytes()
}

#[test]
fn configurations_are_refused_with_line_key_value_and_bound() {
    let cases: [(&str, &[&str]); 18] = [
        (
            "[racetrack]\nprts = 4",
            &["mine.toml:3", "unknown key 'racetrack.prts'", "racetrack.ports"],
        ),
        ("[racetrack]\nports = \"4\"", &["mine.toml:3", "racetrack.ports", "\"4\"", "2 to 64"]),
        ("[racetrack]\n\n\nports = 1", &["mine.toml:5", "racetrack.ports = 1", "2 to 64"]),
        ("[racetrack]\nports = 7", &["mine.toml:3", "racetrack.ports = 7", "divisor of", "128"]),
        ("[racetrack]\nports = -4", &["mine.toml:3", "racetrack.ports = -4", "2 to 64"]),
        ("[racetrack]\nports = 4.5", &["mine.toml:3", "float", "2 to 64"]),
        (
            "[gpu]\nregisters = 33000",
            &["mine.toml:3", "gpu.registers = 33000", "multiple of 512", "gpu.banks = 16"],
        ),
        ("[gpu]\nsms_simulated = 0", &["mine.toml:3", "gpu.sms_simulated = 0", "1 to 128"]),
        (
            "[gpu]\nsms_simulated = 16",
            &["mine.toml:3", "gpu.sms_simulated = 16", "1 to gpu.sms = 15"],
        ),
        ("[sram]\nbank_ports = \"2rw\"", &["mine.toml:3", "2rw", "1rw | 1r1w"]),
        ("[sharing]\nentries = 0", &["mine.toml:3", "sharing.entries = 0", "1 to 1024"]),
        ("[sharing]\nentries = 2000", &["mine.toml:3", "sharing.entries = 2000", "1 to 1024"]),
        ("[sharing]\nlanes = \"all\"", &["mine.toml:3", "all", "prefix | run"]),
        ("[sharing]\nmerge_role = \"plain\"", &["mine.toml:3", "sharing.merge_rule"]),
        (
            "[sharing]\npartial = false\nmerge_rule = \"plain\"",
            &["mine.toml:4", "sharing.merge_rule", "plain", "sharing.partial = false"],
        ),
        ("[gpu]\nplacement = \"odd\"", &["mine.toml:3", "odd", "swizzled | linear | gpgpusim"]),
        ("ports = 4", &["mine.toml:2", "'ports' outside any section"]),
        ("[racetrack]\nports = 4\nports = 8", &["mine.toml:4", "duplicate"]),
    ];
    for (rest, parts) in cases {
        config_refused(&on_fermi(rest), parts);
    }
}

#[test]
fn broken_toml_is_refused() {
    config_refused(b"[racetrack]\nports = ", &["mine.toml:2"]);
    config_refused(b"[racetr", &["mine.toml:1"]);
    config_refused(b"\xff\xfe\x00", &["mine.toml:1", "UTF-8"]);
    config_refused(b"", &["mine.toml", "no gpu.banks", "base = \"fermi\""]);
    config_refused(b"base = \"no-such\"", &["mine.toml:1", "no-such"]);
    config_refused(b"base = 3", &["mine.toml:1", "base"]);
    config_refused(b"base = \"mine.toml\"", &["cycle"]);
}

#[test]
fn bad_overrides_are_refused() {
    for (parameter, part) in [
        ("racetrack.ports", "KEY=VALUE"),
        ("racetrack.prts=4", "unknown key"),
        ("racetrack.ports=many", "2 to 64"),
        ("racetrack.ports=5", "divisor"),
    ] {
        assert_refused(&["gen", "read_queue", "-p", parameter, "-o", "/nowhere"], 2, &[part]);
    }
}

/// A rule across keys blames what was set last, and names the origin of the other value.
#[test]
fn broken_rules_name_the_origin_of_each_value() {
    let base = ["racetrack.ports = 8 of", "configs/fermi.toml:21", "racetrack.positions = 126"];
    let parts = [&["-p: "][..], &base].concat();
    assert_refused(&["keys", "racetrack", "-p", "racetrack.positions=126"], 2, &parts);
    let parts = [&["mine.toml:3: "][..], &base].concat();
    config_refused(&on_fermi("[racetrack]\npositions = 126"), &parts);
    let fits = ["sim", "kernels/half_axpy/case.toml", "--rf", "expanded", "-p", "shared.banks=16"];
    assert_refused(&fits, 2, &["-p: shared.banks = 16"]);
    let recording = br#"{"unit": "read_queue", "parameters": {"gpu.banks": "x"}, "cycles": [{}]}"#;
    let (_folder, path) = file("r.json", recording);
    let replay = ["cosim", "read_queue", "--replay", path.to_str().unwrap()];
    assert_refused(&replay, 2, &["r.json: gpu.banks = x"]);
}

#[test]
fn unknown_units_and_configurations_are_named() {
    assert_refused(&["gen", "no_such"], 2, &["no_such", "regforge list"]);
    assert_refused(&["ports", "all"], 2, &["'all'"]);
    assert_refused(&["gen", "all", "--config", "no_such"], 2, &["no_such", "fermi"]);
    assert_refused(&["gen"], 2, &["Usage"]);
    assert_refused(&["frobnicate"], 2, &["frobnicate"]);
}

/// Before work begins, and by the path that the user has named.
#[test]
fn outputs_that_cannot_be_written_are_refused_at_once() {
    let case = "kernels/half_axpy/case.toml";
    let stream = "tests/streams/hotspot.csv.xz";
    let nowhere = &["/no/such/x.csv' for '", "No such file or directory", "can be written"][..];
    for args in [
        &["sim", case, "--stream", "/no/such/x.csv"][..],
        &["sim", case, "--timeline", "/no/such/x.csv"],
        &["compare", "no.toml", "--plot", "/no/such/x.csv"],
        &["reproduce", "--html", "/no/such/x.csv"],
        &["ptx", "stream", case, "-o", "/no/such/x.csv"],
        &["map", stream, "-o", "/no/such/x.csv"],
        &["preshift", stream, "--plot", "/no/such/x.csv"],
    ] {
        assert_refused(args, 2, nowhere);
    }
    let within = &["/proc/x.csv' for '", "can be written"][..];
    for args in [
        &["gen", "all", "-o", "/proc/x.csv"][..],
        &["sweep", "all", "-o", "/proc/x.csv"],
        &["ptx", "trace", case, "-o", "/proc/x.csv"],
        &["assumptions", "all", "-o", "/proc/x.csv"],
        &["cosim", "racetrack_bank", "--stream", stream, "--plots", "/proc/x.csv"],
    ] {
        assert_refused(args, 2, within);
    }
}

/// Nothing is compared in no cycle.
#[test]
fn checks_without_a_cycle_are_refused() {
    for command in ["cosim", "sweep"] {
        assert_refused(&[command, "read_queue", "--cycles", "0"], 2, &["'--cycles <CYCLES>'"]);
    }
}

/// A file that is read as a whole, and a stream, have an end.
#[test]
fn endless_inputs_are_refused() {
    let stream = "tests/streams/hotspot.csv.xz";
    let large = ["/dev/zero: a file of more than 268435456 bytes"];
    assert_refused(&["ptx", "coverage", "/dev/zero"], 2, &large);
    assert_refused(&["cosim", "racetrack_bank", "--replay", "/dev/zero"], 2, &large);
    let cosim = ["cosim", "racetrack_register_file", "--stream", stream, "--map", "/dev/zero"];
    assert_refused(&cosim, 2, &large);
    let cosim = ["cosim", "racetrack_bank", "--stream", "/dev/zero"];
    assert_refused(&cosim, 2, &["/dev/zero: a line of more than 1000 bytes"]);
}

const HEADER: &str = "cycle,op,warp,reg,mask\n";

#[test]
fn streams_are_refused_with_their_line() {
    let cases: [(&str, &[&str]); 12] = [
        ("0,R,48,1,ffffffff\n", &["stream.csv:2", "warp 48", "below 48"]),
        ("0,R,1,1,ffffffff\n0,R,1,256,ffffffff\n", &["stream.csv:3", "register 256", "below 256"]),
        ("0,R,1,1,00000000\n", &["stream.csv:2", "mask '00000000'", "not all zero"]),
        ("0,R,1,1,fffffffg\n", &["stream.csv:2", "mask 'fffffffg'", "hex digits"]),
        ("0,R,1,1,fff\n", &["stream.csv:2", "mask 'fff'"]),
        ("0,X,1,1,ffffffff\n", &["stream.csv:2", "op 'X'", "R or W"]),
        ("-1,R,1,1,ffffffff\n", &["stream.csv:2", "cycle '-1'", "a whole number"]),
        ("5,R,1,1,ffffffff\n4,R,1,1,ffffffff\n", &["stream.csv:3", "cycle 4", "5 or later"]),
        ("0,R,1,1\n", &["stream.csv:2: 4 fields", "5: cycle,op,warp,reg,mask"]),
        ("0,R,1,1,ffffffff\r\n0,X,1,1,ffffffff\r\n", &["stream.csv:3", "op 'X'"]),
        ("", &["stream.csv", "no requests"]),
        (
            "0,W,47,200,ffffffff\n",
            &["stream.csv", "201 registers per thread, 603 entries", "at most 128"],
        ),
    ];
    for (lines, parts) in cases {
        let (_folder, path) = file("stream.csv", format!("{HEADER}{lines}").as_bytes());
        let args = ["cosim", "racetrack_bank", "--stream", path.to_str().unwrap()];
        assert_refused(&args, 2, parts);
    }
}

/// A read may say that its register is dead or read often.
#[test]
fn hints_that_do_not_exist_are_refused() {
    let cosim = |lines: &str| {
        let text = format!("cycle,op,warp,reg,mask,hint\n{lines}");
        let (folder, path) = file("hints.csv", text.as_bytes());
        (folder, path.to_str().unwrap().to_string())
    };
    for (lines, parts) in [
        ("0,R,1,1,ffffffff,x\n", &["hints.csv:2", "hint 'x'", "-, d, p or dp"][..]),
        ("0,W,1,1,ffffffff,-\n1,W,1,1,ffffffff,d\n", &["hints.csv:3", "hint 'd' of a write"]),
        ("0,R,1,1,ffffffff\n", &["hints.csv:2"]),
    ] {
        let (_folder, path) = cosim(lines);
        assert_refused(&["cosim", "racetrack_bank", "--stream", &path], 2, parts);
    }
    let (_folder, path) = cosim("0,R,1,1,ffffffff,p\n0,R,1,1,ffffffff,dp\n0,W,1,1,ffffffff,-\n");
    let (code, _, stderr) = outcome(&["cosim", "racetrack_bank", "--stream", &path]);
    assert_eq!(code, 0, "{stderr}");
}

#[test]
fn damaged_streams_are_refused() {
    let (_folder, path) = file("stream.csv", b"warp,reg\n1,2\n");
    let args = ["cosim", "racetrack_bank", "--stream", path.to_str().unwrap()];
    assert_refused(&args, 2, &["stream.csv:1", "columns 'warp,reg'", "cycle,op,warp,reg,mask"]);

    let whole = fs::read("tests/streams/hotspot.csv.xz").unwrap();
    let (_folder, path) = file("cut.csv.xz", &whole[..whole.len() / 2]);
    assert_refused(
        &["cosim", "racetrack_bank", "--stream", path.to_str().unwrap()],
        2,
        &["cut.csv.xz"],
    );
    assert_refused(&["cosim", "racetrack_bank", "--stream", "no.csv"], 2, &["no.csv"]);
}

#[test]
fn stream_options_are_checked() {
    let stream = "tests/streams/hotspot.csv.xz";
    let cosim =
        |rest: &[&'static str]| [&["cosim", "racetrack_bank", "--stream", stream], rest].concat();
    assert_refused(&cosim(&["--bank", "16"]), 2, &["--bank", "16", "below gpu.banks = 16"]);
    assert_refused(&cosim(&["--regs-per-thread", "4"]), 2, &["--regs-per-thread", "22"]);
    assert_refused(
        &cosim(&["-p", "racetrack.positions=32"]),
        2,
        &["22 registers per thread, 44 entries", "at most 32"],
    );
    for option in ["--no-preshift", "--aligned-only", "--map=maps.csv"] {
        let cosim = ["cosim", "sram_register_file", "--stream", stream, option];
        assert_refused(&cosim, 2, &[option.split('=').next().unwrap(), "racetrack_bank"]);
    }
    assert_refused(&["cosim", "racetrack_bank", "--bank", "1"], 2, &["--stream"]);
    assert_refused(
        &["cosim", "read_queue", "--stream", stream],
        2,
        &["read_queue", "racetrack_bank"],
    );
}

#[test]
fn recordings_are_refused() {
    let refused = |content: &str, parts: &[&str]| {
        let (_folder, path) = file("r.json", content.as_bytes());
        assert_refused(
            &["cosim", "shift_controller", "--replay", path.to_str().unwrap()],
            2,
            parts,
        );
    };
    refused("{", &["r.json:1"]);
    refused(r#"{"unit": "read_queue", "parameters": {}, "cycles": [{}]}"#, &["read_queue"]);
    refused(r#"{"unit": "shift_controller", "parameters": {}, "cycles": []}"#, &["no cycles"]);
    let recording = |cycle: &str| {
        format!(r#"{{"unit": "shift_controller", "parameters": {{}}, "cycles": [{cycle}]}}"#)
    };
    refused(&recording(r#"{"no_such_i": "1"}"#), &["cycle 0", "no_such_i"]);
    refused(&recording(r#"{"read_offset_i": "10"}"#), &["read_offset_i", "4 bits"]);
    refused(&recording(r#"{"rst_ni": "x"}"#), &["rst_ni", "hex"]);
    let illegal = r#"{"unit": "shift_controller", "parameters": {"racetrack.ports": "16", "racetrack.positions": "96"}, "cycles": [{"read_offset_i": "7"}]}"#;
    refused(illegal, &["violate the unit's contract"]);
}

#[test]
fn a_missing_tool_is_named_with_its_command() {
    let nowhere = tempfile::tempdir().unwrap();
    let outcome =
        regforge().args(["cosim", "read_queue"]).env("PATH", nowhere.path()).output().unwrap();
    let stderr = String::from_utf8_lossy(&outcome.stderr).into_owned();
    assert_eq!(outcome.status.code(), Some(3), "{stderr}");
    assert!(
        stderr.contains("verilator") && stderr.contains("apt-get install verilator"),
        "{stderr}"
    );
    let doctor = regforge().arg("doctor").env("PATH", nowhere.path()).output().unwrap();
    let stdout = String::from_utf8_lossy(&doctor.stdout).into_owned();
    assert_eq!(doctor.status.code(), Some(3));
    assert!(stdout.contains("apt-get install yosys"), "{stdout}");
}

#[test]
fn a_tool_that_is_too_old_is_named() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, old) = file("verilator", b"#!/bin/sh\necho 'Verilator 4.038 2020-07-11'\n");
    fs::set_permissions(&old, fs::Permissions::from_mode(0o755)).unwrap();
    let outcome =
        regforge().args(["cosim", "read_queue"]).env("PATH", folder.path()).output().unwrap();
    let stderr = String::from_utf8_lossy(&outcome.stderr).into_owned();
    assert_eq!(outcome.status.code(), Some(3), "{stderr}");
    assert!(stderr.contains("4.038") && stderr.contains("5.6 or later"), "{stderr}");
}

#[test]
fn a_register_file_takes_no_single_bank_and_needs_a_power_of_two() {
    let stream = "tests/streams/hotspot.csv.xz";
    let cosim = ["cosim", "racetrack_register_file", "--stream", stream, "--bank", "1"];
    assert_refused(&cosim, 2, &["--bank", "racetrack_register_file contains all banks"]);
    assert_refused(&["gen", "all", "-p", "gpu.banks=12"], 2, &["gpu.banks = 12", "power of two"]);
}

#[test]
fn a_launch_of_more_registers_than_the_sharing_file_has_is_refused() {
    let case = "kernels/matrix_multiply_tiled_32/case.toml";
    let sim = ["sim", case, "--rf", "sharing", "-p", "gpu.registers=8192"];
    let parts =
        ["matrix_multiply_tiled_32", "29 registers per thread", "the sharing register file"];
    assert_refused(&sim, 2, &parts);
}

#[test]
fn a_full_standard_output_is_an_error_and_no_panic() {
    const CASE: &str = "kernels/half_axpy/case.toml";
    const KERNEL: &str = "kernels/half_axpy/half_axpy.ptx";
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().to_str().unwrap();
    let commands: [&[&str]; 17] = [
        &["--help"],
        &["--version"],
        &["list"],
        &["list", "--json"],
        &["ports", "shift_controller"],
        &["gen", "shift_controller", "-o", output],
        &["check"],
        &["area", "domain_array"],
        &["map", CASE],
        &["ptx", "coverage", KERNEL],
        &["ptx", "report", CASE],
        &["ptx", "run", CASE],
        &["ptx", "show", "cfg", KERNEL],
        &["sim", CASE],
        &["sim", CASE, "--json"],
        &["reproduce", "rm-t2-sms"],
        &["completions", "bash"],
    ];
    for args in commands {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_regforge"));
        let output = command.args(args).stdout(full).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        assert!(stderr.contains("standard output: No space left"), "{args:?}: {stderr}");
        assert!(!stderr.contains("panicked"), "{args:?}: {stderr}");
    }
}

#[test]
fn one_unit_is_wanted_where_all_make_no_sense() {
    let stream = "tests/streams/hotspot.csv.xz";
    assert_refused(&["cosim", "all", "--stream", stream], 2, &["unit 'all'", "a single unit"]);
}

#[test]
fn ptx_may_begin_with_a_byte_order_mark() {
    let text = fs::read_to_string("kernels/half_axpy/half_axpy.ptx").unwrap();
    let (_folder, path) = file("marked.ptx", format!("\u{feff}{text}").as_bytes());
    let (code, _, stderr) = outcome(&["ptx", "report", path.to_str().unwrap()]);
    assert_eq!(code, 0, "{stderr}");
}

/// A rename would replace them.
#[test]
fn outputs_go_through_links_and_pipes() {
    let folder = tempfile::tempdir().unwrap();
    let [link, target, pipe] = ["link.csv", "target.csv", "pipe"].map(|n| folder.path().join(n));
    fs::write(&target, "before").unwrap();
    std::os::unix::fs::symlink(&target, &link).unwrap();
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let sim = |path: &Path| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_regforge"));
        command.args(["sim", "kernels/half_axpy/case.toml", "--stream"]).arg(path);
        command
    };
    assert!(sim(&link).output().unwrap().status.success());
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    fs::remove_file(&target).unwrap();
    assert!(sim(&link).output().unwrap().status.success(), "a link to nothing");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    let written = fs::read_to_string(&target).unwrap();
    assert!(written.starts_with("cycle,op,warp,reg,mask\n"), "{written}");
    // Open at both ends, so that nobody waits for the other; the pipe holds what is written.
    let mut reader = fs::OpenOptions::new().read(true).write(true).open(&pipe).unwrap();
    assert!(sim(&pipe).output().unwrap().status.success());
    assert!(fs::metadata(&pipe).unwrap().file_type().is_fifo());
    let mut read = vec![0; written.len()];
    reader.read_exact(&mut read).unwrap();
    assert_eq!(String::from_utf8(read).unwrap(), written);
}

#[test]
fn a_launch_names_the_ptx_that_is_missing() {
    let text = fs::read_to_string("kernels/hotspot/large.toml").unwrap();
    let (_folder, path) = file("mine.toml", text.as_bytes());
    for command in [&["sim"][..], &["ptx", "report"], &["ptx", "run"]] {
        let args = [command, &[path.to_str().unwrap()]].concat();
        assert_refused(&args, 2, &["mine.toml: ptx = ", "hotspot.ptx", "an existing PTX file"]);
    }
}

#[test]
fn an_input_is_not_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    copy_kernel("half_axpy", folder.path());
    let at = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    let inputs = ["case.toml", "half_axpy.ptx", "x.npy", "stream.csv", "sweep.toml", "my.toml"];
    let [case, ptx, npy, stream, sweep, config] = inputs.map(at);
    fs::write(&stream, "cycle,op,warp,reg,mask\n0,R,0,0,ffffffff\n").unwrap();
    let run = format!("cases = ['{case}']\n[[run]]\nname = 'a'\nregister_file = 'sram'\n");
    fs::write(&sweep, run).unwrap();
    fs::write(&config, "base = \"fermi\"\n").unwrap();
    let before = inputs.map(|name| fs::read(at(name)).unwrap());
    for (args, option) in [
        (vec!["map", &stream, "-o", &stream], "-o"),
        (vec!["map", &stream, "--config", &config, "-o", &config], "-o"),
        (vec!["ptx", "stream", &case, "-o", &case], "-o"),
        (vec!["ptx", "stream", &case, "-o", &ptx], "-o"),
        (vec!["ptx", "stream", &case, "-o", &npy], "-o"),
        (vec!["sim", &case, "--timeline", &case], "--timeline"),
        (vec!["sim", &case, "--stream", &ptx], "--stream"),
    ] {
        assert_refused(&args, 2, &[option, "the input", "another file"]);
    }
    for output in [&sweep, &case, &ptx] {
        assert_refused(&["sweep", &sweep, "-o", output], 2, &["-o", "ends with .csv"]);
    }
    assert_eq!(inputs.map(|name| fs::read(at(name)).unwrap()), before);
}

#[test]
fn a_launch_that_goes_wrong_leaves_no_recording() {
    let folder = tempfile::tempdir().unwrap();
    copy_kernel("half_axpy", folder.path());
    let case = folder.path().join("case.toml");
    let text = fs::read_to_string(&case).unwrap();
    let wrong = text.replace("value = 500", "value = 400");
    assert_ne!(wrong, text);
    fs::write(&case, wrong).unwrap();
    let case = case.to_str().unwrap();
    let output = folder.path().join("out.csv");
    let file = output.to_str().unwrap();
    for args in [
        vec!["ptx", "stream", case, "-o", file],
        vec!["map", case, "-o", file],
        vec!["ptx", "tune", case],
        vec!["sim", case, "--rf", "sram"],
    ] {
        assert_refused(&args, 1, &["unexpected output: half_axpy"]);
    }
    assert!(!output.exists());
    let [kept, ours] = [folder.path(), Path::new("kernels/half_axpy")]
        .map(|folder| fs::read(folder.join("formats-perfect.toml")).unwrap());
    assert_eq!(kept, ours);
}

#[test]
fn a_launch_that_expects_nothing_is_not_compared() {
    let args = ["sim", "kernels/half_axpy/large.toml", "--rf", "sram"];
    let (code, stdout, _) = outcome(&args);
    assert_eq!(code, 0);
    assert!(
        stdout.contains("output: not compared: the launch states no expected output"),
        "{stdout}"
    );
    let (_, json, _) = outcome(&[&args[..], &["--json"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert!(json["runs"][0]["agrees"].is_null());
}

#[test]
fn what_cannot_be_said_ends_no_run() {
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    for (args, code) in [(vec!["list", "nope"], 2), (vec!["ports", "nope"], 2), (vec!["list"], 0)] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_regforge"));
        let output = command.args(&args).stderr(full()).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{args:?}");
    }
}

#[test]
fn a_unit_without_a_checker_is_not_proved() {
    assert_refused(&["prove", "sram_array"], 2, &["unit 'sram_array' without proofs"]);
}

#[test]
fn a_very_long_value_is_not_shown_whole() {
    let long = format!("base = \"fermi\"\n[sm]\nscheduler = \"{:a<9000}\"\n", "");
    let (_folder, path) = file("long.toml", long.as_bytes());
    let (code, _, stderr) = outcome(&["gen", "sram_bank", "--config", path.to_str().unwrap()]);
    assert!(code == 2 && stderr.len() < 1000, "{} characters", stderr.len());
}

/// A run that records a stream in this folder gets a signal once it writes; `signals` are options of
/// `env` for what signals mean to it. Its exit code.
fn interrupted(folder: &Path, signals: &str, signal: &str) -> Option<i32> {
    let mut command = Command::new("env");
    command.args([signals, env!("CARGO_BIN_EXE_regforge")]);
    command.args(["sim", "kernels/stencil_3d/large.toml", "--stream"]);
    let mut run = command.arg(folder.join("stream.csv")).spawn().unwrap();
    while fs::read_dir(folder).unwrap().count() == 0 {
        assert_eq!(run.try_wait().unwrap(), None, "it ends before anything is written");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let number = run.id().to_string();
    assert!(Command::new("kill").args(["-s", signal, &number]).status().unwrap().success());
    run.wait().unwrap().code()
}

#[test]
fn an_interrupted_run_leaves_nothing() {
    for signal in ["INT", "TERM"] {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(interrupted(folder.path(), "--default-signal", signal), Some(130));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{signal}");
    }
}

/// As under `nohup`.
#[test]
fn a_run_goes_on_where_hangups_are_ignored() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(interrupted(folder.path(), "--ignore-signal=HUP", "HUP"), Some(0));
    assert!(folder.path().join("stream.csv").exists());
}

/// Files of more than 4 KB fail, as on a disk that fills up; the signal for it is ignored.
#[test]
fn a_file_that_does_not_fit_on_the_disk_is_not_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    for (option, name) in [("--timeline", "timeline.svg"), ("--stream", "stream.csv")] {
        let path = folder.path().join(name);
        let limited = "trap '' XFSZ; ulimit -f 8; exec \"$0\" \"$@\"";
        let mut command = Command::new("sh");
        command.args(["-c", limited, env!("CARGO_BIN_EXE_regforge"), "sim"]);
        command.args(["kernels/half_axpy/case.toml", option]).arg(&path);
        let output = command.output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{option}: {stderr}");
        assert!(stderr.contains(name) && stderr.contains("File too large"), "{option}: {stderr}");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{option} leaves nothing");
    }
}
