use super::{ConfigArgs, print, print_json, unit};
use crate::error::Result;
use crate::table::terminal;
use clap::Args;
use serde_json::json;

/// Prints a unit's parameters and ports
#[derive(Args)]
pub struct Ports {
    unit: String,
    #[command(flatten)]
    config: ConfigArgs,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

impl Ports {
    pub fn run(self) -> Result<()> {
        let config = self.config.load()?;
        let entry = unit(&self.unit)?.package(&config)?.entry;
        if self.json {
            return print_json(&json!({ "parameters": entry.parameters, "ports": entry.ports }));
        }
        let rows: Vec<Vec<String>> = entry
            .parameters
            .iter()
            .map(|p| vec![p.key.clone(), p.value.to_string(), p.range.clone(), p.doc.clone()])
            .collect();
        print(terminal(&["fixed at generation", "value", "legal", "meaning"], &rows))?;
        let rows: Vec<Vec<String>> = entry
            .ports
            .iter()
            .map(|p| {
                let counts = p.valid.clone().unwrap_or_default();
                vec![
                    p.name.clone(),
                    p.direction.clone(),
                    p.width.to_string(),
                    counts,
                    p.doc.clone(),
                ]
            })
            .collect();
        print("\n")?;
        print(terminal(&["port", "direction", "bits", "valid while", "meaning"], &rows))
    }
}
