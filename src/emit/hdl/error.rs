//! Errors of the Verilog printer, in words that the author of a unit can act on.

/// Reason why a unit cannot be printed. Names are those of fields, or of Verilog ports.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PrintError {
    #[error("the block has no `#[hdl_gen] fn update`")]
    NoSource,
    #[error("`{name}` is {what}; a printed unit cannot have one")]
    Field { name: String, what: &'static str },
    /// `at` is the target of the assignment, or the kind of statement.
    #[error("in {at}: {problem}")]
    Code { at: String, problem: CodeProblem },
    #[error("`{0}` is not assigned on every path: a latch")]
    Latch(String),
    #[error("`{0}` is read before it has its final value")]
    ReadBeforeWrite(String),
    #[error("`{0}` is never assigned")]
    Undriven(String),
    #[error("`{0}` depends on constants only, but takes more than one assignment")]
    ConstantBlock(String),
    #[error("`{0}` cannot be assigned: it is an input, a constant or the output of a flop")]
    NotWritable(String),
    #[error("the flop `{0}` is not in `dff_setup!` with the clock `clk_i`")]
    NoClock(String),
    #[error("the name `{0}` is taken, by another part of the unit or by the language")]
    NameTaken(String),
    #[error("a note for `{0}`, which the unit does not have")]
    UnknownNote(String),
    #[error("a comment with nothing after it: `{0}`")]
    StrayComment(String),
    #[error("the sheet lists port `{0}`, which the block does not have")]
    PortMissing(String),
    #[error("the block has port `{0}`, which the sheet does not list")]
    PortExtra(String),
    #[error("port `{name}` has {block} bits in the block and {sheet} in the sheet")]
    PortWidth { name: String, block: usize, sheet: usize },
    #[error("port `{0}` has one direction in the block and the other in the sheet")]
    PortDirection(String),
}

/// Error of one expression or statement.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CodeProblem {
    #[error("cannot print {0}")]
    Unsupported(&'static str),
    #[error("unknown name `{0}`; make a Rust constant a field of type `Const`")]
    UnknownName(String),
    #[error("`{0}` cannot be read: it is an input of a flop; read its `q`")]
    NotReadable(String),
    #[error("{value} does not fit {width} bits")]
    LiteralTooWide { value: String, width: usize },
    #[error("the operands of `{operator}` have {left} and {right} bits")]
    OperandWidths { operator: &'static str, left: usize, right: usize },
    #[error("a value of {found} bits where {expected} are needed")]
    ValueWidth { expected: usize, found: usize },
    #[error("`{vector}` needs an index of {expected} bits, not {found}")]
    IndexWidth { vector: String, expected: usize, found: usize },
    #[error("an index runs over the end of `{vector}`, which has {width} bits")]
    IndexRange { vector: String, width: usize },
}
