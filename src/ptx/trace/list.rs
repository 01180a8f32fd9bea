//! `kernelslist.g`: what the host does, in order.

use crate::error::{Error, Place, Result};
use std::fmt;
use std::path::{Path, PathBuf};

/// A line of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Bytes are copied from the host to this address.
    Copy {
        /// Destination in device memory.
        address: u64,
        /// Number of bytes.
        bytes: u64,
    },
    /// The kernel of this trace is launched.
    Launch(PathBuf),
    /// Anything else, which Accel-Sim passes over.
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

/// Reads a list. Traces are named with its folder in front.
///
/// # Errors
/// [`Error::Io`] if it cannot be read, [`Error::Input`] with the line of a copy that makes no
/// sense.
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

/// A line; nothing if it is a copy that makes no sense.
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
