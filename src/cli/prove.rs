use super::{ConfigArgs, print, print_json, progress_bar, units};
use crate::cosim::prove;
use crate::error::{Error, Place, Result};
use crate::parallel;
use crate::table::terminal;
use clap::Args;
use serde_json::json;

/// Proves the invariants that have checkers, for all time and not only for N cycles
#[derive(Args)]
#[command(after_help = "\
Examples:
  regforge prove all
  regforge prove shift_controller --config racetrack-96x8")]
pub struct Prove {
    /// A unit, or all
    #[arg(value_name = "UNIT|all", default_value = "all")]
    unit: String,
    #[command(flatten)]
    config: ConfigArgs,
    /// Prints JSON
    #[arg(long)]
    json: bool,
}

impl Prove {
    pub fn run(self) -> Result<()> {
        let config = self.config.load()?;
        let mut proofs = Vec::new();
        for unit in units(&self.unit)? {
            proofs.extend(unit.proofs(&config)?.into_iter().map(|proof| (unit.name(), proof)));
        }
        if proofs.is_empty() {
            let found = format!("unit '{}' without proofs", self.unit);
            return Err(Error::input(Place::whole("UNIT"), found, "a unit with proofs, or all"));
        }
        let bar = progress_bar("prove", proofs.len() as u64);
        parallel::try_map(&proofs, |(_, proof)| {
            prove(proof)?;
            bar.inc(1);
            Ok(())
        })?;
        bar.finish_and_clear();
        if self.json {
            let proved = proofs.iter().map(|(unit, proof)| {
                json!({ "unit": unit, "checker": proof.name, "claim": proof.claim, "proved": true })
            });
            return print_json(&json!({ "proofs": proved.collect::<Vec<_>>() }));
        }
        let rows: Vec<Vec<String>> = proofs
            .iter()
            .map(|(unit, proof)| vec![unit.to_string(), proof.claim.clone(), "proved".into()])
            .collect();
        print(terminal(&["unit", "claim", "verdict"], &rows))
    }
}
