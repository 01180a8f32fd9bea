//! Maps of all banks as CSV: what is loaded into the hardware's map tables at kernel launch.
//!
//! Columns `bank,entry,port,offset`, a line for every entry of every bank. Lines may stand in any
//! order; what is read is whole, and a permutation of each bank's positions.

use super::Map;
use crate::error::{Error, Place, Result};
use crate::files::{self, write_whole};
use crate::systems::racetrack::units::PortRegions;
use serde::{Deserialize, Serialize};
use std::path::Path;

const COLUMNS: [&str; 4] = ["bank", "entry", "port", "offset"];

#[derive(Serialize, Deserialize)]
struct Line {
    bank: usize,
    entry: usize,
    port: usize,
    offset: usize,
}

/// Writes the maps of banks 0, 1 and so on, whole or not at all.
///
/// # Errors
/// [`Error::Io`] if it cannot be written.
pub fn write_maps(path: &Path, maps: &[Map]) -> Result<()> {
    write_whole(path, &lines(maps).map_err(Error::io(path))?)
}

fn lines(maps: &[Map]) -> std::io::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for (bank, map) in maps.iter().enumerate() {
        for (entry, &(port, offset)) in map.place.iter().enumerate() {
            let (port, offset) = (port.into(), offset.into());
            writer.serialize(Line { bank, entry, port, offset })?;
        }
    }
    writer.into_inner().map_err(|error| error.into_error())
}

/// Reads the maps of `banks` banks of this geometry.
///
/// # Errors
/// [`Error::Io`] if it cannot be read, [`Error::Input`] with the line if a value is out of bounds
/// or an entry or a position occurs twice, and without if an entry is missing.
pub fn read_maps(path: &Path, banks: usize, geometry: PortRegions) -> Result<Vec<Map>> {
    parse_maps(&path.display().to_string(), &files::read(path)?, banks, geometry)
}

/// [`read_maps`] of a text; `name` stands in messages.
///
/// # Errors
/// Those of [`read_maps`], but no [`Error::Io`].
pub fn parse_maps(
    name: &str,
    text: &[u8],
    banks: usize,
    geometry: PortRegions,
) -> Result<Vec<Map>> {
    let mut reader = csv::Reader::from_reader(text);
    let header = reader.headers().map_err(|error| bad_line(name, &error))?;
    if header.iter().ne(COLUMNS) {
        let found = format!("columns '{}'", header.iter().collect::<Vec<_>>().join(","));
        return Err(Error::input(Place::line(name, 1), found, COLUMNS.join(",")));
    }
    let mut tables = vec![Table::new(geometry); banks];
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).map_err(|error| bad_line(name, &error))? {
        let at = record.position().map_or(0, |position| position.line() as usize);
        let line = record.deserialize(Some(&csv::StringRecord::from(&COLUMNS[..])));
        let line = line.map_err(|error| bad_field(name, at, &error))?;
        put(&mut tables, &line, at, geometry)
            .map_err(|(found, expected)| Error::input(Place::line(name, at), found, expected))?;
    }
    let whole = |(bank, table): (usize, Table)| table.whole(name, bank, geometry);
    tables.into_iter().enumerate().map(whole).collect()
}

/// Lines read for a bank.
#[derive(Clone)]
struct Table {
    place: Vec<Option<(u8, u8)>>,
    /// The line that gave each entry its position, and each position its entry.
    entry_line: Vec<usize>,
    position_line: Vec<usize>,
}

/// Puts a line into its table; else what was found and what was expected.
fn put(
    tables: &mut [Table],
    line: &Line,
    at: usize,
    geometry: PortRegions,
) -> std::result::Result<(), (String, String)> {
    let below = |what: &str, value: usize, bound: usize| match value < bound {
        true => Ok(()),
        false => Err((format!("{what} {value}"), format!("below {bound}"))),
    };
    below("bank", line.bank, tables.len())?;
    below("entry", line.entry, geometry.positions())?;
    below("port", line.port, geometry.ports)?;
    below("offset", line.offset, geometry.offsets)?;
    let table = &mut tables[line.bank];
    let position = line.port * geometry.offsets + line.offset;
    let first = |what: &str, seen: &mut usize| match std::mem::replace(seen, at) {
        0 => Ok(()),
        before => {
            let found = format!("bank {}: {what}, also in line {before}", line.bank);
            Err((found, "every entry and every position once in each bank".to_string()))
        }
    };
    first(&format!("entry {}", line.entry), &mut table.entry_line[line.entry])?;
    let place = format!("port {} and offset {}", line.port, line.offset);
    first(&place, &mut table.position_line[position])?;
    table.place[line.entry] = Some((line.port as u8, line.offset as u8));
    Ok(())
}

impl Table {
    fn new(geometry: PortRegions) -> Table {
        let positions = geometry.positions();
        Table {
            place: vec![None; positions],
            entry_line: vec![0; positions],
            position_line: vec![0; positions],
        }
    }

    fn whole(self, name: &str, bank: usize, geometry: PortRegions) -> Result<Map> {
        if let Some(entry) = self.place.iter().position(Option::is_none) {
            let found = format!("bank {bank} without entry {entry}");
            let expected = format!("all of {} entries", geometry.positions());
            return Err(Error::input(Place::whole(name), found, expected));
        }
        Ok(Map { geometry, place: self.place.into_iter().flatten().collect() })
    }
}

/// A line that is not CSV.
fn bad_line(name: &str, error: &csv::Error) -> Error {
    let place = match error.position() {
        Some(position) => Place::line(name, position.line() as usize),
        None => Place::whole(name),
    };
    Error::input(place, format!("unreadable text ({error})"), "lines bank,entry,port,offset")
}

/// A field that is no number.
fn bad_field(name: &str, line: usize, error: &csv::Error) -> Error {
    let csv::ErrorKind::Deserialize { err, .. } = error.kind() else {
        return bad_line(name, error);
    };
    let column = err.field().map_or(0, |field| field as usize);
    let expected = COLUMNS.get(column).map_or("four columns".into(), |what| format!("a {what}"));
    Error::input(
        Place::line(name, line),
        format!("column {}: {}", column + 1, err.kind()),
        expected,
    )
}
