//! Errors that a user sees, and their exit codes.

use std::fmt;
use std::path::{Path, PathBuf};

pub type Result<T> = std::result::Result<T, Error>;

/// The known name that is most similar to `name`; empty if none is known.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> &'a str {
    known.into_iter().min_by_key(|known| strsim::osa_distance(known, name)).unwrap_or_default()
}

/// Position of bad input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    pub file: String,
    /// Counted from 1; absent if the input has no lines.
    pub line: Option<usize>,
    /// In characters, counted from 1; absent if the line is enough.
    pub column: Option<usize>,
}

impl Place {
    pub fn line(file: impl fmt::Display, line: usize) -> Place {
        Place { file: file.to_string(), line: Some(line), column: None }
    }

    pub fn column(file: impl fmt::Display, line: usize, column: usize) -> Place {
        Place { column: Some(column), ..Place::line(file, line) }
    }

    pub fn whole(file: impl fmt::Display) -> Place {
        Place { file: file.to_string(), line: None, column: None }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(&self.file)?;
        for number in [self.line, self.column].into_iter().flatten() {
            write!(f, ":{number}")?;
        }
        Ok(())
    }
}

#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Bad input of a user: exit code 2.
    #[error("{place}: {found}, expected {expected}")]
    Input { place: Place, found: String, expected: String },
    /// Bad input with an excerpt of the text, printed below the message: exit code 2.
    #[error("{place}: {found}, expected {expected}{excerpt}")]
    Text { place: Place, found: String, expected: String, excerpt: Box<str> },
    /// A file that cannot be read or written: exit code 2.
    #[error("{}: {source}", path.display())]
    Io { path: PathBuf, source: std::io::Error },
    /// Two descriptions disagree, or a proof fails: exit code 1.
    #[error("{0}")]
    Disagreement(String),
    /// A unit's description that cannot become Verilog, a fault of regforge: exit code 1.
    #[error("cannot emit {unit}: {message}")]
    Emission { unit: String, message: String },
    /// A tool ran and failed: exit code 1.
    #[error("{tool} failed\n  command: {command}\n{output}")]
    ToolFailed { tool: String, command: String, output: String },
    /// A tool is missing or too old: exit code 3.
    #[error("{tool}: {found}, needs {needed}; install it with: {install}")]
    MissingTool { tool: String, found: String, needed: String, install: String },
}

/// Maximum characters of `found` in an error.
const MAX_SHOWN_FOUND: usize = 300;

/// The found text, cut if it is very long.
pub(crate) fn shortened(found: &impl fmt::Display) -> String {
    let found = found.to_string();
    match found.char_indices().nth(MAX_SHOWN_FOUND) {
        Some((end, _)) => format!("{}...", &found[..end]),
        None => found,
    }
}

impl Error {
    pub fn input(place: Place, found: impl fmt::Display, expected: impl fmt::Display) -> Error {
        Error::Input { place, found: shortened(&found), expected: expected.to_string() }
    }

    /// The same bad-input error at another place; other errors are unchanged.
    pub fn at(self, place: Place) -> Error {
        match self {
            Error::Input { found, expected, .. } => Error::Input { place, found, expected },
            other => other,
        }
    }

    /// For `map_err`: names the path that an I/O error lacks.
    pub fn io(path: &Path) -> impl FnOnce(std::io::Error) -> Error {
        let path = path.to_path_buf();
        |source| Error::Io { path, source }
    }

    /// For `map_err`: names the unit whose description cannot become Verilog.
    pub fn emission<E: fmt::Display>(unit: &str) -> impl FnOnce(E) -> Error {
        let unit = unit.to_string();
        move |error| Error::Emission { unit, message: error.to_string() }
    }

    pub fn exit_code(&self) -> u8 {
        match self {
            Error::Disagreement(_) | Error::Emission { .. } | Error::ToolFailed { .. } => 1,
            Error::Input { .. } | Error::Text { .. } | Error::Io { .. } => 2,
            Error::MissingTool { .. } => 3,
        }
    }
}
