//! The programs that regforge calls: where they are, their versions, how to install them.

use crate::error::{Error, Result};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::{Mutex, PoisonError};

/// An external program.
#[derive(Debug)]
pub struct Tool {
    pub name: &'static str,
    /// Arguments that make it print its version.
    version_args: &'static [&'static str],
    /// Oldest version that is known to work: major, minor.
    pub minimum: (u32, u32),
    /// Debian package.
    pub package: &'static str,
    pub purpose: &'static str,
}

pub const VERILATOR: Tool = Tool {
    name: "verilator",
    version_args: &["--version"],
    minimum: (5, 6),
    package: "verilator",
    purpose: "lockstep of RTL and model; lint",
};
pub const CXX: Tool = Tool {
    name: "g++",
    version_args: &["-dumpfullversion"],
    minimum: (10, 0),
    package: "g++",
    purpose: "compiles the C++ code that Verilator generates",
};
pub const YOSYS: Tool = Tool {
    name: "yosys",
    version_args: &["-V"],
    minimum: (0, 23),
    package: "yosys",
    purpose: "area; lint; proofs",
};
pub const ABC: Tool = Tool {
    name: "yosys-abc",
    version_args: &["-q", "version"],
    minimum: (0, 0),
    package: "yosys",
    purpose: "unbounded proofs",
};
pub const IVERILOG: Tool = Tool {
    name: "iverilog",
    version_args: &["-V"],
    minimum: (11, 0),
    package: "iverilog",
    purpose: "four-state check; lint",
};
pub const STA: Tool = Tool {
    name: "sta",
    version_args: &["-version"],
    minimum: (2, 0),
    package: "opensta",
    purpose: "delay with a Liberty file",
};

/// All tools, in the order in which `doctor` prints them.
pub const ALL: [&Tool; 6] = [&VERILATOR, &CXX, &YOSYS, &ABC, &IVERILOG, &STA];

/// A tool that was found and is new enough.
#[derive(Clone, Debug)]
pub struct Found {
    pub path: PathBuf,
    /// First line of its version output.
    pub version: String,
}

/// Tools found so far, by path, so that each program is asked for its version once.
static FOUND: Mutex<BTreeMap<PathBuf, Found>> = Mutex::new(BTreeMap::new());

impl Tool {
    /// The program's path, without starting it.
    ///
    /// # Errors
    /// [`Error::MissingTool`].
    pub fn locate(&self) -> Result<PathBuf> {
        which::which(self.name).map_err(|_| self.missing("not found"))
    }

    /// Looks in `PATH`. Asks the program for its version, unless it was asked before.
    ///
    /// # Errors
    /// [`Error::MissingTool`] if the program is not found or too old.
    pub fn find(&self) -> Result<Found> {
        let path = self.locate()?;
        let mut all = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = all.get(&path) {
            return Ok(found.clone());
        }
        let found = self.ask(path.clone())?;
        all.insert(path, found.clone());
        Ok(found)
    }

    /// Asks the program for its version.
    fn ask(&self, path: PathBuf) -> Result<Found> {
        let output = Command::new(&path).args(self.version_args).output();
        let text = output.as_ref().map(all_output).unwrap_or_default();
        let version = text.lines().find(|line| !line.trim().is_empty()).unwrap_or("").trim();
        match version_number(version) {
            Some(number) if number >= self.minimum => {
                Ok(Found { path, version: version.to_string() })
            }
            None if self.minimum == (0, 0) => Ok(Found { path, version: version.to_string() }),
            _ => Err(self.missing(&format!("found version '{version}'"))),
        }
    }

    pub fn install_command(&self) -> String {
        format!("apt-get install {}", self.package)
    }

    fn missing(&self, found: &str) -> Error {
        let needed = match self.minimum {
            (0, 0) => "any version".to_string(),
            (major, minor) => format!("version {major}.{minor} or later"),
        };
        Error::MissingTool {
            tool: self.name.into(),
            found: found.into(),
            needed,
            install: self.install_command(),
        }
    }
}

/// Runs a command and returns its standard output; an error contains everything that it printed.
pub fn run(tool: &Tool, command: &mut Command) -> Result<String> {
    let output = match command.output() {
        Ok(output) => output,
        Err(error) => return Err(tool.missing(&error.to_string())),
    };
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    Err(Error::ToolFailed {
        tool: tool.name.into(),
        command: format!("{command:?}"),
        output: all_output(&output),
    })
}

/// Runs a command that must succeed and print nothing.
///
/// # Errors
/// [`Error::ToolFailed`] with everything that it printed.
pub fn silent(tool: &Tool, command: &mut Command) -> Result<()> {
    let output = command.output().map_err(|error| tool.missing(&error.to_string()))?;
    let printed = all_output(&output);
    match output.status.success() && printed.trim().is_empty() {
        true => Ok(()),
        false => Err(Error::ToolFailed {
            tool: tool.name.into(),
            command: format!("{command:?}"),
            output: printed,
        }),
    }
}

fn all_output(output: &Output) -> String {
    let text = [&output.stdout[..], &output.stderr[..]].concat();
    String::from_utf8_lossy(&text).into_owned()
}

/// The first `major.minor` in a line of text.
fn version_number(text: &str) -> Option<(u32, u32)> {
    text.split(|c: char| c.is_whitespace()).find_map(|word| {
        let mut parts = word.split('.').map(|part| {
            let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
            digits.parse::<u32>().ok()
        });
        Some((parts.next()??, parts.next()??))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_what_tools_print() {
        let lines = [
            ("Verilator 5.006 2023-01-22 rev (Debian 5.006-3)", Some((5, 6))),
            ("Yosys 0.23 (git sha1 7ce5011c24b)", Some((0, 23))),
            ("Icarus Verilog version 11.0 (stable) ()", Some((11, 0))),
            ("12.2.0", Some((12, 2))),
            ("no version", None),
            ("", None),
        ];
        for (line, number) in lines {
            assert_eq!(version_number(line), number, "{line}");
        }
    }

    #[test]
    fn a_missing_tool_names_the_command_that_installs_it() {
        let tool = Tool { name: "no-such-program-here", ..VERILATOR };
        let message = tool.find().unwrap_err().to_string();
        assert!(message.contains("apt-get install verilator"), "{message}");
    }

    /// The shell stands for a tool that logs each call.
    #[test]
    fn a_program_is_asked_for_its_version_once() {
        let folder = tempfile::tempdir().unwrap();
        let log = folder.path().join("log");
        let script = format!("echo asked >> '{}'; echo 1.0", log.display()).leak();
        let version_args = vec!["-c", script].leak();
        let tool = Tool { name: "sh", version_args, minimum: (1, 0), ..VERILATOR };
        let versions = [0, 1].map(|_| tool.find().unwrap().version);
        assert_eq!(versions, ["1.0", "1.0"]);
        assert_eq!(std::fs::read_to_string(&log).unwrap(), "asked\n");
    }
}
