//! Tokens of PTX.

use logos::Logos;

/// A token's kind; its text is the part of the source that its span covers.
///
/// White space, comments and the `@@DWARF` lines of PTX 1.x vanish here. A NUL counts as white
/// space because run-time compilers hand out C strings.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\f\x00]+")]
#[logos(skip(r"(//|@@)[^\n]*", allow_greedy = true))]
#[logos(skip r"/\*([^*]|\*+[^*/])*\*+/")]
pub enum Token {
    /// A name with whatever hangs on it by dots: `%r1`, `%tid.x`, `$L_1`, `ld.global.L1::no.f32`.
    #[regex(r"([a-zA-Z_][a-zA-Z0-9_$]*|[$%][a-zA-Z0-9_$]+)(\.[a-zA-Z0-9_]+(::[a-zA-Z0-9_]+)*)*")]
    Word,
    /// A name after a dot: `.global`, `.shared::cta`, `.2d`.
    #[regex(r"\.[a-zA-Z0-9_]+(::[a-zA-Z0-9_]+)*")]
    Directive,
    /// Anything that begins with a digit; the parser says whether it is a number.
    #[regex(r"[0-9][a-zA-Z0-9_]*")]
    #[regex(r"[0-9]+\.[0-9]*([eE][+-]?[0-9]+)?")]
    #[regex(r"[0-9]+[eE][+-][0-9]+")]
    Number,
    #[regex(r#""([^"\\\n]|\\[^\n])*""#)]
    String,
    #[token("(")]
    OpenParen,
    #[token(")")]
    CloseParen,
    #[token("{")]
    OpenBrace,
    #[token("}")]
    CloseBrace,
    #[token("[")]
    OpenBracket,
    #[token("]")]
    CloseBracket,
    #[token("<")]
    Less,
    #[token(">")]
    Greater,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token("=")]
    Equals,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("|")]
    Bar,
    #[token("!")]
    Not,
    #[token("~")]
    Tilde,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    /// The beginning of a comment without end: another one is skipped.
    #[token("/*")]
    OpenComment,
    #[token("%")]
    Percent,
    #[token("<<")]
    ShiftLeft,
    #[token(">>")]
    ShiftRight,
    #[token("<=")]
    LessEqual,
    #[token(">=")]
    GreaterEqual,
    #[token("==")]
    Equal,
    #[token("!=")]
    NotEqual,
    #[token("&")]
    And,
    #[token("^")]
    Caret,
    #[token("&&")]
    BothTrue,
    #[token("||")]
    EitherTrue,
    #[token("?")]
    Question,
    #[token("@")]
    At,
    /// Text that no other token covers.
    Unknown,
    /// The end of the text.
    End,
}
