//! What several tests need.

pub mod evidence;
pub mod kernels;
pub mod narrow;
pub mod programs;
pub mod random_loads;
pub mod warps;

use assert_cmd::Command;
use regforge::config::Config;
use regforge::cosim::Builder;
use regforge::systems;
use std::path::{Path, PathBuf};

/// The default configuration.
pub fn fermi() -> Config {
    systems::config("fermi").expect("configs/fermi.toml is legal")
}

/// Verilator with the cache that `make verilate` fills.
pub fn builder() -> Builder {
    Builder::new().expect("verilator and g++ are installed")
}

/// The program itself.
pub fn regforge() -> Command {
    Command::cargo_bin("regforge").expect("the program is built")
}

/// Where mismatches of tests leave what they find.
pub fn notes() -> PathBuf {
    PathBuf::from("build/mismatch/tests")
}

/// Copies the files of a kernel's folder into another.
pub fn copy_kernel(kernel: &str, folder: &Path) {
    for file in std::fs::read_dir(format!("kernels/{kernel}")).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), folder.join(file.file_name())).unwrap();
    }
}

/// Asserts that a page's first table after a line has these rows. Where it has not, they are in
/// [`notes`].
pub fn assert_shown(page: &str, after: &str, rows: &[String]) {
    let text = std::fs::read_to_string(page).unwrap();
    let table = text.lines().skip_while(|line| *line != after);
    let table = table.skip_while(|line| !line.starts_with('|'));
    let shown: Vec<&str> = table.take_while(|line| line.starts_with('|')).skip(2).collect();
    let plain = |row: &str| row.split('|').map(str::trim).collect::<Vec<_>>().join("|");
    let same = rows.len() == shown.len()
        && rows.iter().zip(&shown).all(|(row, shown)| plain(row) == plain(shown));
    if !same {
        std::fs::create_dir_all(notes()).unwrap();
        let notes = notes().join(page.replace('/', "_"));
        std::fs::write(&notes, rows.join("\n")).unwrap();
        panic!("{page}, {after}: the rows should be those of {}", notes.display());
    }
}

/// Runs the program with these arguments: exit code, standard output, standard error.
pub fn outcome(args: &[&str]) -> (i32, String, String) {
    let output = regforge().args(args).output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("it prints text");
    (output.status.code().unwrap_or(-1), text(output.stdout), text(output.stderr))
}

/// Asserts that the program refuses with this exit code, naming all of `parts`.
pub fn assert_refused(args: &[&str], code: i32, parts: &[&str]) {
    let (got, _, stderr) = outcome(args);
    assert_eq!(got, code, "{args:?}: {stderr}");
    for part in parts {
        assert!(stderr.contains(part), "{args:?}: no '{part}' in: {stderr}");
    }
    assert!(!stderr.contains("panicked"), "{stderr}");
}

/// A folder of the large inputs. Tests of them are ignored where `REGFORGE_DATA` was not set when
/// they were built; that it is read here has them built again when it changes.
pub fn data(folder: &str) -> PathBuf {
    match option_env!("REGFORGE_DATA") {
        Some(data) => PathBuf::from(data).join(folder),
        None => panic!("REGFORGE_DATA was not set when the tests were built"),
    }
}
