//! Splits PTX text into tokens.

use logos::Logos;

/// Kind of a token. Its text is the part of the source that its span covers.
///
/// White space, comments and the `@@DWARF` lines of PTX 1.x are skipped. A NUL counts as white
/// space, because run-time compilers return C strings.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(skip r"[ \t\r\n\f\x00]+")]
#[logos(skip(r"(//|@@)[^\n]*", allow_greedy = true))]
#[logos(skip r"/\*([^*]|\*+[^*/])*\*+/")]
pub enum Token {
    /// A name with its dotted suffixes: `%r1`, `%tid.x`, `$L_1`, `ld.global.L1::no.f32`.
    #[regex(r"([a-zA-Z_][a-zA-Z0-9_$]*|[$%][a-zA-Z0-9_$]+)(\.[a-zA-Z0-9_]+(::[a-zA-Z0-9_]+)*)*")]
    Word,
    /// A name after a dot: `.global`, `.shared::cta`, `.2d`.
    #[regex(r"\.[a-zA-Z0-9_]+(::[a-zA-Z0-9_]+)*")]
    Directive,
    /// Any text that starts with a digit; the parser decides whether it is a number.
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
    /// The start of a comment without an end; complete comments are skipped.
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
    /// Text that matches no other token.
    Unknown,
    /// The end of the text.
    End,
}
