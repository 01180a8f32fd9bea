//! What a claim's arithmetic and an erratum's demonstration look like; each paper has a table of both.

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

/// An erratum that is shown by a calculation that can be run.
pub struct ShownErratum {
    pub id: &'static str,
    /// What was computed, one line.
    pub how: &'static str,
    /// What the paper states and what comes out, as text; the last says whether the erratum is
    /// confirmed.
    pub shown: fn() -> Shown,
}

pub struct Shown {
    pub stated: String,
    pub ours: String,
    pub confirmed: bool,
}
