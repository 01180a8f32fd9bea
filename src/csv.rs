//! CSV text of known columns, line by line. Fields are numbers and words: nothing is quoted.

use crate::error::{Error, Place, Result, shortened};
use std::fmt::Display;
use std::io::{BufRead, Read};
use std::path::Path;

/// Bytes of a line, far more than known columns need.
const MAX_LINE: u64 = 1000;

/// The lines of a text.
pub(crate) struct Lines<'a, R> {
    name: &'a str,
    text: R,
    columns: &'a [&'a str],
    line: String,
    /// Of the line, counted from 1.
    number: usize,
}

/// A line with as many fields as the header.
pub(crate) struct Line<'a> {
    name: &'a str,
    columns: &'a [&'a str],
    fields: Vec<&'a str>,
    /// Counted from 1.
    pub number: usize,
}

impl<'a, R: BufRead> Lines<'a, R> {
    /// Reads the header: all of `columns`, or the first ones, at least as many as are required.
    /// `name` stands in messages.
    pub fn new(
        name: &'a str,
        text: R,
        columns: &'a [&'a str],
        required: usize,
    ) -> Result<Lines<'a, R>> {
        let mut lines = Lines { name, text, columns, line: String::new(), number: 0 };
        lines.read()?;
        let header = lines.line.trim_start_matches('\u{feff}');
        lines.columns = &columns[..header.split(',').count().clamp(required, columns.len())];
        if header.split(',').ne(lines.columns.iter().copied()) {
            let found = format!("columns '{}'", shortened(&header));
            let optional = columns[required..].iter().map(|name| format!(", perhaps also {name}"));
            let expected = columns[..required].join(",") + &optional.collect::<String>();
            return Err(Error::input(lines.place(), found, expected));
        }
        Ok(lines)
    }

    /// The next line that is not empty.
    pub fn next(&mut self) -> Result<Option<Line<'_>>> {
        while self.read()? {
            if !self.line.is_empty() {
                return self.fields().map(Some);
            }
        }
        Ok(None)
    }

    fn fields(&self) -> Result<Line<'_>> {
        let fields: Vec<&str> = self.line.split(',').collect();
        if fields.len() != self.columns.len() {
            let expected = format!("{}: {}", self.columns.len(), self.columns.join(","));
            return Err(Error::input(self.place(), format!("{} fields", fields.len()), expected));
        }
        let Lines { name, columns, number, .. } = *self;
        Ok(Line { name, columns, fields, number })
    }

    /// Reads a line, without its end. False after the last one.
    fn read(&mut self) -> Result<bool> {
        let mut bytes = Vec::new();
        let read = (&mut self.text).take(MAX_LINE).read_until(b'\n', &mut bytes);
        let read = read.map_err(Error::io(Path::new(self.name)))?;
        self.number += 1;
        let refused = |found: &str| Error::input(self.place(), found, self.columns.join(","));
        if read as u64 == MAX_LINE {
            return Err(refused(&format!("a line of {MAX_LINE} bytes or more")));
        }
        let line = String::from_utf8(bytes).map_err(|_| refused("a byte that is not UTF-8"))?;
        self.line = line.trim_end_matches(['\n', '\r']).to_string();
        Ok(read > 0)
    }

    fn place(&self) -> Place {
        Place::line(self.name, self.number)
    }
}

impl<'a> Line<'a> {
    /// The word in a column; absent if the text has no such column.
    pub fn word(&self, column: usize) -> Option<&'a str> {
        self.fields.get(column).copied()
    }

    /// The number in a column that the text has.
    pub fn integer(&self, column: usize) -> Result<u64> {
        let (name, field) = (self.columns[column], self.fields[column]);
        match field.parse() {
            Ok(number) => Ok(number),
            Err(_) => self.refuse(format!("{name} '{field}'"), "a whole number"),
        }
    }

    pub fn refuse<T>(&self, found: impl Display, expected: impl Display) -> Result<T> {
        Err(Error::input(Place::line(self.name, self.number), found, expected))
    }
}
