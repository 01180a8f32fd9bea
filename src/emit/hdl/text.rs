//! Prints the values and statements of [`super::ir`].

use super::ir::{Expr, Stmt};
use super::symbols::{Id, Symbols};
use crate::emit::{COLUMNS, range, wrapping};

/// Prints with the symbol names of one unit.
pub struct Printer<'a> {
    pub symbols: &'a Symbols,
}

impl Printer<'_> {
    pub fn expr(&self, expr: &Expr) -> String {
        match expr {
            Expr::Name(id) => self.name(*id).to_string(),
            Expr::Number { width, value } => number(*width, *value),
            Expr::LoopBits { variable, width: 1 } => format!("{variable}[0]"),
            Expr::LoopBits { variable, width } => format!("{variable}{}", range(*width)),
            Expr::Loop(variable) => variable.clone(),
            Expr::Plain(value) => value.to_string(),
            Expr::Unary(operator, operand) => match **operand {
                Expr::Unary(..) | Expr::Binary(..) => format!("{operator}({})", self.expr(operand)),
                _ => format!("{operator}{}", self.expr(operand)),
            },
            Expr::Binary(left, operator, right) => format!(
                "{} {operator} {}",
                self.operand(left, operator, false),
                self.operand(right, operator, true)
            ),
            Expr::Choice(condition, then, otherwise) => {
                let condition = match **condition {
                    Expr::Binary(..) => format!("({})", self.expr(condition)),
                    _ => self.expr(condition),
                };
                format!("{condition} ? {} : {}", self.expr(then), self.expr(otherwise))
            }
            Expr::Bit(vector, index) => format!("{}[{}]", self.name(*vector), self.expr(index)),
            Expr::Slice { vector, low, width } => match **low {
                Expr::Plain(low) => {
                    format!("{}[{}:{low}]", self.name(*vector), low + *width as u64 - 1)
                }
                _ => format!("{}[{} +: {width}]", self.name(*vector), self.expr(low)),
            },
            Expr::Extend(zeros, value) => {
                format!("{{{}, {}}}", number(*zeros, 0), self.expr(value))
            }
        }
    }

    pub fn stmts(&self, stmts: &[Stmt], indent: usize, out: &mut Vec<String>) {
        for stmt in stmts {
            self.stmt(stmt, indent, out);
        }
    }

    pub fn stmt(&self, stmt: &Stmt, indent: usize, out: &mut Vec<String>) {
        let mut line = |text: String| out.push(format!("{:indent$}{text}", ""));
        match stmt {
            Stmt::Assign { .. } | Stmt::AssignBit { .. } => line(self.assignment(stmt)),
            Stmt::Comment(text) => line(format!("// {text}")),
            Stmt::If { arms, otherwise } => self.conditional(arms, otherwise, indent, out),
            Stmt::Case { subject, arms, default } => {
                line(format!("case ({})", self.expr(subject)));
                for (label, body) in arms {
                    self.arm(&self.expr(label), body, indent + 2, out);
                }
                self.arm("default", default, indent + 2, out);
                out.push(format!("{:indent$}endcase", ""));
            }
            Stmt::For { variable: i, from, to, body } => {
                line(format!("for ({i} = {from}; {i} < {to}; {i} = {i} + 1) begin"));
                self.stmts(body, indent + 2, out);
                out.push(format!("{:indent$}end", ""));
            }
        }
    }

    fn name(&self, id: Id) -> &str {
        &self.symbols[id].verilog
    }

    /// An operand, in parentheses if Verilog needs them or the reader does.
    fn operand(&self, operand: &Expr, parent: &str, is_right: bool) -> String {
        let is_bare = match operand {
            Expr::Binary(_, operator, _) => stands_bare(operator, parent, is_right),
            Expr::Unary(operator, _) => !matches!(*operator, "&" | "|" | "^"),
            _ => true,
        };
        match is_bare {
            true => self.expr(operand),
            false => format!("({})", self.expr(operand)),
        }
    }

    /// An assignment `x = a;`, without indentation.
    fn assignment(&self, stmt: &Stmt) -> String {
        match stmt {
            Stmt::Assign { target, value } => {
                format!("{} = {};", self.name(*target), self.expr(value))
            }
            Stmt::AssignBit { target, index, value } => {
                let index = self.expr(index);
                format!("{}[{index}] = {};", self.name(*target), self.expr(value))
            }
            _ => String::new(),
        }
    }

    /// One line per arm if every arm is a single assignment and all lines fit; otherwise `begin`
    /// and `end`.
    fn conditional(
        &self,
        arms: &[(Expr, Vec<Stmt>)],
        otherwise: &[Stmt],
        indent: usize,
        out: &mut Vec<String>,
    ) {
        let mut branches: Vec<(String, &[Stmt])> = Vec::new();
        for (number, (condition, body)) in arms.iter().enumerate() {
            let word = if number == 0 { "if" } else { "else if" };
            branches.push((format!("{word} ({})", self.expr(condition)), body));
        }
        if !otherwise.is_empty() {
            branches.push(("else".to_string(), otherwise));
        }
        if let Some(lines) = self.short_branches(&branches, indent) {
            out.extend(lines);
            return;
        }
        for (number, (head, body)) in branches.iter().enumerate() {
            let end = if number == 0 { "" } else { "end " };
            out.push(format!("{:indent$}{end}{head} begin", ""));
            self.stmts(body, indent + 2, out);
        }
        out.push(format!("{:indent$}end", ""));
    }

    fn short_branches(&self, branches: &[(String, &[Stmt])], indent: usize) -> Option<Vec<String>> {
        let heads = branches.iter().map(|(head, _)| head.len()).max()?;
        let mut lines = Vec::new();
        for (head, body) in branches {
            let [stmt @ (Stmt::Assign { .. } | Stmt::AssignBit { .. })] = body else {
                return None;
            };
            let line = format!("{:indent$}{head:heads$} {}", "", self.assignment(stmt));
            if line.len() > COLUMNS {
                return None;
            }
            lines.push(line);
        }
        Some(lines)
    }

    /// An arm of a `case`.
    fn arm(&self, label: &str, body: &[Stmt], indent: usize, out: &mut Vec<String>) {
        match body {
            [] => out.push(format!("{:indent$}{label}: ;", "")),
            [stmt @ (Stmt::Assign { .. } | Stmt::AssignBit { .. })] => {
                out.push(format!("{:indent$}{label}: {}", "", self.assignment(stmt)));
            }
            _ => {
                out.push(format!("{:indent$}{label}: begin", ""));
                self.stmts(body, indent + 2, out);
                out.push(format!("{:indent$}end", ""));
            }
        }
    }
}

/// Whether an operation may be an operand of another without parentheses, because the precedence is
/// well known. `a && (b == c)` and `(a & b) | c` get parentheses, `a + b < c` does not.
fn stands_bare(operator: &str, parent: &str, is_right: bool) -> bool {
    let is_comparison = |text: &str| matches!(text, "==" | "!=" | "<" | "<=" | ">" | ">=");
    match (operator, parent) {
        ("&&", "&&") | ("||", "||") | ("&", "&") | ("|", "|") | ("^", "^") | ("+", "+") => true,
        ("*", "+" | "-") => true,
        ("+" | "-", "+" | "-") => !is_right,
        ("+" | "-" | "*", _) => is_comparison(parent),
        _ => false,
    }
}

/// A sized literal: `1'b1`, `3'd5`, `12'hfff`.
pub fn number(width: usize, value: u64) -> String {
    match (width, value) {
        (1, _) => format!("1'b{value}"),
        (_, 0..=999) => format!("{width}'d{value}"),
        _ => format!("{width}'h{value:x}"),
    }
}

/// Lines of a comment, wrapped between words.
pub fn comment(text: &str, indent: usize) -> Vec<String> {
    let start = format!("{:indent$}// ", "");
    let options = wrapping(COLUMNS).initial_indent(&start).subsequent_indent(&start);
    textwrap::wrap(text.trim(), options).iter().map(|line| line.trim_end().to_string()).collect()
}

/// Breaks a line that is too long: its comment moves above it, its code continues after an
/// operator.
pub fn wrap(line: String) -> Vec<String> {
    if line.len() <= COLUMNS {
        return vec![line];
    }
    let indent = line.len() - line.trim_start().len();
    if let Some((code, note)) = line.split_once("//") {
        let mut lines = comment(note, indent);
        if !code.trim().is_empty() {
            lines.extend(wrap(code.trim_end().to_string()));
        }
        return lines;
    }
    let (head, tail) = match break_after_operator(&line, indent) {
        Some(place) => line.split_at(place),
        None => return vec![line],
    };
    let mut lines = vec![head.trim_end().to_string()];
    lines.extend(wrap(format!("{:1$}{2}", "", indent + 4, tail.trim_start())));
    lines
}

/// Position of the best break: the last one after an operator that fits, in as few parentheses as
/// possible.
fn break_after_operator(line: &str, indent: usize) -> Option<usize> {
    let mut depth = 0;
    let mut best: Option<(i32, usize)> = None;
    for (place, letter) in line.char_indices().take_while(|(place, _)| *place <= COLUMNS) {
        match letter {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            ' ' if place > indent + 8 => {
                let word = line[..place].rsplit(' ').next().unwrap_or_default();
                let is_operator =
                    !word.is_empty() && word.chars().all(|c| "&|^+-<>=?:".contains(c));
                if is_operator && best.is_none_or(|(least, _)| depth <= least) {
                    best = Some((depth, place));
                }
            }
            _ => {}
        }
    }
    best.map(|(_, place)| place)
}
