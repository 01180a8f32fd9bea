//! Findings for a terminal.

use super::{Claim, ErratumFinding, Finding, PAPERS, Value, Verdict};
use crate::table::terminal;

/// Columns that a value may take; the rest goes to the next line.
const VALUE: usize = 28;

/// The same of a sentence.
const SENTENCE: usize = 60;

/// All claims, the errata that belong to them, and how many claims came to which verdict.
pub fn table(findings: &[Finding], errata: &[ErratumFinding]) -> String {
    let tables = [claims(findings), shown(errata), counts(findings)];
    tables.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

fn claims(findings: &[Finding]) -> Option<String> {
    let header = ["claim", "kind", "paper", "ours", "off by", "verdict", "how, or where it stands"];
    let rows: Vec<Vec<String>> = findings.iter().map(row).collect();
    (!rows.is_empty()).then(|| terminal(&header, &rows))
}

fn row(finding: &Finding) -> Vec<String> {
    let claim = finding.claim;
    let printed = claim.printed();
    let ours = finding.ours.as_ref().map_or("-".into(), |ours| printed.print_ours(ours));
    let mut how = finding.how.clone();
    for more in finding.note.iter().cloned().chain(errata(finding)) {
        how += &format!("; {more}");
    }
    vec![
        claim.id.clone(),
        claim.kind.clone(),
        wrapped(&stated(claim), VALUE),
        wrapped(&ours, VALUE),
        deviation(finding),
        finding.verdict.word().into(),
        wrapped(&how, SENTENCE),
    ]
}

/// What a claim states, with its unit if it has one.
pub fn stated(claim: &Claim) -> String {
    let printed = claim.printed();
    match (&printed.value, claim.unit.as_str()) {
        (Value::Text(_) | Value::Texts(_), _) | (_, "-") => printed.to_string(),
        (_, unit) => format!("{printed} {unit}"),
    }
}

/// On several lines, between words only: ids have hyphens.
fn wrapped(text: &str, width: usize) -> String {
    let options = textwrap::Options::new(width);
    textwrap::fill(text, options.word_splitter(textwrap::WordSplitter::NoHyphenation))
}

fn errata(finding: &Finding) -> Option<String> {
    (!finding.errata.is_empty()).then(|| format!("see {}", finding.errata.join(", ")))
}

/// By how much ours is off, where it is.
pub fn deviation(finding: &Finding) -> String {
    match (finding.verdict, finding.deviation_percent) {
        (Verdict::Erratum | Verdict::Deviates, Some(percent)) => format!("{percent:+.1} %"),
        _ => "-".into(),
    }
}

fn shown(errata: &[ErratumFinding]) -> Option<String> {
    let header = ["erratum", "stated", "what comes out", "confirmed", "how"];
    let rows: Vec<Vec<String>> = errata
        .iter()
        .filter_map(|finding| {
            let (how, shown) = finding.shown.as_ref()?;
            Some(vec![
                finding.erratum.id.clone(),
                wrapped(&shown.stated, SENTENCE),
                wrapped(&shown.ours, SENTENCE),
                if shown.confirmed { "yes" } else { "no" }.into(),
                wrapped(how, SENTENCE),
            ])
        })
        .collect();
    (!rows.is_empty()).then(|| terminal(&header, &rows))
}

/// How many claims of each paper came to each verdict; not for a single one.
fn counts(findings: &[Finding]) -> Option<String> {
    let mut header = vec!["paper", "claims"];
    header.extend(Verdict::ALL.map(Verdict::word));
    let count = |name: &str, of: &[&Finding]| {
        let with = |verdict| of.iter().filter(|finding| finding.verdict == verdict).count();
        let mut row = vec![name.to_string(), of.len().to_string()];
        row.extend(Verdict::ALL.map(|verdict| with(verdict).to_string()));
        row
    };
    let of = |prefix: &'static str| -> Vec<&Finding> {
        findings.iter().filter(|finding| finding.claim.paper_prefix() == prefix).collect()
    };
    let papers = PAPERS.iter().map(|paper| (paper.prefix, of(paper.prefix)));
    let mut rows: Vec<Vec<String>> = papers
        .filter(|(_, findings)| !findings.is_empty())
        .map(|(prefix, findings)| count(prefix, &findings))
        .collect();
    if rows.len() > 1 {
        rows.push(count("all", &findings.iter().collect::<Vec<_>>()));
    }
    (findings.len() > 1).then(|| terminal(&header, &rows))
}
