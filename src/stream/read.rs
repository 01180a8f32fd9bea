//! Reading streams, line by line, with every line checked.

use super::{Direction, Hint, Request, Stream};
use crate::config::Gpu;
use crate::error::{Error, Place, Result};
use crate::fields::hex_digits;
use crate::files;
use serde::Deserialize;
use std::io::Read;
use std::path::Path;

/// A line as it stands.
#[derive(Deserialize)]
struct Line {
    cycle: u64,
    op: String,
    warp: u64,
    reg: u64,
    mask: String,
    #[serde(default)]
    hint: Option<String>,
}

/// The columns; the last one is optional.
const COLUMNS: [&str; 6] = ["cycle", "op", "warp", "reg", "mask", "hint"];

/// Columns that every stream has.
const REQUIRED: usize = 5;

/// Most cycles between two requests, and before the first: each of them is simulated.
const MOST_IDLE: u64 = 1_000_000;

impl Stream {
    /// Reads a `.csv` or `.csv.xz` file.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be read, [`Error::Input`] with the line if it makes no sense.
    pub fn open(path: &Path, gpu: &Gpu) -> Result<Stream> {
        Stream::parse(&path.display().to_string(), files::open(path)?, gpu)
    }

    /// Reads a stream from CSV text; `name` stands in messages.
    ///
    /// # Errors
    /// [`Error::Input`] with the line if it makes no sense.
    pub fn parse(name: &str, text: impl Read, gpu: &Gpu) -> Result<Stream> {
        let mut reader = csv::Reader::from_reader(text);
        let header = reader.headers().map_err(|error| bad_line(name, &error))?;
        let columns = &COLUMNS[..header.len().clamp(REQUIRED, COLUMNS.len())];
        if !header.iter().eq(columns.iter().copied()) {
            let found = format!("columns '{}'", header.iter().collect::<Vec<_>>().join(","));
            let expected = format!("{}, perhaps also hint", COLUMNS[..REQUIRED].join(","));
            return Err(Error::input(Place::line(name, 1), found, expected));
        }
        let columns = csv::StringRecord::from(columns);
        let mut requests: Vec<Request> = Vec::new();
        let mut record = csv::StringRecord::new();
        while reader.read_record(&mut record).map_err(|error| bad_line(name, &error))? {
            let at = record.position().map_or(0, |position| position.line() as usize);
            let line = record.deserialize(Some(&columns));
            let line = line.map_err(|error| bad_field(name, at, &error))?;
            let last = requests.last().map_or(0, |request| request.cycle);
            let request = check(&line, last, gpu).map_err(|(found, expected)| {
                Error::input(Place::line(name, at), found, expected)
            })?;
            requests.push(request);
        }
        if requests.is_empty() {
            return Err(Error::input(Place::whole(name), "no requests", "at least one"));
        }
        Ok(Stream { name: name.into(), requests })
    }
}

/// A line's values within their bounds; else what was found and what was expected.
fn check(
    line: &Line,
    last_cycle: u64,
    gpu: &Gpu,
) -> std::result::Result<Request, (String, String)> {
    if line.cycle < last_cycle {
        return Err((format!("cycle {}", line.cycle), format!("{last_cycle} or later")));
    }
    if line.cycle - last_cycle > MOST_IDLE {
        let expected = format!("at most {MOST_IDLE} cycles after cycle {last_cycle}");
        return Err((format!("cycle {}", line.cycle), expected));
    }
    let direction = match line.op.as_str() {
        "R" => Direction::Read,
        "W" => Direction::Write,
        other => return Err((format!("op '{other}'"), "R or W".into())),
    };
    if line.warp >= gpu.warps as u64 {
        return Err((format!("warp {}", line.warp), format!("a warp below {}", gpu.warps)));
    }
    let Ok(reg) = u8::try_from(line.reg) else {
        return Err((format!("register {}", line.reg), "a register below 256".into()));
    };
    let bad_mask = || (format!("mask '{}'", line.mask), "eight hex digits, not all zero".into());
    let lane_mask = match (line.mask.len(), u32::from_str_radix(&line.mask, 16)) {
        (8, Ok(mask)) if mask != 0 && hex_digits(&line.mask) => mask,
        _ => return Err(bad_mask()),
    };
    let hint = hint(direction, line.hint.as_deref().unwrap_or("-"))?;
    Ok(Request { cycle: line.cycle, direction, warp: line.warp as u8, reg, lane_mask, hint })
}

/// Only a read can say something.
fn hint(direction: Direction, text: &str) -> std::result::Result<Hint, (String, String)> {
    let of = |dead, promote| Ok(Hint { dead, promote });
    match (direction, text) {
        (_, "-") => of(false, false),
        (Direction::Read, "d") => of(true, false),
        (Direction::Read, "p") => of(false, true),
        (Direction::Read, "dp") => of(true, true),
        (Direction::Read, _) => Err((format!("hint '{text}'"), "-, d, p or dp".into())),
        (Direction::Write, _) => Err((format!("hint '{text}' of a write"), "-".into())),
    }
}

/// A line that is not CSV, or whose compressed data are damaged.
fn bad_line(name: &str, error: &csv::Error) -> Error {
    let place = match error.position() {
        Some(position) => Place::line(name, position.line() as usize),
        None => Place::whole(name),
    };
    Error::input(place, format!("unreadable text ({error})"), "lines cycle,op,warp,reg,mask")
}

/// A field that is not of its column's kind.
fn bad_field(name: &str, line: usize, error: &csv::Error) -> Error {
    let csv::ErrorKind::Deserialize { err, .. } = error.kind() else {
        return bad_line(name, error);
    };
    let kinds = ["a cycle number", "R or W", "a warp number", "a register number"];
    let column = err.field().map_or(0, |field| field as usize);
    let expected = kinds.get(column).copied().unwrap_or("as many columns as the header has");
    Error::input(
        Place::line(name, line),
        format!("column {}: {}", column + 1, err.kind()),
        expected,
    )
}
