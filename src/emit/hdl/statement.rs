//! Lowers the statements of `update` from rust-hdl's tree to [`super::ir`].

use super::integer::LoopVariable;
use super::ir::{Expr, Item, Stmt};
use super::lower::{Lowering, without_parens};
use super::symbols::{Id, Symbols};
use super::tree::{Tree, literal_value};
use super::{CodeProblem as Problem, PrintError};
use rust_hdl::core::ast::{
    VerilogBlockOrConditional as Otherwise, VerilogConditional, VerilogExpression as Source,
    VerilogLoop, VerilogMatch, VerilogStatement as Statement,
};

/// Lowers the entire `update`, statement by statement of its outermost level.
pub fn lower_update(tree: &Tree, symbols: &Symbols) -> Result<Vec<Item>, PrintError> {
    let loops = Vec::new();
    let mut lowering = Lowering { symbols, loops };
    let mut items = Vec::new();
    let mut comments = Vec::new();
    let mut clocked = Vec::new();
    for (statement, is_hold) in tree.code.iter().flat_map(unpack_setup) {
        if let Some(flop) = flop_on_clock(statement).filter(|_| is_hold) {
            clocked.push(flop);
            continue;
        }
        for stmt in lowering.statement(statement)? {
            if let Stmt::Comment(text) = stmt {
                comments.push(text);
                continue;
            }
            // A comment in front of `dff_setup!` belongs to the statement after it.
            let comments = match is_hold {
                true => Vec::new(),
                false => std::mem::take(&mut comments),
            };
            let place = items.len();
            items.push(Item { stmt, comments, place, is_hold });
        }
    }
    if let Some(text) = comments.pop() {
        return Err(PrintError::StrayComment(text));
    }
    match tree.flops.iter().find(|flop| !clocked.contains(&flop.name.as_str())) {
        Some(flop) => Err(PrintError::NoClock(flop.name.clone())),
        None => Ok(items),
    }
}

/// The statements of a `dff_setup!`, marked `true`, or the statement itself.
fn unpack_setup(statement: &Statement) -> Vec<(&Statement, bool)> {
    match statement {
        Statement::Macro(setup) => setup.iter().map(|inner| (inner, true)).collect(),
        statement => vec![(statement, false)],
    }
}

/// The flop whose clock this statement connects to `clk_i`.
fn flop_on_clock(statement: &Statement) -> Option<&str> {
    match statement {
        Statement::Assignment(Source::Signal(target), Source::Signal(value)) => {
            target.strip_suffix("$clock$next").filter(|_| value == "clk_i")
        }
        _ => None,
    }
}

/// Adds the location to a problem.
fn at(place: impl Into<String>) -> impl FnOnce(Problem) -> PrintError {
    |problem| PrintError::Code { at: place.into(), problem }
}

impl Lowering<'_> {
    fn block(&mut self, block: &[Statement]) -> Result<Vec<Stmt>, PrintError> {
        let mut stmts = Vec::new();
        for statement in block {
            stmts.extend(self.statement(statement)?);
        }
        Ok(stmts)
    }

    fn statement(&mut self, statement: &Statement) -> Result<Vec<Stmt>, PrintError> {
        let unsupported = |what| Err(at("`update`")(Problem::Unsupported(what)));
        match statement {
            Statement::Assignment(Source::Signal(target), value) => self.assignment(target, value),
            Statement::If(conditional) => Ok(vec![self.conditional(conditional)?]),
            Statement::Match(case) => Ok(vec![self.case(case)?]),
            Statement::Loop(repeat) => self.repeat(repeat),
            Statement::Comment(text) => Ok(vec![Stmt::Comment(comment_text(text))]),
            Statement::Assignment(..) | Statement::SliceAssignment { .. } => {
                unsupported("an assignment to a part of a signal")
            }
            Statement::Link(_) => unsupported("a link between interfaces"),
            Statement::Macro(_) => unsupported("`dff_setup!` in an inner block"),
        }
    }

    fn assignment(&mut self, target: &str, value: &Source) -> Result<Vec<Stmt>, PrintError> {
        let key = target.strip_suffix("$next").unwrap_or(target);
        let name = key.replace('$', ".");
        let target = self.symbols.find(key).filter(|id| self.symbols[*id].role.is_writable());
        let target = target.ok_or_else(|| PrintError::NotWritable(name.clone()))?;
        let stmts = match without_parens(value) {
            Source::IndexReplace(..) => self.replace_bits(target, value, true),
            _ => self
                .lower(value, self.symbols[target].width)
                .map(|value| vec![Stmt::Assign { target, value }]),
        };
        stmts.map_err(at(format!("`{name}`")))
    }

    /// `x = y.replace_bit(i, v)` becomes `x = y; x[i] = v;`, and just `x[i] = v;` if y is x.
    fn replace_bits(
        &mut self,
        target: Id,
        value: &Source,
        is_last: bool,
    ) -> Result<Vec<Stmt>, Problem> {
        let width = self.symbols[target].width;
        let Source::IndexReplace(vector, index, bit) = without_parens(value) else {
            let value = self.lower(value, width)?;
            let is_same = value == Expr::Name(target);
            let copy = Stmt::Assign { target, value };
            return Ok(if is_same { vec![] } else { vec![copy] });
        };
        let mut stmts = self.replace_bits(target, vector, false)?;
        let index = self.index(target, index, 1)?;
        let value = self.lower(bit, 1)?;
        // With another assignment before or after it, the target no longer holds the value that the
        // Rust code reads.
        let is_alone = is_last && stmts.is_empty();
        if !is_alone && (index.mentions(target) || value.mentions(target)) {
            let what = "`replace_bit` with a value that depends on the target";
            return Err(Problem::Unsupported(what));
        }
        stmts.push(match width {
            1 => Stmt::Assign { target, value },
            _ => Stmt::AssignBit { target, index, value },
        });
        Ok(stmts)
    }

    fn conditional(&mut self, source: &VerilogConditional) -> Result<Stmt, PrintError> {
        let condition = self.lower(&source.test, 1);
        let condition = condition.map_err(at("the condition of an `if`"))?;
        let then = self.block(&source.then)?;
        let otherwise = match &source.otherwise {
            Otherwise::None => vec![],
            Otherwise::Block(block) => self.block(block)?,
            Otherwise::Conditional(statement) => self.statement(statement)?,
        };
        Ok(choice(condition, then, otherwise))
    }

    /// A `match` without `_` covers all values, so its last arm can be the default.
    fn case(&mut self, source: &VerilogMatch) -> Result<Stmt, PrintError> {
        let unsized_subject = Problem::Unsupported("a subject of no known width");
        let width = self.own_width(&source.test).ok_or(unsized_subject);
        let width = width.map_err(at("a `match`"))?;
        let subject = self.lower(&source.test, width).map_err(at("a `match`"))?;
        let mut arms = Vec::new();
        let mut default = Vec::new();
        for (number, case) in source.cases.iter().enumerate() {
            let body = self.block(&case.block)?;
            if case.condition == "default" {
                default = body;
                break;
            }
            let label = self.label(&case.condition, width);
            let label = label.map_err(at("a pattern of a `match`"))?;
            match number + 1 == source.cases.len() {
                true => default = body,
                false => arms.push((label, body)),
            }
        }
        Ok(Stmt::Case { subject, arms, default })
    }

    fn label(&self, pattern: &str, width: usize) -> Result<Expr, Problem> {
        let source = match (pattern, pattern.parse::<u64>()) {
            ("true", _) => Source::Literal(true.into()),
            ("false", _) => Source::Literal(false.into()),
            (_, Ok(value)) => Source::Literal(value.into()),
            (_, Err(_)) => Source::Signal(pattern.to_string()),
        };
        self.lower(&source, width)
    }

    /// A loop that never runs produces no statements.
    fn repeat(&mut self, source: &VerilogLoop) -> Result<Vec<Stmt>, PrintError> {
        let variable = source.index.clone();
        let bounds = (literal_value(&source.from), literal_value(&source.to));
        let (Some(from), Some(to)) = bounds else {
            let problem = Problem::Unsupported("a loop with a negative bound");
            return Err(at(format!("the loop over `{variable}`"))(problem));
        };
        let is_nested = self.loops.iter().any(|outer| outer.name == variable);
        if is_nested || self.symbols.find(&variable).is_some() {
            return Err(PrintError::NameTaken(variable));
        }
        if from >= to {
            return Ok(vec![]);
        }
        let (name, last) = (variable.clone(), to - 1);
        self.loops.push(LoopVariable { name, first: from, last });
        let body = self.block(&source.block)?;
        self.loops.pop();
        Ok(vec![Stmt::For { variable, from, to, body }])
    }
}

/// An `if`. It becomes `x = c ? a : b` if it only selects a value; an `if` inside `else` becomes
/// `else if`.
fn choice(condition: Expr, then: Vec<Stmt>, mut otherwise: Vec<Stmt>) -> Stmt {
    if let ([Stmt::Assign { target, value: yes }], [Stmt::Assign { target: other, value: no }]) =
        (then.as_slice(), otherwise.as_slice())
        && target == other
        && ![yes, no].iter().any(|value| matches!(value, Expr::Choice(..)))
    {
        let [condition, yes, no] = [condition, yes.clone(), no.clone()].map(Box::new);
        let value = Expr::Choice(condition, yes, no);
        return Stmt::Assign { target: *target, value };
    }
    let mut arms = vec![(condition, then)];
    if let [Stmt::If { arms: more, otherwise: last }] = otherwise.as_mut_slice() {
        arms.append(more);
        otherwise = std::mem::take(last);
    }
    Stmt::If { arms, otherwise }
}

/// The text in quotes. rust-hdl may leave parts of `comment!("...")` around it.
fn comment_text(source: &str) -> String {
    let text = source.split_once("(\"").filter(|(call, _)| call.starts_with("comment"));
    let text = text.map_or(source, |(_, text)| text).trim_end_matches("\")");
    let text = text.replace("\\\"", "\"").replace("\\n", "\n");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
