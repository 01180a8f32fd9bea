//! The algorithms of the racetrack paper as printed, to show their errors. The corrected versions
//! are in [`crate::systems::racetrack::compiler::mapping`].

use super::arithmetic::PORTS;
use crate::bits::splitmix64;

/// Algorithm 1's loop over groups: group identifier and port of every register. As printed, the
/// identifier is reset in every iteration, and the increment of the port is assigned to another
/// name.
fn grouped(registers: usize, as_printed: bool) -> Vec<(usize, usize)> {
    let mut places = Vec::new();
    let mut group_id = 0;
    for _ in 0..registers.div_ceil(PORTS) {
        let mut port_num = 0;
        if as_printed {
            group_id = 0;
        }
        for _ in 0..PORTS {
            places.push((group_id, port_num));
            port_num += usize::from(!as_printed);
        }
        group_id += 1;
    }
    places
}

/// Number of distinct positions that Algorithm 1 assigns to the registers of a bank, as printed or
/// as meant.
pub fn distinct_places(registers: usize, as_printed: bool) -> usize {
    let mut places = grouped(registers, as_printed);
    places.sort_unstable();
    places.dedup();
    places.len()
}

/// Edge weights of an undirected graph, as a symmetric matrix.
pub type Weights = Vec<Vec<u64>>;

/// A graph with the given weight for every pair of nodes; the smaller node is the first argument.
pub fn graph(nodes: usize, weight: impl Fn(usize, usize) -> u64) -> Weights {
    let between = |i: usize, j: usize| if i == j { 0 } else { weight(i.min(j), i.max(j)) };
    (0..nodes).map(|i| (0..nodes).map(|j| between(i, j)).collect()).collect()
}

/// A complete graph with random weights from 1 to 100.
pub fn random_graph(nodes: usize, seed: u64) -> Weights {
    graph(nodes, |i, j| 1 + splitmix64(seed << 32 | (i as u64) << 16 | j as u64) % 100)
}

/// Result of FindMaxSubgraph.
#[derive(Debug, Default)]
pub struct Found {
    pub group: Vec<usize>,
    /// Iterations that took one node.
    pub singles: usize,
    /// Iterations that took two nodes.
    pub pairs: usize,
    /// Whether the loop ends; false if an iteration changes nothing, so that it would run for ever.
    pub ends: bool,
}

/// Loop condition on the size of the group: `<=`, as printed, or `<`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum While {
    AtMost,
    LessThan,
}

/// FindMaxSubgraph as printed, with V_s read as V' and "e in V" as "e in E".
pub fn find_max_subgraph(weights: &Weights, size: usize, condition: While) -> Found {
    let mut rest: Vec<usize> = (0..weights.len()).collect();
    let mut found = Found::default();
    while found.group.len() < size + usize::from(condition == While::AtMost) {
        let gain = |node: usize| found.group.iter().map(|g| weights[node][*g]).sum::<u64>();
        let single = rest.iter().map(|&v| (gain(v), v)).max();
        let edges = rest.iter().flat_map(|&a| rest.iter().map(move |&b| (a, b)));
        let edges = edges.filter(|&(a, b)| a < b && weights[a][b] > 0);
        let pair = edges.map(|(a, b)| (gain(a) + gain(b) + weights[a][b], a, b)).max();
        let (w_d, w_e) = (single.map_or(0, |s| s.0), pair.map_or(0, |p| p.0));
        let taken = match (single, pair) {
            (Some((_, v)), _) if w_d >= w_e && found.group.len() < size => vec![v],
            (_, Some((_, a, b))) if w_e > w_d && found.group.len() + 2 <= size => vec![a, b],
            _ => return found,
        };
        found.singles += usize::from(taken.len() == 1);
        found.pairs += usize::from(taken.len() == 2);
        rest.retain(|node| !taken.contains(node));
        found.group.extend(taken);
    }
    found.ends = true;
    found
}

/// Number of random graphs of 24 nodes on which FindMaxSubgraph ends.
pub fn runs_that_end(size: usize, condition: While, graphs: u64) -> usize {
    let run = |seed| find_max_subgraph(&random_graph(24, seed), size, condition);
    (0..graphs).filter(|seed| run(*seed).ends).count()
}

/// Iterations of FindMaxSubgraph that take one node, and that take two, on random graphs of 24
/// nodes.
pub fn choices(graphs: u64) -> (usize, usize) {
    let runs =
        (0..graphs).map(|seed| find_max_subgraph(&random_graph(24, seed), 8, While::LessThan));
    runs.fold((0, 0), |sum, run| (sum.0 + run.singles, sum.1 + run.pairs))
}

/// All ways to divide six registers into three groups of two.
pub fn pairings() -> Vec<[[usize; 2]; 3]> {
    let mut all = Vec::new();
    for a in 1..6 {
        let rest: Vec<usize> = (1..6).filter(|node| *node != a).collect();
        for b in 1..4 {
            let last: Vec<usize> = (1..4).filter(|n| *n != b).map(|n| rest[n]).collect();
            all.push([[0, a], [rest[0], rest[b]], [last[0], last[1]]]);
        }
    }
    all
}

/// Moves between the registers of a random trace of 41 accesses, summed over both directions.
fn random_moves(seed: u64) -> Weights {
    let register = |n: u64| (splitmix64(seed << 8 | n) % 6) as usize;
    let mut moves = vec![vec![0; 6]; 6];
    for n in 0..40 {
        let (a, b) = (register(n), register(n + 1));
        if a != b {
            moves[a][b] += 1;
            moves[b][a] += 1;
        }
    }
    moves
}

/// Moves within the groups, which need no shift, and the shifts of the best order of the groups. In
/// the best order, the two groups with the fewest moves between them are at the ends.
fn weight_and_shifts(moves: &Weights, groups: &[[usize; 2]; 3]) -> (u64, u64) {
    let weight = groups.iter().map(|[a, b]| moves[*a][*b]).sum();
    let between = |x: usize, y: usize| -> u64 {
        groups[x].iter().map(|a| groups[y].iter().map(|b| moves[*a][*b]).sum::<u64>()).sum()
    };
    let between = [between(0, 1), between(0, 2), between(1, 2)];
    let sum: u64 = between.iter().sum();
    (weight, sum + between.iter().min().unwrap_or(&0))
}

/// Number of random traces on which the groups with the most internal moves do not need the fewest
/// shifts.
pub fn heaviest_groups_that_lose(traces: u64) -> usize {
    let loses = |seed: &u64| {
        let moves = random_moves(*seed);
        let all: Vec<(u64, u64)> =
            pairings().iter().map(|groups| weight_and_shifts(&moves, groups)).collect();
        let heaviest = all.iter().map(|(weight, _)| *weight).max();
        let chosen = all.iter().filter(|(weight, _)| Some(*weight) == heaviest).map(|(_, s)| s);
        chosen.min() > all.iter().map(|(_, shifts)| shifts).min()
    };
    (0..traces).filter(loses).count()
}
