//! A row of a sweep's table.

use super::Point;
use super::point::is_fault;
use crate::error::{Error, Result};
use crate::sm::Statistics;
use crate::sm::register_file::Counts;
use serde_json::Value;
use std::io;

/// Measurements of a point.
#[derive(Default)]
pub(super) struct Measured {
    /// Resident CTAs.
    pub resident: usize,
    /// Whether the output is as the launch expects; none if the launch states no expected output.
    pub agrees: Option<bool>,
    /// Resident threads in percent of the SM's maximum.
    pub occupancy: f64,
    pub statistics: Statistics,
    pub register_file: Counts,
}

/// A row: named cells. A cell without a measurement is empty.
///
/// Columns: `launch`, `run`, `register_file`, `configuration`; `resident` CTAs; `agrees`, whether
/// the output is as the launch expects; `cycles`; `ipc`, thread instructions per cycle;
/// `occupancy`, resident threads in percent; the other counts of [`Statistics`], in alphabetical
/// order; `bank_reads`, `bank_writes` and `bank_waits`, summed over the banks; the register file's
/// other events, with the prefix `bank_` if they belong to banks; `error`; `key`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row(Vec<(String, String)>);

type Cells = Vec<(String, String)>;

/// The last columns.
const LAST: [&str; 2] = ["error", "key"];

impl Row {
    pub(super) fn new(launch: &str, point: &Point, outcome: &Result<Measured>) -> Row {
        let run = point.run;
        let names = ["launch", "run", "register_file", "configuration"].map(String::from);
        let values = [launch, &run.name, run.system.name(), run.config.name()];
        let mut cells: Cells = names.into_iter().zip(values.map(String::from)).collect();
        cells.extend(
            outcome.as_ref().map_or_else(|error| missing(is_fault(error)), Measured::cells),
        );
        let error = outcome.as_ref().err().map(Error::to_string).unwrap_or_default();
        // The lines below the first only quote the faulty text.
        let error = error.lines().next().unwrap_or_default().to_string();
        cells.extend(LAST.map(String::from).into_iter().zip([error, point.key.clone()]));
        Row(cells)
    }

    /// The cell of a column, empty if the row has no such column.
    pub fn cell(&self, column: &str) -> &str {
        self.0.iter().find(|(name, _)| name == column).map_or("", |(_, cell)| cell)
    }

    /// Whether the launch ended in a fault or with a wrong output.
    pub fn is_wrong(&self) -> bool {
        self.cell("agrees") == "false"
    }

    /// Reads a table of one row; none if the text is not such a table.
    pub(super) fn parse(text: &[u8]) -> Option<Row> {
        let mut reader = csv::Reader::from_reader(text);
        let names: Vec<String> = reader.headers().ok()?.iter().map(String::from).collect();
        let rows: Vec<_> = reader.records().collect::<csv::Result<_>>().ok()?;
        match rows.as_slice() {
            [row] if names.ends_with(&LAST.map(String::from)) => {
                Some(Row(names.into_iter().zip(row.iter().map(String::from)).collect()))
            }
            _ => None,
        }
    }
}

/// The cells of a point without a measurement.
fn missing(is_fault: bool) -> Cells {
    let cell = |(name, _): (String, String)| {
        let cell = if name == "agrees" && is_fault { "false" } else { "" };
        (name, cell.to_string())
    };
    Measured::default().cells().into_iter().map(cell).collect()
}

impl Measured {
    fn cells(&self) -> Cells {
        let agrees = self.agrees.map_or(String::new(), |agrees| agrees.to_string());
        let statistics = serde_json::to_value(&self.statistics).unwrap_or_default();
        let (cycles, others): (Cells, Cells) =
            flat("", &statistics).into_iter().partition(|(name, _)| name == "cycles");
        let banks = self.register_file.total();
        let counts = [("reads", banks.reads), ("writes", banks.writes), ("waits", banks.waits)];
        let banks = counts.into_iter().chain(banks.events.iter());
        let file = self.register_file.events.iter();
        let mut cells = vec![
            ("resident".to_string(), self.resident.to_string()),
            ("agrees".to_string(), agrees),
        ];
        cells.extend(cycles);
        cells.push(("ipc".to_string(), self.statistics.ipc().to_string()));
        cells.push(("occupancy".to_string(), self.occupancy.to_string()));
        cells.extend(others);
        cells.extend(banks.map(|(name, count)| (format!("bank_{name}"), count.to_string())));
        cells.extend(file.map(|(name, count)| (name.to_string(), count.to_string())));
        cells
    }
}

/// Numbers with their names. The names of a list's elements end in their index.
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

/// A table as CSV: the columns of all rows in order of first occurrence, `LAST` at the end.
///
/// # Errors
/// Only if rows differ in width, which rows of a sweep do not.
pub fn csv(rows: &[Row]) -> io::Result<Vec<u8>> {
    let mut columns: Vec<&str> = Vec::new();
    for (name, _) in rows.iter().flat_map(|row| &row.0) {
        if !columns.contains(&name.as_str()) && !LAST.contains(&name.as_str()) {
            columns.push(name);
        }
    }
    columns.extend(LAST);
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(&columns)?;
    for row in rows {
        writer.write_record(columns.iter().map(|column| row.cell(column)))?;
    }
    writer.into_inner().map_err(csv::IntoInnerError::into_error)
}
