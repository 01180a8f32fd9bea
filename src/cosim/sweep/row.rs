//! A row of a sweep's table.

use super::Point;
use super::point::is_fault;
use crate::error::{Error, Result};
use crate::sm::Statistics;
use crate::sm::register_file::BankCounts;
use serde_json::Value;
use std::io;

/// What a point was found to do.
#[derive(Default)]
pub(super) struct Measured {
    /// CTAs at once.
    pub resident: usize,
    /// Whether the output is what the launch expects, if it expects any.
    pub agrees: Option<bool>,
    /// Resident threads in percent of those that the SM holds.
    pub occupancy: f64,
    pub statistics: Statistics,
    pub register_file: BankCounts,
}

/// A row: text under [`Row::columns`]. What was not measured is empty.
///
/// Columns: `launch`, `run`, `register_file`, `configuration`; `resident` CTAs; `agrees`, whether
/// the output is what the launch expects; `cycles`; `ipc`, thread instructions a cycle;
/// `occupancy`, resident threads in percent; the other counts of [`Statistics`] and, with `bank_`
/// before them, those of [`BankCounts`] summed over the banks, each in alphabetical order; `error`;
/// `key`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row(Vec<String>);

type Cells = Vec<(String, String)>;

impl Row {
    pub(super) fn new(launch: &str, point: &Point, outcome: &Result<Measured>) -> Row {
        let run = point.run;
        let mut cells = vec![
            launch.to_string(),
            run.name.clone(),
            run.register_file.name().to_string(),
            run.config.name.clone(),
        ];
        cells.extend(outcome.as_ref().map_or_else(
            |error| missing(is_fault(error)),
            |measured| measured.cells().into_iter().map(|(_, cell)| cell).collect(),
        ));
        let error = outcome.as_ref().err().map(Error::to_string).unwrap_or_default();
        // Below the first line the text is shown that is meant.
        cells.push(error.lines().next().unwrap_or_default().to_string());
        cells.push(point.key.clone());
        Row(cells)
    }

    /// Names of the columns.
    pub fn columns() -> Vec<String> {
        let measured = Measured::default().cells().into_iter().map(|(name, _)| name);
        let before = ["launch", "run", "register_file", "configuration"].map(String::from);
        let after = ["error", "key"].map(String::from);
        before.into_iter().chain(measured).chain(after).collect()
    }

    /// The cell of a column, empty if there is no such column.
    pub fn cell(&self, column: &str) -> &str {
        let index = Row::columns().iter().position(|name| name == column);
        index.and_then(|index| self.0.get(index)).map_or("", String::as_str)
    }

    /// Whether the launch ended in a fault or left something else than it should.
    pub fn is_wrong(&self) -> bool {
        self.cell("agrees") == "false"
    }

    /// Reads a table of one row; none if it is not one with the present columns.
    pub(super) fn parse(text: &[u8]) -> Option<Row> {
        let mut reader = csv::Reader::from_reader(text);
        let is_present = reader.headers().ok()?.iter().eq(Row::columns());
        let rows: Vec<_> = reader.records().collect::<csv::Result<_>>().ok()?;
        match rows.as_slice() {
            [row] if is_present => Some(Row(row.iter().map(String::from).collect())),
            _ => None,
        }
    }
}

/// The cells of a measurement that there is none of.
fn missing(is_fault: bool) -> Vec<String> {
    let cell = |(name, _): (String, String)| match name == "agrees" && is_fault {
        true => "false".to_string(),
        false => String::new(),
    };
    Measured::default().cells().into_iter().map(cell).collect()
}

impl Measured {
    fn cells(&self) -> Cells {
        let agrees = self.agrees.map_or(String::new(), |agrees| agrees.to_string());
        let statistics = serde_json::to_value(&self.statistics).unwrap_or_default();
        let (cycles, others): (Cells, Cells) =
            flat("", &statistics).into_iter().partition(|(name, _)| name == "cycles");
        let banks = serde_json::to_value(self.register_file).unwrap_or_default();
        let mut cells = vec![
            ("resident".to_string(), self.resident.to_string()),
            ("agrees".to_string(), agrees),
        ];
        cells.extend(cycles);
        cells.push(("ipc".to_string(), self.statistics.ipc().to_string()));
        cells.push(("occupancy".to_string(), self.occupancy.to_string()));
        cells.extend(others);
        cells.extend(flat("bank", &banks));
        cells
    }
}

/// Numbers with their names; those of a list end in their index.
fn flat(name: &str, value: &Value) -> Cells {
    let below = |last: &str| match name {
        "" => last.to_string(),
        _ => format!("{name}_{last}"),
    };
    match value {
        Value::Object(fields) => {
            fields.iter().flat_map(|(last, value)| flat(&below(last), value)).collect()
        }
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.flat_map(|(index, value)| flat(&below(&index.to_string()), value)).collect()
        }
        other => vec![(name.to_string(), other.to_string())],
    }
}

/// A table as CSV.
///
/// # Errors
/// None unless rows differ in width, which those of a sweep do not.
pub fn csv(rows: &[Row]) -> io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(Row::columns())?;
    for row in rows {
        writer.write_record(&row.0)?;
    }
    writer.into_inner().map_err(csv::IntoInnerError::into_error)
}
