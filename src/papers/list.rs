//! A paper's list of claims, and the values in it.

use super::computed::Value;
use std::collections::HashMap;
use std::sync::OnceLock;

/// The text of a `claims.toml`.
pub struct List {
    pub text: &'static str,
    values: OnceLock<HashMap<String, Value>>,
}

impl List {
    pub const fn new(text: &'static str) -> List {
        List { text, values: OnceLock::new() }
    }

    /// The numbers of a claim; empty for a text or an unknown claim.
    pub fn numbers(&self, id: &str) -> Vec<f64> {
        match self.values.get_or_init(|| values(self.text)).get(id) {
            Some(Value::Number(number)) => vec![*number],
            Some(Value::Numbers(numbers)) => numbers.clone(),
            _ => Vec::new(),
        }
    }

    /// Number `n` of a claim, from 0. NaN if there is none, so that no result computed from it
    /// agrees with anything.
    pub fn part(&self, id: &str, n: usize) -> f64 {
        self.numbers(id).get(n).copied().unwrap_or(f64::NAN)
    }

    /// The first or only number of a claim; see [`List::part`].
    pub fn number(&self, id: &str) -> f64 {
        self.part(id, 0)
    }
}

fn values(text: &str) -> HashMap<String, Value> {
    let file: toml::Table = toml::from_str(text).unwrap_or_default();
    let claims = file.get("claim").and_then(toml::Value::as_array);
    let entry = |claim: &toml::Value| {
        let id = claim.get("id")?.as_str()?;
        Some((id.to_owned(), Value::of(claim.get("value")?)))
    };
    claims.into_iter().flatten().filter_map(entry).collect()
}
