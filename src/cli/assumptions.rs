use super::options::output_folder;
use super::{build, print, print_json, progress_bar};
use crate::error::{Error, Result};
use crate::papers::assumptions::{self, Runner, Study};
use crate::run::Parts;
use crate::shipped;
use crate::systems;
use clap::Args;
use std::path::PathBuf;

/// Shows how the assumptions that a paper leaves open change a headline claim
#[derive(Args)]
#[command(after_help = "\
Without a claim, lists the claims with assumptions, and the assumptions with their ranges and
sources. Each finished point is stored in OUTPUT.parts, so the next call continues a stopped run.

Examples:
  regforge assumptions
  regforge assumptions rm-perf-gain-avg
  regforge assumptions stt --json
  regforge assumptions all --markdown")]
pub struct Assumptions {
    /// A claim, a paper (rm, stt, sdc, loc, exp) or its system, or all
    #[arg(value_name = "CLAIM|PAPER|all")]
    name: Option<String>,
    /// Folder for the plots [default: build/assumptions]
    #[arg(short, long, value_name = "DIR", value_parser = output_folder())]
    output: Option<PathBuf>,
    /// Prints JSON
    #[arg(long)]
    json: bool,
    /// Prints Markdown
    #[arg(long, conflicts_with = "json", requires = "name")]
    markdown: bool,
}

impl Assumptions {
    pub fn run(self) -> Result<()> {
        let Assumptions { name, output, json, markdown } = self;
        let papers = &systems::papers();
        let Some(name) = name else {
            return match json {
                true => print_json(&assumptions::listed_json(papers)),
                false => print(assumptions::listed(papers)),
            };
        };
        let paper = systems::with_paper(&name).map(|(_, paper)| paper.prefix);
        let found = assumptions::find(papers, paper.unwrap_or(&name))?;
        let output = output.unwrap_or_else(|| "build/assumptions".into());
        std::fs::create_dir_all(&output).map_err(Error::io(&output))?;
        let parts = Parts::of(&output, &build()?)?;
        let open = found.iter().filter_map(|(paper, _)| paper.open);
        let bar = progress_bar("points", open.map(assumptions::count).sum::<usize>() as u64);
        let content = shipped::content()?;
        let runner = Runner { parts: &parts, content, progress: &|| bar.inc(1) };
        let mut all = Vec::new();
        for (paper, headlines) in found {
            let mut studies = assumptions::study(paper, &runner)?;
            studies.retain(|study| headlines.iter().any(|one| std::ptr::eq(*one, study.headline)));
            all.push((paper, studies));
        }
        bar.finish_and_clear();
        let studies = || all.iter().flat_map(|(_, studies)| studies);
        for study in studies() {
            let path = output.join(format!("{}.svg", study.claim.id));
            assumptions::plot(study, &path)?;
            note!("plot: {}", path.display());
        }
        match (json, markdown) {
            (true, _) => print_json(&assumptions::json(studies())),
            (_, true) => print(assumptions::page(&all)),
            _ => {
                let tables: Vec<String> =
                    studies().map(|study: &Study| assumptions::table(study)).collect();
                print(tables.join("\n"))
            }
        }
    }
}
