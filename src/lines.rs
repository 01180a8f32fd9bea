//! Reads CSV text with known columns, line by line, with regforge's own error messages.

use crate::error::{Error, Place, Result, shortened};
use csv::{ErrorKind, Reader, ReaderBuilder, StringRecord, Terminator, Trim};
use std::fmt::Display;
use std::io::{self, Read};
use std::path::Path;

/// Maximum bytes of a line, far more than the known columns need.
const MAX_LINE: usize = 1000;

/// The lines of a text.
pub(crate) struct Lines<'a, R> {
    name: &'a str,
    reader: Reader<ShortLines<R>>,
    columns: &'a [&'a str],
    record: StringRecord,
}

/// A line with as many fields as the header.
pub(crate) struct Line<'a> {
    name: &'a str,
    columns: &'a [&'a str],
    record: &'a StringRecord,
    /// Counted from 1.
    pub number: usize,
}

impl<'a, R: Read> Lines<'a, R> {
    /// Reads the header. It must be a prefix of `columns` with at least `required` names. `name` is
    /// the file name in messages.
    pub fn new(
        name: &'a str,
        text: R,
        columns: &'a [&'a str],
        required: usize,
    ) -> Result<Lines<'a, R>> {
        // With `\r\n` as one terminator, the reader would give a line the number of the line before
        // it.
        let reader = ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .terminator(Terminator::Any(b'\n'))
            .trim(Trim::All)
            .from_reader(ShortLines { text, length: 0 });
        let mut lines = Lines { name, reader, columns, record: StringRecord::new() };
        lines.read()?;
        lines.columns = &columns[..lines.record.len().clamp(required, columns.len())];
        if !lines.record.iter().eq(lines.columns.iter().copied()) {
            let header = lines.record.iter().collect::<Vec<_>>().join(",");
            let found = format!("columns '{}'", shortened(&header));
            let optional = columns[required..].iter().map(|name| format!(", possibly also {name}"));
            let expected = columns[..required].join(",") + &optional.collect::<String>();
            return Err(Error::input(Place::line(name, 1), found, expected));
        }
        Ok(lines)
    }

    /// The next line that is not empty.
    pub fn next(&mut self) -> Result<Option<Line<'_>>> {
        while self.read()? {
            if self.record.iter().ne([""]) {
                return self.line().map(Some);
            }
        }
        Ok(None)
    }

    fn line(&self) -> Result<Line<'_>> {
        let Lines { name, columns, record, .. } = self;
        let number = record.position().map_or(0, |position| position.line() as usize);
        let line = Line { name, columns, record, number };
        if record.len() != columns.len() {
            let found = format!("{} fields", record.len());
            return line.refuse(found, format!("{}: {}", columns.len(), columns.join(",")));
        }
        Ok(line)
    }

    fn read(&mut self) -> Result<bool> {
        self.reader.read_record(&mut self.record).map_err(|error| {
            let line = error.position().map(|position| position.line() as usize);
            let place = line.map_or(Place::whole(self.name), |line| Place::line(self.name, line));
            let found = match error.into_kind() {
                ErrorKind::Io(error) if error.kind() != io::ErrorKind::InvalidData => {
                    return Error::io(Path::new(self.name))(error);
                }
                ErrorKind::Io(error) => error.to_string(),
                _ => "a byte that is not UTF-8".into(),
            };
            Error::input(place, found, format!("lines {}", self.columns.join(",")))
        })
    }
}

/// Rejects a text without line ends, which would fill the memory.
struct ShortLines<R> {
    text: R,
    /// Length of the current line so far, in bytes.
    length: usize,
}

impl<R: Read> Read for ShortLines<R> {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.text.read(bytes)?;
        for part in bytes[..read].split_inclusive(|byte| *byte == b'\n') {
            self.length += part.len();
            if self.length > MAX_LINE {
                let found = format!("a line of more than {MAX_LINE} bytes");
                return Err(io::Error::new(io::ErrorKind::InvalidData, found));
            }
            self.length *= usize::from(part.last() != Some(&b'\n'));
        }
        Ok(read)
    }
}

impl<'a> Line<'a> {
    /// The word in a column; `None` if the text lacks this optional column.
    pub fn word(&self, column: usize) -> Option<&'a str> {
        self.record.get(column)
    }

    /// The number in a column that is present.
    pub fn integer(&self, column: usize) -> Result<u64> {
        let (name, field) = (self.columns[column], &self.record[column]);
        match field.parse() {
            Ok(number) => Ok(number),
            Err(_) => self.refuse(format!("{name} '{field}'"), "a whole number"),
        }
    }

    pub fn refuse<T>(&self, found: impl Display, expected: impl Display) -> Result<T> {
        Err(Error::input(Place::line(self.name, self.number), found, expected))
    }
}
