//! Which keys a configuration has: those that all systems share, and each system's own.

use super::{Config, Key, SHARED_KEYS};

/// A system's keys and the rules that tie them.
#[derive(Debug)]
pub struct Section {
    pub keys: &'static [Key],
    /// Reads the typed section and checks its rules.
    pub check: fn(&Config) -> Result<(), Illegal>,
}

impl Section {
    /// No key and no rule.
    pub const NONE: Section = Section { keys: &[], check: |_| Ok(()) };
}

/// A broken rule that ties several keys.
#[derive(Debug)]
pub struct Illegal {
    /// The key to blame.
    pub key: &'static str,
    /// What its value must be.
    pub bound: String,
}

/// All keys that a configuration may set, and must have.
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
