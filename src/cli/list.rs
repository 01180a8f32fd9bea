use super::{print, print_json};
use crate::config::Config;
use crate::error::Result;
use crate::systems;
use crate::table::terminal;
use crate::units::AnyUnit;
use clap::Args;
use serde_json::json;

/// Lists the units
#[derive(Args)]
pub struct List {
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

impl List {
    pub fn run(self) -> Result<()> {
        if self.json {
            let config = systems::config(Config::DEFAULT)?;
            let units = systems::units().into_iter().map(|unit| {
                let keys: Vec<&str> = unit.keys(&config).iter().map(|key| key.path).collect();
                json!({ "name": unit.name(), "summary": unit.summary(), "keys": keys })
            });
            return print_json(&json!({ "units": units.collect::<Vec<_>>() }));
        }
        let row = |unit: &dyn AnyUnit| vec![unit.name().to_string(), unit.summary().to_string()];
        let rows: Vec<_> = systems::units().into_iter().map(row).collect();
        print(terminal(&["unit", "what it is"], &rows))
    }
}
