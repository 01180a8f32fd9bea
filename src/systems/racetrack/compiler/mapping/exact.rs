//! The optimal map over all groupings and orders, for few registers.

use super::matrix::Graph;

/// Maximum number of registers. The work per offset is 3^14 pairs of a set and its subset.
pub(super) const MAX_NODES: usize = 14;

/// Cost of a set that does not fit the offsets.
const NEVER: i64 = i64::MAX / 2;

/// The cheapest groups at offsets 0, 1 and so on; `None` if there are too many nodes.
///
/// Dynamic programming: the cost of a map is the sum, over its offsets, of the edge weight between
/// the registers up to this offset and the rest. So, for each set of registers and number of
/// offsets that hold it, the best last group follows from the sets that are one group smaller.
pub(super) fn optimum(graph: &Graph, ports: usize, offsets: usize) -> Option<Vec<Vec<usize>>> {
    let nodes = graph.nodes();
    if nodes > MAX_NODES {
        return None;
    }
    let cut = cuts(graph);
    let all = cut.len() - 1;
    // Empty offsets between used ones never help, so at most one offset per node is used.
    let layers = offsets.min(nodes);
    let mut costs = vec![NEVER; cut.len()];
    costs[0] = 0;
    let mut last_groups = Vec::with_capacity(layers);
    for _ in 0..layers {
        let (next, last) = layer(&costs, &cut, ports);
        costs = next;
        last_groups.push(last);
    }
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut set = all;
    for last in last_groups.iter().rev() {
        groups.push((0..nodes).filter(|node| last[set] >> node & 1 == 1).collect());
        set &= !last[set];
    }
    groups.retain(|group| !group.is_empty());
    groups.reverse();
    Some(groups)
}

/// Edge weight between each set of nodes and the rest.
fn cuts(graph: &Graph) -> Vec<i64> {
    let mut cut = vec![0; 1 << graph.nodes()];
    for set in 1..cut.len() {
        let low = set.trailing_zeros() as usize;
        let rest = set & (set - 1);
        let side = |(node, &weight): (usize, &i64)| match rest >> node & 1 {
            1 => -weight,
            _ => weight,
        };
        let change: i64 = graph.row(low).iter().enumerate().map(side).sum();
        cut[set] = cut[rest] + change;
    }
    cut
}

/// Adds an offset. Returns the minimum cost of each set, and its last group, which may be empty.
fn layer(before: &[i64], cut: &[i64], ports: usize) -> (Vec<i64>, Vec<usize>) {
    let mut costs = before.to_vec();
    let mut last = vec![0; before.len()];
    for set in 1..before.len() {
        let mut group = set;
        while group != 0 {
            let rest = before[set & !group];
            if rest + cut[set] < costs[set] && group.count_ones() as usize <= ports {
                costs[set] = rest + cut[set];
                last[set] = group;
            }
            group = (group - 1) & set;
        }
    }
    (costs, last)
}

/// Minimum cost of all maps, by trying every offset for every register.
#[cfg(test)]
pub(super) fn enumerated(
    graph: &Graph,
    geometry: crate::systems::racetrack::units::PortRegions,
) -> u64 {
    fn extend(graph: &Graph, offsets: &mut Vec<usize>, room: &mut [usize]) -> i64 {
        let node = offsets.len();
        if node == graph.nodes() {
            return 0;
        }
        let mut best = i64::MAX;
        for offset in 0..room.len() {
            if room[offset] > 0 {
                let edge = |(other, at): (usize, &usize)| {
                    graph.weight(node, other) * at.abs_diff(offset) as i64
                };
                let cost: i64 = offsets.iter().enumerate().map(edge).sum();
                room[offset] -= 1;
                offsets.push(offset);
                best = best.min(cost + extend(graph, offsets, room));
                offsets.pop();
                room[offset] += 1;
            }
        }
        best
    }
    extend(graph, &mut Vec::new(), &mut vec![geometry.ports; geometry.offsets]) as u64
}

#[cfg(test)]
mod tests {
    use super::super::{Map, MoveMatrix};
    use super::*;
    use crate::systems::racetrack::units::PortRegions;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn sets_of_registers_find_what_enumeration_finds(
            (ports, offsets) in (1usize..4, 1usize..4),
            accesses in proptest::collection::vec(0usize..100, 0..60),
        ) {
            let geometry = PortRegions { ports, offsets };
            let entries = geometry.positions();
            let matrix = MoveMatrix::of(entries, accesses.iter().map(|entry| entry % entries));
            let graph = Graph::new(&matrix);
            let groups = optimum(&graph, ports, offsets).unwrap();
            let entries = |nodes: &Vec<usize>| nodes.iter().map(|&n| graph.entries[n]).collect();
            let groups: Vec<Vec<usize>> = groups.iter().map(entries).collect();
            let map = Map::from_groups(geometry, &groups);
            prop_assert!(map.is_permutation());
            prop_assert_eq!(map.shifts(&matrix), enumerated(&graph, geometry));
        }
    }
}
