//! Loop variables, and index expressions made of loop variables and numbers.

use super::ir::Expr;
use super::lower::{Lowering, operator_text};
use super::tree::literal_value;
use rust_hdl::core::ast::{VerilogExpression as Source, VerilogOp};

/// A `for` variable in scope; `last` is its largest value.
#[derive(Clone, Debug)]
pub struct LoopVariable {
    pub name: String,
    pub first: u64,
    pub last: u64,
}

/// An expression of numbers and loop variables only, with the bounds of its value.
pub struct Integer {
    pub expr: Expr,
    pub low: i128,
    pub high: i128,
}

impl Lowering<'_> {
    /// `source` as an index, if it consists only of numbers and loop variables.
    pub fn integer(&self, source: &Source) -> Option<Integer> {
        match source {
            Source::Paren(inner) => self.integer(inner),
            Source::Literal(literal) => literal_value(literal).map(constant),
            Source::Signal(name) => self.find_loop(name).map(|variable| Integer {
                expr: Expr::Loop(variable.name.clone()),
                low: variable.first.into(),
                high: variable.last.into(),
            }),
            Source::Binary(left, operator, right) => {
                combine(self.integer(left)?, operator, self.integer(right)?)
            }
            _ => None,
        }
    }

    pub fn find_loop(&self, name: &str) -> Option<&LoopVariable> {
        self.loops.iter().find(|variable| variable.name == name)
    }
}

fn constant(value: u64) -> Integer {
    Integer { expr: Expr::Plain(value), low: value.into(), high: value.into() }
}

fn combine(left: Integer, operator: &VerilogOp, right: Integer) -> Option<Integer> {
    let apply: fn(i128, i128) -> Option<i128> = match operator {
        VerilogOp::Add => i128::checked_add,
        VerilogOp::Sub => i128::checked_sub,
        VerilogOp::Mul => i128::checked_mul,
        _ => return None,
    };
    let mut corners = Vec::new();
    for a in [left.low, left.high] {
        for b in [right.low, right.high] {
            corners.push(apply(a, b)?);
        }
    }
    let (low, high) = (*corners.iter().min()?, *corners.iter().max()?);
    let is_constant = matches!((&left.expr, &right.expr), (Expr::Plain(_), Expr::Plain(_)));
    if is_constant {
        return u64::try_from(low).ok().map(constant);
    }
    let text = operator_text(operator, 0);
    let expr = Expr::Binary(Box::new(left.expr), text, Box::new(right.expr));
    Some(Integer { expr, low, high })
}
