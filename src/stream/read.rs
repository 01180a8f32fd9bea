//! Reads streams line by line, and checks every line.

use super::{Direction, Hint, Request, Stream};
use crate::config::Gpu;
use crate::error::{Error, Place, Result};
use crate::fields::hex_digits;
use crate::files;
use crate::lines::{Line, Lines};
use std::io::Read;
use std::path::Path;

/// The columns; the last one is optional.
const COLUMNS: [&str; 6] = ["cycle", "op", "warp", "reg", "mask", "hint"];

/// Columns that every stream has.
const REQUIRED: usize = 5;

/// Maximum cycles between two requests, and before the first one: every cycle is simulated.
const MOST_IDLE: u64 = 1_000_000;

/// Maximum requests of a stream, about 2 GB of memory.
const MOST_REQUESTS: usize = 100_000_000;

impl Stream {
    /// Reads a `.csv` or `.csv.xz` file.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be read, [`Error::Input`] with the line if it is invalid.
    pub fn open(path: &Path, gpu: &Gpu) -> Result<Stream> {
        Stream::parse(&path.display().to_string(), files::open(path)?, gpu)
    }

    /// Reads a stream from CSV text; messages show `name`.
    ///
    /// # Errors
    /// [`Error::Input`] with the line if it is invalid.
    pub fn parse(name: &str, text: impl Read, gpu: &Gpu) -> Result<Stream> {
        let mut lines = Lines::new(name, text, &COLUMNS, REQUIRED)?;
        let mut requests: Vec<Request> = Vec::new();
        while let Some(line) = lines.next()? {
            if requests.len() == MOST_REQUESTS {
                return line.refuse("another request", format!("at most {MOST_REQUESTS}"));
            }
            let last = requests.last().map_or(0, |request| request.cycle);
            requests.push(request(&line, last, gpu)?);
        }
        if requests.is_empty() {
            return Err(Error::input(Place::whole(name), "no requests", "at least one"));
        }
        Ok(Stream { name: name.into(), requests })
    }
}

/// The request in a line.
fn request(line: &Line, last_cycle: u64, gpu: &Gpu) -> Result<Request> {
    let [cycle, warp, reg] = [line.integer(0)?, line.integer(2)?, line.integer(3)?];
    if cycle < last_cycle {
        return line.refuse(format!("cycle {cycle}"), format!("{last_cycle} or later"));
    }
    if cycle - last_cycle > MOST_IDLE {
        let expected = format!("at most {MOST_IDLE} cycles after cycle {last_cycle}");
        return line.refuse(format!("cycle {cycle}"), expected);
    }
    let direction = match line.word(1).unwrap_or_default() {
        "R" => Direction::Read,
        "W" => Direction::Write,
        other => return line.refuse(format!("op '{other}'"), "R or W"),
    };
    if warp >= gpu.warps as u64 {
        return line.refuse(format!("warp {warp}"), format!("a warp below {}", gpu.warps));
    }
    let Ok(reg) = u8::try_from(reg) else {
        return line.refuse(format!("register {reg}"), "a register below 256");
    };
    let mask = line.word(4).unwrap_or_default();
    let lane_mask = match (mask.len(), u32::from_str_radix(mask, 16)) {
        (8, Ok(lanes)) if lanes != 0 && hex_digits(mask) => lanes,
        _ => return line.refuse(format!("mask '{mask}'"), "eight hex digits, not all zero"),
    };
    let hint = hint(direction, line)?;
    Ok(Request { cycle, direction, warp: warp as u8, reg, lane_mask, hint })
}

/// The hint of a line. Only a read may have one.
fn hint(direction: Direction, line: &Line) -> Result<Hint> {
    let of = |dead, promote| Ok(Hint { dead, promote });
    match (direction, line.word(5).unwrap_or("-")) {
        (_, "-") => of(false, false),
        (Direction::Read, "d") => of(true, false),
        (Direction::Read, "p") => of(false, true),
        (Direction::Read, "dp") => of(true, true),
        (Direction::Read, text) => line.refuse(format!("hint '{text}'"), "-, d, p or dp"),
        (Direction::Write, text) => line.refuse(format!("hint '{text}' of a write"), "-"),
    }
}
