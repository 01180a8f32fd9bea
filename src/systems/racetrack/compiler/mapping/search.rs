//! The mapping algorithms, from a matrix of moves to a map.

use super::anneal::anneal;
use super::arrange::{self, arrange};
use super::bound::lower_bound;
use super::exact::optimum;
use super::grouping::{Score, groups};
use super::layout::Layout;
use super::matrix::Graph;
use super::{Map, MoveMatrix};
use crate::systems::racetrack::units::PortRegions;

/// Maximum number of offsets for [`exact`], because more groups cannot be ordered exactly.
pub const MAX_EXACT_OFFSETS: usize = arrange::MAX_EXACT;

/// Seeds of the annealing runs.
const SEEDS: [u64; 4] = [1, 2, 3, 4];

/// Algorithm 1 with this score, then Algorithm 2.
pub fn paper(matrix: &MoveMatrix, geometry: PortRegions, score: Score) -> Map {
    let graph = Graph::new(matrix);
    let groups = arrange(&graph, groups(&graph, geometry.ports, score));
    at_offsets(&graph, geometry, &groups)
}

/// The cheapest map of all heuristics.
pub fn best(matrix: &MoveMatrix, geometry: PortRegions) -> Map {
    let graph = Graph::new(matrix);
    let starts = [
        Map::direct(geometry),
        Map::interleaved(geometry),
        paper(matrix, geometry, Score::Total),
        paper(matrix, geometry, Score::PerNode),
    ];
    let improved = starts.iter().map(|start| improved(Layout::new(&graph, start)));
    let Some(start) = improved.min_by_key(Layout::cost) else { return Map::direct(geometry) };
    let annealed = SEEDS.iter().map(|&seed| improved_run(&graph, &start, seed));
    let best = annealed.chain([start.clone()]).min_by_key(Layout::cost);
    best.unwrap_or(start).map()
}

fn improved(mut layout: Layout) -> Layout {
    layout.improve();
    layout
}

fn improved_run<'a>(graph: &Graph, start: &Layout<'a>, seed: u64) -> Layout<'a> {
    improved(anneal(graph, start, seed))
}

/// A map with its cost and a lower bound of the cost of any map.
#[derive(Clone, Debug)]
pub struct Exact {
    pub map: Map,
    /// S of the map, in shifts.
    pub shifts: u64,
    /// Lower bound of S over all maps, in shifts.
    pub lower_bound: u64,
}

impl Exact {
    /// Whether the map is proved optimal.
    pub fn optimal(&self) -> bool {
        self.shifts == self.lower_bound
    }
}

/// The optimal map if there are few enough registers, else `best` with a lower bound.
pub fn exact(matrix: &MoveMatrix, geometry: PortRegions, best: &Map) -> Exact {
    let graph = Graph::new(matrix);
    match optimum(&graph, geometry.ports, geometry.offsets) {
        Some(groups) => {
            let map = at_offsets(&graph, geometry, &groups);
            let shifts = map.shifts(matrix);
            Exact { map, shifts, lower_bound: shifts }
        }
        None => {
            let shifts = best.shifts(matrix);
            let lower_bound = lower_bound(&graph, geometry, shifts);
            Exact { map: best.clone(), shifts, lower_bound }
        }
    }
}

fn at_offsets(graph: &Graph, geometry: PortRegions, groups: &[Vec<usize>]) -> Map {
    let entries = |nodes: &Vec<usize>| nodes.iter().map(|&n| graph.entries[n]).collect();
    let groups: Vec<Vec<usize>> = groups.iter().map(entries).collect();
    Map::from_groups(geometry, &groups)
}
