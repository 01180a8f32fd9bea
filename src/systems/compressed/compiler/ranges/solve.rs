//! Computes the intervals of all names: it widens them until nothing grows, then narrows them.

use super::essa::{Bound, Meaning, Name, Node, Source};
use super::interval::Interval;
use super::transfer::{self, Limits, width_of};
use crate::ptx::isa::{Op, Operand, Test, Type};
use crate::ptx::kernel::Kernel;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use std::collections::BTreeSet;

/// Rounds over a component after which an interval that still grows becomes the full range.
const PATIENCE: usize = 100;
/// Maximum narrowing rounds.
const NARROWING: usize = 8;

/// The interval of each name; none for predicates and for names that are never reached.
pub fn solve(kernel: &Kernel, nodes: &[Node], limits: &Limits) -> Vec<Option<Interval>> {
    let mut state = State {
        kernel,
        nodes,
        limits,
        steps: steps(kernel, limits),
        found: vec![None; nodes.len()],
    };
    for component in components(nodes) {
        state.widen(&component);
        for _ in 0..NARROWING {
            if !state.narrow(&component) {
                break;
            }
        }
    }
    state.found
}

/// Strongly connected components, each after the components that it depends on. Names ascend.
fn components(nodes: &[Node]) -> Vec<Vec<usize>> {
    let mut graph = DiGraph::<(), ()>::with_capacity(nodes.len(), nodes.len());
    for _ in nodes {
        graph.add_node(());
    }
    for (n, node) in nodes.iter().enumerate() {
        each_dependency(&node.meaning, |Name(on)| {
            graph.update_edge(NodeIndex::new(n), NodeIndex::new(on), ());
        });
    }
    let names = |component: Vec<NodeIndex>| {
        let mut names: Vec<usize> = component.into_iter().map(NodeIndex::index).collect();
        names.sort_unstable();
        names
    };
    kosaraju_scc(&graph).into_iter().map(names).collect()
}

fn each_dependency(meaning: &Meaning, mut visit: impl FnMut(Name)) {
    let mut source = |source: &Source| {
        if let Source::Name(name) = source {
            visit(*name);
        }
    };
    match meaning {
        Meaning::Unwritten => {}
        Meaning::Result { src, .. } => src.iter().for_each(source),
        Meaning::Join(names) => names.iter().copied().for_each(visit),
        Meaning::Bounded { of, bound } => {
            source(&bound.by);
            visit(*of);
        }
    }
}

/// Numbers at which widening stops: limits of types and of special registers, and the numbers in
/// comparisons with their neighbours.
fn steps(kernel: &Kernel, limits: &Limits) -> Vec<i128> {
    let mut steps = BTreeSet::new();
    for bits in [8, 16, 32, 64] {
        let full = Interval::full(bits);
        steps.extend([full.low, -full.low - 1, full.high]);
    }
    steps.insert(0);
    for instruction in &kernel.code {
        let Op::Compare(compare) = &instruction.op else { continue };
        if compare.ty.is_float() || compare.ty == Type::Pred {
            continue;
        }
        for operand in &instruction.src {
            let ends = match operand {
                Operand::Imm(value) => Interval::of(*value).view_as(compare.ty),
                Operand::Special(special) => limits.special(*special),
                Operand::Reg(_) => continue,
            };
            steps.extend([ends.low, ends.high].iter().flat_map(|&n| [n - 1, n, n + 1]));
        }
    }
    steps.into_iter().collect()
}

struct State<'a> {
    kernel: &'a Kernel,
    nodes: &'a [Node],
    limits: &'a Limits,
    steps: Vec<i128>,
    found: Vec<Option<Interval>>,
}

impl State<'_> {
    fn widen(&mut self, component: &[usize]) {
        for round in 0.. {
            let mut changed = false;
            for &n in component {
                let Some(new) = self.evaluate(n) else { continue };
                let old = self.found[n];
                if old.is_some_and(|old| old.includes(new)) {
                    continue;
                }
                let hull = old.map_or(new, |old| old.union(new));
                let all = Interval::full(width_of(self.kernel, self.nodes[n].reg));
                self.found[n] = Some(match (&self.nodes[n].meaning, old) {
                    _ if round > PATIENCE => all,
                    (Meaning::Join(_), Some(old)) => self.widened(old, hull, all),
                    _ => hull,
                });
                changed = true;
            }
            if !changed {
                return;
            }
        }
    }

    /// `new`, with each end that has moved since `old` extended to the next step.
    fn widened(&self, old: Interval, new: Interval, all: Interval) -> Interval {
        let mut wide = new;
        if new.low < old.low {
            let below = self.steps.partition_point(|step| *step <= new.low);
            wide.low = below.checked_sub(1).map_or(all.low, |n| self.steps[n].max(all.low));
        }
        if new.high > old.high {
            let above = self.steps.partition_point(|step| *step < new.high);
            wide.high = self.steps.get(above).map_or(all.high, |step| (*step).min(all.high));
        }
        wide
    }

    /// Evaluates the component once more. Returns whether an interval has become smaller.
    fn narrow(&mut self, component: &[usize]) -> bool {
        let mut changed = false;
        for &n in component {
            let Some(old) = self.found[n] else { continue };
            let new = self.evaluate(n).and_then(|new| new.intersection(old));
            changed |= new != Some(old);
            self.found[n] = new;
        }
        changed
    }

    fn evaluate(&self, n: usize) -> Option<Interval> {
        let node = &self.nodes[n];
        if self.kernel.ty(node.reg) == Type::Pred {
            return None;
        }
        let width = width_of(self.kernel, node.reg);
        match &node.meaning {
            Meaning::Unwritten => Some(Interval::full(width)),
            Meaning::Join(names) => {
                names.iter().filter_map(|name| self.found[name.0]).reduce(Interval::union)
            }
            Meaning::Bounded { of, bound } => self.bounded(self.found[of.0]?, bound, width),
            Meaning::Result { instruction, dst, src } => {
                let instruction = &self.kernel.code[*instruction];
                let src: Vec<Option<Interval>> = src.iter().map(|src| self.source(*src)).collect();
                transfer::result(instruction, *dst, &src, width, self.limits)
            }
        }
    }

    fn source(&self, source: Source) -> Option<Interval> {
        match source {
            Source::Name(Name(n)) => self.found[n],
            Source::Imm(value) => Some(Interval::of(value as i64)),
            Source::Special(special) => Some(self.limits.special(special)),
        }
    }

    /// The part of an interval that satisfies a bound.
    fn bounded(&self, of: Interval, bound: &Bound, width: u32) -> Option<Interval> {
        let seen = of.view_as(bound.ty);
        let whole = bound.ty.bits() == width || seen == of;
        let by = self.source(bound.by)?.view_as(bound.ty);
        let passes = seen.intersection(allowed(bound.test, by))?;
        let passes = match bound.test {
            Test::NotEqual => without(passes, by)?,
            _ => passes,
        };
        let smaller = passes.high - passes.low < of.high - of.low;
        Some(if whole && smaller { passes } else { of })
    }
}

/// Numbers that pass the test against at least one number of `by`.
fn allowed(test: Test, by: Interval) -> Interval {
    let all = Interval::new(-1 << 64, 1 << 64);
    match test {
        Test::Equal => by,
        Test::Less => Interval { high: by.high - 1, ..all },
        Test::LessEqual => Interval { high: by.high, ..all },
        Test::Greater => Interval { low: by.low + 1, ..all },
        Test::GreaterEqual => Interval { low: by.low, ..all },
        _ => all,
    }
}

/// The interval without the number `one`, if that is at an end.
fn without(numbers: Interval, one: Interval) -> Option<Interval> {
    let Interval { mut low, mut high } = numbers;
    if one.low == one.high {
        low += i128::from(low == one.low);
        high -= i128::from(high == one.low);
    }
    (low <= high).then_some(Interval { low, high })
}
