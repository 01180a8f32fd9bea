use super::print;
use crate::config::Config;
use crate::emit::compare;
use crate::error::{Error, Result};
use crate::systems;
use clap::Args;
use std::path::PathBuf;

/// Regenerates all files in memory and compares them with gen/
#[derive(Args)]
pub struct Check {
    /// The folder to compare with
    #[arg(long, value_name = "DIR", default_value = "gen")]
    folder: PathBuf,
}

impl Check {
    pub fn run(self) -> Result<()> {
        let config = systems::config(Config::DEFAULT)?;
        std::fs::read_dir(&self.folder).map_err(Error::io(&self.folder))?;
        let packages = systems::units().into_iter().map(|unit| unit.package(&config));
        let packages = packages.collect::<Result<Vec<_>>>()?;
        let differences = compare(&self.folder, &packages)?;
        if differences.is_empty() {
            let folder = self.folder.display();
            return print(format_args!("{folder}: {} units, up to date\n", packages.len()));
        }
        let folder = self.folder.display();
        let lines: Vec<String> =
            differences.iter().map(|line| format!("  {folder}/{line}")).collect();
        Err(Error::Disagreement(format!(
            "{folder} differs from what this version generates; run: regforge gen all\n{}",
            lines.join("\n")
        )))
    }
}
