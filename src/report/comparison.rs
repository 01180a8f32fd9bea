//! Compares our cycles with another simulator's, as text, JSON and a Markdown page.

use crate::run::compare::{Agreement, Changed, Compared, Comparison};
use crate::table::{grouped, markdown, terminal};
use serde_json::{Value, json};

const HEADER: [&str; 7] =
    ["launch", "cycles", "GPGPU-Sim", "ratio", "CTAs", "CTAs, GPGPU-Sim", "collector held"];
const CHANGES: [&str; 5] =
    ["launch", "change", "cycles", "GPGPU-Sim", "within 5 points or a fifth"];
const PAIRS: [&str; 4] = ["instruction", "cycles each", "GPGPU-Sim", "ratio"];

/// The tables of a comparison, for a terminal.
pub fn comparison(all: &Comparison) -> String {
    tables(all, terminal)
}

/// The tables of a comparison, for a Markdown page.
pub fn comparison_page(all: &Comparison) -> String {
    tables(all, markdown)
}

fn tables(all: &Comparison, table: fn(&[&str], &[Vec<String>]) -> String) -> String {
    let mut text = String::new();
    if let Some(agreement) = Agreement::of(&all.launches) {
        let rows: Vec<_> = all.launches.iter().map(row).collect();
        text += &format!("{}\n{}", table(&HEADER, &rows), summary(&agreement));
    }
    if !all.per_instruction.is_empty() {
        let rows: Vec<_> = all.per_instruction.iter().map(pair).collect();
        text += &format!("\n{}", table(&PAIRS, &rows));
    }
    if !all.sensitivities.is_empty() {
        let rows: Vec<_> = all.sensitivities.iter().map(change).collect();
        text += &format!("\n{}", table(&CHANGES, &rows));
    }
    text
}

fn row(launch: &Compared) -> Vec<String> {
    let number = |number: Option<usize>| number.map_or("-".into(), |number| number.to_string());
    vec![
        launch.name.clone(),
        grouped(launch.cycles as u64),
        grouped(launch.gpgpusim as u64),
        format!("{:.3}", launch.ratio),
        number(launch.ctas),
        number(launch.ctas_gpgpusim),
        launch.collector_held.map_or("-".into(), |held| format!("{held:.2}")),
    ]
}

fn pair(pair: &Compared) -> Vec<String> {
    let Compared { name, cycles, gpgpusim, ratio, .. } = pair;
    vec![name.clone(), format!("{cycles:.3}"), format!("{gpgpusim:.3}"), format!("{ratio:.3}")]
}

fn change(changed: &Changed) -> Vec<String> {
    let percent = |percent: f64| format!("{percent:+.1} %");
    vec![
        changed.name.clone(),
        changed.change.to_string(),
        percent(changed.percent),
        percent(changed.gpgpusim),
        if changed.agrees() { "yes" } else { "no" }.into(),
    ]
}

fn summary(found: &Agreement) -> String {
    let mut text = format!(
        "{} launches: mean absolute error {:.1} %, geometric mean of the ratio {:.3}, {:.0} % of \
         launches within 15 %, correlation of logarithms {:.4}, of ranks {:.4}",
        found.launches,
        found.mean_absolute_error,
        found.geometric_mean,
        found.within_15,
        found.log_correlation,
        found.rank_correlation,
    );
    if found.ctas_compared > 0 {
        text +=
            &format!(", resident CTAs equal in {} of {}", found.ctas_equal, found.ctas_compared);
    }
    text + "\n"
}

/// The comparison as JSON, with the names of the configuration and the column.
pub fn comparison_json(configuration: &str, column: &str, all: &Comparison) -> Value {
    json!({
        "configuration": configuration,
        "column": column,
        "launches": all.launches,
        "agreement": Agreement::of(&all.launches),
        "per_instruction": all.per_instruction,
        "sensitivities": all.sensitivities,
        "failed": all.failed,
    })
}
