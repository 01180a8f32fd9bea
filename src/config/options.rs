//! Run-time options of systems and units: what one run does, beside what the configuration says.
//!
//! An [`Opt`] is declared once. The command line, sweep files, help and JSON derive from it.

use super::Value;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// An option that a run may be given.
#[derive(Debug, Clone, Copy)]
pub struct Opt {
    /// `aligned_only` in sweep files and JSON, `--aligned-only` on the command line.
    pub name: &'static str,
    pub kind: OptKind,
    pub help: &'static str,
}

/// What follows an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptKind {
    /// Nothing: it is on or off.
    Flag,
    /// One of these words.
    Choice(&'static [&'static str]),
    /// A path. Sweep files cannot set it.
    File,
}

impl Opt {
    pub const fn new(name: &'static str, kind: OptKind, help: &'static str) -> Opt {
        Opt { name, kind, help }
    }

    /// As on the command line, without the two hyphens.
    pub fn long(&self) -> String {
        self.name.replace('_', "-")
    }
}

/// The options that were given, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Options(BTreeMap<&'static str, Value>);

impl Options {
    /// With one option more.
    pub fn with(mut self, name: &'static str, value: Value) -> Options {
        self.0.insert(name, value);
        self
    }

    /// With these flags on.
    pub fn flags(names: &[&'static str]) -> Options {
        names.iter().fold(Options::default(), |all, name| all.with(name, Value::Flag(true)))
    }

    /// Whether a flag is on.
    pub fn flag(&self, name: &str) -> bool {
        self.0.get(name) == Some(&Value::Flag(true))
    }

    /// The word of a choice.
    pub fn word(&self, name: &str) -> Option<&str> {
        match self.0.get(name) {
            Some(Value::Word(word)) => Some(word),
            _ => None,
        }
    }

    /// The path of a file.
    pub fn file(&self, name: &str) -> Option<&Path> {
        self.word(name).map(Path::new)
    }

    /// Names of all that were given.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.keys().copied()
    }
}
