//! The table of measured units, and its place in the README and in the page of all units.

use crate::config::Config;
use crate::error::{Error, Place, Result};
use crate::files::write_whole;
use crate::table::{grouped, markdown};
use crate::units::AnyUnit;
use std::path::Path;

use super::Area;

/// One row: a unit, measured.
#[derive(Clone)]
pub struct Row {
    pub unit: &'static dyn AnyUnit,
    /// Configurations by which it has these parameters.
    pub configs: Vec<String>,
    /// Hash of its parameters.
    pub hash: String,
    pub area: Area,
    /// Cycles compared in lockstep without a mismatch.
    pub compared: u64,
}

/// A table's marks. `<!-- summary of A, B: generated, do not edit -->` opens a table of these units
/// at the default configuration; without `of` it has every row.
const BEGIN: &str = "<!-- summary";
const GENERATED: &str = ": generated, do not edit -->";
const END: &str = "<!-- /summary -->";

/// The table, and the tools and rules by which it was made.
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

/// Puts the table between the marks of a file.
///
/// # Errors
/// If the file cannot be read or written, has no marks, or names a unit that has no row.
pub fn update(path: &Path, rows: &[Row], yosys: &str, script: &str) -> Result<()> {
    let text = std::fs::read_to_string(path).map_err(Error::io(path))?;
    let parts = text.split_once(BEGIN).and_then(|(before, rest)| {
        let (of, rest) = rest.split_once(GENERATED)?;
        let (_, after) = rest.split_once(END)?;
        Some((before, of, after))
    });
    let Some((before, of, after)) = parts else {
        let expected = format!("{BEGIN}{GENERATED} and {END}");
        return Err(Error::input(Place::whole(path.display()), "no marks for the table", expected));
    };
    let table = match of.strip_prefix(" of ") {
        Some(names) => summary(&chosen(path, names, rows)?, yosys, script),
        None => summary(rows, yosys, script),
    };
    let text = format!("{before}{BEGIN}{of}{GENERATED}\n{table}{END}{after}");
    write_whole(path, text.as_bytes())
}

/// The rows of these units at the default configuration, in the order of their names.
fn chosen(path: &Path, names: &str, rows: &[Row]) -> Result<Vec<Row>> {
    let default = Config::DEFAULT.to_string();
    let row = |name: &str| {
        let is = |row: &&Row| row.unit.name() == name && row.configs.contains(&default);
        let row = rows.iter().find(is).ok_or_else(|| {
            let place = Place::whole(path.display());
            Error::input(place, format!("unit '{name}' in a mark"), "a name of 'regforge list'")
        })?;
        Ok(Row { configs: vec![default.clone()], ..row.clone() })
    };
    names.split(", ").map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Synthesis;
    use crate::systems::UNITS;

    fn row(unit: usize, configs: &[&str]) -> Row {
        let unit = UNITS[unit];
        let own = Synthesis { cells: 7, ..Synthesis::default() };
        let area = Area {
            unit: unit.name().into(),
            configuration: configs[0].into(),
            own,
            flat: None,
            path: None,
            macro_bits: 0,
            parts: Vec::new(),
        };
        let configs = configs.iter().map(|name| name.to_string()).collect();
        Row { unit, configs, hash: "0123abcd".into(), area, compared: 1_000 }
    }

    /// The file with this mark, updated.
    fn updated(mark: &str) -> Result<String> {
        let file = tempfile::NamedTempFile::new().unwrap();
        let text = format!("before\n<!-- summary{mark} -->\nold\n<!-- /summary -->\nafter\n");
        std::fs::write(file.path(), text).unwrap();
        let rows = [row(0, &["other"]), row(0, &["fermi", "third"]), row(1, &["fermi"])];
        update(file.path(), &rows, "Yosys", "s")?;
        Ok(std::fs::read_to_string(file.path()).unwrap())
    }

    fn lines_of(text: &str, unit: usize) -> Vec<&str> {
        let start = format!("| `{}`", UNITS[unit].name());
        text.lines().filter(|line| line.starts_with(&start)).collect()
    }

    #[test]
    fn a_mark_without_names_takes_every_row() {
        let text = updated(": generated, do not edit").unwrap();
        assert_eq!((lines_of(&text, 0).len(), lines_of(&text, 1).len()), (2, 1));
        assert!(lines_of(&text, 0)[1].contains("fermi, third (0123abcd)"), "{text}");
        let rest = text.starts_with("before\n<!-- summary: g") && text.ends_with(" -->\nafter\n");
        assert!(rest && !text.contains("old"), "{text}");
    }

    #[test]
    fn a_mark_with_names_takes_their_rows_at_the_default_configuration() {
        let names = format!(" of {}, {}", UNITS[1].name(), UNITS[0].name());
        let mark = format!("{names}: generated, do not edit");
        let text = updated(&mark).unwrap();
        assert!(text.contains(&format!("<!-- summary{mark} -->")), "{text}");
        let [first] = lines_of(&text, 0)[..] else { panic!("{text}") };
        assert!(first.contains("| fermi (0123abcd)"), "{text}");
        assert!(text.find(lines_of(&text, 1)[0]) < text.find(first), "{text}");
    }

    #[test]
    fn a_file_without_marks_and_an_unknown_unit_are_refused() {
        let unknown = updated(" of nothing: generated, do not edit").unwrap_err();
        assert!(unknown.to_string().contains("unit 'nothing' in a mark"), "{unknown}");
        let unmarked = updated(": typed").unwrap_err();
        assert!(unmarked.to_string().contains("no marks for the table"), "{unmarked}");
        assert_eq!((unknown.exit_code(), unmarked.exit_code()), (2, 2));
    }
}
