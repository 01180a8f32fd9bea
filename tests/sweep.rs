//! Sweeps of kernels over configurations: the same table however it is made.

use crate::support::{assert_refused, copy_kernel, outcome};
use regforge::run::sweep::Sweep;
use regforge::systems::registry;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Tiny kernels, with a run that no CTA of the second fits.
const SWEEP: &str = r#"
cases = ["KERNELS/half_axpy/case.toml", "KERNELS/[rs]*c*t*/case.toml"]

[[run]]
name = "sram"
register_file = "sram"
set = ["sm.scheduler=lrr"]

[[run]]
name = "racetrack"
register_file = "racetrack"
resident = 2
preshift = true

[[run]]
name = "tight"
register_file = "sram"
set = ["gpu.registers=2048"]
"#;

/// The folder of the kernels, which stands for `KERNELS` in sweep files.
const KERNELS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/kernels");

/// A sweep file in a folder of its own.
struct Place {
    folder: TempDir,
    sweep: PathBuf,
}

impl Place {
    fn new(text: &str) -> Place {
        let folder = tempfile::tempdir().unwrap();
        let sweep = folder.path().join("mine.toml");
        fs::write(&sweep, text.replace("KERNELS", KERNELS)).unwrap();
        Place { folder, sweep }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Exit code and standard error of a sweep into that file.
    fn run(&self, output: &str, options: &[&str]) -> (i32, String) {
        let output = self.path(output);
        let args = ["sweep", self.sweep.to_str().unwrap(), "-o", output.to_str().unwrap()];
        let (code, _, stderr) = outcome(&[&args[..], options].concat());
        (code, stderr)
    }

    /// The same, which must succeed with so many points done before.
    fn runs(&self, output: &str, options: &[&str], points: usize, before: usize) {
        let (code, stderr) = self.run(output, options);
        assert_eq!(code, 0, "{stderr}");
        let said = format!("{points} points, {before} of them already done");
        assert!(stderr.contains(&said), "no '{said}' in: {stderr}");
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Files of the points that are done.
    fn parts(&self, output: &str) -> Vec<PathBuf> {
        let files = |folder: &Path| -> Vec<PathBuf> {
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect()
        };
        files(&self.path(&format!("{output}.parts"))).iter().flat_map(|path| files(path)).collect()
    }
}

/// The cells of a column.
fn column(csv: &str, name: &str) -> Vec<String> {
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    let index = reader.headers().unwrap().iter().position(|column| column == name);
    let index = index.unwrap_or_else(|| panic!("no column {name}"));
    reader.records().map(|row| row.unwrap()[index].to_string()).collect()
}

#[test]
fn the_table_is_the_same_for_any_threads_shards_and_interruptions() {
    let place = Place::new(SWEEP);
    place.runs("one.csv", &["--jobs", "1"], 9, 0);
    place.runs("four.csv", &["--jobs", "4"], 9, 0);
    let whole = place.text("one.csv");
    assert_eq!(whole, place.text("four.csv"));

    // The fourth shard is left to the last call.
    for shard in ["2/4", "3/4", "1/4"] {
        let points = if shard == "1/4" { 3 } else { 2 };
        place.runs("shards.csv", &["--shard", shard], points, 0);
        assert!(!place.path("shards.csv").exists());
    }
    assert_eq!(place.parts("shards.csv").len(), 7);
    place.runs("shards.csv", &[], 9, 7);
    assert_eq!(whole, place.text("shards.csv"));

    // One part is lost, one is cut off: only these are run again.
    let parts = place.parts("one.csv");
    assert_eq!(parts.len(), 9);
    fs::remove_file(&parts[3]).unwrap();
    let text = fs::read(&parts[5]).unwrap();
    fs::write(&parts[5], &text[..text.len() - 70]).unwrap();
    place.runs("one.csv", &[], 9, 7);
    assert_eq!(whole, place.text("one.csv"));
    place.runs("one.csv", &[], 9, 9);
}

#[test]
fn rows_say_what_was_run_and_what_came_of_it() {
    let place = Place::new(SWEEP);
    let (code, stderr) = place.run("t.csv", &[]);
    assert_eq!(code, 0, "{stderr}");
    assert!(stderr.contains("reduction on tight: ") && stderr.contains("fits"), "{stderr}");
    let csv = place.text("t.csv");
    let column = |name| column(&csv, name);
    let launches = ["half_axpy", "reduction", "scalar_product"];
    assert_eq!(column("launch"), launches.map(|name| [name; 3]).concat());
    assert_eq!(column("run")[..3], ["sram", "racetrack", "tight"]);
    assert_eq!(column("register_file")[..3], ["sram", "racetrack", "sram"]);
    assert_eq!(column("configuration")[..3], ["fermi+overrides", "fermi", "fermi+overrides"]);
    assert_eq!(column("resident")[3..6], ["8", "2", ""]);
    assert_eq!(column("agrees")[3..6], ["true", "true", ""]);
    assert!(
        column("error")[5]
            .contains("expected a CTA that fits on an SM with the sram register file")
    );
    for (index, cycles) in column("cycles").iter().enumerate() {
        assert_eq!(cycles.is_empty(), !column("error")[index].is_empty());
        let [lanes, cycles, ipc] =
            ["thread_instructions", "cycles", "ipc"].map(|name| column(name)[index].parse::<f64>());
        if let (Ok(lanes), Ok(cycles), Ok(ipc)) = (lanes, cycles, ipc) {
            assert!((ipc - lanes / cycles).abs() < 1e-12 && ipc > 0.0);
        }
    }
    // Two CTAs of 128 threads among 1536.
    assert!((column("occupancy")[4].parse::<f64>().unwrap() - 100.0 / 6.0).abs() < 1e-9);
    assert_eq!(column("bank_preshifts")[3], "");
    assert_ne!(column("bank_preshifts")[4], "0");
}

#[test]
fn a_wrong_output_and_a_fault_fail_the_sweep_at_its_end() {
    let place = Place::new("");
    copy_kernel("half_axpy", place.folder.path());
    // It expects that nothing happens; and it writes beyond its buffer.
    fs::copy("kernels/half_axpy/y.npy", place.path("y.expect.npy")).unwrap();
    let case = fs::read_to_string("kernels/half_axpy/case.toml").unwrap();
    fs::write(place.path("case.toml"), &case).unwrap();
    fs::write(place.path("fault.toml"), case.replace("value = 500", "value = 512")).unwrap();
    let sweep = format!(
        "cases = ['{0}/case.toml', '{0}/fault.toml']\n[[run]]\nname = 'a'\nregister_file = 'sram'",
        place.folder.path().display()
    );
    fs::write(&place.sweep, sweep).unwrap();
    assert_eq!(place.run("t.csv", &["--shard", "1/1"]).0, 0);
    let (code, stderr) = place.run("t.csv", &[]);
    assert_eq!(code, 1, "{stderr}");
    assert!(stderr.contains("half_axpy on a, half_axpy on a: output differs"), "{stderr}");
    let csv = place.text("t.csv");
    assert_eq!(column(&csv, "agrees"), ["false", "false"]);
    assert_eq!(column(&csv, "error")[0], "");
    assert!(column(&csv, "error")[1].contains("half_axpy.ptx"), "{csv}");
}

fn keys(text: &str) -> Vec<String> {
    let place = Place::new(text);
    let sweep = Sweep::read(&place.sweep, &registry()).unwrap();
    sweep.points().into_iter().map(|point| point.key).collect()
}

#[test]
fn a_key_follows_from_all_that_is_run() {
    let before = keys(SWEEP);
    assert_eq!(before, keys(&SWEEP.replace("\n\n", "\n# a remark\n")));
    let different: std::collections::BTreeSet<&String> = before.iter().collect();
    assert_eq!(different.len(), 9);
    // Of each run the three points with it, and no other.
    for (from, to, run) in [
        ("sm.scheduler=lrr", "sm.scheduler=two_level", 0),
        ("sm.scheduler=lrr", "sm.scheduler=lrr\", \"l1.latency=9", 0),
        ("\"sram\"\nset", "\"sram\"\nconfig = \"racetrack-fair\"\nset", 0),
        ("resident = 2", "resident = 1", 1),
        ("preshift = true", "preshift = false", 1),
        ("preshift = true", "preshift = true\naligned_only = true", 1),
        ("name = \"tight\"\nregister_file = \"sram\"", "name = 't'\nregister_file = 'sram'", 2),
        (
            "name = \"tight\"\nregister_file = \"sram\"",
            "name = 'tight'\nregister_file = 'racetrack'",
            2,
        ),
    ] {
        let after = keys(&SWEEP.replacen(from, to, 1));
        for (index, (before, after)) in before.iter().zip(&after).enumerate() {
            assert_eq!(before != after, index % 3 == run, "{to}: {index}");
        }
    }
}

#[test]
fn a_key_follows_from_the_launch_its_ptx_its_arrays_and_its_profile() {
    let place = Place::new("");
    copy_kernel("half_axpy", place.folder.path());
    let key = || {
        let case = place.path("case.toml");
        let text = format!(
            "cases = ['{}']\nprofile = 'a'\n[[run]]\nname = 'a'\nregister_file = 'sram'",
            case.display()
        );
        fs::write(&place.sweep, text).unwrap();
        Sweep::read(&place.sweep, &registry()).unwrap().points().remove(0).key.clone()
    };
    let mut seen = vec![key()];
    for file in ["half_axpy.ptx", "x.npy", "y.npy", "y.expect.npy", "case.toml"] {
        let mut bytes = fs::read(place.path(file)).unwrap();
        match file.ends_with("npy") {
            true => *bytes.last_mut().unwrap() ^= 1,
            false if file == "case.toml" => bytes.extend(b"\n# a remark\n"),
            false => bytes.extend(b"\n// a remark\n"),
        }
        fs::write(place.path(file), bytes).unwrap();
        let key = key();
        assert!(!seen.contains(&key), "{file}");
        seen.push(key);
    }
    fs::remove_file(place.path("x.npy")).unwrap();
    let missing = key();
    assert!(!seen.contains(&missing));
    let (code, stderr) = place.run("t.csv", &[]);
    // Nothing of the sweep could be run.
    assert!(code == 2 && stderr.contains("x.npy"), "{stderr}");
    assert!(stderr.contains("no launch that can run"), "{stderr}");
    assert_eq!(column(&place.text("t.csv"), "cycles"), [""]);
}

#[test]
fn a_profile_gives_the_registers_where_the_launch_has_it() {
    let place = Place::new("");
    copy_kernel("half_axpy", place.folder.path());
    let case = fs::read_to_string("kernels/half_axpy/case.toml").unwrap();
    fs::write(place.path("a.toml"), &case).unwrap();
    fs::write(place.path("b.toml"), case + "\n[profiles]\nwide = 60\n").unwrap();
    let sweep = |profile: &str| {
        format!(
            "cases = ['{}/[ab].toml']\n{profile}\n[[run]]\nname = 'a'\nregister_file = 'sram'",
            place.folder.path().display()
        )
    };
    for (profile, resident, noted) in [
        ("", ["8", "8"], false),
        ("profile = 'wide'", ["8", "4"], false),
        ("profile = 'wyde'", ["8", "8"], true),
    ] {
        fs::write(&place.sweep, sweep(profile)).unwrap();
        let (code, stderr) = place.run("t.csv", &[]);
        assert_eq!((code, stderr.contains("no launch has the profile")), (0, noted), "{stderr}");
        assert_eq!(column(&place.text("t.csv"), "resident"), resident, "{profile}");
    }
}

#[test]
fn bad_files_are_refused_with_line_and_expectation() {
    let run = "[[run]]\nname = \"a\"\nregister_file = \"sram\"\n";
    let cases = "cases = [\"KERNELS/half_axpy/case.toml\"]\n";
    let with = |text: &str| format!("{cases}{run}{text}");
    for (text, parts) in [
        (String::new(), &["mine.toml: no 'cases'"][..]),
        (cases.into(), &["mine.toml: no 'run'"]),
        (format!("{cases}run = []"), &["mine.toml:2", "at least one [[run]]"]),
        (format!("{cases}run = 3"), &["mine.toml:2", "run = 3", "[[run]]"]),
        (format!("cases = []\n{run}"), &["mine.toml:1", "at least one launch"]),
        (format!("cases = 'a'\n{run}"), &["mine.toml:1", "cases = \"a\"", "a list"]),
        (format!("cases = [\n1]\n{run}"), &["mine.toml:2", "cases = 1", "a string"]),
        (format!("cases = [\n\n'no/*.toml']\n{run}"), &["mine.toml:3", "no/*.toml", "existing"]),
        (format!("cases = ['KERNELS']\n{run}"), &["mine.toml:1", "kernels", "existing launch"]),
        (format!("cases = ['k[']\n{run}"), &["mine.toml:1", "k[", "a pattern of paths"]),
        (format!("profile = 1\n{cases}{run}"), &["mine.toml:1", "profile = 1", "a string"]),
        (format!("case = 1\n{cases}{run}"), &["mine.toml:1", "'case'", "'cases'"]),
        (with("resident_ctas = 1"), &["mine.toml:5", "'resident_ctas' in [[run]]", "'resident'"]),
        (with(run), &["mine.toml:6", "name = \"a\"", "no other run"]),
        (with("[[run]]\nname = 'b'"), &["mine.toml:5", "no 'register_file'"]),
        (with("[[run]]\nregister_file = 'sram'"), &["mine.toml:5", "no 'name'"]),
        (with("[[run]]\nname = 'b'\nregister_file = 'x'"), &["mine.toml:7", "sram, racetrack"]),
        (with("config = 'no_such'"), &["mine.toml:5", "no_such", "a configuration of regforge"]),
        (with("config = 1"), &["mine.toml:5", "config = 1", "a string"]),
        (with("set = 'a=b'"), &["mine.toml:5", "a list"]),
        (with("set = [\n'sm.schedulr=lrr']"), &["mine.toml:6", "unknown key 'sm.schedulr'"]),
        (with("set = ['sm.scheduler']"), &["mine.toml:5", "KEY=VALUE"]),
        (with("set = ['racetrack.ports=7']"), &["mine.toml:5", "divisor"]),
        (with("resident = 0"), &["mine.toml:5", "resident = 0", "from 1"]),
        (with("resident = '2'"), &["mine.toml:5", "whole number"]),
        (with("preshift = true"), &["mine.toml:5", "preshift", "register_file = \"racetrack\""]),
        (
            format!("{cases}[[run]]\nname = 'a'\nregister_file = 'racetrack'\naligned_only = 1"),
            &["mine.toml:5", "aligned_only = 1", "true or false"],
        ),
        (with("quality = 'high'"), &["mine.toml:5", "register_file = \"compressed\""]),
        (
            format!("{cases}[[run]]\nname = 'a'\nregister_file = 'compressed'\nquality = 'good'"),
            &["mine.toml:5", "good", "perfect | high"],
        ),
        (with("set = "), &["mine.toml:5", "TOML"]),
    ] {
        let place = Place::new(&text);
        assert_refused(&["sweep", place.sweep.to_str().unwrap()], 2, parts);
    }
    let place = Place::new("");
    fs::write(&place.sweep, b"cases = 1\n\xff").unwrap();
    assert_refused(&["sweep", place.sweep.to_str().unwrap()], 2, &["mine.toml:2", "UTF-8"]);
    assert_refused(&["sweep", "no_such.toml"], 2, &["no_such.toml"]);
}

#[test]
fn options_are_checked() {
    let example = "workflows/example.toml";
    for shard in ["0/3", "4/3", "3", "1/0", "a/b", "-1/2"] {
        let shard = format!("--shard={shard}");
        assert_refused(&["sweep", example, &shard], 2, &["--shard", "i/n with i from 1 to n"]);
    }
    for option in ["--cycles=9", "--points=9", "-psm.scheduler=lrr", "--config=racetrack-fair"] {
        let name = option.split('=').next().unwrap();
        assert_refused(&["sweep", example, option], 2, &[&name[..2], "a unit, not a file"]);
    }
    assert_refused(&["sweep", "read_queue", "--shard", "1/2"], 2, &["--shard", "not a unit"]);
    assert_refused(&["sweep", example, "--jobs", "0"], 2, &["--jobs"]);
}

/// A name is what `--rf` takes, and a path is from the folder of the sweep file.
#[test]
fn names_and_paths_are_those_of_other_files() {
    let place = Place::new(
        "cases = ['mine/case.toml']\n\
         [[run]]\nname = 'a'\nregister_file = 'compressed+sram'\nconfig = 'mine.conf.toml'\n",
    );
    fs::create_dir(place.path("mine")).unwrap();
    copy_kernel("half_axpy", &place.path("mine"));
    fs::write(place.path("mine.conf.toml"), "base = 'fermi'\n").unwrap();
    place.runs("t.csv", &[], 1, 0);
    assert_eq!(column(&place.text("t.csv"), "register_file"), ["compressed"]);

    fs::rename(place.path("mine/case.toml"), place.path("mine/case.csv")).unwrap();
    fs::write(&place.sweep, place.text("mine.toml").replace("case.toml", "case.csv")).unwrap();
    let (code, stderr) = place.run("mine/case.csv", &[]);
    assert!(code == 2 && stderr.contains("-o: the input "), "{stderr}");

    let text = place.text("mine.toml").replace("compressed+sram", "compresed");
    fs::write(&place.sweep, text).unwrap();
    let (_, stderr) = place.run("t.csv", &[]);
    assert!(stderr.contains("mine.toml:4: 'compresed', expected compressed, or"), "{stderr}");
}

/// The sweeps that ship name launches and configurations that there are.
#[test]
fn the_sweeps_that_ship_are_legal() {
    for (file, points) in [("example", 9), ("liang-2016", 20), ("request-stage", 120)] {
        let sweep = Sweep::read(Path::new(&format!("workflows/{file}.toml")), &registry()).unwrap();
        assert_eq!(sweep.points().len(), points);
    }
}
