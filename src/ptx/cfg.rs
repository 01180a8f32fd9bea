//! The control-flow graph of a kernel: basic blocks, dominators, reconvergence points and loops.
//!
//! Blocks are numbered in code order. One more node, [`Cfg::exit`], stands for the end of the
//! thread. It follows every `exit` and `trap`, and every block that would run past the last
//! instruction.
//!
//! Post-dominance needs a path from every block to the exit, but an endless loop has none. So each
//! set of blocks that is never left once it is entered gets an [`Edge::Escape`] from its last block
//! in code order, usually the one that jumps back. Lanes that diverge inside the loop then
//! reconverge before the next iteration. Control never follows such an edge; it is used only for
//! post-dominance.

use super::isa::Op;
use super::kernel::Kernel;
use petgraph::algo::{dominators, tarjan_scc};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::{DfsPostOrder, EdgeFiltered, EdgeRef, Reversed};
use std::collections::BTreeSet;
use std::fmt;
use std::ops::Range;

/// Kind of an edge between blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Execution falls through to the next block.
    Next,
    /// A branch is taken.
    Jump,
    /// The thread ends.
    End,
    /// Connects an endless loop to the exit, for post-dominance only.
    Escape,
}

/// A loop with one entry: the header dominates all its blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// Block that dominates the loop; the back edges lead to it.
    pub header: usize,
    /// Blocks of the loop in code order, including the header.
    pub body: Vec<usize>,
    /// Nesting depth; 1 for an outermost loop.
    pub depth: usize,
}

/// A kernel's basic blocks and the control flow between them.
#[derive(Clone, Debug)]
pub struct Cfg {
    blocks: Vec<Range<usize>>,
    /// Block of each instruction.
    block_of: Vec<usize>,
    graph: DiGraph<(), Edge>,
    reverse_post_order: Vec<usize>,
    dominator: Vec<Option<usize>>,
    post_dominator: Vec<Option<usize>>,
    loops: Vec<Loop>,
}

impl Cfg {
    /// Computes blocks, edges, dominators, post-dominators and loops of a kernel.
    pub fn new(kernel: &Kernel) -> Cfg {
        let blocks = blocks(kernel);
        let block_of = blocks.iter().enumerate().flat_map(|(n, block)| vec![n; block.len()]);
        let block_of: Vec<usize> = block_of.collect();
        let graph = graph(kernel, &blocks, &block_of);
        let exit = NodeIndex::new(blocks.len());
        let flow = EdgeFiltered::from_fn(&graph, |edge| *edge.weight() != Edge::Escape);
        let mut order = Vec::new();
        let mut visit = DfsPostOrder::new(&flow, NodeIndex::new(0));
        while let Some(node) = visit.next(&flow) {
            order.push(node.index());
        }
        order.reverse();
        order.retain(|node| *node != exit.index());
        let dominator = immediate(&dominators::simple_fast(&flow, NodeIndex::new(0)), &graph);
        let post_dominator = immediate(&dominators::simple_fast(Reversed(&graph), exit), &graph);
        let mut cfg = Cfg {
            blocks,
            block_of,
            graph,
            reverse_post_order: order,
            dominator,
            post_dominator,
            loops: Vec::new(),
        };
        cfg.loops = cfg.natural_loops();
        cfg
    }

    /// Instruction numbers of each block.
    pub fn blocks(&self) -> &[Range<usize>] {
        &self.blocks
    }

    /// The block of an instruction.
    pub fn block_of(&self, instruction: usize) -> usize {
        self.block_of[instruction]
    }

    /// The exit node: one more than the last block.
    pub fn exit(&self) -> usize {
        self.blocks.len()
    }

    /// Blocks that follow a block, including the exit, each once.
    pub fn successors(&self, block: usize) -> impl Iterator<Item = usize> + '_ {
        let edges = self.graph.edges(NodeIndex::new(block));
        edges.filter(|edge| *edge.weight() != Edge::Escape).map(|edge| edge.target().index())
    }

    /// Blocks from which control enters a block or the exit, each once.
    pub fn predecessors(&self, block: usize) -> impl Iterator<Item = usize> + '_ {
        let edges = self.graph.edges_directed(NodeIndex::new(block), petgraph::Incoming);
        edges.filter(|edge| *edge.weight() != Edge::Escape).map(|edge| edge.source().index())
    }

    /// All edges: from, to, kind.
    pub fn edges(&self) -> impl Iterator<Item = (usize, usize, Edge)> + '_ {
        let edges = self.graph.edge_references();
        edges.map(|edge| (edge.source().index(), edge.target().index(), *edge.weight()))
    }

    /// Reachable blocks in reverse post-order: each before its successors, except along back edges.
    pub fn reverse_post_order(&self) -> &[usize] {
        &self.reverse_post_order
    }

    /// Whether control can reach a block.
    pub fn is_reachable(&self, block: usize) -> bool {
        block == 0 || self.dominator[block].is_some()
    }

    /// The immediate dominator: the nearest other block on every path to this one. `None` for the
    /// first block and for unreachable blocks.
    pub fn dominator(&self, block: usize) -> Option<usize> {
        self.dominator[block]
    }

    /// The immediate post-dominator: the nearest other node, or the exit, on every path from this
    /// block. `None` for the exit.
    pub fn post_dominator(&self, block: usize) -> Option<usize> {
        self.post_dominator[block]
    }

    /// Whether `by` is on every path to `block`; true if both are equal.
    pub fn dominates(&self, by: usize, block: usize) -> bool {
        std::iter::successors(Some(block), |block| self.dominator[*block]).any(|n| n == by)
    }

    /// Whether `by` is on every path from `block` to the exit; true if both are equal.
    pub fn post_dominates(&self, by: usize, block: usize) -> bool {
        std::iter::successors(Some(block), |block| self.post_dominator[*block]).any(|n| n == by)
    }

    /// The instruction at which lanes that diverge at the end of this instruction's block
    /// reconverge: the first one of the block's immediate post-dominator. `None` if they reconverge
    /// only at the exit.
    pub fn reconvergence(&self, instruction: usize) -> Option<usize> {
        let meet = self.post_dominator[self.block_of[instruction]]?;
        self.blocks.get(meet).map(|block| block.start)
    }

    /// Natural loops, by header. A cycle with several entries is not one.
    pub fn loops(&self) -> &[Loop] {
        &self.loops
    }

    /// Number of loops that contain a block.
    pub fn depth(&self, block: usize) -> usize {
        self.loops.iter().filter(|l| l.body.binary_search(&block).is_ok()).count()
    }

    /// The graph in the DOT language of Graphviz.
    pub fn dot(&self, name: &str) -> String {
        let mut text = format!("digraph \"{}\" {{\n    node [shape=box];\n", name.escape_debug());
        for (n, block) in self.blocks.iter().enumerate() {
            text += &format!("    b{n} [label=\"b{n}: {}..{}\"];\n", block.start, block.end);
        }
        let exit = self.exit();
        text += &format!("    b{exit} [label=\"exit\", shape=ellipse];\n");
        for (from, to, edge) in self.edges() {
            let style = match edge {
                Edge::Next => "solid",
                Edge::Jump | Edge::End => "bold",
                Edge::Escape => "dotted",
            };
            text += &format!("    b{from} -> b{to} [style={style}];\n");
        }
        text + "}\n"
    }

    /// The loops of all edges that lead back to a dominator; loops with the same header are merged.
    fn natural_loops(&self) -> Vec<Loop> {
        let mut loops: Vec<Loop> = Vec::new();
        for header in 0..self.blocks.len() {
            let latches = self.predecessors(header).filter(|from| self.dominates(header, *from));
            let latches: Vec<usize> = latches.filter(|from| self.is_reachable(*from)).collect();
            if !latches.is_empty() {
                loops.push(Loop { header, body: self.body(header, latches), depth: 0 });
            }
        }
        let around =
            |header| loops.iter().filter(|l: &&Loop| l.body.binary_search(&header).is_ok()).count();
        let depths: Vec<usize> = loops.iter().map(|l| around(l.header)).collect();
        for (of, depth) in loops.iter_mut().zip(depths) {
            of.depth = depth;
        }
        loops
    }

    /// The header, and all blocks from which a latch is reached without passing the header.
    fn body(&self, header: usize, latches: Vec<usize>) -> Vec<usize> {
        let mut body = vec![false; self.blocks.len()];
        body[header] = true;
        let mut open = latches;
        while let Some(block) = open.pop() {
            if !std::mem::replace(&mut body[block], true) {
                open.extend(self.predecessors(block).filter(|from| self.is_reachable(*from)));
            }
        }
        (0..body.len()).filter(|block| body[*block]).collect()
    }
}

/// One line per block: its instructions, its successors, its reconvergence point.
impl fmt::Display for Cfg {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let name = |node| if node == self.exit() { "exit".into() } else { format!("b{node}") };
        for (n, block) in self.blocks.iter().enumerate() {
            let next: BTreeSet<usize> = self.successors(n).collect();
            let next: Vec<String> = next.into_iter().map(name).collect();
            write!(f, "b{n}: {}..{} -> {}", block.start, block.end, next.join(", "))?;
            if next.len() > 1 {
                let meet = self.post_dominator(n).map_or("-".into(), name);
                write!(f, " reconverges at {meet}")?;
            }
            match self.depth(n) {
                _ if !self.is_reachable(n) => writeln!(f, " unreachable")?,
                0 => writeln!(f)?,
                depth => writeln!(f, " loop depth {depth}")?,
            }
        }
        Ok(())
    }
}

/// Blocks start at branch targets and after every instruction that may branch or end the thread.
fn blocks(kernel: &Kernel) -> Vec<Range<usize>> {
    let end = kernel.code.len();
    let mut starts = vec![0];
    for (n, instruction) in kernel.code.iter().enumerate() {
        starts.extend(targets(&instruction.op));
        if ends_block(&instruction.op) {
            starts.push(n + 1);
        }
    }
    starts.retain(|start| *start < end);
    starts.sort_unstable();
    starts.dedup();
    let ends = starts.iter().skip(1).copied().chain([end]);
    starts.iter().zip(ends).map(|(start, end)| *start..end).collect()
}

fn targets(op: &Op) -> &[usize] {
    match op {
        Op::Branch(target) => std::slice::from_ref(target),
        Op::BranchIndexed(targets) => targets,
        _ => &[],
    }
}

fn ends_block(op: &Op) -> bool {
    matches!(op, Op::Branch(_) | Op::BranchIndexed(_) | Op::Exit | Op::Trap)
}

fn graph(kernel: &Kernel, blocks: &[Range<usize>], block_of: &[usize]) -> DiGraph<(), Edge> {
    let mut graph = DiGraph::new();
    let nodes: Vec<NodeIndex> = (0..=blocks.len()).map(|_| graph.add_node(())).collect();
    let exit = nodes[blocks.len()];
    // A label may follow the last instruction.
    let node_of =
        |instruction: usize| block_of.get(instruction).map_or(exit, |block| nodes[*block]);
    let mut connect = |from, to, edge| {
        if graph.find_edge(from, to).is_none() {
            graph.add_edge(from, to, edge);
        }
    };
    for (n, block) in blocks.iter().enumerate() {
        let last = &kernel.code[block.end - 1];
        for target in targets(&last.op) {
            connect(nodes[n], node_of(*target), Edge::Jump);
        }
        if matches!(last.op, Op::Exit | Op::Trap) {
            connect(nodes[n], exit, Edge::End);
        }
        if last.guard.is_some() || !ends_block(&last.op) {
            connect(nodes[n], node_of(block.end), Edge::Next);
        }
    }
    add_escapes(&mut graph, exit);
    graph
}

/// Connects every set of blocks that is never left to the exit, from its last block.
fn add_escapes(graph: &mut DiGraph<(), Edge>, exit: NodeIndex) {
    for component in tarjan_scc(&*graph) {
        let left =
            component.iter().any(|node| graph.neighbors(*node).any(|n| !component.contains(&n)));
        if let Some(last) = component.iter().max()
            && !left
            && *last != exit
        {
            graph.add_edge(*last, exit, Edge::Escape);
        }
    }
}

/// The immediate dominator of every node, as a list.
fn immediate(
    tree: &dominators::Dominators<NodeIndex>,
    graph: &DiGraph<(), Edge>,
) -> Vec<Option<usize>> {
    let of = |node| tree.immediate_dominator(node).map(NodeIndex::index);
    graph.node_indices().map(of).collect()
}
