//! Counts of the moves between the registers of a bank.

use crate::config::Gpu;
use crate::error::Result;
use crate::stream::{Placer, Stream};

/// C of equation 3: the number of accesses of each entry directly after each other entry, of one
/// bank. Accesses are counted one by one and not stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveMatrix {
    entries: usize,
    /// Moves by row (from) and column (to), row by row.
    moves: Vec<u64>,
    /// Number of accesses of each entry.
    accesses: Vec<u64>,
    first: Option<usize>,
    last: Option<usize>,
}

impl MoveMatrix {
    /// A matrix without moves, of a bank with `entries` entries.
    pub fn new(entries: usize) -> MoveMatrix {
        MoveMatrix {
            entries,
            moves: vec![0; entries * entries],
            accesses: vec![0; entries],
            first: None,
            last: None,
        }
    }

    /// The matrix of a sequence of accessed entries.
    pub fn of(entries: usize, accesses: impl IntoIterator<Item = usize>) -> MoveMatrix {
        let mut matrix = MoveMatrix::new(entries);
        accesses.into_iter().for_each(|entry| matrix.access(entry));
        matrix
    }

    /// The matrices of all banks, from the accesses of a stream in program order.
    ///
    /// # Errors
    /// [`crate::error::Error::Input`] if a bank has too few `entries`.
    pub fn of_stream(
        stream: &Stream,
        gpu: &Gpu,
        regs_per_thread: usize,
        entries: usize,
    ) -> Result<Vec<MoveMatrix>> {
        stream.place(gpu, regs_per_thread, entries)?;
        let placer = Placer::new(gpu, regs_per_thread);
        let mut banks = vec![MoveMatrix::new(entries); gpu.banks];
        for request in &stream.requests {
            let (bank, entry) = placer.place(request.warp, request.reg);
            banks[bank].access(entry);
        }
        Ok(banks)
    }

    /// Counts the next access. The entry must be below [`MoveMatrix::entries`].
    #[inline]
    pub fn access(&mut self, entry: usize) {
        self.accesses[entry] += 1;
        match self.last {
            Some(last) => self.moves[last * self.entries + entry] += 1,
            None => self.first = Some(entry),
        }
        self.last = Some(entry);
    }

    /// Number of entries of the bank, accessed or not.
    pub fn entries(&self) -> usize {
        self.entries
    }

    /// Number of accesses of `to` directly after `from`.
    pub fn moves(&self, from: usize, to: usize) -> u64 {
        self.moves[from * self.entries + to]
    }

    /// Number of accesses of all entries.
    pub fn accesses(&self) -> u64 {
        self.accesses.iter().sum()
    }

    /// Entry of the first access.
    pub fn first(&self) -> Option<usize> {
        self.first
    }

    /// Entries that are accessed, ascending.
    pub fn used(&self) -> Vec<usize> {
        (0..self.entries).filter(|&entry| self.accesses[entry] > 0).collect()
    }
}

/// The paper's graph G: a node for each accessed entry, with W(i, j) = C[i][j] + C[j][i].
#[derive(Clone, Debug)]
pub(super) struct Graph {
    /// Entry of each node, ascending.
    pub entries: Vec<usize>,
    /// W row by row: symmetric, and zero on the diagonal, because repeated accesses need no shift.
    weights: Vec<i64>,
}

impl Graph {
    pub fn new(matrix: &MoveMatrix) -> Graph {
        let entries = matrix.used();
        let weight = |i: usize, j: usize| match i == j {
            true => 0,
            false => (matrix.moves(i, j) + matrix.moves(j, i)) as i64,
        };
        let weights = entries.iter().flat_map(|&i| entries.iter().map(move |&j| weight(i, j)));
        Graph { weights: weights.collect(), entries }
    }

    pub fn nodes(&self) -> usize {
        self.entries.len()
    }

    pub fn weight(&self, i: usize, j: usize) -> i64 {
        self.weights[i * self.nodes() + j]
    }

    /// W between a node and every node.
    pub fn row(&self, node: usize) -> &[i64] {
        &self.weights[node * self.nodes()..(node + 1) * self.nodes()]
    }

    /// W between groups of nodes: the sum over all pairs of a node of one and a node of the other.
    pub fn between(&self, groups: &[Vec<usize>]) -> Vec<Vec<i64>> {
        let sum = |x: &[usize], y: &[usize]| -> i64 {
            x.iter().map(|&i| y.iter().map(|&j| self.weight(i, j)).sum::<i64>()).sum()
        };
        let row = |x: usize| {
            let weight = |y: usize| if x == y { 0 } else { sum(&groups[x], &groups[y]) };
            (0..groups.len()).map(weight).collect()
        };
        (0..groups.len()).map(row).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_counted_and_the_first_access_is_none() {
        let matrix = MoveMatrix::of(4, [3, 1, 3, 3, 1]);
        assert_eq!((matrix.moves(3, 1), matrix.moves(1, 3), matrix.moves(3, 3)), (2, 1, 1));
        assert_eq!(matrix.first(), Some(3));
        assert_eq!((matrix.accesses(), matrix.used()), (5, vec![1, 3]));
        let graph = Graph::new(&matrix);
        assert_eq!((graph.weight(0, 1), graph.weight(1, 0), graph.weight(1, 1)), (3, 3, 0));
    }

    #[test]
    fn nothing_accessed_is_an_empty_graph() {
        assert_eq!(Graph::new(&MoveMatrix::new(8)).nodes(), 0);
    }
}
