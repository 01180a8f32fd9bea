//! Reads and writes `kernelslist.g`, the commands of the host in order.

use crate::error::{Error, Place, Result};
use std::fmt;
use std::path::{Path, PathBuf};

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Copies bytes from the host to this address.
    Copy {
        /// Destination in device memory.
        address: u64,
        /// Number of bytes.
        bytes: u64,
    },
    /// Launches the kernel of this trace.
    Launch(PathBuf),
    /// Any other line, which Accel-Sim ignores.
    Other(String),
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Command::Copy { address, bytes } => write!(f, "MemcpyHtoD,{address:#018x},{bytes}"),
            Command::Launch(file) => write!(f, "{}", file.display()),
            Command::Other(text) => f.write_str(text),
        }
    }
}

/// Reads a list. The paths of traces include the list's folder.
///
/// # Errors
/// [`Error::Io`] if it cannot be read, [`Error::Input`] with the line of an invalid copy.
pub fn read_list(path: &Path) -> Result<Vec<Command>> {
    let text = std::fs::read_to_string(path).map_err(Error::io(path))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let command = |(n, line): (usize, &str)| {
        let bad = || {
            let place = Place::line(path.display(), n + 1);
            Error::input(place, format!("'{}'", line.trim()), "MemcpyHtoD,0xaddress,bytes")
        };
        parse(line.trim(), folder).ok_or_else(bad)
    };
    lines.map(command).collect()
}

/// Parses a line; `None` for an invalid copy.
fn parse(line: &str, folder: &Path) -> Option<Command> {
    if line.starts_with("kernel") {
        return Some(Command::Launch(folder.join(line)));
    }
    if !line.starts_with("MemcpyHtoD") {
        return Some(Command::Other(line.into()));
    }
    let mut fields = line.split(',').skip(1).map(str::trim);
    let (address, bytes) = (fields.next()?, fields.next()?);
    let address = address.strip_prefix("0x").unwrap_or(address);
    let copy = Command::Copy {
        address: u64::from_str_radix(address, 16).ok()?,
        bytes: bytes.parse().ok()?,
    };
    fields.next().is_none().then_some(copy)
}
