//! CSV files with the maps of all banks, which are loaded into the map tables at kernel launch.
//!
//! The columns are `bank,entry,port,offset`, with one line for every entry of every bank, in any
//! order. A file that is read must hold a complete permutation of the positions of each bank.

use super::Map;
use crate::error::{Error, Place, Result};
use crate::files::{self, write_whole};
use crate::lines::{Line, Lines};
use crate::systems::racetrack::units::PortRegions;
use std::path::Path;

const COLUMNS: [&str; 4] = ["bank", "entry", "port", "offset"];

/// Writes the maps of banks 0, 1 and so on, atomically.
///
/// # Errors
/// [`Error::Io`] if it cannot be written.
pub fn write_maps(path: &Path, maps: &[Map]) -> Result<()> {
    write_whole(path, lines(maps).as_bytes())
}

fn lines(maps: &[Map]) -> String {
    let line = |bank, (entry, (port, offset)): (usize, &(u8, u8))| {
        format!("{bank},{entry},{port},{offset}\n")
    };
    let maps = maps.iter().enumerate();
    let lines =
        maps.flat_map(|(bank, map)| map.place.iter().enumerate().map(move |one| line(bank, one)));
    std::iter::once(COLUMNS.join(",") + "\n").chain(lines).collect()
}

/// Reads the maps of `banks` banks of this geometry.
///
/// # Errors
/// [`Error::Io`] if the file cannot be read. [`Error::Input`] if a value is out of bounds or an
/// entry or a position occurs twice, with the line, or if an entry is missing, without a line.
pub fn read_maps(path: &Path, banks: usize, geometry: PortRegions) -> Result<Vec<Map>> {
    parse_maps(&path.display().to_string(), &files::read(path)?, banks, geometry)
}

/// Parses maps as [`read_maps`] does; `name` is the file name in error messages.
///
/// # Errors
/// Those of [`read_maps`], except [`Error::Io`].
pub fn parse_maps(
    name: &str,
    text: &[u8],
    banks: usize,
    geometry: PortRegions,
) -> Result<Vec<Map>> {
    let mut lines = Lines::new(name, text, &COLUMNS, COLUMNS.len())?;
    let mut tables = vec![Table::new(geometry); banks];
    while let Some(line) = lines.next()? {
        put(&mut tables, &line, geometry)?;
    }
    let whole = |(bank, table): (usize, Table)| table.whole(name, bank, geometry);
    tables.into_iter().enumerate().map(whole).collect()
}

/// The lines of one bank that are read so far.
#[derive(Clone)]
struct Table {
    place: Vec<Option<(u8, u8)>>,
    /// Line number of each entry; 0 if it has not occurred.
    entry_line: Vec<usize>,
    /// Line number of each position; 0 if it has not occurred.
    position_line: Vec<usize>,
}

/// Adds a line to the table of its bank.
fn put(tables: &mut [Table], line: &Line, geometry: PortRegions) -> Result<()> {
    let below = |column: usize, bound: usize| match line.integer(column)? as usize {
        value if value < bound => Ok(value),
        value => line.refuse(format!("{} {value}", COLUMNS[column]), format!("below {bound}")),
    };
    let bank = below(0, tables.len())?;
    let entry = below(1, geometry.positions())?;
    let (port, offset) = (below(2, geometry.ports)?, below(3, geometry.offsets)?);
    let table = &mut tables[bank];
    let first = |what: String, seen: &mut usize| match std::mem::replace(seen, line.number) {
        0 => Ok(()),
        before => {
            let found = format!("bank {bank}: {what}, also in line {before}");
            line.refuse(found, "each entry and each position once per bank")
        }
    };
    first(format!("entry {entry}"), &mut table.entry_line[entry])?;
    let position = port * geometry.offsets + offset;
    let place = format!("port {port} and offset {offset}");
    first(place, &mut table.position_line[position])?;
    table.place[entry] = Some((port as u8, offset as u8));
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
