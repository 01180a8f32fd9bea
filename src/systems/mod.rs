//! The systems: one folder and one line of the registry below each.
//!
//! A folder holds what the system needs of everything: `system.rs` ([`System`]), `config.rs` (its
//! keys), `units/` (its hardware), `compiler/` (its half of the compiler), `register_file.rs` (its
//! place in the SM), `energy.rs`, `commands/`, and `paper/` (claims, arithmetic, simulations,
//! synthesis, errata). A paper whose system is not built yet has its `paper/` alone.

pub mod compressed;
pub mod compressed_on_racetrack;
pub mod expanded;
pub mod racetrack;
pub mod sharing;
pub mod sram;
pub mod stt;

use crate::cli::SystemCommand;
use crate::config::{Config, Schema, Section};
use crate::error::{Error, Place, Result, nearest};
use crate::papers::Paper;
use crate::run::{KernelReport, Registry, System};
use crate::units::{AnyUnit, Variant};
use std::sync::LazyLock;

/// A system as the registry lists it.
pub struct Entry {
    /// Its configuration keys.
    pub section: &'static Section,
    /// Its hardware units, leaves first.
    pub units: &'static [&'static dyn AnyUnit],
    /// Other configurations in which these units are compared with their models.
    pub variants: &'static [Variant],
    pub system: &'static dyn System,
    pub paper: Option<&'static Paper>,
    pub commands: &'static [&'static dyn SystemCommand],
    pub reports: &'static [KernelReport],
}

/// The lists are constants: unlike a static, a constant is compiled only where it is used, so that
/// what reads keys alone does not pull in every system's code.
macro_rules! registry {
    ($($system:ident,)*) => {
        const ENTRIES: &[Entry] = &[$($system::ENTRY),*];

        /// Every system, the baseline first.
        pub const SYSTEMS: &[&dyn System] = &[$($system::ENTRY.system),*];

        /// The systems' configuration keys.
        pub const SECTIONS: &[&Section] = &[$($system::ENTRY.section),*];
    };
}

registry! {
    sram,
    racetrack,
    stt,
    compressed,
    sharing,
    expanded,
    compressed_on_racetrack,
}

/// Layers that stand before a bank, from the SM inwards, and what a bank is made of. The name of a
/// combination joins layers and a storage in this order by `+`; a layer alone stands on the
/// baseline.
const LAYERS: [&str; 3] = ["sharing", "expanded", "compressed"];
const STORAGES: [&str; 3] = ["sram", "racetrack", "stt"];

/// Name of the system that the others are compared with.
pub const BASELINE: &str = "sram";

/// Name of the default system of `regforge sim`.
pub const DEFAULT: &str = "racetrack";

/// Configurations at which `regforge summary` measures every unit.
pub const PRESETS: [&str; 3] = [Config::DEFAULT, "racetrack-128kb", "racetrack-96x8"];

/// The papers, in the order of reports.
pub fn papers() -> Vec<&'static Paper> {
    ENTRIES.iter().filter_map(|entry| entry.paper).collect()
}

/// The systems that have a paper, with it.
pub fn systems_with_paper() -> impl Iterator<Item = (&'static dyn System, &'static Paper)> {
    ENTRIES.iter().filter_map(|entry| Some((entry.system, entry.paper?)))
}

/// The system, with its paper, that its name or the paper's means.
pub fn with_paper(name: &str) -> Option<(&'static dyn System, &'static Paper)> {
    systems_with_paper().find(|(system, paper)| [system.name(), paper.prefix].contains(&name))
}

/// Every hardware unit, those of a system together, leaves first.
pub fn units() -> Vec<&'static dyn AnyUnit> {
    ENTRIES.iter().flat_map(|entry| entry.units.iter().copied()).collect()
}

/// All keys of a configuration.
pub static SCHEMA: LazyLock<Schema> = LazyLock::new(|| Schema::new(SECTIONS.iter().copied()));

/// Number `n` that a claim of any paper states, as [`crate::papers::List::part`], for where papers
/// are compared with each other.
pub fn stated(id: &str, n: usize) -> f64 {
    let paper = papers().into_iter().find(|paper| id.split('-').next() == Some(paper.prefix));
    paper.map_or(f64::NAN, |paper| paper.list.part(id, n))
}

/// Commands of the command line that belong to one system.
pub fn commands() -> impl Iterator<Item = &'static dyn SystemCommand> {
    ENTRIES.iter().flat_map(|entry| entry.commands.iter().copied())
}

/// Reports on kernels that belong to one system.
pub fn reports() -> impl Iterator<Item = &'static KernelReport> {
    ENTRIES.iter().flat_map(|entry| entry.reports)
}

/// Configurations that do not ship, in which units are compared with their models.
pub fn variants() -> impl Iterator<Item = &'static Variant> {
    ENTRIES.iter().flat_map(|entry| entry.variants)
}

/// The unit of this name.
pub fn unit(name: &str) -> Option<&'static dyn AnyUnit> {
    units().into_iter().find(|unit| unit.name() == name)
}

/// The systems and their keys, for files of runs.
pub fn registry() -> Registry<'static> {
    Registry { systems: SYSTEMS, find: &system, schema: &SCHEMA }
}

/// The system of this name.
///
/// # Errors
/// [`Error::Input`] with the names that there are.
pub fn system(name: &str) -> Result<&'static dyn System> {
    let on_baseline = format!("+{BASELINE}");
    let short = name.strip_suffix(&on_baseline).unwrap_or(name);
    let found = SYSTEMS.iter().copied().find(|system| system.name() == short);
    found.filter(|_| short == name || LAYERS.contains(&short)).ok_or_else(|| {
        let names: Vec<&str> = SYSTEMS.iter().map(|system| system.name()).collect();
        let found = match reason(name) {
            Some(reason) => format!("'{name}': {reason}"),
            None => format!("'{name}'"),
        };
        let nearest = nearest(name, names.iter().copied());
        let expected = format!("{nearest}, or another of {}", names.join(", "));
        Error::input(Place::whole("register file"), found, expected)
    })
}

/// Why there is no such combination; none for a name that is no combination.
fn reason(name: &str) -> Option<String> {
    let order: Vec<&str> = LAYERS.into_iter().chain(STORAGES).collect();
    let parts: Vec<&str> = name.split('+').collect();
    let places: Vec<Option<usize>> =
        parts.iter().map(|part| order.iter().position(|known| known == part)).collect();
    let unknown = parts.iter().zip(&places).find(|(_, place)| place.is_none());
    let storages = parts.iter().filter(|part| STORAGES.contains(part)).count();
    if parts.len() < 2 {
        None
    } else if let Some((unknown, _)) = unknown {
        Some(format!(
            "'{unknown}' is neither a layer ({}) nor a storage ({})",
            LAYERS.join(", "),
            STORAGES.join(", ")
        ))
    } else if storages > 1 {
        Some("a register file has only one storage technology".into())
    } else if !places.is_sorted_by(|a, b| a < b) {
        Some(format!(
            "the order from the SM inwards is {}, storage, each at most once",
            LAYERS.join(", ")
        ))
    } else {
        Some("this combination is not supported".into())
    }
}

/// The configuration of this name or file, as [`Config::load`] reads it.
///
/// # Errors
/// Those of [`Config::load`].
pub fn config(name: &str) -> Result<Config> {
    config_with::<&str>(name, &[])
}

/// The same with keys overridden: `gpu.banks=8`.
///
/// # Errors
/// Those of [`Config::load`].
pub fn config_with<S: AsRef<str>>(name: &str, overrides: &[S]) -> Result<Config> {
    Config::load(&SCHEMA, name, overrides)
}
