//! Energy of a register file, by named parts.

use crate::table::terminal;
use serde_json::{Value, json};

/// Energy in pJ, by part, from the figures of one source.
#[derive(Clone, Debug, PartialEq)]
pub struct Account {
    /// Table of the source's figures.
    pub source: &'static str,
    /// The memory and its size.
    pub memory: &'static str,
    /// Name and energy in pJ of each part.
    pub parts: Vec<(&'static str, f64)>,
    /// Energy of the same accesses in the same cycles on another memory.
    pub baseline: Option<Baseline>,
    /// How the configuration differs from the memory that the source describes; `None` if it does
    /// not.
    pub beyond: Option<String>,
}

/// Another memory with the same accesses.
#[derive(Clone, Debug, PartialEq)]
pub struct Baseline {
    pub name: &'static str,
    pub total_pj: f64,
}

impl Account {
    /// Name of the part that is independent of accesses.
    pub const LEAKAGE: &'static str = "leakage";

    pub fn total_pj(&self) -> f64 {
        self.parts.iter().map(|(_, pj)| pj).sum()
    }

    /// Energy of all parts except leakage, in pJ.
    pub fn dynamic_pj(&self) -> f64 {
        let dynamic = self.parts.iter().filter(|(name, _)| *name != Self::LEAKAGE);
        dynamic.map(|(_, pj)| pj).sum()
    }

    /// Energy of the part with this name in pJ; 0 if there is none.
    pub fn part(&self, name: &str) -> f64 {
        self.parts.iter().find(|(own, _)| *own == name).map_or(0.0, |(_, pj)| *pj)
    }

    /// Total energy divided by the baseline's; `None` without a baseline.
    pub fn of_baseline(&self) -> Option<f64> {
        let baseline = self.baseline.as_ref().filter(|baseline| baseline.total_pj > 0.0)?;
        Some(self.total_pj() / baseline.total_pj)
    }

    /// Table of the parts in nJ, with their shares of the total.
    pub fn table(&self) -> String {
        let total = self.total_pj();
        let nj = |pj: f64| format!("{:.1}", pj / 1_000.0);
        let row = |name: &str, pj: f64| {
            vec![name.to_string(), nj(pj), format!("{:.1} %", 100.0 * pj / total.max(1.0))]
        };
        let mut rows: Vec<Vec<String>> = self.parts.iter().map(|(n, pj)| row(n, *pj)).collect();
        rows.push(row("all", total));
        if let (Some(Baseline { name, total_pj }), Some(ratio)) =
            (&self.baseline, self.of_baseline())
        {
            rows.push(vec![name.to_string(), nj(*total_pj), String::new()]);
            rows.push(vec![format!("all / {name}"), String::new(), format!("{ratio:.2} times")]);
        }
        terminal(&["energy", "nJ", "share"], &rows)
    }

    /// One line with the source and memory of the figures, and what they do not cover.
    pub fn note(&self) -> String {
        let Account { source, memory, .. } = self;
        let baseline = self.baseline.as_ref().map_or(String::new(), |baseline| {
            format!("; {}: the same accesses in as many cycles", baseline.name)
        });
        let beyond = self
            .beyond
            .as_ref()
            .map_or(String::new(), |beyond| format!("; not covered by the source: {beyond}"));
        format!("energy by {source}: {memory}{baseline}{beyond}")
    }

    pub fn json(&self) -> Value {
        let parts: serde_json::Map<String, Value> =
            self.parts.iter().map(|(name, pj)| (name.replace(' ', "_"), json!(pj))).collect();
        json!({
            "source": self.source,
            "memory": self.memory,
            "parts_pj": parts,
            "total_pj": self.total_pj(),
            "baseline": self.baseline.as_ref().map(|baseline| baseline.name),
            "baseline_pj": self.baseline.as_ref().map(|baseline| baseline.total_pj),
            "of_baseline": self.of_baseline(),
            "not_covered": self.beyond,
        })
    }
}
