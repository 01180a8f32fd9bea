//! All findings as one self-contained HTML page: no script, no style sheet, no external picture.

use super::table::{area_note, area_rows, counts};
use super::verdict::numbers;
use super::{ErratumFinding, Finding, Gap, Report, Verdict};
use crate::error::{Error, Result};
use crate::report::{Pair, paired_bars};
use askama::Template;

#[derive(Template)]
#[template(path = "page.html")]
struct Page<'a> {
    version: &'static str,
    configuration: &'a str,
    hash: String,
    header: Vec<&'static str>,
    counts: Vec<Vec<String>>,
    papers: Vec<Section<'a>>,
    areas: Vec<(Vec<String>, Vec<Vec<String>>)>,
    area_note: String,
    gaps: &'a [Gap],
}

/// A paper's section of the page.
struct Section<'a> {
    prefix: &'static str,
    title: &'a str,
    chart: Option<String>,
    claims: Vec<&'a Finding<'a>>,
    errata: Vec<&'a ErratumFinding<'a>>,
}

/// The page. Its bytes depend only on the findings.
///
/// # Errors
/// [`Error::Emission`] if a chart or the page cannot be rendered.
pub fn html(report: &Report) -> Result<String> {
    let (header, counts) = counts(report.papers, &report.findings);
    let sections = report.papers.iter().map(|paper| section(paper.prefix, report));
    let sections = sections.collect::<Result<Vec<_>>>()?;
    let page = Page {
        version: env!("CARGO_PKG_VERSION"),
        configuration: report.config.name(),
        hash: report.configuration_hash(),
        header,
        counts,
        papers: sections.into_iter().flatten().collect(),
        areas: report.sizes.papers.iter().map(area_rows).collect(),
        area_note: area_note(report.sizes),
        gaps: report.gaps,
    };
    page.render().map_err(Error::emission("page"))
}

/// `None` if nothing of this paper was requested.
fn section<'a>(prefix: &'static str, report: &'a Report) -> Result<Option<Section<'a>>> {
    let findings = report.findings.iter();
    let claims: Vec<&Finding> = findings.filter(|f| f.claim.paper_prefix() == prefix).collect();
    let errata = report.errata.iter();
    let errata: Vec<&ErratumFinding> =
        errata.filter(|e| super::prefix(e.erratum.source) == prefix).collect();
    let title = claims.first().map(|finding| &finding.claim.paper);
    let Some(title) = title.or(errata.first().map(|e| &e.erratum.paper)) else { return Ok(None) };
    let pairs: Vec<Pair> = claims.iter().flat_map(|finding| pairs(finding)).collect();
    let chart = if pairs.is_empty() { None } else { Some(paired_bars(&pairs)?) };
    Ok(Some(Section { prefix, title, chart, claims, errata }))
}

/// The bars of a claim: results, and everything that differs. Equal parameters are omitted.
fn pairs(finding: &Finding) -> Vec<Pair> {
    let printed = finding.claim.printed();
    let (Some(theirs), Some(ours)) =
        (numbers(&printed.value), finding.ours.as_ref().and_then(numbers))
    else {
        return Vec::new();
    };
    let differs = matches!(finding.verdict, Verdict::Erratum | Verdict::Deviates);
    let result = finding.verdict == Verdict::Reproduced && finding.claim.kind != "parameter";
    if theirs.len() != ours.len() || !(differs || result) {
        return Vec::new();
    }
    let name = |n| match theirs.len() {
        1 => finding.claim.id.clone(),
        all => format!("{}, {} of {all}", finding.claim.id, n + 1),
    };
    let each = theirs.iter().zip(ours).zip(&printed.precisions).enumerate();
    each.filter(|(_, ((theirs, _), _))| **theirs != 0.0)
        .map(|(n, ((theirs, ours), precision))| Pair {
            name: name(n),
            theirs: *theirs,
            ours: *ours,
            printed: [precision.print(*theirs), precision.print_ours(*ours)],
        })
        .collect()
}
