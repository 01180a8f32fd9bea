use super::options::output_file;
use super::{print, print_json, progress_bar};
use crate::error::Result;
use crate::evidence::Record;
use crate::files::write_whole;
use crate::papers::{
    self, Claims, Report, Setting, Simulations, Sizes, Verdict, html, json, judge, show, table,
};
use crate::parallel;
use crate::report::Synthesiser;
use crate::systems;
use crate::units::AnyUnit;
use clap::Args;
use std::path::PathBuf;

/// Compares every number that the papers print with ours, with a verdict on each
#[derive(Args)]
#[command(after_help = help())]
pub struct Reproduce {
    /// A claim or an erratum, a paper (rm, stt, sdc, loc, exp) or its system, or all
    #[arg(value_name = "ID|PAPER|all", default_value = "all")]
    name: String,
    /// Prints JSON
    #[arg(long)]
    json: bool,
    /// Also writes an HTML page with all results and charts
    #[arg(long, value_name = "FILE", value_parser = output_file())]
    html: Option<PathBuf>,
    /// Runs simulations at full length, which may take hours
    #[arg(long)]
    full: bool,
}

const EXAMPLES: &str = "\
Examples:
  regforge reproduce
  regforge reproduce rm
  regforge reproduce rm-fig7
  regforge reproduce rm-e03
  regforge reproduce --html reproduce.html";

/// The verdicts and what they mean, then examples.
fn help() -> String {
    let line = |verdict: Verdict| format!("  {:<13}{}\n", verdict.word(), verdict.meaning());
    let verdicts: String = Verdict::ALL.into_iter().map(line).collect();
    format!("Verdicts:\n{verdicts}\n{EXAMPLES}")
}

impl Reproduce {
    pub fn run(self) -> Result<()> {
        let papers = &systems::papers();
        let all = Claims::of(papers)?;
        let paper = systems::with_paper(&self.name).map(|(_, paper)| paper.prefix);
        let chosen = all.clone().find(paper.unwrap_or(&self.name))?;
        let config = systems::config(papers::CONFIGURATION)?;
        let bar = progress_bar("simulations", Simulations::count(papers, &chosen.claims) as u64);
        let setting = Setting::sized(self.full);
        let simulations = Simulations::run(papers, &chosen.claims, &setting, || bar.inc(1))?;
        bar.finish_and_clear();
        let bar = progress_bar("synthesis", Sizes::count(papers, &chosen.claims) as u64);
        let record = Record::read(&Record::path())?;
        let area = |synthesiser: &Synthesiser, unit: &dyn AnyUnit, configuration: &str| {
            record.area(synthesiser, unit, &systems::config(configuration)?)
        };
        let sizes = Sizes::run(papers, &chosen.claims, &area, || bar.inc(1))?;
        bar.finish_and_clear();
        let bar = progress_bar("claims", (chosen.claims.len() + chosen.errata.len()) as u64);
        let findings = parallel::map(&chosen.claims, |claim| {
            let finding = judge(claim, &all.errata, &config, &simulations, &sizes);
            bar.inc(1);
            finding
        });
        let errata = parallel::map(&chosen.errata, |erratum| {
            let finding = show(erratum);
            bar.inc(1);
            finding
        });
        bar.finish_and_clear();
        let report =
            Report { findings, errata, gaps: &chosen.gaps, papers, sizes: &sizes, config: &config };
        if let Some(path) = &self.html {
            write_whole(path, html(&report)?.as_bytes())?;
        }
        match self.json {
            true => print_json(&json(&report)),
            false => print(table(&report)),
        }
    }
}
