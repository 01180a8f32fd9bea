//! Lowers expressions: every operand gets a width and every literal a size; otherwise the unit is
//! refused.
//!
//! rust-hdl's tree has no widths: a number takes the width of its context. So the lowering first
//! looks for a width of the expression itself, then lowers the expression to the required width.

use super::CodeProblem as Problem;
use super::integer::LoopVariable;
use super::ir::Expr;
use super::symbols::{Id, Symbols};
use super::tree::literal_value;
use rust_hdl::core::ast::{VerilogExpression as Source, VerilogOp, VerilogOpUnary};

/// Lowers the code of one unit.
pub struct Lowering<'a> {
    pub symbols: &'a Symbols,
    pub loops: Vec<LoopVariable>,
}

impl Lowering<'_> {
    /// Lowers `source` to `want` bits.
    pub fn lower(&self, source: &Source, want: usize) -> Result<Expr, Problem> {
        if let Some(found) = self.own_width(source)
            && found != want
        {
            return Err(Problem::ValueWidth { expected: want, found });
        }
        match source {
            Source::Paren(inner) => self.lower(inner, want),
            Source::Signal(name) => match self.find_loop(name) {
                Some(variable) => self.loop_bits(variable, want),
                None => Ok(Expr::Name(self.readable(name)?)),
            },
            Source::Literal(literal) => self.number(literal_value(literal), literal, want),
            Source::Cast(inner, width) => self.resize(inner, *width),
            Source::Binary(left, operator, right) => self.binary(left, operator, right, want),
            Source::Unary(operator, operand) => self.unary(operator, operand, want),
            Source::Index(vector, index) => {
                let vector = self.named_vector(vector)?;
                match self.symbols[vector].width {
                    // Verilog cannot index a one-bit vector.
                    1 => self.index(vector, index, 1).map(|_| Expr::Name(vector)),
                    _ => Ok(Expr::Bit(vector, Box::new(self.index(vector, index, 1)?))),
                }
            }
            Source::Slice(vector, width, low) => self.slice(vector, *width, low),
            Source::Signed(_) | Source::Unsigned(_) => Err(Problem::Unsupported("a signed number")),
            Source::IndexReplace(..) => {
                Err(Problem::Unsupported("`replace_bit` inside an expression; assign it first"))
            }
        }
    }

    /// The width that an expression has by itself; `None` for numbers.
    pub fn own_width(&self, source: &Source) -> Option<usize> {
        match source {
            Source::Signal(name) if self.find_loop(name).is_some() => None,
            Source::Signal(name) => Some(self.symbols[self.symbols.find(name)?].width),
            // Only a one-bit literal, a bool, has its own width; others show the width of their
            // Rust integer type.
            Source::Literal(literal) => format!("{literal:x}").starts_with("1'").then_some(1),
            Source::Cast(_, width) | Source::Slice(_, width, _) => Some(*width),
            Source::Paren(inner) => self.own_width(inner),
            Source::Signed(_) | Source::Unsigned(_) => None,
            Source::Binary(left, operator, right) => match operator {
                VerilogOp::Shl | VerilogOp::Shr => self.own_width(left),
                _ if gives_one_bit(operator) => Some(1),
                _ => self.own_width(left).or_else(|| self.own_width(right)),
            },
            Source::Unary(VerilogOpUnary::Not | VerilogOpUnary::Neg, operand) => {
                self.own_width(operand)
            }
            Source::Unary(..) | Source::Index(..) => Some(1),
            Source::IndexReplace(vector, ..) => self.own_width(vector),
        }
    }

    /// Lowers an index into `vector` from which `span` bits are taken.
    pub fn index(&self, vector: Id, source: &Source, span: usize) -> Result<Expr, Problem> {
        let symbol = &self.symbols[vector];
        let name = || symbol.verilog.clone();
        if let Some(integer) = self.integer(source) {
            if integer.low < 0 || integer.high + span as i128 > symbol.width as i128 {
                return Err(Problem::IndexRange { vector: name(), width: symbol.width });
            }
            return Ok(integer.expr);
        }
        let expected = (usize::BITS - (symbol.width - 1).leading_zeros()) as usize;
        match self.own_width(source) {
            Some(found) if found != expected => {
                Err(Problem::IndexWidth { vector: name(), expected, found })
            }
            _ => self.lower(source, expected),
        }
    }

    /// The symbol of `name`, if the code may read it.
    fn readable(&self, name: &str) -> Result<Id, Problem> {
        let id = self.symbols.find(name);
        let name = name.replace('$', ".");
        match id {
            Some(id) if self.symbols[id].role.is_readable() => Ok(id),
            Some(_) => Err(Problem::NotReadable(name)),
            None => Err(Problem::UnknownName(name)),
        }
    }

    fn named_vector(&self, source: &Source) -> Result<Id, Problem> {
        match without_parens(source) {
            Source::Signal(name) => self.readable(name),
            _ => Err(Problem::Unsupported("a bit of an expression; make the expression a `Var`")),
        }
    }

    fn slice(&self, vector: &Source, width: usize, low: &Source) -> Result<Expr, Problem> {
        let vector = self.named_vector(vector)?;
        let low = Box::new(self.index(vector, low, width)?);
        Ok(match (width, self.symbols[vector].width) {
            (1, 1) => Expr::Name(vector),
            (1, _) => Expr::Bit(vector, low),
            _ => Expr::Slice { vector, low, width },
        })
    }

    fn number(
        &self,
        value: Option<u64>,
        shown: &dyn std::fmt::Display,
        width: usize,
    ) -> Result<Expr, Problem> {
        match value {
            Some(value) if width >= 64 || value >> width == 0 => Ok(Expr::Number { width, value }),
            _ => Err(Problem::LiteralTooWide {
                value: value.map_or_else(|| shown.to_string(), |value| value.to_string()),
                width,
            }),
        }
    }

    fn loop_bits(&self, variable: &LoopVariable, width: usize) -> Result<Expr, Problem> {
        self.number(Some(variable.last), &variable.name, width)?;
        let variable = variable.name.clone();
        Ok(Expr::LoopBits { variable, width })
    }

    fn unary(
        &self,
        operator: &VerilogOpUnary,
        operand: &Source,
        want: usize,
    ) -> Result<Expr, Problem> {
        let (text, width) = match operator {
            VerilogOpUnary::Not if want == 1 => ("!", Some(1)),
            VerilogOpUnary::Not => ("~", Some(want)),
            VerilogOpUnary::Neg => ("-", Some(want)),
            VerilogOpUnary::All => ("&", self.own_width(operand)),
            VerilogOpUnary::Any => ("|", self.own_width(operand)),
            VerilogOpUnary::Xor => ("^", self.own_width(operand)),
        };
        let width = width.ok_or(Problem::Unsupported(UNSIZED))?;
        Ok(Expr::Unary(text, Box::new(self.lower(operand, width)?)))
    }

    fn binary(
        &self,
        left: &Source,
        operator: &VerilogOp,
        right: &Source,
        want: usize,
    ) -> Result<Expr, Problem> {
        let text = operator_text(operator, want);
        let pair = |left, right| Expr::Binary(Box::new(left), text, Box::new(right));
        let (left_width, right_width) = (self.own_width(left), self.own_width(right));
        match operator {
            VerilogOp::Mul => return Err(Problem::Unsupported("a multiplication")),
            VerilogOp::Shl | VerilogOp::Shr => {
                return Ok(pair(self.lower(left, want)?, self.shift_count(right)?));
            }
            _ => {}
        }
        if let (Some(left), Some(right)) = (left_width, right_width)
            && left != right
        {
            return Err(Problem::OperandWidths { operator: text, left, right });
        }
        let width = match operator {
            VerilogOp::LogicalAnd | VerilogOp::LogicalOr => Some(1),
            _ if gives_one_bit(operator) => left_width.or(right_width),
            _ => Some(want),
        };
        if let Some(width) = width {
            return Ok(pair(self.lower(left, width)?, self.lower(right, width)?));
        }
        match (self.integer(left), self.integer(right)) {
            (Some(left), Some(right)) => Ok(pair(left.expr, right.expr)),
            _ => {
                // One side has no width because its name is unknown; lowering reports that name.
                self.lower(left, 64)?;
                self.lower(right, 64)?;
                Err(Problem::Unsupported(UNSIZED))
            }
        }
    }

    fn shift_count(&self, source: &Source) -> Result<Expr, Problem> {
        match (self.own_width(source), self.integer(source)) {
            (Some(width), _) => self.lower(source, width),
            (None, Some(integer)) => match integer.expr {
                Expr::Plain(value) => {
                    let width = (64 - value.leading_zeros()).max(1) as usize;
                    Ok(Expr::Number { width, value })
                }
                expr if integer.low >= 0 => Ok(expr),
                _ => Err(Problem::Unsupported("a negative shift")),
            },
            (None, None) => Err(Problem::Unsupported(UNSIZED)),
        }
    }

    /// Lowers `source` and extends it with zeros or truncates it to `width` bits.
    fn resize(&self, source: &Source, width: usize) -> Result<Expr, Problem> {
        match self.own_width(source) {
            Some(own) if own > width => self.narrow(source, width),
            Some(own) if own < width => {
                let value = Box::new(self.lower(source, own)?);
                Ok(Expr::Extend(width - own, value))
            }
            _ => self.lower(source, width),
        }
    }

    /// The low bits of `source`. Verilog can slice only names, so the operands are truncated
    /// instead. That is correct for operators whose low result bits depend only on the low bits of
    /// the operands.
    fn narrow(&self, source: &Source, width: usize) -> Result<Expr, Problem> {
        use VerilogOp::{Add, BitAnd, BitOr, BitXor, Sub};
        match source {
            Source::Paren(inner) => self.narrow(inner, width),
            Source::Cast(inner, _) => self.resize(inner, width),
            Source::Slice(vector, _, low) => self.slice(vector, width, low),
            Source::Signal(_) => {
                let zero = Source::Literal(0_u32.into());
                self.slice(source, width, &zero)
            }
            Source::Unary(VerilogOpUnary::Not, inner) => {
                let text = if width == 1 { "!" } else { "~" };
                Ok(Expr::Unary(text, Box::new(self.resize(inner, width)?)))
            }
            Source::Binary(left, operator @ (Add | Sub | BitAnd | BitOr | BitXor), right) => {
                let (left, right) = (self.resize(left, width)?, self.resize(right, width)?);
                let text = operator_text(operator, width);
                Ok(Expr::Binary(Box::new(left), text, Box::new(right)))
            }
            _ => {
                Err(Problem::Unsupported("the low part of this expression; make it a `Var` first"))
            }
        }
    }
}

const UNSIZED: &str = "an expression whose operands are numbers of no known width";

pub fn without_parens(source: &Source) -> &Source {
    match source {
        Source::Paren(inner) => without_parens(inner),
        source => source,
    }
}

fn gives_one_bit(operator: &VerilogOp) -> bool {
    use VerilogOp::*;
    matches!(operator, Eq | Ne | Lt | Le | Gt | Ge | LogicalAnd | LogicalOr)
}

/// For single bits `&` and `|` are printed as `&&` and `||`, which read better next to `!`.
pub fn operator_text(operator: &VerilogOp, width: usize) -> &'static str {
    match operator {
        VerilogOp::Add => "+",
        VerilogOp::Sub => "-",
        VerilogOp::Mul => "*",
        VerilogOp::LogicalAnd => "&&",
        VerilogOp::BitAnd if width == 1 => "&&",
        VerilogOp::BitAnd => "&",
        VerilogOp::LogicalOr => "||",
        VerilogOp::BitOr if width == 1 => "||",
        VerilogOp::BitOr => "|",
        VerilogOp::BitXor => "^",
        VerilogOp::Shl => "<<",
        VerilogOp::Shr => ">>",
        VerilogOp::Eq => "==",
        VerilogOp::Ne => "!=",
        VerilogOp::Lt => "<",
        VerilogOp::Le => "<=",
        VerilogOp::Gt => ">",
        VerilogOp::Ge => ">=",
    }
}
