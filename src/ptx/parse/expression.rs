//! Constant expressions: literals, `WARP_SZ`, and C's operators on 64-bit integers.

use super::{Fault, Parsed, Parser};
use crate::ptx::lexer::Token;
use crate::ptx::literal;
use crate::ptx::syntax::{Number, Value};

/// A value in an expression.
#[derive(Clone, Copy)]
struct Constant {
    value: Value,
    unsigned: bool,
}

/// Signedness of a result.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sign {
    /// Unsigned if one operand is, as in C; then both count as unsigned.
    Either,
    /// Unsigned if the left operand is.
    Left,
    Unsigned,
    Signed,
}

type Apply = fn(i128, i128) -> Option<i128>;

/// Precedences.
pub const ANY: u8 = 0;
pub const PRODUCT: u8 = 10;

/// Binary operators with their precedence.
const OPERATORS: &[(Token, u8, Sign, Apply)] = &[
    (Token::Star, PRODUCT, Sign::Either, |a, b| Some(a.wrapping_mul(b))),
    (Token::Slash, PRODUCT, Sign::Either, |a, b| a.checked_div(b)),
    (Token::Percent, PRODUCT, Sign::Either, |a, b| a.checked_rem(b)),
    (Token::Plus, 9, Sign::Either, |a, b| Some(a + b)),
    (Token::Minus, 9, Sign::Either, |a, b| Some(a - b)),
    (Token::ShiftLeft, 8, Sign::Left, |a, b| (0..64).contains(&b).then(|| a << b)),
    (Token::ShiftRight, 8, Sign::Left, |a, b| (0..64).contains(&b).then(|| a >> b)),
    (Token::Less, 7, Sign::Signed, |a, b| Some((a < b).into())),
    (Token::Greater, 7, Sign::Signed, |a, b| Some((a > b).into())),
    (Token::LessEqual, 7, Sign::Signed, |a, b| Some((a <= b).into())),
    (Token::GreaterEqual, 7, Sign::Signed, |a, b| Some((a >= b).into())),
    (Token::Equal, 6, Sign::Signed, |a, b| Some((a == b).into())),
    (Token::NotEqual, 6, Sign::Signed, |a, b| Some((a != b).into())),
    (Token::And, 5, Sign::Unsigned, |a, b| Some(a & b)),
    (Token::Caret, 4, Sign::Unsigned, |a, b| Some(a ^ b)),
    (Token::Bar, 3, Sign::Unsigned, |a, b| Some(a | b)),
    (Token::BothTrue, 2, Sign::Signed, |a, b| Some((a != 0 && b != 0).into())),
    (Token::EitherTrue, 1, Sign::Signed, |a, b| Some((a != 0 || b != 0).into())),
];

impl<'a> Parser<'a> {
    /// Whether a constant is next.
    pub(super) fn is_at_constant(&self) -> bool {
        use Token::{Minus, Not, Number, OpenParen, Plus, Tilde};
        matches!(self.token, Number | Plus | Minus | Tilde | Not | OpenParen)
            || self.next() == "WARP_SZ"
    }

    pub(super) fn constant(&mut self) -> Parsed<'a, Number<'a>> {
        let start = self.span.start;
        let value = self.operation(ANY)?.value;
        Ok(Number { text: self.since(start), value })
    }

    /// An integer expression of operators with at least this precedence, and its text.
    pub(super) fn constant_integer(&mut self, lowest: u8) -> Parsed<'a, (&'a str, i64)> {
        let start = self.span.start;
        let value = self.operation(lowest)?.value;
        integer(self.since(start), value)
    }

    /// An expression of operators with at least this precedence; the lowest is that of `a ? b : c`.
    fn operation(&mut self, lowest: u8) -> Parsed<'a, Constant> {
        let start = self.span.start;
        let mut left = self.unary()?;
        while let Some((_, level, sign, apply)) = OPERATORS.iter().find(|one| one.0 == self.token)
            && *level >= lowest
        {
            self.advance();
            let right = self.operation(level + 1)?;
            let fault = Fault {
                part: self.since(start),
                found: None,
                expected: "integers for which the operator is defined",
            };
            left = left.applied(*sign, *apply, right).ok_or(fault)?;
        }
        if lowest > ANY || !self.accept(Token::Question) {
            return Ok(left);
        }
        let yes = self.nested(|parser| parser.operation(ANY))?;
        self.expect(Token::Colon, "':'")?;
        let no = self.nested(|parser| parser.operation(ANY))?;
        Ok(if left.value == Value::Integer(0) { no } else { yes })
    }

    fn unary(&mut self) -> Parsed<'a, Constant> {
        let operator = self.token;
        if self.next() == "WARP_SZ" {
            self.advance();
            return Ok(Constant { value: Value::Integer(32), unsigned: false });
        }
        match operator {
            Token::OpenParen => return self.nested(Parser::parenthesised),
            Token::Plus | Token::Minus | Token::Tilde | Token::Not => self.advance(),
            _ => {
                let Number { text, value } = self.number()?;
                // An integer of 2^63 or more is unsigned.
                let above = matches!(value, Value::Integer(value) if value < 0);
                return Ok(Constant { value, unsigned: above || text.ends_with('U') });
            }
        }
        let start = self.span.start;
        let Constant { value, unsigned } = self.nested(Parser::unary)?;
        let bits = || integer(self.since(start), value).map(|(_, bits)| bits);
        let (value, unsigned) = match operator {
            Token::Plus => (value, unsigned),
            Token::Minus => (literal::negated(value), unsigned),
            Token::Tilde => (Value::Integer(!bits()?), true),
            _ => (Value::Integer((bits()? == 0).into()), false),
        };
        Ok(Constant { value, unsigned })
    }

    /// `(expression)`, or a cast: `(.u64) operand`.
    fn parenthesised(&mut self) -> Parsed<'a, Constant> {
        self.advance();
        let cast = self.next();
        if ![".s64", ".u64"].contains(&cast) {
            let inner = self.operation(ANY)?;
            self.expect(Token::CloseParen, "an operator or ')'")?;
            return Ok(inner);
        }
        self.advance();
        self.expect(Token::CloseParen, "')'")?;
        Ok(Constant { unsigned: cast == ".u64", ..self.unary()? })
    }
}

fn integer<'a>(part: &'a str, value: Value) -> Parsed<'a, (&'a str, i64)> {
    match value {
        Value::Integer(value) => Ok((part, value)),
        _ => Err(Fault { part, found: None, expected: "an integer" }),
    }
}

impl Constant {
    fn applied(self, sign: Sign, apply: Apply, right: Constant) -> Option<Constant> {
        let (Value::Integer(a), Value::Integer(b)) = (self.value, right.value) else { return None };
        let either = self.unsigned || right.unsigned;
        let wide = |value: i64, unsigned| match unsigned {
            true => i128::from(value as u64),
            false => value.into(),
        };
        let (a, b, unsigned) = match sign {
            Sign::Left => (wide(a, self.unsigned), wide(b, right.unsigned), self.unsigned),
            Sign::Either => (wide(a, either), wide(b, either), either),
            Sign::Unsigned => (wide(a, true), wide(b, true), true),
            Sign::Signed => (wide(a, either), wide(b, either), false),
        };
        Some(Constant { value: Value::Integer(apply(a, b)? as i64), unsigned })
    }
}
