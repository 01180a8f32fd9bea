use super::{print, print_json};
use crate::config::Config;
use crate::error::Result;
use crate::systems::{self, UNITS};
use crate::table::terminal;
use clap::Args;
use serde_json::json;

/// Lists the units
#[derive(Args)]
pub struct List {
    /// As JSON
    #[arg(long)]
    json: bool,
}

impl List {
    pub fn run(self) -> Result<()> {
        if self.json {
            let config = systems::config(Config::DEFAULT, &[])?;
            let units = UNITS.iter().map(|unit| {
                let keys: Vec<&str> = unit.keys(&config).iter().map(|key| key.path).collect();
                json!({ "name": unit.name(), "summary": unit.summary(), "keys": keys })
            });
            return print_json(&json!({ "units": units.collect::<Vec<_>>() }));
        }
        let row = |unit: &&dyn crate::units::AnyUnit| {
            vec![unit.name().to_string(), unit.summary().to_string()]
        };
        print(terminal(&["unit", "what it is"], &UNITS.iter().map(row).collect::<Vec<_>>()))
    }
}
