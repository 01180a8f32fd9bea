//! What a calculation says about a claim or an erratum.
//!
//! A claim of one paper is computed, or given as it is; an erratum is shown. All three are plain
//! data with functions that run the calculation. Values that a calculation starts from are read
//! from the list of claims by [`value`], [`numbers`], [`number`] and [`part`], so that no figure of
//! a paper stands in two places.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A value that a claim states, or ours beside it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Number(f64),
    Numbers(Vec<f64>),
    Text(String),
    Texts(Vec<String>),
}

/// A claim that follows from arithmetic alone.
pub struct Computed {
    /// Of claims.toml.
    pub id: &'static str,
    /// How it follows, one line a reader can check: "16 banks x 64 entries x 128 bytes".
    pub how: &'static str,
    pub ours: fn() -> Value,
}

/// A claim that is a parameter of its paper: nothing else there gives it.
pub struct Given {
    /// Of claims.toml.
    pub id: &'static str,
    pub why: &'static str,
}

/// An erratum that is shown by a calculation that can be run.
pub struct ShownErratum {
    pub id: &'static str,
    /// What was computed, one line.
    pub how: &'static str,
    pub shown: fn() -> Shown,
}

/// What the paper states and what comes out, as text, and whether the erratum is confirmed.
pub struct Shown {
    pub stated: String,
    pub ours: String,
    pub confirmed: bool,
}

impl Computed {
    pub const fn new(id: &'static str, how: &'static str, ours: fn() -> Value) -> Computed {
        Computed { id, how, ours }
    }
}

impl Given {
    pub const fn new(id: &'static str, why: &'static str) -> Given {
        Given { id, why }
    }
}

impl ShownErratum {
    pub const fn new(id: &'static str, how: &'static str, shown: fn() -> Shown) -> ShownErratum {
        ShownErratum { id, how, shown }
    }
}

/// The values of all claims by id.
static VALUES: LazyLock<HashMap<String, Value>> = LazyLock::new(|| {
    let file: toml::Table = toml::from_str(include_str!("claims.toml")).unwrap_or_default();
    let claims = file.get("claim").and_then(toml::Value::as_array);
    claims
        .into_iter()
        .flatten()
        .filter_map(|claim| {
            let id = claim.get("id")?.as_str()?;
            Some((id.to_owned(), parse(claim.get("value")?)?))
        })
        .collect()
});

fn parse(value: &toml::Value) -> Option<Value> {
    if let Some(text) = value.as_str() {
        return Some(Value::Text(text.to_owned()));
    }
    let Some(list) = value.as_array() else { return number_of(value).map(Value::Number) };
    let numbers: Option<Vec<f64>> = list.iter().map(number_of).collect();
    let texts = || list.iter().map(|v| v.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>();
    numbers.map(Value::Numbers).or_else(|| texts().map(Value::Texts))
}

fn number_of(value: &toml::Value) -> Option<f64> {
    value.as_float().or_else(|| value.as_integer().map(|v| v as f64))
}

/// What a claim states. `None`: there is no such claim.
pub fn value(id: &str) -> Option<Value> {
    VALUES.get(id).cloned()
}

/// The numbers a claim states; none for a text or an unknown claim.
pub fn numbers(id: &str) -> Vec<f64> {
    match value(id) {
        Some(Value::Number(number)) => vec![number],
        Some(Value::Numbers(numbers)) => numbers,
        _ => Vec::new(),
    }
}

/// The `n`th number a claim states, from 0. Not a number if there is none, so that nothing that is
/// computed with it agrees with anything.
pub fn part(id: &str, n: usize) -> f64 {
    numbers(id).get(n).copied().unwrap_or(f64::NAN)
}

/// The first or only number a claim states; see [`part`].
pub fn number(id: &str) -> f64 {
    part(id, 0)
}
