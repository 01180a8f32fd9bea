//! Claims and errata answered by a calculation.
//!
//! A claim of one paper is computed, or given as it is; an erratum is shown. All three are plain
//! data with functions that run the calculation. Values that a calculation starts from are read
//! from the paper's [`super::List`], so that no figure of a paper stands in two places.

/// A value that a claim states, or ours beside it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Number(f64),
    Numbers(Vec<f64>),
    Text(String),
    Texts(Vec<String>),
}

impl Value {
    /// A number, a text, or a list of one of them.
    pub fn of(value: &toml::Value) -> Value {
        let number =
            |value: &toml::Value| value.as_float().or_else(|| Some(value.as_integer()? as f64));
        let text = |value: &toml::Value| value.as_str().map_or(value.to_string(), str::to_string);
        match value {
            toml::Value::Array(all) => match all.iter().map(number).collect() {
                Some(numbers) => Value::Numbers(numbers),
                None => Value::Texts(all.iter().map(text).collect()),
            },
            one => number(one).map_or_else(|| Value::Text(text(one)), Value::Number),
        }
    }
}

/// A claim that follows from arithmetic alone.
pub struct Computed {
    /// Id in claims.toml.
    pub id: &'static str,
    /// How it follows, one line a reader can check: "16 banks x 64 entries x 128 bytes".
    pub how: &'static str,
    pub ours: fn() -> Value,
}

/// A claim that is a parameter of its paper: nothing else there gives it.
pub struct Given {
    /// Id in claims.toml.
    pub id: &'static str,
    pub why: &'static str,
}

/// An erratum that is shown by a calculation that can be run.
pub struct ShownErratum {
    pub id: &'static str,
    /// The calculation, in one line.
    pub how: &'static str,
    pub shown: fn() -> Shown,
}

/// Stated and computed result as text, and whether the erratum is confirmed.
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
