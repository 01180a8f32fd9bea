//! Algorithm 2: assigns offsets to groups of registers, a minimum linear arrangement problem.

use super::matrix::Graph;

/// Maximum number of groups that are ordered exactly, over 2^16 sets.
pub(super) const MAX_EXACT: usize = 16;

/// The groups in the order of their offsets: the optimal order up to [`MAX_EXACT`] groups, a
/// heuristic order beyond. Offsets are used without gaps, because a gap makes some moves longer and
/// none shorter.
pub(super) fn arrange(graph: &Graph, groups: Vec<Vec<usize>>) -> Vec<Vec<usize>> {
    let weights = graph.between(&groups);
    let order = match groups.len() <= MAX_EXACT {
        true => exact(&weights),
        false => heuristic(&weights),
    };
    let mut groups: Vec<Option<Vec<usize>>> = groups.into_iter().map(Some).collect();
    order.iter().filter_map(|&group| groups[group].take()).collect()
}

/// Cost of an order of groups.
fn cost(weights: &[Vec<i64>], order: &[usize]) -> i64 {
    let from = |(n, &x): (usize, &usize)| -> i64 {
        let later = order[n + 1..].iter().enumerate();
        later.map(|(distance, &y)| weights[x][y] * (distance as i64 + 1)).sum()
    };
    order.iter().enumerate().map(from).sum()
}

/// The optimal order, by dynamic programming. The cost of an order is the sum, over all its
/// prefixes, of the edge weight that crosses the end of the prefix. This weight depends only on the
/// set of groups in the prefix, so the best order of each set follows from those of its subsets.
fn exact(weights: &[Vec<i64>]) -> Vec<usize> {
    let groups = weights.len();
    let sets = 1usize << groups;
    let degrees: Vec<i64> = weights.iter().map(|row| row.iter().sum()).collect();
    let mut cut = vec![0; sets];
    // Cost of the best order of each set, and the last group in this order.
    let mut best = vec![(0, 0); sets];
    for set in 1..sets {
        let low = set.trailing_zeros() as usize;
        let rest = set & (set - 1);
        let inside: i64 = members(rest).map(|group| weights[low][group]).sum();
        cut[set] = cut[rest] + degrees[low] - 2 * inside;
        let last = members(set).map(|group| (best[set & !(1 << group)].0, group)).min();
        best[set] = last.map_or((0, 0), |(before, group)| (before + cut[set], group));
    }
    let mut order = Vec::with_capacity(groups);
    let mut set = sets - 1;
    while set != 0 {
        order.push(best[set].1);
        set &= !(1 << best[set].1);
    }
    order.reverse();
    order
}

/// The groups of a set, ascending.
fn members(set: usize) -> impl Iterator<Item = usize> {
    let next = |&set: &usize| Some(set & set.wrapping_sub(1));
    let sets = std::iter::successors(Some(set), next).take_while(|&set| set != 0);
    sets.map(|set| set.trailing_zeros() as usize)
}

/// A heuristic order for many groups: a greedy chain, then swaps of two groups and moves of one
/// group until none reduces the cost.
fn heuristic(weights: &[Vec<i64>]) -> Vec<usize> {
    let mut order = chain(weights);
    let mut current = cost(weights, &order);
    loop {
        let before = current;
        for a in 0..order.len() {
            for b in 0..order.len() {
                for other in [swapped(&order, a, b), moved(&order, a, b)] {
                    let changed = cost(weights, &other);
                    if changed < current {
                        (order, current) = (other, changed);
                    }
                }
            }
        }
        if current == before {
            return order;
        }
    }
}

fn swapped(order: &[usize], a: usize, b: usize) -> Vec<usize> {
    let mut order = order.to_vec();
    order.swap(a, b);
    order
}

/// The order with the group at `a` moved to `b`.
fn moved(order: &[usize], a: usize, b: usize) -> Vec<usize> {
    let mut order = order.to_vec();
    let group = order.remove(a);
    order.insert(b, group);
    order
}

/// A greedy order: the next group is the one with the most edge weight to the groups before it.
fn chain(weights: &[Vec<i64>]) -> Vec<usize> {
    let mut order: Vec<usize> = Vec::new();
    let mut gain = vec![0; weights.len()];
    while order.len() < weights.len() {
        let free = (0..weights.len()).filter(|group| !order.contains(group));
        let next = free.reduce(|best, next| if gain[next] > gain[best] { next } else { best });
        let Some(next) = next else { break };
        order.push(next);
        weights[next].iter().zip(&mut gain).for_each(|(weight, gain)| *gain += weight);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn symmetric(groups: usize, weights: &[i64]) -> Vec<Vec<i64>> {
        let weight = |x: usize, y: usize| match x == y {
            true => 0,
            false => weights[x.min(y) * groups + x.max(y)],
        };
        (0..groups).map(|x| (0..groups).map(|y| weight(x, y)).collect()).collect()
    }

    /// The cheapest of all orders that begin with `order`.
    fn enumerate(weights: &[Vec<i64>], order: &mut Vec<usize>) -> i64 {
        if order.len() == weights.len() {
            return cost(weights, order);
        }
        let mut best = i64::MAX;
        for group in 0..weights.len() {
            if !order.contains(&group) {
                order.push(group);
                best = best.min(enumerate(weights, order));
                order.pop();
            }
        }
        best
    }

    proptest! {
        #[test]
        fn sets_of_groups_find_what_enumeration_finds(
            groups in 1usize..=7,
            weights in proptest::collection::vec(0i64..20, 49),
        ) {
            let weights = symmetric(groups, &weights);
            let order = exact(&weights);
            let mut sorted = order.clone();
            sorted.sort();
            prop_assert_eq!(sorted, (0..groups).collect::<Vec<_>>());
            let optimum = enumerate(&weights, &mut Vec::new());
            prop_assert_eq!(cost(&weights, &order), optimum);
            prop_assert!(cost(&weights, &heuristic(&weights)) >= optimum);
        }
    }

    #[test]
    fn the_heuristic_orders_many_groups_along_a_path() {
        let hidden: Vec<usize> = (0..40).map(|n| n * 17 % 40).collect();
        let mut weights = vec![vec![0; 40]; 40];
        for pair in hidden.windows(2) {
            weights[pair[0]][pair[1]] = 1;
            weights[pair[1]][pair[0]] = 1;
        }
        assert_eq!(cost(&weights, &heuristic(&weights)), 39);
    }
}
