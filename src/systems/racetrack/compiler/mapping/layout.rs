//! A map during optimisation, with the cost of a swap of two registers in constant time.

use super::matrix::Graph;
use super::{Map, arrange};
use crate::systems::racetrack::units::PortRegions;

/// The offset of each place. The first places are the nodes of the graph, the others are free
/// positions; a swap of a node with a free position moves the node.
#[derive(Clone)]
pub(super) struct Layout<'a> {
    graph: &'a Graph,
    geometry: PortRegions,
    offset: Vec<usize>,
    /// Cost of the edges of each node if the node were at each offset and no other node moved.
    pull: Vec<i64>,
    cost: i64,
}

impl<'a> Layout<'a> {
    /// The layout of a map, with all positions of the bank.
    pub fn new(graph: &'a Graph, map: &Map) -> Layout<'a> {
        let mut offset: Vec<usize> = graph.entries.iter().map(|&entry| map.offset(entry)).collect();
        let mut free = vec![map.geometry.ports; map.geometry.offsets];
        offset.iter().for_each(|&offset| free[offset] -= 1);
        let free = free.iter().enumerate();
        offset.extend(free.flat_map(|(offset, &places)| std::iter::repeat_n(offset, places)));
        let mut layout = Layout { graph, geometry: map.geometry, offset, pull: vec![], cost: 0 };
        layout.recount();
        layout
    }

    /// S of equation 3, in shifts.
    pub fn cost(&self) -> i64 {
        self.cost
    }

    /// Number of nodes and free positions.
    pub fn places(&self) -> usize {
        self.offset.len()
    }

    pub fn map(&self) -> Map {
        let entries = |nodes: Vec<usize>| nodes.iter().map(|&n| self.graph.entries[n]).collect();
        let groups: Vec<Vec<usize>> = self.groups().into_iter().map(entries).collect();
        Map::from_groups(self.geometry, &groups)
    }

    /// The nodes at each offset, ascending.
    fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups = vec![Vec::new(); self.geometry.offsets];
        (0..self.graph.nodes()).for_each(|node| groups[self.offset[node]].push(node));
        groups
    }

    /// Computes `pull` and `cost` from the offsets.
    fn recount(&mut self) {
        let nodes = self.graph.nodes();
        self.pull = vec![0; nodes * self.geometry.offsets];
        for (node, pull) in self.pull.chunks_exact_mut(self.geometry.offsets).enumerate() {
            for (&weight, &other) in self.graph.row(node).iter().zip(&self.offset) {
                let away = |(here, pull): (usize, &mut i64)| {
                    *pull += weight * here.abs_diff(other) as i64;
                };
                pull.iter_mut().enumerate().for_each(away);
            }
        }
        let twice: i64 = (0..nodes).map(|node| self.pull(node, self.offset[node])).sum();
        self.cost = twice / 2;
    }

    #[inline]
    fn pull(&self, node: usize, offset: usize) -> i64 {
        self.pull[node * self.geometry.offsets + offset]
    }

    /// Change of the cost if `node` moves to another offset; 0 for a free position.
    #[inline]
    fn change(&self, node: usize, to: usize) -> i64 {
        match node < self.graph.nodes() {
            true => self.pull(node, to) - self.pull(node, self.offset[node]),
            false => 0,
        }
    }

    /// Whether two places are at different offsets, so that a swap changes something.
    #[inline]
    pub fn apart(&self, node: usize, other: usize) -> bool {
        self.offset[node] != self.offset[other]
    }

    /// Change of the cost if `node` and place `other` swap offsets.
    #[inline]
    pub fn swap_cost(&self, node: usize, other: usize) -> i64 {
        let (from, to) = (self.offset[node], self.offset[other]);
        // Each `change` assumes that the other node stays, and so subtracts the edge between them.
        // The swap keeps the length of this edge, so its cost is added back twice.
        let between = match other < self.graph.nodes() {
            true => 2 * self.graph.weight(node, other) * from.abs_diff(to) as i64,
            false => 0,
        };
        self.change(node, to) + self.change(other, from) + between
    }

    /// Swaps the offsets of `node` and place `other`.
    pub fn swap(&mut self, node: usize, other: usize) {
        self.cost += self.swap_cost(node, other);
        let (from, to) = (self.offset[node], self.offset[other]);
        let farther = |here: usize| here.abs_diff(to) as i64 - here.abs_diff(from) as i64;
        let farther: Vec<i64> = (0..self.geometry.offsets).map(farther).collect();
        let nodes = self.graph.nodes();
        let rows = self.pull.chunks_exact_mut(self.geometry.offsets);
        for (n, (row, &to_node)) in rows.zip(self.graph.row(node)).enumerate() {
            let to_other = if other < nodes { self.graph.weight(other, n) } else { 0 };
            let weight = to_node - to_other;
            if weight != 0 {
                row.iter_mut().zip(&farther).for_each(|(pull, farther)| *pull += weight * farther);
            }
        }
        self.offset.swap(node, other);
    }

    /// Swaps registers and reorders groups until neither reduces the cost.
    pub fn improve(&mut self) {
        loop {
            while self.swap_all() {}
            if !self.reorder() {
                return;
            }
        }
    }

    /// Tries every swap once and performs those that reduce the cost. Returns whether any did.
    fn swap_all(&mut self) -> bool {
        let before = self.cost;
        for node in 0..self.graph.nodes() {
            for other in node + 1..self.places() {
                if self.apart(node, other) && self.swap_cost(node, other) < 0 {
                    self.swap(node, other);
                }
            }
        }
        self.cost < before
    }

    /// Reorders the groups of registers if that reduces the cost. Returns whether it did.
    fn reorder(&mut self) -> bool {
        let groups = self.groups().into_iter().filter(|group| !group.is_empty()).collect();
        let groups = arrange::arrange(self.graph, groups);
        let entries = |nodes: &Vec<usize>| nodes.iter().map(|&n| self.graph.entries[n]).collect();
        let groups: Vec<Vec<usize>> = groups.iter().map(entries).collect();
        let other = Layout::new(self.graph, &Map::from_groups(self.geometry, &groups));
        let helps = other.cost < self.cost;
        if helps {
            *self = other;
        }
        helps
    }
}

#[cfg(test)]
mod tests {
    use super::super::MoveMatrix;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Incrementally updated costs equal recomputed costs.
        #[test]
        fn swaps_cost_what_they_say(
            (ports, offsets) in (1usize..5, 2usize..6),
            accesses in proptest::collection::vec(0usize..100, 2..60),
            swaps in proptest::collection::vec((0usize..100, 0usize..100), 1..20),
        ) {
            let geometry = PortRegions { ports, offsets };
            let entries = geometry.positions();
            let matrix = MoveMatrix::of(entries, accesses.iter().map(|entry| entry % entries));
            let graph = Graph::new(&matrix);
            let mut layout = Layout::new(&graph, &Map::interleaved(geometry));
            for (node, other) in swaps {
                let (node, other) = (node % graph.nodes(), other % layout.places());
                let expected = layout.cost() + layout.swap_cost(node, other);
                layout.swap(node, other);
                prop_assert_eq!(layout.cost(), expected);
                prop_assert!(layout.map().is_permutation());
                prop_assert_eq!(layout.map().shifts(&matrix), expected as u64);
            }
            let before = layout.cost();
            layout.improve();
            prop_assert!(layout.cost() <= before);
            prop_assert_eq!(layout.map().shifts(&matrix), layout.cost() as u64);
        }
    }
}
