//! Findings for a terminal.

use super::{ErratumFinding, Finding, PAPERS, Report, Verdict};
use crate::table::terminal;

/// Columns that a value may take; the rest goes to the next line.
const VALUE: usize = 28;

/// The same of a sentence.
const SENTENCE: usize = 60;

/// All claims, the errata that belong to them, and how many claims came to which verdict.
pub fn table(report: &Report) -> String {
    let findings = &report.findings;
    let tables = [claims(findings), shown(&report.errata), summary(findings)];
    tables.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

fn claims(findings: &[Finding]) -> Option<String> {
    let header = ["claim", "kind", "paper", "ours", "off by", "verdict", "how, or where it stands"];
    let rows: Vec<Vec<String>> = findings.iter().map(row).collect();
    (!rows.is_empty()).then(|| terminal(&header, &rows))
}

fn row(finding: &Finding) -> Vec<String> {
    let claim = finding.claim;
    let mut how = finding.how.clone();
    for more in finding.note.iter().cloned().chain(errata(finding)) {
        how += &format!("; {more}");
    }
    vec![
        claim.id.clone(),
        claim.kind.clone(),
        wrapped(&claim.stated(), VALUE),
        wrapped(&finding.printed_ours(), VALUE),
        finding.printed_deviation(),
        finding.verdict.word().into(),
        wrapped(&how, SENTENCE),
    ]
}

/// On several lines, between words only: ids have hyphens.
fn wrapped(text: &str, width: usize) -> String {
    let options = textwrap::Options::new(width);
    textwrap::fill(text, options.word_splitter(textwrap::WordSplitter::NoHyphenation))
}

fn errata(finding: &Finding) -> Option<String> {
    (!finding.errata.is_empty()).then(|| format!("see {}", finding.errata.join(", ")))
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

/// Counts of more than one claim.
fn summary(findings: &[Finding]) -> Option<String> {
    let (header, rows) = counts(findings);
    (findings.len() > 1).then(|| terminal(&header, &rows))
}

/// How many claims of each paper came to each verdict, and of all papers where there are several.
pub fn counts(findings: &[Finding]) -> (Vec<&'static str>, Vec<Vec<String>>) {
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
    (header, rows)
}
