//! Prints findings for a terminal.

use super::synthesised::PaperSizes;
use super::{ErratumFinding, Finding, Paper, Report, Sizes, Verdict};
use crate::report::Synthesiser;
use crate::table::{grouped, terminal};

/// Columns of a value in a table; longer values are wrapped.
const VALUE: usize = 28;

/// Columns of a sentence in a table.
const SENTENCE: usize = 60;

/// Columns of a note below a table.
const NOTE: usize = 120;

/// All claims, their errata, sizes of structures, and counts of claims by verdict.
pub fn table(report: &Report) -> String {
    let findings = &report.findings;
    let mut tables: Vec<String> =
        [claims(findings), shown(&report.errata)].into_iter().flatten().collect();
    tables.extend(report.sizes.papers.iter().map(|paper| areas(paper, report.sizes)));
    tables.extend(summary(report));
    tables.join("\n")
}

fn claims(findings: &[Finding]) -> Option<String> {
    let header = [
        "claim",
        "kind",
        "paper",
        "ours",
        "off by",
        "verdict",
        "quantity: our derivation or source",
    ];
    let rows: Vec<Vec<String>> = findings.iter().map(row).collect();
    (!rows.is_empty()).then(|| terminal(&header, &rows))
}

fn row(finding: &Finding) -> Vec<String> {
    let claim = finding.claim;
    let mut how = format!("{}: {}", claim.quantity, finding.how);
    let depends = finding.depends().map(|command| format!("see `{command}`"));
    for more in finding.note.iter().cloned().chain(errata(finding)).chain(depends) {
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

/// Wraps between words only, because ids contain hyphens.
fn wrapped(text: &str, width: usize) -> String {
    let options = textwrap::Options::new(width);
    textwrap::fill(text, options.word_splitter(textwrap::WordSplitter::NoHyphenation))
}

fn errata(finding: &Finding) -> Option<String> {
    (!finding.errata.is_empty()).then(|| format!("see {}", finding.errata.join(", ")))
}

fn shown(errata: &[ErratumFinding]) -> Option<String> {
    let header = ["erratum", "paper states", "our result", "confirmed", "calculation"];
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

fn areas(paper: &PaperSizes, sizes: &Sizes) -> String {
    let (header, rows) = area_rows(paper);
    let wrap = |mut row: Vec<String>| {
        row[WHY] = wrapped(&row[WHY], SENTENCE);
        row
    };
    let rows: Vec<Vec<String>> = rows.into_iter().map(wrap).collect();
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    terminal(&header, &rows) + &wrapped(&area_note(sizes), NOTE) + "\n"
}

/// Index of the column of [`area_rows`] that holds a sentence.
const WHY: usize = 7;

/// Transistors of a paper's structures, the paper's and ours, with a header.
pub fn area_rows(sizes: &PaperSizes) -> (Vec<String>, Vec<Vec<String>>) {
    let whole = |number: f64| grouped(number.round() as u64);
    let row = |name: &str, count: String, [printed, correct]: [f64; 2], ours: [usize; 2]| {
        let ours = ours.map(|transistors| grouped(transistors as u64));
        let mut row = vec![name.to_string(), count, whole(printed), whole(correct)];
        row.extend(ours);
        row
    };
    let mut rows: Vec<Vec<String>> = Vec::new();
    for size in &sizes.rows {
        let of = size.structure;
        let theirs = [(of.printed)(), (of.correct)()];
        let mut row = row(of.name, of.count.to_string(), theirs, size.transistors);
        let depths: Vec<String> = size.depths.iter().map(usize::to_string).collect();
        row.push(depths.join(", "));
        row.push(size.why().unwrap_or("-").into());
        rows.push(row);
    }
    if let Some(total) = sizes.total() {
        let theirs = [total.printed, total.correct];
        let mut row = row("total", "-".into(), theirs, total.transistors);
        row.extend(["-".into(), "-".into()]);
        rows.push(row);
    }
    let [paper, default] = sizes.of.configurations.map(|name| format!("ours, {name}"));
    let header = ["structure", "count", "paper prints", "corrected", &paper, &default];
    let header = header.into_iter().chain(["depth in gates", "why ours is larger"]);
    (header.map(String::from).collect(), rows)
}

/// Tool and counting rules of the area figures.
pub fn area_note(sizes: &Sizes) -> String {
    format!(
        "transistors of static CMOS: {}, script {}; {}; each bit of a memory macro counts 6, as in \
         the paper; the depth is the longest path of the unit or of each of its modules, the top \
         first",
        sizes.tool,
        Synthesiser::SCRIPT_NAME,
        Synthesiser::RULE
    )
}

/// Counts by verdict, if there is more than one claim.
fn summary(report: &Report) -> Option<String> {
    let (header, rows) = counts(report.papers, &report.findings);
    (report.findings.len() > 1).then(|| terminal(&header, &rows))
}

/// Counts of claims by verdict, for each paper and, if there are several, for all papers.
pub fn counts(papers: &[&Paper], findings: &[Finding]) -> (Vec<&'static str>, Vec<Vec<String>>) {
    let mut header = vec!["paper", "claims"];
    header.extend(Verdict::ALL.map(Verdict::word));
    let count = |name: &str, of: &[&Finding]| {
        let with = |verdict| of.iter().filter(|finding| finding.verdict == verdict).count();
        let mut row = vec![name.to_string(), of.len().to_string()];
        row.extend(Verdict::ALL.map(|verdict| with(verdict).to_string()));
        row
    };
    let of = |prefix: &str| -> Vec<&Finding> {
        findings.iter().filter(|finding| finding.claim.paper_prefix() == prefix).collect()
    };
    let papers = papers.iter().map(|paper| (paper.prefix, of(paper.prefix)));
    let mut rows: Vec<Vec<String>> = papers
        .filter(|(_, findings)| !findings.is_empty())
        .map(|(prefix, findings)| count(prefix, &findings))
        .collect();
    if rows.len() > 1 {
        rows.push(count("all", &findings.iter().collect::<Vec<_>>()));
    }
    (header, rows)
}
