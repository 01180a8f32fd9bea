//! Findings as JSON.

use super::synthesised::PaperSizes;
use super::{ErratumFinding, Finding, Report, Size, Sizes, Value, command};
use serde_json::json;

/// One object: `claims`, `errata`, `area`, `configuration`, `configuration_hash`, `version`.
pub fn json(report: &Report) -> serde_json::Value {
    json!({
        "claims": report.findings.iter().map(claim).collect::<Vec<_>>(),
        "errata": report.errata.iter().map(erratum).collect::<Vec<_>>(),
        "area": area(report.sizes),
        "configuration": report.config.name(),
        "configuration_hash": report.configuration_hash(),
        "version": env!("CARGO_PKG_VERSION"),
    })
}

fn claim(finding: &Finding) -> serde_json::Value {
    json!({
        "id": finding.claim.id,
        "verdict": finding.verdict.word(),
        "evidence": finding.evidence.word(),
        "quantity": finding.claim.quantity,
        "unit": finding.claim.unit,
        "paper": value(&finding.claim.printed().value),
        "ours": finding.ours.as_ref().map(value),
        "deviation_percent": finding.deviation_percent,
        "how": finding.how,
        "note": finding.note,
        "errata": finding.errata,
        "assumptions": finding.depends(),
        "command": finding.command(),
    })
}

fn erratum(finding: &ErratumFinding) -> serde_json::Value {
    let erratum = finding.erratum;
    let shown = finding.shown.as_ref();
    json!({
        "id": erratum.id,
        "class": erratum.class,
        "where": erratum.r#where,
        "statement": erratum.statement,
        "correct": erratum.correct,
        "affects": erratum.affects,
        "how": shown.map(|(how, _)| how),
        "stated": shown.map(|(_, shown)| &shown.stated),
        "ours": shown.map(|(_, shown)| &shown.ours),
        "confirmed": shown.map(|(_, shown)| shown.confirmed),
        "command": command(&erratum.id),
    })
}

/// Transistors of the synthesised structures, by configuration, and their sum.
fn area(sizes: &Sizes) -> serde_json::Value {
    let structures =
        sizes.papers.iter().flat_map(|paper| paper.rows.iter().map(|row| size(paper, row)));
    let total = sizes.papers.iter().find_map(|paper| {
        let total = paper.total()?;
        let ours = ours(paper, total.transistors);
        Some(json!({ "printed": whole(total.printed), "correct": whole(total.correct), "ours": ours }))
    });
    json!({ "tool": sizes.tool, "structures": structures.collect::<Vec<_>>(), "total": total })
}

/// Our transistors by configuration.
fn ours(paper: &PaperSizes, transistors: [usize; 2]) -> serde_json::Value {
    let named = paper.of.configurations.into_iter().zip(transistors);
    named.map(|(name, transistors)| (name.to_string(), json!(transistors))).collect()
}

fn size(paper: &PaperSizes, size: &Size) -> serde_json::Value {
    json!({
        "structure": size.structure.name,
        "count": size.structure.count,
        "claim": size.structure.claim,
        "printed": whole((size.structure.printed)()),
        "correct": whole((size.structure.correct)()),
        "ours": ours(paper, size.transistors),
        "depths": size.depths,
        "why_larger": size.why(),
    })
}

fn value(value: &Value) -> serde_json::Value {
    match value {
        Value::Number(number) => whole(*number),
        Value::Numbers(numbers) => numbers.iter().copied().map(whole).collect(),
        Value::Text(text) => json!(text),
        Value::Texts(texts) => json!(texts),
    }
}

/// An integer without a decimal point, if a float represents it exactly.
fn whole(number: f64) -> serde_json::Value {
    const EXACT: f64 = (1u64 << f64::MANTISSA_DIGITS) as f64;
    match number.fract() == 0.0 && number.abs() < EXACT {
        true => json!(number as i64),
        false => json!(number),
    }
}
