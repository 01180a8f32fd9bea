//! Prints studies for a terminal, as JSON and as the Markdown page.

use super::list::row;
use super::run::Changes;
use super::{Study, Tried, command};
use crate::papers::Paper;
use crate::table::{markdown, terminal};
use serde_json::{Value, json};

/// Columns of the value in a terminal table; longer values are wrapped.
const VALUE: usize = 60;

/// A study for a terminal.
pub fn table(study: &Study) -> String {
    let (header, mut rows) = rows(study);
    rows.iter_mut().for_each(|row| row[1] = textwrap::fill(&row[1], VALUE));
    let title = format!("{}: {}\n", study.claim.id, study.quantity());
    let sentence = textwrap::fill(&study.sentence(), 120);
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    format!("{title}{}{sentence}\n", terminal(&header, &rows))
}

/// A row per point: assumption, value, figure, whether it has the paper's sign, whether it reaches
/// the paper's figure.
fn rows(study: &Study) -> (Vec<String>, Vec<Vec<String>>) {
    let row = |names: [&str; 2], figure: f64| {
        let yes = |is: bool| if is { "yes" } else { "no" }.to_string();
        let mut row = names.map(String::from).to_vec();
        row.push(study.print(figure));
        row.extend([study.has_sign(figure), study.reaches(figure)].map(yes));
        row
    };
    let mut rows = vec![row(["ours", "as in `reproduce`"], study.ours)];
    rows.extend(study.alone.iter().map(|tried| {
        let (n, value) = tried.changes[0];
        let assumption = &study.open.assumptions[n];
        row([assumption.name, assumption.others[value].name], tried.figure)
    }));
    if study.together.changes.len() > 1 {
        let all = study.describe(&study.together.changes);
        rows.push(row(["best value of each", &all], study.together.figure));
    }
    if let Some(least) = &study.least {
        rows.push(row(
            ["of these, the needed ones", &study.describe(&least.changes)],
            least.figure,
        ));
    }
    let theirs = row(["paper", "-"], study.theirs());
    rows.push(theirs);
    let figure = study.claim.unit.clone();
    let header = ["assumption", "value", &figure, "paper's sign", "paper's figure"];
    (header.map(String::from).to_vec(), rows)
}

/// Section of the page with the studies of a paper.
pub fn section(paper: &Paper, studies: &[Study]) -> String {
    let title = studies.first().map_or("", |study| &study.claim.paper);
    let mut text = format!("## {}: {title}\n\n{}", paper.prefix, assumptions(paper));
    for study in studies {
        let (header, rows) = rows(study);
        let header: Vec<&str> = header.iter().map(String::as_str).collect();
        let claim = &study.claim;
        text += &format!("\n### {}: {}\n\n", claim.id, study.quantity());
        text += &format!("{}\n\n{}", study.sentence(), markdown(&header, &rows));
    }
    text
}

/// Table of the assumptions that a paper leaves open.
pub fn assumptions(paper: &Paper) -> String {
    let assumptions = paper.open.map_or(&[][..], |open| open.assumptions);
    let rows: Vec<Vec<String>> = assumptions.iter().map(row).collect();
    markdown(&["assumption", "ours", "other values", "reason"], &rows)
}

/// Table with a row per study: figures, and numbers of points.
pub fn summary<'a>(studies: impl Iterator<Item = &'a Study>) -> String {
    let row = |study: &Study| {
        let figures = [study.theirs(), study.ours, study.together.figure];
        let claim = &study.claim;
        let mut row = vec![format!("`{}`", claim.id), study.quantity(), claim.unit.clone()];
        row.extend(figures.map(|figure| study.print(figure)));
        let has_sign = study.count(|figure| study.has_sign(figure));
        let reaches = study.count(|figure| study.reaches(figure));
        row.extend([study.points(), has_sign, reaches].map(|count| count.to_string()));
        row
    };
    let header = [
        "claim",
        "quantity",
        "unit",
        "paper",
        "ours",
        "best values",
        "points",
        "with the paper's sign",
        "reaching the paper's figure",
    ];
    markdown(&header, &studies.map(row).collect::<Vec<_>>())
}

/// The page with all studies, as Markdown.
pub fn page(papers: &[(&Paper, Vec<Study>)]) -> String {
    let all = papers.iter().flat_map(|(_, studies)| studies);
    let sections = papers.iter().map(|(paper, studies)| section(paper, studies));
    let sections: Vec<String> = sections.collect();
    format!("{INTRODUCTION}{}\n{}", summary(all), sections.join("\n"))
}

const INTRODUCTION: &str = "\
# What the papers' figures depend on

Each paper leaves parts of its machine open. For each headline claim that deviates, this page varies these assumptions: each
value alone, then the best value of each assumption together. If several values are needed together, one more row shows which.
Every figure comes from the simulations of `regforge reproduce` with other configuration keys or options.

- Paper's sign: the figure is on the same side of the neutral figure as the paper's. The neutral figure is 0 for gains and 100
  for shares of a baseline.
- Paper's figure: the figure favours the paper at least as much as the paper's own, at the printed precision.
- Points: the first table counts all points of a claim, those with the paper's sign, and those that reach the paper's figure.

`regforge assumptions all --markdown` prints this page, and draws a tornado chart of each claim under `build/assumptions/`.

";

/// Studies as JSON.
pub fn json<'a>(studies: impl Iterator<Item = &'a Study>) -> Value {
    json!({ "claims": studies.map(one).collect::<Vec<_>>(), "version": env!("CARGO_PKG_VERSION") })
}

fn one(study: &Study) -> Value {
    let changes = |changes: &Changes| {
        let one = |(n, value): &(usize, usize)| {
            let assumption = &study.open.assumptions[*n];
            let choice = &assumption.others[*value];
            json!({
                "assumption": assumption.name,
                "value": choice.name,
                "keys": choice.keys,
                "flags": choice.flags,
            })
        };
        changes.iter().map(one).collect::<Vec<Value>>()
    };
    let point = |tried: &Tried| {
        json!({
            "changes": changes(&tried.changes),
            "figure": tried.figure,
            "has_sign": study.has_sign(tried.figure),
            "reaches": study.reaches(tried.figure),
        })
    };
    json!({
        "id": study.claim.id,
        "part": study.headline.part,
        "unit": study.claim.unit,
        "neutral": study.headline.neutral,
        "better": study.headline.better.word(),
        "paper": study.theirs(),
        "ours": study.ours,
        "alone": study.alone.iter().map(point).collect::<Vec<_>>(),
        "together": point(&study.together),
        "least": study.least.as_ref().map(point),
        "sentence": study.sentence(),
        "command": command(&study.claim.id),
    })
}
