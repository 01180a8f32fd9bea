//! Algorithm 1: groups registers that are often accessed one after the other, to share an offset.
//!
//! The differences from the printed algorithm are errata rm-e05 to rm-e09. The registers and edges
//! of a group, and the choice between adding one register or two, follow the text of the paper.

use super::matrix::Graph;

/// Rule by which a group grows by two registers at once instead of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// The pair must add more weight than the single register: the paper's rule.
    Total,
    /// The pair must add more weight per register.
    PerNode,
}

impl Score {
    fn pair_wins(self, pair: i64, single: i64) -> bool {
        match self {
            Score::Total => pair > single,
            Score::PerNode => pair > 2 * single,
        }
    }
}

/// Splits the nodes into groups of `size`; the last may be smaller. The nodes of a group are in the
/// order in which they joined, which becomes the order of the ports.
pub(super) fn groups(graph: &Graph, size: usize, score: Score) -> Vec<Vec<usize>> {
    let mut free = vec![true; graph.nodes()];
    let mut left = graph.nodes();
    let mut groups = Vec::new();
    while left > 0 {
        let group = match left <= size {
            true => (0..graph.nodes()).filter(|&node| free[node]).collect(),
            false => heavy_subgraph(graph, &free, size, score),
        };
        group.iter().for_each(|&node: &usize| free[node] = false);
        left -= group.len();
        groups.push(group);
    }
    groups
}

/// FindMaxSubgraph: greedily selects `size` of more than `size` free nodes, to maximise the weight
/// among them.
fn heavy_subgraph(graph: &Graph, free: &[bool], size: usize, score: Score) -> Vec<usize> {
    let mut outside: Vec<usize> = (0..graph.nodes()).filter(|&node| free[node]).collect();
    // Sum of the weights of each node's edges into the group.
    let mut gain = vec![0; graph.nodes()];
    let mut group = Vec::with_capacity(size);
    while group.len() < size {
        let Some((single, weight)) = best_single(&outside, &gain) else { break };
        // Without this guard a pair could win the last place in every iteration and never fit.
        let room = size - group.len() >= 2;
        let pair = if room { best_pair(graph, &outside, &gain) } else { None };
        let joining = match pair {
            Some((a, b, pair)) if score.pair_wins(pair, weight) => vec![a, b],
            _ => vec![single],
        };
        outside.retain(|node| !joining.contains(node));
        for node in joining {
            group.push(node);
            outside.iter().for_each(|&other| gain[other] += graph.weight(node, other));
        }
    }
    group
}

fn best_single(outside: &[usize], gain: &[i64]) -> Option<(usize, i64)> {
    let nodes = outside.iter().map(|&node| (node, gain[node]));
    nodes.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// The pair of nodes outside the group, joined by an edge, that adds the most weight.
fn best_pair(graph: &Graph, outside: &[usize], gain: &[i64]) -> Option<(usize, usize, i64)> {
    let mut best: Option<(usize, usize, i64)> = None;
    for (n, &a) in outside.iter().enumerate() {
        for &b in &outside[n + 1..] {
            let edge = graph.weight(a, b);
            let weight = gain[a] + gain[b] + edge;
            if edge > 0 && best.is_none_or(|best| weight > best.2) {
                best = Some((a, b, weight));
            }
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::super::MoveMatrix;
    use super::*;

    #[test]
    fn the_heaviest_edge_comes_first_then_what_hangs_on_it() {
        let accesses = [0, 3, 0, 3, 0, 5, 0, 5, 3, 1, 2, 4];
        let graph = Graph::new(&MoveMatrix::of(6, accesses));
        assert_eq!(groups(&graph, 3, Score::Total), [vec![0, 3, 5], vec![1, 2, 4]]);
    }

    #[test]
    fn scores_differ_where_a_pair_is_heavier_but_not_per_register() {
        // 0-1 joins first; then 2 alone adds 3, the pair 3-4 adds 4.
        let mut accesses = Vec::new();
        for (a, b, times) in [(0, 1, 9), (0, 2, 3), (3, 4, 4)] {
            (0..times).for_each(|_| accesses.extend([a, b]));
        }
        let mut matrix = MoveMatrix::new(5);
        accesses.iter().for_each(|&entry| matrix.access(entry));
        let graph = Graph::new(&matrix);
        assert_eq!(groups(&graph, 4, Score::Total)[0], [0, 1, 3, 4]);
        assert_eq!(groups(&graph, 4, Score::PerNode)[0][..3], [0, 1, 2]);
    }
}
