//! Claims and errata that a calculation answers.
//!
//! A claim is computed or given as a parameter of its paper; an erratum is shown. All three are
//! plain data with functions that run the calculation. Input values are read from the paper's
//! [`super::List`], so that each figure of a paper is written in one place only.

/// The value that a claim states, or our value for it.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    Number(f64),
    Numbers(Vec<f64>),
    Text(String),
    Texts(Vec<String>),
}

impl Value {
    /// A number, a text, or a list of either.
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
    /// The derivation, one line that a reader can check: "16 banks x 64 entries x 128 bytes".
    pub how: &'static str,
    pub ours: fn() -> Value,
}

/// A claim that is a parameter of its paper: nothing else in the paper determines it.
pub struct Given {
    /// Id in claims.toml.
    pub id: &'static str,
    pub why: &'static str,
}

/// An erratum that a calculation shows.
pub struct ShownErratum {
    pub id: &'static str,
    /// The calculation, in one line.
    pub how: &'static str,
    pub shown: fn() -> Shown,
}

/// Stated and computed result as text, and whether the calculation confirms the erratum.
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
