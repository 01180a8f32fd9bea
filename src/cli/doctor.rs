use super::{print, print_json};
use crate::error::{Error, Result};
use crate::table::terminal;
use crate::tools::{ALL, Found, Tool};
use clap::Args;
use serde_json::json;

/// Lists the required tools, their versions, and how to install missing ones
#[derive(Args)]
pub struct Doctor {
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

impl Doctor {
    pub fn run(self) -> Result<()> {
        let found: Vec<(&Tool, Result<Found>)> =
            ALL.iter().map(|tool| (*tool, tool.find())).collect();
        if self.json {
            let tools: Vec<_> = found.iter().map(|(tool, found)| entry(tool, found)).collect();
            print_json(&json!({ "tools": tools }))?;
        } else {
            let rows: Vec<Vec<String>> =
                found.iter().map(|(tool, found)| row(tool, found)).collect();
            print(terminal(&["tool", "state", "for"], &rows))?;
        }
        let first_missing = found.into_iter().find_map(|(_, found)| found.err());
        first_missing.map_or(Ok(()), |error: Error| Err(error))
    }
}

fn row(tool: &Tool, found: &Result<Found>) -> Vec<String> {
    let state = match found {
        Ok(found) => format!("{} ({})", found.version, found.path.display()),
        Err(_) => format!("missing or too old; {}", tool.install_command()),
    };
    vec![tool.name.into(), state, tool.purpose.into()]
}

fn entry(tool: &Tool, found: &Result<Found>) -> serde_json::Value {
    let found = found.as_ref().ok();
    json!({
        "name": tool.name,
        "version": found.map(|found| &found.version),
        "path": found.map(|found| &found.path),
        "install": tool.install_command(),
        "purpose": tool.purpose,
    })
}
