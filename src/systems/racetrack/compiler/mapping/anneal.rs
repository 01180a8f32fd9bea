//! Simulated annealing over swaps of two registers: the same on every machine, as no logarithm or
//! power is taken.

use super::layout::Layout;
use super::matrix::Graph;
use rand::{Rng, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Swaps tried for each pair of node and place: fourteen times as many gain less than 0.1 % on
/// recorded streams.
const TRIES: usize = 150;

/// Swaps tried in a run at most: as many as a full bank of 128 registers takes.
const MAX_TRIES: usize = TRIES * 128 * 128;

/// The cheapest layout that a run from `start` comes by.
pub(super) fn anneal<'a>(graph: &Graph, start: &Layout<'a>, seed: u64) -> Layout<'a> {
    if graph.nodes() == 0 {
        return start.clone();
    }
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let hot = typical_rise(graph, start, &mut rng);
    let (mut now, mut best) = (start.clone(), start.clone());
    let tries = (TRIES * graph.nodes() * start.places()).min(MAX_TRIES);
    for n in 0..tries {
        let left = (tries - n) as f64 / tries as f64;
        let limit = hot * left * left * exponential(rng.next_u64());
        let (node, other) = pick(graph, &now, &mut rng);
        if now.apart(node, other) && (now.swap_cost(node, other) as f64) < limit {
            now.swap(node, other);
            if now.cost() < best.cost() {
                best = now.clone();
            }
        }
    }
    best
}

/// A node and another place, each equally likely; they may have one offset.
fn pick(graph: &Graph, layout: &Layout, rng: &mut impl Rng) -> (usize, usize) {
    let random = rng.next_u64();
    let below = |random: u64, count: usize| ((random * count as u64) >> 32) as usize;
    (below(random >> 32, graph.nodes()), below(random & 0xffff_ffff, layout.places()))
}

/// The temperature to begin with: a fraction of what a random swap that costs anything costs.
fn typical_rise(graph: &Graph, layout: &Layout, rng: &mut impl Rng) -> f64 {
    const SAMPLES: usize = 1000;
    let swaps = (0..SAMPLES).map(|_| pick(graph, layout, rng));
    let rises: Vec<i64> = swaps.map(|(node, other)| layout.swap_cost(node, other)).collect();
    let rises: Vec<i64> = rises.into_iter().filter(|&rise| rise > 0).collect();
    rises.iter().sum::<i64>() as f64 / (16 * rises.len().max(1)) as f64
}

/// Nearly -log2 of a uniform number in (0, 1], so nearly exponentially distributed: the leading
/// zeros, and linearly between powers of two.
fn exponential(random: u64) -> f64 {
    let zeros = random.leading_zeros().min(63);
    let fraction = (random << zeros << 1) as f64 / 2f64.powi(64);
    f64::from(zeros) + 1.0 - fraction
}
