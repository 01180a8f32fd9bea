//! Extended SSA form: a name for every value, and a new name where a comparison bounds a value.
//!
//! A name is written once. Where control-flow paths meet, and after a guarded write, a
//! [`Meaning::Join`] is one of several names. Where a branch, a guard or a selection depends on a
//! comparison, the compared value continues as a [`Meaning::Bounded`]; for a branch on `k < 50`,
//! each path has its own name. Comparisons also count through `and`, `or` and `not` of predicates,
//! as far as the outcome determines each operand.
//!
//! Names are created block by block, dominators first. So only blocks with several predecessors
//! need joins, and only for registers that are live there. Unreachable code has no names.

use crate::compiler::liveness::Liveness;
use crate::ptx::cfg::Cfg;
use crate::ptx::isa::{
    Compare, Compute, Instruction, Logic, Op, Operand, Reg, Special, Test, Type,
};
use crate::ptx::kernel::Kernel;

/// A value by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name(pub usize);

/// Source operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Name(Name),
    Imm(u64),
    Special(Special),
}

/// Definition of a name.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// A register that may be read before it is written.
    Unwritten,
    /// A destination of an instruction, with the operands that it reads.
    Result { instruction: usize, dst: usize, src: Vec<Source> },
    /// One of several names, by the path taken.
    Join(Vec<Name>),
    /// A name after a comparison that it passed.
    Bounded { of: Name, bound: Bound },
}

/// The condition `value TEST by`, with both sides read as type `ty`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    pub test: Test,
    pub ty: Type,
    pub by: Source,
}

/// A name's register and meaning.
#[derive(Clone, Debug)]
pub struct Node {
    pub reg: Reg,
    pub meaning: Meaning,
}

/// The current name of every register.
type Names = Vec<Option<Name>>;

/// A comparison that holds.
#[derive(Clone, Copy)]
struct Fact {
    left: Source,
    bound: Bound,
}

/// Maximum depth to which predicates of predicates are followed.
const DEPTH: usize = 8;

/// All names of a kernel.
pub fn names(kernel: &Kernel, cfg: &Cfg, live: &Liveness) -> Vec<Node> {
    let none = vec![None; kernel.registers.len()];
    let after = vec![none; cfg.blocks().len()];
    let mut builder = Builder { kernel, cfg, live, nodes: Vec::new(), after };
    let mut joins = Vec::new();
    for &block in cfg.reverse_post_order() {
        let mut names = builder.before(block, &mut joins);
        for n in cfg.blocks()[block].clone() {
            builder.step(n, &mut names);
        }
        builder.after[block] = names;
    }
    builder.fill(&joins);
    builder.nodes
}

struct Builder<'a> {
    kernel: &'a Kernel,
    cfg: &'a Cfg,
    live: &'a Liveness,
    nodes: Vec<Node>,
    /// Names at the end of each block that has been processed.
    after: Vec<Names>,
}

impl Builder<'_> {
    fn add(&mut self, reg: Reg, meaning: Meaning) -> Name {
        self.nodes.push(Node { reg, meaning });
        Name(self.nodes.len() - 1)
    }

    fn entries(&self, block: usize) -> Vec<usize> {
        self.cfg.predecessors(block).filter(|from| self.cfg.is_reachable(*from)).collect()
    }

    /// Names at the beginning of a block. Its joins are still empty and are added to `joins`.
    fn before(&mut self, block: usize, joins: &mut Vec<(usize, Reg, Name)>) -> Names {
        let entries = self.entries(block);
        if let ([from], true) = (entries.as_slice(), block != 0) {
            return self.along(*from, block);
        }
        let mut names = vec![None; self.kernel.registers.len()];
        if entries.is_empty() {
            return names;
        }
        for reg in self.live.live_in(block).ones() {
            let join = self.add(Reg(reg as u32), Meaning::Join(Vec::new()));
            names[reg] = Some(join);
            joins.push((block, Reg(reg as u32), join));
        }
        names
    }

    /// Fills the joins with the names of each incoming edge, after all blocks are processed.
    fn fill(&mut self, joins: &[(usize, Reg, Name)]) {
        for block in joins.chunk_by(|a, b| a.0 == b.0) {
            let to = block[0].0;
            let mut ways: Vec<Names> =
                self.entries(to).into_iter().map(|from| self.along(from, to)).collect();
            if to == 0 {
                ways.push(vec![None; self.kernel.registers.len()]);
            }
            for &(_, reg, join) in block {
                let all = ways.iter().map(|names| self.name(names, reg)).collect();
                self.nodes[join.0].meaning = Meaning::Join(all);
            }
        }
    }

    fn name(&mut self, names: &Names, reg: Reg) -> Name {
        names[reg.index()].unwrap_or_else(|| self.add(reg, Meaning::Unwritten))
    }

    /// Names on the edge between two blocks: those at the end of `from`, bounded by the condition
    /// of the edge.
    fn along(&mut self, from: usize, to: usize) -> Names {
        let mut names = self.after[from].clone();
        let end = self.cfg.blocks()[from].end;
        let last = &self.kernel.code[end - 1];
        let start = self.cfg.blocks()[to].start;
        // Whether the branch is taken on this edge. Past a guarded exit the guard failed. Other
        // instructions do not make an edge conditional.
        let taken = match &last.op {
            Op::Branch(target) => Some(*target == start),
            Op::BranchIndexed(targets) => Some(targets.contains(&start)),
            Op::Exit | Op::Trap => Some(false),
            _ => None,
        };
        // If both outcomes lead to the same block, the guard says nothing there.
        if let (Some(guard), Some(taken)) = (last.guard, taken)
            && taken != (start == end)
        {
            let predicate = self.name(&names, guard.reg);
            let facts = self.facts(predicate, taken != guard.negated, DEPTH);
            for reg in self.live.live_in(to).ones() {
                if let Some(name) = names[reg] {
                    names[reg] = Some(self.bounded(name, &facts));
                }
            }
        }
        names
    }

    /// Adds the names that one instruction writes.
    fn step(&mut self, n: usize, names: &mut Names) {
        let kernel = self.kernel;
        let instruction = &kernel.code[n];
        let guard = instruction.guard.map(|guard| (self.name(names, guard.reg), !guard.negated));
        let facts = guard.map_or(Vec::new(), |(name, truth)| self.facts(name, truth, DEPTH));
        let src = self.sources(instruction, names, &facts);
        for (dst, reg) in instruction.dst.iter().enumerate() {
            let Some(reg) = *reg else { continue };
            let result = Meaning::Result { instruction: n, dst, src: src.clone() };
            let mut name = self.add(reg, result);
            if let Some((predicate, truth)) = guard {
                let facts = self.facts(predicate, !truth, DEPTH);
                let old = self.name(names, reg);
                let kept = self.bounded(old, &facts);
                name = self.add(reg, Meaning::Join(vec![kept, name]));
            }
            names[reg.index()] = Some(name);
        }
    }

    fn sources(&mut self, instruction: &Instruction, names: &Names, facts: &[Fact]) -> Vec<Source> {
        let mut src = Vec::with_capacity(instruction.src.len());
        for operand in &instruction.src {
            src.push(match *operand {
                Operand::Imm(value) => Source::Imm(value),
                Operand::Special(special) => Source::Special(special),
                Operand::Reg(reg) => {
                    let name = self.name(names, reg);
                    Source::Name(self.bounded(name, facts))
                }
            });
        }
        if let (Op::Select(_), Some(&Source::Name(predicate))) = (&instruction.op, src.get(2)) {
            for (n, truth) in [(0, true), (1, false)] {
                if let Source::Name(name) = src[n] {
                    let facts = self.facts(predicate, truth, DEPTH);
                    src[n] = Source::Name(self.bounded(name, &facts));
                }
            }
        }
        src
    }

    /// The name after all facts about it have bounded it.
    fn bounded(&mut self, mut name: Name, facts: &[Fact]) -> Name {
        for Fact { left, bound } in facts {
            let mirrored = Bound { test: mirror(bound.test), ty: bound.ty, by: *left };
            for (value, bound) in [(*left, *bound), (bound.by, mirrored)] {
                let Source::Name(value) = value else { continue };
                if self.origin(value) == self.origin(name) {
                    let reg = self.nodes[name.0].reg;
                    name = self.add(reg, Meaning::Bounded { of: name, bound });
                }
            }
        }
        name
    }

    /// The name from which this one is a full, unchanged copy.
    fn origin(&self, mut name: Name) -> Name {
        loop {
            let Node { reg, meaning } = &self.nodes[name.0];
            name = match meaning {
                Meaning::Bounded { of, .. } => *of,
                Meaning::Result { instruction, src, .. } => {
                    let Op::Compute(Compute::Move(ty)) = self.kernel.code[*instruction].op else {
                        return name;
                    };
                    match src[0] {
                        Source::Name(from) if self.is_whole(ty, *reg, from) => from,
                        _ => return name,
                    }
                }
                _ => return name,
            };
        }
    }

    /// Whether a move of this type copies all bits.
    fn is_whole(&self, ty: Type, to: Reg, from: Name) -> bool {
        let types = [self.kernel.ty(to), self.kernel.ty(self.nodes[from.0].reg)];
        ty.bits() >= 32 && types.iter().all(|other| other.bits() == ty.bits())
    }

    /// Comparisons that hold if the predicate has the value `truth`.
    fn facts(&self, predicate: Name, truth: bool, depth: usize) -> Vec<Fact> {
        let Meaning::Result { instruction, dst, src } = &self.nodes[predicate.0].meaning else {
            return Vec::new();
        };
        let of = |n: usize, truth: bool| match src.get(n) {
            Some(Source::Name(name)) if depth > 0 => self.facts(*name, truth, depth - 1),
            _ => Vec::new(),
        };
        match (&self.kernel.code[*instruction].op, truth) {
            (Op::Logic(Logic::Move), _) => of(0, truth),
            (Op::Logic(Logic::Not), _) => of(0, !truth),
            (Op::Logic(Logic::And), true) | (Op::Logic(Logic::Or), false) => {
                [of(0, truth), of(1, truth)].concat()
            }
            (Op::Compare(compare), _) if compare.value.is_none() => {
                let other = match (compare.combine, truth) {
                    (None, _) => Vec::new(),
                    (Some((Logic::And, negated)), true) => of(2, !negated),
                    (Some((Logic::Or, negated)), false) => of(2, negated),
                    _ => return Vec::new(),
                };
                let fact = fact(compare, truth != (*dst == 1), src);
                fact.into_iter().chain(other).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// The fact that follows if a comparison of integers has the outcome `truth`.
fn fact(compare: &Compare, truth: bool, src: &[Source]) -> Option<Fact> {
    let test = if truth { compare.test } else { negate(compare.test) };
    let bound = Bound { test, ty: compare.ty, by: src[1] };
    let is_integer = !compare.ty.is_float() && compare.ty != Type::Pred;
    is_integer.then_some(Fact { left: src[0], bound })
}

/// The opposite test, for integers.
fn negate(test: Test) -> Test {
    match test {
        Test::Equal => Test::NotEqual,
        Test::NotEqual => Test::Equal,
        Test::Less => Test::GreaterEqual,
        Test::LessEqual => Test::Greater,
        Test::Greater => Test::LessEqual,
        Test::GreaterEqual => Test::Less,
        other => other,
    }
}

/// The equivalent test with its sides exchanged.
fn mirror(test: Test) -> Test {
    match test {
        Test::Less => Test::Greater,
        Test::LessEqual => Test::GreaterEqual,
        Test::Greater => Test::Less,
        Test::GreaterEqual => Test::LessEqual,
        other => other,
    }
}
