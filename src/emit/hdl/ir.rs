//! The intermediate language between rust-hdl's syntax tree and Verilog text. Every name is
//! resolved, every width is checked, every literal has a size.

use super::symbols::Id;

/// A value or, from `Loop` and `Plain`, an index, which is an unsized integer.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    Name(Id),
    Number {
        width: usize,
        value: u64,
    },
    /// The low bits of a loop variable, as data.
    LoopBits {
        variable: String,
        width: usize,
    },
    /// A loop variable in an index.
    Loop(String),
    /// A number in an index.
    Plain(u64),
    Unary(&'static str, Box<Expr>),
    Binary(Box<Expr>, &'static str, Box<Expr>),
    /// `condition ? then : otherwise`
    Choice(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `vector[index]`
    Bit(Id, Box<Expr>),
    /// `width` bits, starting at bit `low`.
    Slice {
        vector: Id,
        low: Box<Expr>,
        width: usize,
    },
    /// A value extended with zeros.
    Extend(usize, Box<Expr>),
}

impl Expr {
    /// Calls `each` with every name that the value depends on.
    pub fn names(&self, each: &mut dyn FnMut(Id)) {
        let parts = match self {
            Expr::Number { .. } | Expr::LoopBits { .. } | Expr::Loop(_) | Expr::Plain(_) => vec![],
            Expr::Name(_) => vec![],
            Expr::Unary(_, part) | Expr::Extend(_, part) | Expr::Bit(_, part) => vec![part],
            Expr::Slice { low, .. } => vec![low],
            Expr::Binary(left, _, right) => vec![left, right],
            Expr::Choice(condition, then, otherwise) => vec![condition, then, otherwise],
        };
        if let Expr::Name(id) | Expr::Bit(id, _) | Expr::Slice { vector: id, .. } = self {
            each(*id);
        }
        parts.iter().for_each(|part| part.names(each));
    }

    pub fn mentions(&self, name: Id) -> bool {
        let mut found = false;
        self.names(&mut |id| found |= id == name);
        found
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum Stmt {
    Assign {
        target: Id,
        value: Expr,
    },
    AssignBit {
        target: Id,
        index: Expr,
        value: Expr,
    },
    If {
        /// Condition and body of `if`, `else if`, and so on.
        arms: Vec<(Expr, Vec<Stmt>)>,
        otherwise: Vec<Stmt>,
    },
    Case {
        subject: Expr,
        arms: Vec<(Expr, Vec<Stmt>)>,
        default: Vec<Stmt>,
    },
    /// A loop that runs at least once.
    For {
        variable: String,
        from: u64,
        to: u64,
        body: Vec<Stmt>,
    },
    Comment(String),
}

impl Stmt {
    /// The expressions of this statement, and the statements directly inside it, arm by arm.
    pub fn parts(&self) -> (Vec<&Expr>, Vec<&[Stmt]>) {
        match self {
            Stmt::Assign { value, .. } => (vec![value], vec![]),
            Stmt::AssignBit { index, value, .. } => (vec![index, value], vec![]),
            Stmt::If { arms, otherwise } => arms_and(vec![], arms, otherwise),
            Stmt::Case { subject, arms, default } => arms_and(vec![subject], arms, default),
            Stmt::For { body, .. } => (vec![], vec![body]),
            Stmt::Comment(_) => (vec![], vec![]),
        }
    }

    /// Target of this statement itself, not of statements inside it.
    pub fn target(&self) -> Option<Id> {
        match self {
            Stmt::Assign { target, .. } | Stmt::AssignBit { target, .. } => Some(*target),
            _ => None,
        }
    }

    /// Calls `each` with this statement and all statements inside it.
    pub fn walk<'a>(&'a self, each: &mut dyn FnMut(&'a Stmt)) {
        each(self);
        for body in self.parts().1 {
            body.iter().for_each(|stmt| stmt.walk(each));
        }
    }
}

fn arms_and<'a>(
    mut values: Vec<&'a Expr>,
    arms: &'a [(Expr, Vec<Stmt>)],
    last: &'a [Stmt],
) -> (Vec<&'a Expr>, Vec<&'a [Stmt]>) {
    values.extend(arms.iter().map(|(value, _)| value));
    let bodies = arms.iter().map(|(_, body)| body.as_slice());
    (values, bodies.chain([last]).collect())
}

/// A statement at the outermost level of `update`.
#[derive(Clone, Debug)]
pub struct Item {
    pub stmt: Stmt,
    /// Comments in front of the statement.
    pub comments: Vec<String>,
    /// Number of the statement in `update`.
    pub place: usize,
    /// Whether this is a `d = q` from `dff_setup!`. It is printed only if it is needed.
    pub is_hold: bool,
}

impl Item {
    pub fn writes(&self) -> Vec<Id> {
        let mut ids = Vec::new();
        self.stmt.walk(&mut |stmt| ids.extend(stmt.target()));
        ids
    }

    pub fn reads(&self) -> Vec<Id> {
        let mut ids = Vec::new();
        self.stmt.walk(&mut |stmt| {
            for value in stmt.parts().0 {
                value.names(&mut |id| ids.push(id));
            }
        });
        ids
    }

    pub fn loop_variables(&self) -> Vec<&str> {
        let mut names = Vec::new();
        self.stmt.walk(&mut |stmt| {
            if let Stmt::For { variable, .. } = stmt {
                names.push(variable.as_str());
            }
        });
        names
    }
}
