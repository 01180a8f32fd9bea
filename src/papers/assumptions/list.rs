//! Lists the claims that studies cover, and the assumptions that their papers leave open.

use super::{Assumption, Headline, command};
use crate::error::{Error, Place, Result, nearest};
use crate::papers::Paper;
use crate::table::terminal;
use serde_json::{Value, json};

/// Papers with open assumptions, and their headlines that `name` selects: a claim, a paper's
/// prefix, or `all`.
///
/// # Errors
/// [`Error::Input`] with the nearest name if nothing matches.
pub fn find(
    papers: &[&'static Paper],
    name: &str,
) -> Result<Vec<(&'static Paper, Vec<&'static Headline>)>> {
    let asked = |paper: &&'static Paper| {
        let headlines = paper.open?.headlines.iter();
        let is_asked = |one: &&Headline| [one.id, paper.prefix, "all"].contains(&name);
        let headlines: Vec<&Headline> = headlines.filter(is_asked).collect();
        (!headlines.is_empty()).then_some((*paper, headlines))
    };
    let found: Vec<_> = papers.iter().filter_map(asked).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let open = papers.iter().filter_map(|paper| Some((paper.prefix, paper.open?)));
    let names =
        open.flat_map(|(prefix, open)| open.headlines.iter().map(|one| one.id).chain([prefix]));
    let nearest = nearest(name, names.chain(["all"]));
    let expected = format!(
        "a claim with assumptions, a paper, or all; the nearest is {nearest}, and \
         `regforge assumptions` lists them"
    );
    Err(Error::input(Place::whole("command line"), format!("claim '{name}'"), expected))
}

/// Claims and assumptions of these papers, for a terminal.
pub fn listed(papers: &[&Paper]) -> String {
    let claim = |id: &str, of: &[Assumption]| {
        let values: usize = of.iter().map(|one| one.others.len()).sum();
        vec![id.into(), of.len().to_string(), values.to_string(), command(id)]
    };
    let open = || papers.iter().filter_map(|paper| paper.open);
    let claims = open().flat_map(|open| {
        open.headlines.iter().map(|headline| claim(headline.id, open.assumptions))
    });
    let claims: Vec<Vec<String>> = claims.collect();
    let header = ["claim", "assumptions", "values", "command"];
    let mut tables = vec![terminal(&header, &claims)];
    tables.extend(papers.iter().filter_map(|paper| Some((paper, paper.open?))).map(
        |(paper, open)| {
            let rows = open.assumptions.iter().map(|one| {
                let mut row = row(one);
                row.insert(0, paper.prefix.into());
                row[4] = textwrap::fill(&row[4], 70);
                row
            });
            let rows: Vec<Vec<String>> = rows.collect();
            terminal(&["paper", "assumption", "ours", "other values", "reason"], &rows)
        },
    ));
    tables.join("\n")
}

/// Name, our value, the other values, the reason.
pub(super) fn row(of: &Assumption) -> Vec<String> {
    let others: Vec<&str> = of.others.iter().map(|choice| choice.name).collect();
    vec![of.name.into(), of.ours.into(), others.join("; "), of.reason.into()]
}

/// Claims and assumptions of these papers, as JSON.
pub fn listed_json(papers: &[&Paper]) -> Value {
    let one = |of: &Assumption| {
        let others = of.others.iter();
        let others: Vec<Value> = others
            .map(|one| json!({ "value": one.name, "keys": one.keys, "flags": one.flags }))
            .collect();
        json!({ "name": of.name, "ours": of.ours, "others": others, "reason": of.reason })
    };
    let paper = |paper: &&Paper| {
        let open = paper.open?;
        let claims: Vec<&str> = open.headlines.iter().map(|headline| headline.id).collect();
        let assumptions: Vec<Value> = open.assumptions.iter().map(one).collect();
        Some(json!({ "paper": paper.prefix, "claims": claims, "assumptions": assumptions }))
    };
    json!({ "papers": papers.iter().filter_map(paper).collect::<Vec<_>>() })
}
