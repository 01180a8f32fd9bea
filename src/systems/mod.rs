//! The systems: one folder and one line of `ENTRIES` each.
//!
//! A folder holds what the system needs of everything: `system.rs` ([`System`]), `config.rs` (its
//! keys), `units/` (its hardware), `compiler/` (its half of the compiler), `register_file.rs` (its
//! place in the SM), `energy.rs`, `commands/`, and `paper/` (claims, arithmetic, simulations,
//! synthesis, errata). A paper whose system is not built yet has its `paper/` alone.

pub mod compressed;
pub mod expanded;
pub mod racetrack;
pub mod sharing;
pub mod sram;
pub mod stt;

use crate::cli::SystemCommand;
use crate::config::{Config, Schema};
use crate::error::{Error, Place, Result};
use crate::papers::Paper;
use crate::run::System;
use crate::units::AnyUnit;
use std::sync::LazyLock;

/// What a folder brings.
pub struct Entry {
    pub system: Option<&'static dyn System>,
    pub paper: Option<&'static Paper>,
    pub commands: &'static [&'static dyn SystemCommand],
}

/// Every system, the baseline first.
static ENTRIES: [Entry; 6] =
    [sram::ENTRY, racetrack::ENTRY, stt::ENTRY, compressed::ENTRY, sharing::ENTRY, expanded::ENTRY];

/// Name of the system that the others are compared with.
pub const BASELINE: &str = "sram";

/// Name of the system that `regforge sim` runs on if it is not told another.
pub const DEFAULT: &str = "racetrack";

/// Configurations at which `regforge summary` measures every unit.
pub const PRESETS: [&str; 3] = [Config::DEFAULT, "racetrack-128kb", "racetrack-96x8"];

/// The systems that are built.
pub static SYSTEMS: LazyLock<Vec<&dyn System>> =
    LazyLock::new(|| ENTRIES.iter().filter_map(|entry| entry.system).collect());

/// The papers, in the order of reports.
pub static PAPERS: LazyLock<Vec<&Paper>> =
    LazyLock::new(|| ENTRIES.iter().filter_map(|entry| entry.paper).collect());

/// Every hardware unit, those of a system together, leaves first.
pub static UNITS: LazyLock<Vec<&dyn AnyUnit>> =
    LazyLock::new(|| SYSTEMS.iter().flat_map(|system| system.units().iter().copied()).collect());

/// All keys of a configuration.
pub static SCHEMA: LazyLock<Schema> =
    LazyLock::new(|| Schema::new(SYSTEMS.iter().map(|system| system.section())));

/// Number `n` that a claim of any paper states, as [`crate::papers::List::part`], for where papers are
/// compared with each other.
pub fn stated(id: &str, n: usize) -> f64 {
    let paper = PAPERS.iter().find(|paper| id.split('-').next() == Some(paper.prefix));
    paper.map_or(f64::NAN, |paper| paper.list.part(id, n))
}

/// Commands of the command line that belong to one system.
pub fn commands() -> impl Iterator<Item = &'static dyn SystemCommand> {
    ENTRIES.iter().flat_map(|entry| entry.commands.iter().copied())
}

/// The unit of this name.
pub fn unit(name: &str) -> Option<&'static dyn AnyUnit> {
    UNITS.iter().copied().find(|unit| unit.name() == name)
}

/// The system of this name.
///
/// # Errors
/// [`Error::Input`] with the names that there are.
pub fn system(name: &str) -> Result<&'static dyn System> {
    let found = SYSTEMS.iter().copied().find(|system| system.name() == name);
    found.ok_or_else(|| {
        let names: Vec<&str> = SYSTEMS.iter().map(|system| system.name()).collect();
        let expected = format!("one of {}", names.join(", "));
        Error::input(Place::whole("register file"), format!("'{name}'"), expected)
    })
}

/// The configuration of this name or file with keys overridden, as [`Config::load`] reads it.
///
/// # Errors
/// Those of [`Config::load`].
pub fn config(name: &str, overrides: &[String]) -> Result<Config> {
    Config::load(&SCHEMA, name, overrides)
}
