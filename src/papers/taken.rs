//! Claims whose value is an input of ours, and claims for which we lack an input.

use super::computed::Value;
use crate::config::{Config, Value as Setting};

/// A parameter of a paper that is also an input of ours.
pub struct Taken {
    pub id: &'static str,
    /// Where our input is defined: "configs/fermi.toml gpu.banks".
    pub at: &'static str,
    /// Our value; `None` if the configuration lacks the key.
    pub ours: fn(&Config) -> Option<Value>,
}

/// A claim that none of our methods can answer.
pub struct Missing {
    pub id: &'static str,
    /// The missing input.
    pub input: &'static str,
}

/// The value of an integer key of the configuration; `None` if the key is missing.
pub fn integer(config: &Config, path: &str) -> Option<f64> {
    match config.value(path)? {
        Setting::Integer(number) => Some(*number as f64),
        _ => None,
    }
}

/// The value of a word key of the configuration; `None` if the key is missing.
pub fn word<'a>(config: &'a Config, path: &str) -> Option<&'a str> {
    match config.value(path)? {
        Setting::Word(word) => Some(word),
        _ => None,
    }
}

/// Several numbers as one value; `None` if one of them is missing.
pub fn all<const N: usize>(numbers: [Option<f64>; N]) -> Option<Value> {
    numbers.into_iter().collect::<Option<Vec<f64>>>().map(Value::Numbers)
}
