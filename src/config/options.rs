//! Run-time options of systems and units, for one run of a configuration.
//!
//! An [`Opt`] is declared once. The command line, sweep files, help and JSON derive from it.

use super::Value;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;

/// An option of a run.
#[derive(Debug, Clone, Copy)]
pub struct Opt {
    /// `aligned_only` in sweep files and JSON, `--aligned-only` on the command line.
    pub name: &'static str,
    pub kind: OptKind,
    pub help: &'static str,
}

/// Argument of an option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptKind {
    /// No argument: the option is a flag.
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

    /// Name on the command line, without the two hyphens.
    pub fn long(&self) -> String {
        self.name.replace('_', "-")
    }
}

/// The given options, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Options(BTreeMap<&'static str, Value>);

impl Options {
    /// Adds an option.
    pub fn with(mut self, name: &'static str, value: Value) -> Options {
        self.0.insert(name, value);
        self
    }

    /// Options with these flags set.
    pub fn flags(names: &[&'static str]) -> Options {
        names.iter().fold(Options::default(), |all, name| all.with(name, Value::Flag(true)))
    }

    /// Whether a flag is set.
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

    /// Names of the given options.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.keys().copied()
    }
}
