//! The assignment problem: gives each row its own column at minimum total cost.

/// The minimum cost and the column of each row, for a square matrix of costs. Shortest augmenting
/// paths with prices of rows and columns (Kuhn and Munkres).
pub(super) fn assign(costs: &[Vec<i64>]) -> (i64, Vec<usize>) {
    let size = costs.len();
    let mut prices = Prices { row: vec![0; size], column: vec![0; size] };
    let mut row_of = vec![None; size];
    for row in 0..size {
        place(costs, &mut prices, &mut row_of, row);
    }
    let mut column_of = vec![0; size];
    for (column, row) in row_of.iter().enumerate() {
        row.iter().for_each(|&row: &usize| column_of[row] = column);
    }
    let cost = column_of.iter().enumerate().map(|(row, &column)| costs[row][column]).sum();
    (cost, column_of)
}

/// Dual variables: a cost is at least the sum of the prices of its row and its column, and equal to
/// the sum where the row is assigned to the column.
struct Prices {
    row: Vec<i64>,
    column: Vec<i64>,
}

/// Assigns a column to the row `new`; rows that are already assigned may change columns.
fn place(costs: &[Vec<i64>], prices: &mut Prices, row_of: &mut [Option<usize>], new: usize) {
    let size = costs.len();
    // Cost of each column above the prices, and the column from which it is reached; none if it is
    // reached from the new row.
    let mut above = vec![i64::MAX; size];
    let mut reached_from = vec![None; size];
    let mut done: Vec<usize> = Vec::new();
    let mut open: Vec<usize> = (0..size).collect();
    let (mut row, mut from) = (new, None);
    let last = loop {
        for &column in &open {
            let cost = costs[row][column] - prices.row[row] - prices.column[column];
            if cost < above[column] {
                (above[column], reached_from[column]) = (cost, from);
            }
        }
        let Some(&next) = open.iter().min_by_key(|&&column| (above[column], column)) else {
            return;
        };
        let step = above[next];
        prices.row[new] += step;
        for &column in &done {
            prices.column[column] -= step;
            row_of[column].iter().for_each(|&row: &usize| prices.row[row] += step);
        }
        open.iter().for_each(|&column| above[column] -= step);
        open.retain(|&column| column != next);
        done.push(next);
        match row_of[next] {
            Some(taken) => (row, from) = (taken, Some(next)),
            None => break next,
        }
    };
    let mut column = last;
    while let Some(before) = reached_from[column] {
        row_of[column] = row_of[before];
        column = before;
    }
    row_of[column] = Some(new);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn enumerate(costs: &[Vec<i64>], used: usize) -> i64 {
        let row = used.count_ones() as usize;
        let free = (0..costs.len()).filter(|column| used >> column & 1 == 0);
        free.map(|c| costs[row][c] + enumerate(costs, used | 1 << c)).min().unwrap_or(0)
    }

    proptest! {
        #[test]
        fn assignments_cost_what_enumeration_finds(
            size in 0usize..7,
            costs in proptest::collection::vec(0i64..50, 49),
        ) {
            let costs: Vec<Vec<i64>> = costs.chunks(7).map(|row| row[..size].to_vec()).collect();
            let (cost, columns) = assign(&costs[..size]);
            prop_assert_eq!(cost, enumerate(&costs[..size], 0));
            let mut sorted = columns.clone();
            sorted.sort();
            prop_assert_eq!(sorted, (0..size).collect::<Vec<_>>());
        }
    }
}
