//! Slow checks, answered by the record where it holds.

use regforge::evidence::{Check, Entry, Kind, Record, State, Tools, of};
use regforge::parallel;
use regforge::report::Area;
use std::sync::{LazyLock, OnceLock};

pub static RECORD: LazyLock<Record> =
    LazyLock::new(|| Record::read(&Record::path()).expect("evidence.toml is a record"));

/// The checks of a kind, made once: some keys take a model's run each.
pub fn checks(kind: Kind) -> &'static [Check] {
    static CHECKS: [OnceLock<Vec<Check>>; Kind::ALL.len()] =
        [const { OnceLock::new() }; Kind::ALL.len()];
    CHECKS[kind as usize].get_or_init(|| of(kind, &tools()).expect("every unit is emitted"))
}

/// Versions of the installed tools.
pub fn tools() -> Tools {
    Tools::find().expect("the tools are installed")
}

/// The entry of a check.
///
/// # Errors
/// Without an entry that holds, the check is run: what came of it, and what to do.
pub fn recorded(check: &Check) -> Result<Entry, String> {
    let why = match RECORD.state(check) {
        State::Recorded => return Ok(RECORD.entry(check).expect("it is recorded").clone()),
        State::Stale(why) => format!("stale ({why})"),
        State::Missing => "missing".into(),
    };
    let subject = &check.subject;
    Err(match check.run() {
        Ok(entry) => {
            format!("{subject}: {}, but its record is {why}: make evidence", entry.verdict)
        }
        Err(error) => format!("{subject}: {error} (its record is {why})"),
    })
}

/// Asserts that the record holds for all of these checks.
pub fn assert_recorded(checks: &[Check]) {
    let failures = parallel::map(checks, |check| recorded(check).err());
    let failures: Vec<String> = failures.into_iter().flatten().collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The area of a unit in the default configuration.
pub fn area(unit: &str) -> Area {
    let subject = format!("{unit} (fermi)");
    let mut checks = checks(Kind::Area).iter();
    let check = checks.find(|check| check.subject == subject).expect("a check of the record");
    recorded(check).unwrap_or_else(|why| panic!("{why}")).area.expect("areas have figures")
}
