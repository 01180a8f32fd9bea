//! Claims that are inputs of ours, and claims for which we lack an input.

use super::computed::Value;
use crate::config::{Config, Value as Setting};

/// A parameter of a paper that is an input of ours.
pub struct Taken {
    pub id: &'static str,
    /// Where it stands: "configs/fermi.toml gpu.banks".
    pub at: &'static str,
    /// Our value; none if the configuration has no such key.
    pub ours: fn(&Config) -> Option<Value>,
}

/// A claim that nothing of ours can answer.
pub struct Missing {
    pub id: &'static str,
    /// The input that it takes and that we lack.
    pub input: &'static str,
}

/// An integer key of the configuration; none if there is no such key.
pub fn integer(config: &Config, path: &str) -> Option<f64> {
    match config.value(path)? {
        Setting::Integer(number) => Some(*number as f64),
        _ => None,
    }
}

/// A key of the configuration that is a word; none if there is no such key.
pub fn word<'a>(config: &'a Config, path: &str) -> Option<&'a str> {
    match config.value(path)? {
        Setting::Word(word) => Some(word),
        _ => None,
    }
}

/// Several numbers, all of which must be there.
pub fn all<const N: usize>(numbers: [Option<f64>; N]) -> Option<Value> {
    numbers.into_iter().collect::<Option<Vec<f64>>>().map(Value::Numbers)
}
