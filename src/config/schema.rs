//! The keys of a configuration: shared keys, and the keys of each system.

use super::{Config, Key, SHARED_KEYS};

/// A system's keys and the rules across them.
#[derive(Debug)]
pub struct Section {
    pub keys: &'static [Key],
    /// Reads the typed section and checks its rules.
    pub check: fn(&Config) -> Result<(), Illegal>,
}

impl Section {
    /// A section without keys and rules.
    pub const NONE: Section = Section { keys: &[], check: |_| Ok(()) };
}

/// A broken rule across several keys.
#[derive(Debug)]
pub struct Illegal {
    /// The key that the message names.
    pub key: &'static str,
    /// Legal values of the key.
    pub bound: String,
}

/// All keys of a configuration. Each must have a value.
#[derive(Debug)]
pub struct Schema {
    sections: Vec<&'static Section>,
}

impl Schema {
    /// The shared keys and those of these sections.
    pub fn new(sections: impl IntoIterator<Item = &'static Section>) -> Schema {
        Schema { sections: sections.into_iter().collect() }
    }

    /// Every key.
    pub fn keys(&self) -> impl Iterator<Item = &'static Key> {
        let own = self.sections.iter().flat_map(|section| section.keys);
        SHARED_KEYS.iter().chain(own)
    }

    /// The key of this path.
    pub fn key(&self, path: &str) -> Option<&'static Key> {
        self.keys().find(|key| key.path == path)
    }

    pub(super) fn check(&self, config: &Config) -> Result<(), Illegal> {
        self.sections.iter().try_for_each(|section| (section.check)(config))
    }
}
