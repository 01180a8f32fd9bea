//! Writes packages into a folder: all files or none. Files that were edited by hand are not
//! overwritten.

use super::package::{Entry, Package, hash};
use crate::error::{Error, Place, Result};
use crate::files::write_together;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Version of the manifest's layout.
const SCHEMA: u32 = 1;

/// Contents of a generated folder.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    pub schema: u32,
    pub generator: String,
    pub version: String,
    pub units: BTreeMap<String, Entry>,
}

impl Manifest {
    fn new() -> Manifest {
        Manifest {
            schema: SCHEMA,
            generator: "regforge".into(),
            version: env!("CARGO_PKG_VERSION").into(),
            units: BTreeMap::new(),
        }
    }

    /// The manifest of these packages.
    fn of(packages: &[Package]) -> Manifest {
        let mut manifest = Manifest::new();
        manifest.add(packages);
        manifest
    }

    fn add(&mut self, packages: &[Package]) {
        for package in packages {
            self.units.insert(package.unit.into(), package.entry.clone());
        }
    }

    fn text(&self) -> String {
        // Plain strings, numbers and lists: serialisation cannot fail.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Path below the folder and content hash of every file in the manifest.
    fn hashes(&self) -> BTreeMap<&str, &str> {
        let files = self.units.values().flat_map(|entry| &entry.files);
        files.map(|file| (file.path.as_str(), file.blake3.as_str())).collect()
    }
}

/// A folder of generated files with their manifest.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    manifest: Manifest,
}

impl Folder {
    /// Opens a folder, which may not exist yet.
    ///
    /// # Errors
    /// [`Error::Input`] if its manifest is invalid.
    pub fn open(path: &Path) -> Result<Folder> {
        let file = path.join("manifest.json");
        let manifest = match std::fs::read_to_string(&file) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Manifest::new(),
            Err(error) => return Err(Error::io(&file)(error)),
            Ok(text) => serde_json::from_str(&text).map_err(|error| {
                let place = Place::line(file.display(), error.line());
                Error::input(place, error, format!("a manifest of schema {SCHEMA}"))
            })?,
        };
        if manifest.schema != SCHEMA {
            let found = format!("schema {}", manifest.schema);
            return Err(Error::input(Place::whole(file.display()), found, SCHEMA));
        }
        Ok(Folder { path: path.to_path_buf(), manifest })
    }

    /// Writes the packages; other units in the folder are kept.
    ///
    /// # Errors
    /// [`Error::Input`] if a file was edited by hand and `force` is not set, [`Error::Io`] if a
    /// file cannot be written. In both cases no file is written.
    pub fn write(&mut self, packages: &[Package], force: bool) -> Result<()> {
        if !force {
            self.refuse_edited(packages)?;
        }
        let before: BTreeSet<String> = self.owned(packages);
        self.manifest.add(packages);
        self.manifest.version = env!("CARGO_PKG_VERSION").into();
        let manifest = self.manifest.text();
        let mut files = Vec::new();
        for package in packages {
            let folder = self.path.join(package.unit);
            std::fs::create_dir_all(&folder).map_err(Error::io(&folder))?;
            let texts = package.files.iter();
            files.extend(texts.map(|file| (folder.join(&file.name), file.text.as_bytes())));
        }
        files.push((self.path.join("manifest.json"), manifest.as_bytes()));
        write_together(files)?;
        for left_over in before.difference(&self.owned(packages)) {
            let path = self.path.join(left_over);
            std::fs::remove_file(&path).map_err(Error::io(&path))?;
        }
        Ok(())
    }

    /// Existing files that the manifest lists for the units of these packages.
    fn owned(&self, packages: &[Package]) -> BTreeSet<String> {
        let entries = packages.iter().filter_map(|package| self.manifest.units.get(package.unit));
        let paths = entries.flat_map(|entry| &entry.files).map(|file| file.path.clone());
        paths.filter(|path| self.path.join(path).exists()).collect()
    }

    fn refuse_edited(&self, packages: &[Package]) -> Result<()> {
        let ours = self.manifest.hashes();
        let new = Manifest::of(packages);
        let mut edited = Vec::new();
        for (path, new_hash) in new.hashes() {
            let file = self.path.join(path);
            let Ok(content) = std::fs::read(&file) else { continue };
            let there = hash(&content);
            if there != new_hash && ours.get(path) != Some(&there.as_str()) {
                edited.push(file.display().to_string());
            }
        }
        match edited.is_empty() {
            true => Ok(()),
            false => Err(Error::input(
                Place::whole(edited.join(", ")),
                "edited by hand since it was generated",
                "an unchanged file, or --force to overwrite it",
            )),
        }
    }
}

/// Differences between a folder and what would be generated now, one line per file; empty if there
/// are none.
///
/// # Errors
/// Those of [`Folder::open`].
pub fn compare(path: &Path, packages: &[Package]) -> Result<Vec<String>> {
    let folder = Folder::open(path)?;
    let mut differences = Vec::new();
    let mut expected: BTreeMap<String, &str> = BTreeMap::new();
    for package in packages {
        for file in &package.files {
            expected.insert(format!("{}/{}", package.unit, file.name), &file.text);
        }
    }
    let manifest = Manifest::of(packages).text();
    expected.insert("manifest.json".into(), &manifest);
    for (name, text) in &expected {
        match std::fs::read(path.join(name)) {
            Err(_) => differences.push(format!("{name}: missing")),
            Ok(there) if there != text.as_bytes() => {
                differences.push(format!("{name}: {}", first_difference(&there, text)));
            }
            Ok(_) => {}
        }
    }
    for name in folder.files()? {
        if !expected.contains_key(&name) {
            differences.push(format!("{name}: not generated"));
        }
    }
    Ok(differences)
}

fn first_difference(there: &[u8], expected: &str) -> String {
    let there = String::from_utf8_lossy(there);
    let lines = there.lines().zip(expected.lines());
    match lines.into_iter().position(|(a, b)| a != b) {
        Some(line) => format!("differs from line {}", line + 1),
        None => "differs in length".into(),
    }
}

impl Folder {
    /// Every file below the folder, by path with `/`.
    fn files(&self) -> Result<BTreeSet<String>> {
        let mut found = BTreeSet::new();
        let mut folders = vec![PathBuf::new()];
        while let Some(below) = folders.pop() {
            let at = self.path.join(&below);
            let Ok(entries) = std::fs::read_dir(&at) else { continue };
            for entry in entries {
                let entry = entry.map_err(Error::io(&at))?;
                let path = below.join(entry.file_name());
                match entry.path().is_dir() {
                    true => folders.push(path),
                    false => _ = found.insert(path.display().to_string()),
                }
            }
        }
        Ok(found)
    }
}
