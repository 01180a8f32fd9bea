use super::print_json;
use crate::error::Result;
use crate::table::terminal;
use crate::units::REGISTRY;
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
            let units = REGISTRY.iter().map(|unit| {
                let keys: Vec<&str> = unit.keys().iter().map(|key| key.path).collect();
                json!({ "name": unit.name(), "summary": unit.summary(), "keys": keys })
            });
            print_json(&json!({ "units": units.collect::<Vec<_>>() }));
            return Ok(());
        }
        let row = |unit: &&dyn crate::units::AnyUnit| {
            vec![unit.name().to_string(), unit.summary().to_string()]
        };
        print!(
            "{}",
            terminal(&["unit", "what it is"], &REGISTRY.iter().map(row).collect::<Vec<_>>())
        );
        Ok(())
    }
}
