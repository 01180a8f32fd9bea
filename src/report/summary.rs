//! The table of measured units, in the README and in the page of all units.

use crate::config::Config;
use crate::error::{Error, Place, Result};
use crate::files::write_whole;
use crate::table::{grouped, markdown};
use crate::units::AnyUnit;
use std::path::Path;

use super::Area;

/// A row: a unit with its measured figures.
#[derive(Clone)]
pub struct Row {
    pub unit: &'static dyn AnyUnit,
    /// Configurations that give the unit these parameters.
    pub configs: Vec<String>,
    /// Hash of the unit's parameters.
    pub hash: String,
    pub area: Area,
    /// Cycles compared in lockstep without a mismatch.
    pub compared: u64,
}

/// Marks of a table. `<!-- summary of A, B: generated, do not edit -->` opens a table of these
/// units at the default configuration; without `of` the table has every row.
const BEGIN: &str = "<!-- summary";
const GENERATED: &str = ": generated, do not edit -->";
const END: &str = "<!-- /summary -->";

/// The table, and the tools and rules behind its figures.
pub fn summary(rows: &[Row], yosys: &str, script: &str) -> String {
    let mut cells = Vec::new();
    for row in rows {
        let own = &row.area.own;
        let counted = |count: usize| match row.area.is_macro() {
            true => "-".to_string(),
            false => grouped(count as u64),
        };
        cells.push(vec![
            format!("`{}`", row.unit.name()),
            format!("{} ({})", row.configs.join(", "), row.hash),
            counted(own.cells),
            counted(own.transistors),
            grouped(row.area.macro_bits as u64),
            grouped(row.compared),
        ]);
    }
    let header = ["unit", "configuration", "cells", "transistors", "macro bits", "cycles compared"];
    format!(
        "{}\n`regforge summary`: {yosys}, script {script}. Model and RTL agreed in every compared \
         cycle. A composite's logic is the sum of its parts and its glue. Memory macros are \
         counted in bits.\n",
        markdown(&header, &cells)
    )
}

/// Replaces the table between the marks of a file.
///
/// # Errors
/// If the file cannot be read or written, has no marks, or names a unit without a row.
pub fn update(path: &Path, rows: &[Row], yosys: &str, script: &str) -> Result<()> {
    let text = std::fs::read_to_string(path).map_err(Error::io(path))?;
    let parts = text.split_once(BEGIN).and_then(|(before, rest)| {
        let (of, rest) = rest.split_once(GENERATED)?;
        let (_, after) = rest.split_once(END)?;
        Some((before, of, after))
    });
    let Some((before, of, after)) = parts else {
        let expected = format!("{BEGIN}{GENERATED} and {END}");
        return Err(Error::input(Place::whole(path.display()), "no markers for a table", expected));
    };
    let table = match of.strip_prefix(" of ") {
        Some(names) => summary(&chosen(path, names, rows)?, yosys, script),
        None => summary(rows, yosys, script),
    };
    let text = format!("{before}{BEGIN}{of}{GENERATED}\n{table}{END}{after}");
    write_whole(path, text.as_bytes())
}

/// The rows of these units at the default configuration, in the order of `names`.
fn chosen(path: &Path, names: &str, rows: &[Row]) -> Result<Vec<Row>> {
    let default = Config::DEFAULT.to_string();
    let row = |name: &str| {
        let is = |row: &&Row| row.unit.name() == name && row.configs.contains(&default);
        let row = rows.iter().find(is).ok_or_else(|| {
            let place = Place::whole(path.display());
            Error::input(place, format!("unit '{name}' in a marker"), "a unit of 'regforge list'")
        })?;
        Ok(Row { configs: vec![default.clone()], ..row.clone() })
    };
    names.split(", ").map(row).collect()
}
