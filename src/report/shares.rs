//! Compares launches on all SMs with one SM and its share, as a table and as JSON.

use crate::config::Config;
use crate::run::Shares;
use crate::table::{grouped, markdown, terminal};
use serde_json::{Value, json};

const HEADER: [&str; 8] = [
    "launch",
    "CTAs",
    "CTAs that fit",
    "cycles, one SM",
    "cycles, all SMs",
    "ratio",
    "DRAM, one SM",
    "DRAM, all SMs",
];

fn cells(shares: &Shares) -> Vec<String> {
    vec![
        shares.launch.clone(),
        grouped(shares.ctas),
        grouped(shares.resident),
        grouped(shares.cycles_of_one),
        grouped(shares.cycles_of_all),
        format!("{:.2}", shares.ratio),
        grouped(shares.dram_of_one),
        grouped(shares.dram_of_all),
    ]
}

/// A row per launch, and the geometric mean of the launches that fill all SMs.
pub fn shares(all: &[Shares], as_markdown: bool) -> String {
    let rows: Vec<Vec<String>> = all.iter().map(cells).collect();
    let table = if as_markdown { markdown(&HEADER, &rows) } else { terminal(&HEADER, &rows) };
    let full: Vec<f64> = all.iter().filter(|one| one.is_full()).map(|one| one.ratio.ln()).collect();
    let mean = (full.iter().sum::<f64>() / full.len().max(1) as f64).exp();
    match full.len() {
        0 => format!("{table}\nNo launch fills all SMs.\n"),
        count => format!(
            "{table}\nLaunches that fill all SMs: {count} of {}; geometric mean of their ratios: \
             {mean:.2}.\n",
            all.len()
        ),
    }
}

/// All launches on a configuration, as one object.
pub fn shares_json(config: &Config, register_file: &str, all: &[Shares]) -> Value {
    json!({
        "configuration": config.name(),
        "version": env!("CARGO_PKG_VERSION"),
        "register_file": register_file,
        "sms": config.gpu().sms,
        "launches": all,
    })
}
