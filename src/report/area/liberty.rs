//! A user's Liberty file: checks it, finds the cells that drive inputs and constants, and maps to
//! it with Yosys.

use super::yosys::{CONSTRAINTS, odd};
use crate::error::{Error, Place, Result};
use crate::files;
use crate::tools::{self, Found, STA, YOSYS};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Path of our copy, seen from the folder of a run, so that no script has to quote the user's path.
pub(super) const FILE: &str = "../cells.lib";

/// What a library must be, for messages.
const MAPPABLE: &str = "a library with flip-flops and gates";

/// A library of standard cells.
#[derive(Clone, Debug)]
pub struct Liberty {
    path: PathBuf,
    /// The file's name without its folder.
    pub name: String,
    /// Hash (BLAKE3) of the file.
    pub hash: String,
    /// Cell that drives inputs. Without it, nothing is buffered or sized.
    pub buffer: Option<String>,
    /// Cell with a constant output, and the name of that output: `high` for 1, `low` for 0.
    high: Option<(String, String)>,
    low: Option<(String, String)>,
    pub sta: Found,
}

/// Reads a file and checks that it begins like a Liberty file.
///
/// # Errors
/// [`Error::Io`] or [`Error::Input`].
pub(super) fn read(path: &Path) -> Result<Vec<u8>> {
    let content = files::read(path)?;
    let text = String::from_utf8_lossy(&content);
    let start = without_comments(&text);
    let group = start.strip_prefix("library").map(str::trim_start);
    if group.is_some_and(|rest| rest.starts_with('(')) {
        return Ok(content);
    }
    let line = text[..text.len() - start.len()].matches('\n').count() + 1;
    let found = match start.lines().next() {
        Some(first) => format!("{:?}", first.chars().take(40).collect::<String>()),
        None => "the end of the file".into(),
    };
    let place = Place::line(path.display(), line);
    Err(Error::input(place, found, "a Liberty file, which begins with 'library (NAME) {'"))
}

/// The text from the first token that is not a comment.
fn without_comments(text: &str) -> &str {
    let text = text.trim_start();
    let rest = if let Some(comment) = text.strip_prefix("/*") {
        comment.split_once("*/").map_or("", |(_, rest)| rest)
    } else if let Some(comment) = text.strip_prefix("//") {
        comment.split_once('\n').map_or("", |(_, rest)| rest)
    } else {
        return text;
    };
    without_comments(rest)
}

#[derive(Deserialize)]
pub(super) struct Library {
    pub modules: BTreeMap<String, Cell>,
}

#[derive(Deserialize)]
pub(super) struct Cell {
    pub ports: BTreeMap<String, Pin>,
    /// The cell's parts, as Yosys's own cells.
    cells: BTreeMap<String, Part>,
}

#[derive(Deserialize)]
struct Part {
    #[serde(rename = "type")]
    kind: String,
}

#[derive(Deserialize)]
pub(super) struct Pin {
    pub direction: String,
    /// Numbers of nets, or the constants "0" and "1".
    pub bits: Vec<serde_json::Value>,
}

impl Cell {
    fn is_flip_flop(&self) -> bool {
        self.cells.values().any(|part| part.kind.starts_with("$_DFF"))
    }

    fn is_buffer(&self) -> bool {
        let mut pins: Vec<&Pin> = self.ports.values().collect();
        pins.sort_by_key(|pin| &pin.direction);
        match pins[..] {
            [from, to] => {
                (&*from.direction, &*to.direction) == ("input", "output") && from.bits == to.bits
            }
            _ => false,
        }
    }

    /// The output that is always `level`, if the cell has no inputs.
    fn tie(&self, level: &str) -> Option<&str> {
        let constant = |pin: &Pin| pin.direction == "output" && pin.bits == [level];
        let without_inputs = self.ports.values().all(|pin| pin.direction == "output");
        let (name, _) = self.ports.iter().find(|(_, pin)| constant(pin))?;
        without_inputs.then_some(name)
    }
}

impl Liberty {
    /// ABC's estimate is optimistic, so its target delay is this fraction of the clock period.
    pub const TARGET: f64 = 0.7;

    /// Target fraction if each child of a composite is mapped separately: ABC does not know how
    /// late the inputs of a child arrive, and a path crosses several children.
    pub const TARGET_OF_CHILDREN: f64 = 0.2;

    /// Capacitance at each output in fF, as OpenROAD-flow-scripts uses for NanGate 45.
    pub const LOAD: f64 = 3.898;

    /// Copies the file into `folder` and lets Yosys read its cells.
    pub(super) fn new(
        path: &Path,
        content: &[u8],
        yosys: &Found,
        folder: &Path,
    ) -> Result<Liberty> {
        let sta = STA.find()?;
        let copy = folder.join("cells.lib");
        std::fs::write(&copy, content).map_err(Error::io(&copy))?;
        let cells = cells(path, yosys, folder)?;
        let shortest = |names: Vec<(String, String)>| {
            names.into_iter().min_by_key(|(cell, pin)| (cell.len(), cell.clone(), pin.clone()))
        };
        let buffers = cells.iter().filter(|(_, cell)| cell.is_buffer());
        let ties = |level| {
            let ties = cells.iter();
            let ties =
                ties.filter_map(|(name, cell)| Some((name.clone(), cell.tie(level)?.into())));
            shortest(ties.collect())
        };
        Ok(Liberty {
            path: path.to_path_buf(),
            name: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            hash: blake3::hash(content).to_hex().to_string(),
            // Cell families number their cells by strength; the shortest name is among the weakest.
            buffer: shortest(buffers.map(|(name, _)| (name.clone(), String::new())).collect())
                .map(|(name, _)| name),
            high: ties("1"),
            low: ties("0"),
            sta,
        })
    }

    /// Script lines that map generic cells to the library in `file`. The target delay is the
    /// fraction `part` of the period of a clock of `mhz` MHz. `abc` buffers and sizes only with
    /// constraints.
    pub fn mapping(&self, part: f64, mhz: usize, file: &str) -> Vec<String> {
        let target = part * 1e6 / mhz as f64;
        let options = match self.buffer {
            Some(_) => format!("-constr {CONSTRAINTS} -D {target:.0}"),
            // ABC's other mappers refuse some or all libraries without a buffer.
            None => "-script +strash;dch;amap".into(),
        };
        let abc = format!("abc -liberty {file} {options}");
        let mut lines = vec![format!("dfflibmap -liberty {file}"), abc];
        let tie = |option, tie: &Option<(String, String)>| {
            tie.as_ref().map_or(String::new(), |(cell, pin)| format!(" {option} {cell} {pin}"))
        };
        let ties = tie("-hicell", &self.high) + &tie("-locell", &self.low);
        if !ties.is_empty() {
            lines.push(format!("hilomap{ties}"));
        }
        lines.push("opt_clean -purge".into());
        lines
    }

    /// ABC's constraints: driving cell and load.
    pub fn constraints(&self) -> Option<String> {
        let buffer = self.buffer.as_ref()?;
        Some(format!("set_driving_cell {buffer}\nset_load {} [all_outputs]\n", Self::LOAD))
    }

    /// Parses `Chip area for module '\rf_x': 99.484`.
    pub(super) fn area(&self, statistics: &str) -> Result<f64> {
        let unmapped = statistics.lines().find(|line| line.trim().starts_with("Area for cell"));
        if let Some(line) = unmapped {
            return Err(Error::input(Place::whole(self.path.display()), line.trim(), MAPPABLE));
        }
        let line = statistics.lines().rfind(|line| line.trim().starts_with("Chip area for"));
        let figure = line.and_then(|line| line.rsplit_once(':'));
        match figure {
            Some((_, figure)) => figure.trim().parse().map_err(|_| odd("stat -liberty")),
            // The module has wires only.
            None => Ok(0.0),
        }
    }
}

fn cells(path: &Path, yosys: &Found, folder: &Path) -> Result<BTreeMap<String, Cell>> {
    let ignore = "-ignore_miss_func -ignore_miss_dir -ignore_miss_data_latch";
    let script = format!("read_liberty {ignore} cells.lib; write_json cells.json");
    let mut command = Command::new(&yosys.path);
    command.args(["-q", "-p", &script]).current_dir(folder);
    tools::run(&YOSYS, &mut command).map_err(|error| refused(path, error))?;
    let json = super::yosys::read(folder, "cells.json")?;
    let library: Library = serde_json::from_str(&json).map_err(|_| odd("write_json"))?;
    match library.modules.values().any(Cell::is_flip_flop) {
        true => Ok(library.modules),
        false => Err(Error::input(Place::whole(path.display()), "no flip-flop", MAPPABLE)),
    }
}

/// The error if Yosys cannot read the file: bad input, not a failure of the tool.
fn refused(path: &Path, error: Error) -> Error {
    match error {
        Error::ToolFailed { output, .. } => {
            let line = output
                .lines()
                .find(|line| line.contains("ERROR"))
                .unwrap_or("a file that Yosys cannot read");
            Error::input(Place::whole(path.display()), line.trim(), "a file that Yosys can read")
        }
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_before_the_library_are_skipped() {
        let text = "/* a\n * b */\n// c\n library (x) {";
        assert_eq!(without_comments(text), "library (x) {");
        assert_eq!(without_comments("/* never closed"), "");
    }
}
