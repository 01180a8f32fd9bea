//! A lower bound of the shifts of every map.
//!
//! Number the registers from 0 in the order of their offsets; registers at the same offset may be
//! in any order. However many positions are unused, the register with number r then has
//!
//! - at most `ports - 1` others at its own offset, and at most `ports` at each other offset,
//! - at most r others with lower numbers, so that a register near an end has few near neighbours.
//!
//! Both limit how many others can be within a given distance ([`Ranks::within`]). So the edges of a
//! register cost at least what they would cost if its heaviest edges led to the nearest positions
//! ([`Split::least`]). Each edge has two ends, and its weight may be split between them in any
//! proportion. The cheapest assignment of registers to numbers is then a lower bound: the bound of
//! Gilmore and Lawler for the quadratic assignment problem, with numbers instead of positions. In a
//! real map both ends of an edge have the same length. Where the assignment gives them different
//! lengths, moving weight to the end with the longer one raises the bound: a subgradient step.
//!
//! All costs are integers, and every split gives a valid bound, so rounding cannot invalidate it.

use super::assign::assign;
use super::matrix::Graph;
use crate::systems::racetrack::units::PortRegions;

/// Shares of an edge's weight are integers in units of 1 / SCALE.
const SCALE: i64 = 1 << 12;

/// Subgradient steps for up to 192 registers; on recorded streams they raise the bound by 7 % to
/// 30 %. More registers get fewer steps, as the time of a step grows with their number cubed.
const STEPS: usize = 300;

fn steps(nodes: usize) -> usize {
    let power = |nodes: usize| (nodes.max(1) as u64).pow(3);
    (STEPS as u64 * power(192)).div_ceil(power(nodes)).min(STEPS as u64) as usize
}

/// Steps without a better bound after which the step length is reduced.
const PATIENCE: usize = 10;

/// A lower bound of S (equation 3) of every map; `best` is S of a known map.
pub(super) fn lower_bound(graph: &Graph, geometry: PortRegions, best: u64) -> u64 {
    let ranks = Ranks::new(graph.nodes(), geometry.ports);
    let mut split = Split::halves(graph);
    let target = best as i64 * SCALE;
    let (mut bound, mut length, mut stale) = (0, 1.0, 0);
    for _ in 0..steps(graph.nodes()) {
        let seen = split.assign(&ranks);
        stale = if seen.cost > bound { 0 } else { stale + 1 };
        bound = bound.max(seen.cost);
        if stale > PATIENCE {
            (length, stale) = (length * 0.7, 0);
        }
        if bound >= target || !split.step(&seen, length * (target - seen.cost) as f64) {
            break;
        }
    }
    (bound as u64).div_ceil(SCALE as u64)
}

/// Minimum distances of the other registers, nearest first, for a register of each number.
struct Ranks {
    distances: Vec<Vec<i64>>,
}

impl Ranks {
    fn new(nodes: usize, ports: usize) -> Ranks {
        let others = nodes.saturating_sub(1);
        let distances = |rank| {
            let mut distance = 0;
            let at = |n| {
                while Ranks::within(ports, rank, others - rank, distance) <= n {
                    distance += 1;
                }
                distance as i64
            };
            (0..others).map(at).collect()
        };
        Ranks { distances: (0..nodes).map(distances).collect() }
    }

    /// Maximum number of registers within a distance of a register that has `below` others with
    /// lower numbers and `above` with higher ones. Those at its own offset may have lower or higher
    /// numbers.
    fn within(ports: usize, below: usize, above: usize, distance: usize) -> usize {
        let (same, side) = (ports - 1, distance * ports);
        (below + above).min(below.min(above) + same + side).min(same + 2 * side)
    }
}

/// The weight of each edge, split between its two ends.
struct Split<'a> {
    graph: &'a Graph,
    /// Share of the row's node in its edge to the column's node, row by row, in 1 / SCALE.
    share: Vec<i64>,
}

/// The cheapest numbering, with the distances that each node assumes on its own.
struct Seen {
    cost: i64,
    /// Assumed distance from the row's node to the column's node, row by row.
    distance: Vec<i64>,
}

impl<'a> Split<'a> {
    fn halves(graph: &'a Graph) -> Split<'a> {
        let rows = (0..graph.nodes()).flat_map(|node| graph.row(node));
        Split { graph, share: rows.map(|weight| weight * SCALE / 2).collect() }
    }

    fn row(&self, node: usize) -> &[i64] {
        let nodes = self.graph.nodes();
        &self.share[node * nodes..(node + 1) * nodes]
    }

    /// All other nodes, by descending share of the edge.
    fn heaviest_first(&self, node: usize) -> Vec<usize> {
        let mut others: Vec<usize> = (0..self.graph.nodes()).filter(|&n| n != node).collect();
        others.sort_by_key(|&other| (-self.row(node)[other], other));
        others
    }

    /// Lower bound of the cost of a node, for each number that it may get.
    fn least(&self, node: usize, order: &[usize], ranks: &Ranks) -> Vec<i64> {
        let shares: Vec<i64> = order.iter().map(|&other| self.row(node)[other]).collect();
        let cost = |distances: &Vec<i64>| {
            distances.iter().zip(&shares).map(|(distance, share)| distance * share).sum()
        };
        ranks.distances.iter().map(cost).collect()
    }

    fn assign(&self, ranks: &Ranks) -> Seen {
        let nodes = self.graph.nodes();
        let orders: Vec<_> = (0..nodes).map(|node| self.heaviest_first(node)).collect();
        let least: Vec<_> =
            orders.iter().enumerate().map(|(n, order)| self.least(n, order, ranks)).collect();
        let (cost, rank) = assign(&least);
        let mut distance = vec![0; nodes * nodes];
        for (node, order) in orders.iter().enumerate() {
            for (&other, &away) in order.iter().zip(&ranks.distances[rank[node]]) {
                distance[node * nodes + other] = away;
            }
        }
        Seen { cost, distance }
    }

    /// Moves weight to the ends with the longer distance, to change the cost by `length` in total.
    /// Returns whether the ends of any edge differ.
    fn step(&mut self, seen: &Seen, length: f64) -> bool {
        let nodes = self.graph.nodes();
        let pairs = || (0..nodes).flat_map(|a| (0..a).map(move |b| (a * nodes + b, b * nodes + a)));
        let longer = |ab: usize, ba: usize| seen.distance[ab] - seen.distance[ba];
        let squares = pairs().map(|(ab, ba)| match self.share[ab] + self.share[ba] {
            0 => 0,
            _ => longer(ab, ba).pow(2),
        });
        let squares: i64 = squares.sum();
        if squares == 0 {
            return false;
        }
        for (ab, ba) in pairs() {
            let weight = self.share[ab] + self.share[ba];
            let moved = (length / squares as f64 * longer(ab, ba) as f64) as i64;
            self.share[ab] = (self.share[ab] + moved).clamp(0, weight);
            self.share[ba] = weight - self.share[ab];
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::{MoveMatrix, exact};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_map_is_below_the_bound(
            (ports, offsets) in (1usize..5, 2usize..6),
            accesses in proptest::collection::vec(0usize..100, 0..200),
        ) {
            let geometry = PortRegions { ports, offsets };
            let entries = geometry.positions().min(10);
            let accesses = accesses.iter().map(|entry| entry % entries);
            let matrix = MoveMatrix::of(geometry.positions(), accesses);
            let graph = Graph::new(&matrix);
            let optimum = exact::enumerated(&graph, geometry);
            // The bound must hold for any cost that is claimed to be reached, even one too high.
            for best in [optimum, 2 * optimum + 1] {
                let bound = lower_bound(&graph, geometry, best);
                prop_assert!(bound <= optimum, "{bound} > {optimum}");
            }
        }
    }

    #[test]
    fn few_registers_that_all_meet_often_cost_what_they_must() {
        // Six registers, one move between every two, two registers at each of three offsets.
        let pairs = (0..6).flat_map(|a| (0..a).flat_map(move |b| [a, b]));
        let mut matrix = MoveMatrix::new(6);
        pairs.for_each(|entry| matrix.access(entry));
        let geometry = PortRegions { ports: 2, offsets: 3 };
        let graph = Graph::new(&matrix);
        let optimum = exact::enumerated(&graph, geometry);
        let bound = lower_bound(&graph, geometry, optimum);
        assert!(3 * bound >= 2 * optimum, "{bound} of {optimum}");
    }
}
