//! The table at the top of the README, and its place in the file.

use crate::error::{Error, Place, Result};
use crate::files::write_whole;
use crate::table::{grouped, markdown};
use crate::units::AnyUnit;
use std::path::Path;

use super::Area;

/// One row: a unit, measured.
pub struct Row {
    pub unit: &'static dyn AnyUnit,
    /// Configurations by which it has these parameters.
    pub configs: Vec<String>,
    /// Of its parameters.
    pub hash: String,
    pub area: Area,
    /// Cycles compared in lockstep without a mismatch.
    pub compared: u64,
}

const BEGIN: &str = "<!-- summary: generated, do not edit -->";
const END: &str = "<!-- /summary -->";

/// The table and the line under it that says where it comes from.
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
        "{}\n`regforge summary`: {yosys}, script {script}; model and RTL agreed in every cycle \
         compared. A composite's logic is the sum of its parts and its glue; memory macros are \
         counted in bits.\n",
        markdown(&header, &cells)
    )
}

/// Puts the table between its marks.
///
/// # Errors
/// If the file cannot be read or written, or has no marks.
pub fn update(path: &Path, table: &str) -> Result<()> {
    let text = std::fs::read_to_string(path).map_err(Error::io(path))?;
    let parts = text.split_once(BEGIN).and_then(|(before, rest)| {
        let (_, after) = rest.split_once(END)?;
        Some((before, after))
    });
    let Some((before, after)) = parts else {
        let place = Place::whole(path.display());
        return Err(Error::input(place, "no marks for the table", format!("{BEGIN} and {END}")));
    };
    let text = format!("{before}{BEGIN}\n{table}{END}{after}");
    write_whole(path, text.as_bytes())
}
