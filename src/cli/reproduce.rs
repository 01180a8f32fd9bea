use super::{print_json, progress_bar};
use crate::config::Config;
use crate::error::Result;
use crate::report::claims::{Claims, ErratumFinding, Finding, json, judge, show, table};
use clap::Args;
use rayon::prelude::*;

/// Puts ours beside every number that the papers print, with a verdict on each
#[derive(Args)]
#[command(after_help = "\
Verdicts:
  reproduced   ours equals theirs with the digits that they print
  taken        an input of ours, checked against where it stands
  erratum      ours differs, and an erratum of the paper says why
  deviates     ours differs, and no erratum says why
  needs input  takes an input that we lack
  not yet      takes a unit or a simulation that does not exist yet

Examples:
  regforge reproduce
  regforge reproduce rm
  regforge reproduce rm-fig7
  regforge reproduce rm-e03")]
pub struct Reproduce {
    /// A claim or an erratum, a paper (rm, stt, sdc, loc, exp), or all
    #[arg(value_name = "ID|PAPER|all", default_value = "all")]
    name: String,
    /// As JSON
    #[arg(long)]
    json: bool,
    /// Runs simulations at full length, which may take hours
    #[arg(long)]
    full: bool,
}

impl Reproduce {
    pub fn run(self) -> Result<()> {
        let all = Claims::shipped()?;
        let chosen = all.clone().find(&self.name)?;
        let config = Config::load(Config::DEFAULT, &[])?;
        let bar = progress_bar("claims", (chosen.claims.len() + chosen.errata.len()) as u64);
        let findings = chosen.claims.par_iter().map(|claim| {
            let finding = judge(claim, &all.errata, &config, self.full);
            bar.inc(1);
            finding
        });
        let findings = findings.collect::<Result<Vec<Finding>>>()?;
        let errata = chosen.errata.par_iter().map(|erratum| {
            let finding = show(erratum);
            bar.inc(1);
            finding
        });
        let errata: Vec<ErratumFinding> = errata.collect();
        bar.finish_and_clear();
        match self.json {
            true => print_json(&json(&findings, &errata, &config.name)),
            false => print!("{}", table(&findings, &errata)),
        }
        Ok(())
    }
}
