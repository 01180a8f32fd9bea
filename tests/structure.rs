//! Does every system stay in its folder?

use regforge::systems;
use regforge::units::AnyUnit;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The registry: the one file that names all systems.
const REGISTRY: &str = "src/systems/mod.rs";

/// Words that mean one system, beside its name and the names of its units. `aligned_only` is also a
/// port of the shared arbiter, `conversions` also a word of English.
const VOCABULARY: [(&str, &[&str]); 3] = [
    ("racetrack", &["preshift", "preshifts", "demand_shifts", "PortRegions", "domain"]),
    ("compressed", &["compression", "indirection", "Indirection"]),
    ("stt", &["red_shield", "restore_mode"]),
];

/// The system that all others are compared with: they may name it, what is shared may not.
const BASELINE: &str = regforge::systems::BASELINE;

/// Every folder of a system with the words that mean it.
fn words() -> Vec<(String, BTreeSet<String>)> {
    let folders = std::fs::read_dir("src/systems").unwrap().map(|entry| entry.unwrap());
    let folders = folders.filter(|entry| entry.path().is_dir());
    let shared: BTreeSet<String> = std::fs::read_dir("src/units")
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    let words = |folder: std::fs::DirEntry| {
        let name = folder.file_name().into_string().unwrap();
        let is_own = |unit: &&dyn AnyUnit| folder.path().join("units").join(unit.name()).exists();
        let units = systems::units().into_iter().filter(is_own).map(|unit| unit.name().to_string());
        let mut words: BTreeSet<String> = units.filter(|unit| !shared.contains(unit)).collect();
        let more = VOCABULARY.iter().filter(|(system, _)| *system == name);
        words.extend(more.flat_map(|(_, words)| words.iter().map(|word| word.to_string())));
        words.insert(name.clone());
        (name, words)
    };
    folders.map(words).collect()
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let pattern = format!("{}/**/*.rs", folder.display());
    glob::glob(&pattern).unwrap().map(|path| path.unwrap()).collect()
}

/// The code of a file: without comments, unit tests and the help of commands, which is a document.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]").next().unwrap_or_default();
    let mut parts = text.split("after_help = \"");
    let mut code = parts.next().unwrap_or_default().to_string();
    for part in parts {
        code += part.split_once("\")]").map_or("", |(_, rest)| rest);
    }
    let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
    lines.collect::<Vec<_>>().join("\n")
}

/// Whether a folder is that of the system, or of a combination that it is a part of.
fn is_part(system: &str, folder: &str) -> bool {
    folder == system || folder.split("_on_").any(|part| part == system)
}

fn names_of(code: &str) -> BTreeSet<&str> {
    code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect()
}

/// Places where the code of `files` names a system that is not its own.
fn strays<'a>(files: impl Iterator<Item = (&'a str, &'a str)>) -> Vec<String> {
    let words = words();
    let mut strays = Vec::new();
    for (path, text) in files {
        let own = path.strip_prefix("src/systems/").and_then(|path| path.split('/').next());
        let code = code(text);
        let named = names_of(&code);
        for (system, words) in &words {
            let is_free = own.is_some_and(|own| is_part(system, own) || system == BASELINE);
            let found = words.iter().filter(|word| !is_free && named.contains(word.as_str()));
            strays.extend(found.map(|word| format!("{path}: '{word}' of {system}")));
        }
    }
    strays
}

#[test]
fn outside_of_its_folder_nobody_names_a_system() {
    let files = rust_files(Path::new("src")).into_iter().map(|path| {
        let text = std::fs::read_to_string(&path).unwrap();
        (path.to_str().unwrap().to_string(), text)
    });
    let is_test = |path: &str| path.ends_with("tests.rs") || path.contains("/tests/");
    let files: Vec<(String, String)> =
        files.filter(|(path, _)| path != REGISTRY && !is_test(path)).collect();
    assert!(files.len() > 200, "{} files", files.len());
    let strays = strays(files.iter().map(|(path, text)| (path.as_str(), text.as_str())));
    assert!(strays.is_empty(), "{}", strays.join("\n"));
}

/// The test above finds what it is for.
#[test]
fn a_stray_name_is_found() {
    let found = |path, text| strays([(path, text)].into_iter());
    let shared = "src/sm/pipeline.rs";
    assert_eq!(found(shared, "use crate::systems::racetrack::Racetrack;").len(), 1);
    assert_eq!(found(shared, "counts.get(\"demand_shifts\")").len(), 1);
    assert_eq!(found(shared, "let file = shift_controller();").len(), 1);
    assert_eq!(found("src/systems/compressed/system.rs", "fn racetrack() {}").len(), 1);
    assert_eq!(found("src/systems/compressed_on_racetrack/system.rs", "fn stt() {}").len(), 1);
    let free = [
        ("src/systems/racetrack/system.rs", "fn racetrack() {}"),
        ("src/systems/racetrack/system.rs", "use crate::systems::sram;"),
        ("src/systems/compressed_on_racetrack/system.rs", "fn racetrack() {}"),
        (shared, "// as on racetrack"),
        (shared, "#[cfg(test)]\nmod tests { use racetrack; }"),
        (shared, "#[command(after_help = \"\nregforge gen racetrack\")]\nstruct A;"),
    ];
    free.into_iter().for_each(|(path, text)| assert!(found(path, text).is_empty(), "{text}"));
}
