//! The file of the record: entries by kind and subject.

use super::check::area_key;
use super::{Check, Kind};
use crate::config::Config;
use crate::error::{Error, Place, Result};
use crate::files::write_whole;
use crate::report::{Area, Synthesiser};
use crate::shipped::checkout;
use crate::units::AnyUnit;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// A check that passed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub kind: Kind,
    pub subject: String,
    /// The text of [`Kind::verdict`].
    pub verdict: String,
    /// Duration of the check, seconds, rounded to a tenth.
    pub seconds: f64,
    /// Versions of the tools, for the reader; they are also part of the key.
    pub tools: String,
    pub key: String,
    /// Figures of [`Kind::Area`].
    pub area: Option<Area>,
}

/// State of a check in the record.
#[derive(Clone, Debug, PartialEq)]
pub enum State {
    Recorded,
    /// An entry exists but is not valid: the reason.
    Stale(String),
    Missing,
}

/// All entries.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    entries: BTreeMap<(Kind, String), Entry>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    #[serde(default)]
    check: Vec<Entry>,
}

const HEADER: &str = "\
# Checks that passed and whose verdict follows from content alone. Written by `make evidence`, which
# runs what is stale or missing; `make evidence-all` runs everything. `make test` fails without an
# entry of the present key: the hash of the Verilog without comments, of the tools' input, and of
# their versions.

";

impl Record {
    /// Name of the file, in the root of a checkout.
    pub const FILE: &str = "evidence.toml";

    /// Path of the record: in the checkout that the program was built from, else in the working
    /// directory.
    pub fn path() -> PathBuf {
        checkout().map_or_else(|| Record::FILE.into(), |checkout| checkout.join(Record::FILE))
    }

    /// Reads a record. If there is no file, the record is empty.
    ///
    /// # Errors
    /// A file that cannot be read or is not a record.
    pub fn read(path: &Path) -> Result<Record> {
        let text = match std::fs::read_to_string(path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Record::default()),
            text => text.map_err(Error::io(path))?,
        };
        let text: Text = toml::from_str(&text).map_err(|error| {
            Error::input(Place::whole(path.display()), error.message(), "a record of checks")
        })?;
        let mut record = Record::default();
        text.check.into_iter().for_each(|entry| record.insert(entry));
        Ok(record)
    }

    /// Writes the record, sorted by kind and subject.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn write(&self, path: &Path) -> Result<()> {
        let text = Text { check: self.entries.values().cloned().collect() };
        let text = toml::to_string(&text).expect("entries are plain tables");
        write_whole(path, format!("{HEADER}{text}").as_bytes())
    }

    pub fn insert(&mut self, entry: Entry) {
        self.entries.insert((entry.kind, entry.subject.clone()), entry);
    }

    /// Drops entries of checks that no longer exist.
    pub fn retain<'a>(&mut self, checks: impl IntoIterator<Item = &'a Check>) {
        let checks = checks.into_iter().map(|check| (check.kind, &*check.subject));
        let checks: BTreeSet<(Kind, &str)> = checks.collect();
        self.entries.retain(|(kind, subject), _| checks.contains(&(*kind, subject)));
    }

    /// The entry of a check, valid or not.
    pub fn entry(&self, check: &Check) -> Option<&Entry> {
        self.entries.get(&(check.kind, check.subject.clone()))
    }

    /// State of the current check in the record.
    pub fn state(&self, check: &Check) -> State {
        let Some(entry) = self.entry(check) else { return State::Missing };
        let stale = |why: String| State::Stale(why);
        if entry.tools != check.tools {
            return stale(format!("recorded with {}, installed: {}", entry.tools, check.tools));
        }
        if entry.key != check.key {
            return stale("Verilog or checker has changed since".into());
        }
        if entry.verdict != check.kind.verdict() {
            return stale(format!("verdict '{}'", entry.verdict));
        }
        State::Recorded
    }

    /// Message: the number of results in the record, and the checks without one.
    pub fn status(&self, checks: &[Check]) -> String {
        let recorded = |check: &&Check| self.state(check) == State::Recorded;
        let count = |kind: Kind| {
            let of_kind = || checks.iter().filter(|check| check.kind == kind);
            format!(
                "{} {} of {}",
                kind.name(),
                of_kind().filter(recorded).count(),
                of_kind().count()
            )
        };
        let entries = checks.iter().filter(recorded).filter_map(|check| self.entry(check));
        let seconds = entries.fold(0.0, |sum, entry| sum + entry.seconds);
        let mut text = format!(
            "results from {}: {}; they took {seconds:.0} s\n",
            Record::FILE,
            Kind::ALL.map(count).join(", ")
        );
        for check in checks {
            let why = match self.state(check) {
                State::Recorded => continue,
                State::Stale(why) => format!("stale: {why}"),
                State::Missing => "missing".into(),
            };
            text += &format!("  {} {}: {why}\n", check.kind.name(), check.subject);
        }
        text
    }

    /// The area of a unit: the recorded area of the same Verilog, in any configuration, or else the
    /// result of a synthesis now.
    ///
    /// # Errors
    /// Errors of emission and of [`Synthesiser::area`].
    pub fn area(
        &self,
        synthesiser: &Synthesiser,
        unit: &dyn AnyUnit,
        config: &Config,
    ) -> Result<Area> {
        let key = area_key(&unit.design(config)?, &synthesiser.yosys.version);
        let recorded = self.entries.values().find(|entry| entry.key == key);
        match recorded.and_then(|entry| entry.area.clone()) {
            Some(area) => Ok(Area { configuration: config.name().to_string(), ..area }),
            None => synthesiser.area(unit, config),
        }
    }
}
