//! A port, as every part of the tool sees it: name, direction, width, meaning.
//!
//! A unit declares its ports once, in the structs of its `mod.rs`. Verilog, C ABI, documentation
//! and comparison all use the list made from them.

use super::{COLUMNS, wrapping};
use crate::bits::Shape;
use serde::Serialize;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Direction {
    Input,
    Output,
}

/// One port of a unit, without the clock, which every clocked unit has as `clk_i`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Port {
    /// Name as in the Rust struct, without the direction suffix: `req_offset`.
    pub name: &'static str,
    pub direction: Direction,
    pub shape: Shape,
    /// Meaning of the port, one line.
    pub doc: &'static str,
    /// The output that says, in the same cycle, whether this output's data is valid.
    pub valid: Option<&'static str>,
}

impl Port {
    /// The name in Verilog: `req_offset_i`, `rst_ni`, `op_o`.
    pub fn verilog(&self) -> String {
        let suffix = match self.direction {
            Direction::Input => "i",
            Direction::Output => "o",
        };
        match self.name.strip_suffix("_n") {
            Some(stem) => format!("{stem}_n{suffix}"),
            None => format!("{}_{suffix}", self.name),
        }
    }

    /// Bits of the port.
    pub fn width(&self) -> usize {
        self.shape.width()
    }

    /// Number of 32-bit words of the port in the C ABI.
    pub fn words(&self) -> usize {
        self.shape.words()
    }

    /// `[7:0]`, or nothing for a single bit.
    pub fn range(&self) -> String {
        range(self.width())
    }
}

/// `[7:0]`, or nothing for a single bit.
pub fn range(width: usize) -> String {
    match width {
        1 => String::new(),
        _ => format!("[{}:0]", width - 1),
    }
}

/// Whether a unit with these ports has a clock: it has one if and only if it has a reset.
pub fn clocked(ports: &[Port]) -> bool {
    ports.iter().any(|port| port.name == "rst_n")
}

/// The port list of a module, aligned, with comments; `clk_i` comes first if there is a reset.
pub fn port_list(ports: &[Port]) -> String {
    let mut rows: Vec<(&str, String, String, &str)> = Vec::new();
    if clocked(ports) {
        rows.push(("input ", String::new(), "clk_i".into(), ""));
    }
    for port in ports {
        let kind = match port.direction {
            Direction::Input => "input ",
            Direction::Output => "output",
        };
        rows.push((kind, port.range(), port.verilog(), port.doc));
    }
    let ranges = rows.iter().map(|row| row.1.len()).max().unwrap_or(0);
    let names = rows.iter().map(|row| row.2.len()).max().unwrap_or(0) + 1;
    let last = rows.len().saturating_sub(1);
    let lines = rows.iter().enumerate().map(|(n, (kind, range, name, doc))| {
        let name = format!("{name}{}", if n == last { "" } else { "," });
        let gap = if ranges == 0 { "" } else { " " };
        let line = format!("    {kind} wire{gap}{range:ranges$} {name:names$}");
        if doc.is_empty() {
            return line.trim_end().to_string();
        }
        let first = format!("{line} // ");
        let next = format!("{:1$} // ", "", line.len());
        let options = wrapping(COLUMNS).initial_indent(&first);
        textwrap::fill(doc, options.subsequent_indent(&next))
    });
    lines.collect::<Vec<_>>().join("\n")
}
