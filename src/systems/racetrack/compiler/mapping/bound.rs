//! A number of shifts that no map can do without.
//!
//! Number the registers from 0 in the order of their offsets, in any order where they share one.
//! However many places are left free, the register numbered r then has
//!
//! - at its own offset at most `ports - 1` others, and at each other offset at most `ports`,
//! - on the side of lower numbers at most r others, so that few are near one that is near an end.
//!
//! Both limit how many others are within each distance of it ([`Ranks::within`]). So its edges cost
//! at least what they cost when the heaviest have the nearest places ([`Split::least`]). Each edge
//! has two ends, and its weight may be split between them in any proportion. An assignment of
//! registers to numbers at least total cost is then a lower bound (Gilmore and Lawler's for the
//! quadratic assignment problem, on numbers instead of places). The two ends of an edge would see
//! one length in a real map; where they see different ones, moving weight to the end that sees the
//! longer one raises the bound: a subgradient step.
//!
//! All costs are whole numbers, and any split gives a valid bound, so rounding cannot spoil it.

use super::assign::assign;
use super::matrix::Graph;
use crate::systems::racetrack::units::PortRegions;

/// Shares of weights are multiples of 1 / SCALE.
const SCALE: i64 = 1 << 12;

/// Subgradient steps up to 192 registers: on recorded streams they gain between 7 % and 30 %.
/// Beyond, fewer, as each takes the third power of the number of registers.
const STEPS: usize = 300;

fn steps(nodes: usize) -> usize {
    let power = |nodes: usize| (nodes.max(1) as u64).pow(3);
    (STEPS as u64 * power(192)).div_ceil(power(nodes)).min(STEPS as u64) as usize
}

/// Steps without a better bound after which steps become shorter.
const PATIENCE: usize = 10;

/// S of equation 3 of every map is at least this; `best` is that of some map.
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

/// For each number of a register, how far the others are at least, nearest first.
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

    /// Most registers within a distance of one that has that many others below and above it.
    /// Registers at its own offset may be numbered below it or above it.
    fn within(ports: usize, below: usize, above: usize, distance: usize) -> usize {
        let (same, side) = (ports - 1, distance * ports);
        (below + above).min(below.min(above) + same + side).min(same + 2 * side)
    }
}

/// Each edge's weight, split between its two ends.
struct Split<'a> {
    graph: &'a Graph,
    /// Row by row: what the row's node has of its edge to each other node, in 1 / SCALE.
    share: Vec<i64>,
}

/// The cheapest numbering, seen from each node by itself.
struct Seen {
    cost: i64,
    /// Row by row: how far each other node seems to the row's node.
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

    /// The others, those with the heaviest shares first.
    fn heaviest_first(&self, node: usize) -> Vec<usize> {
        let mut others: Vec<usize> = (0..self.graph.nodes()).filter(|&n| n != node).collect();
        others.sort_by_key(|&other| (-self.row(node)[other], other));
        others
    }

    /// Lower bound of a node's cost at each number.
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

    /// Moves weight to the ends that see the longer distance, in all by `length`, a cost; whether
    /// any edge's ends differ.
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
            // Whatever is said to be reached already, even if it is too much.
            for best in [optimum, 2 * optimum + 1] {
                let bound = lower_bound(&graph, geometry, best);
                prop_assert!(bound <= optimum, "{bound} > {optimum}");
            }
        }
    }

    #[test]
    fn few_registers_that_all_meet_often_cost_what_they_must() {
        // Six registers, each after each other once: two at each of three offsets.
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
