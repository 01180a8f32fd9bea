//! The barriers of a CTA.

use super::execute::Outputs;
use super::flow::{Arrival, BARRIERS};
use crate::bits::LANES;
use crate::ptx::isa::Barrier;

/// State of a barrier.
#[derive(Clone, Copy, Default)]
struct Gathering {
    /// Threads that have arrived; a warp counts with all its lanes.
    arrived: usize,
    /// Threads to wait for; `None` for all threads that have not ended.
    expected: Option<usize>,
    votes: Votes,
}

/// Votes of the threads that reached a barrier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Votes {
    /// Threads whose predicate was true.
    pub true_threads: u32,
    /// Threads that voted.
    pub threads: u32,
}

impl Votes {
    /// Writes the result of a barrier of this kind in all lanes.
    pub fn write(self, kind: Barrier, out: &mut Outputs) {
        let everywhere = |truth: bool| if truth { u32::MAX } else { 0 };
        out.values[0].lo = [self.true_threads; LANES];
        out.predicates[0] = match kind {
            Barrier::AllTrue { .. } => everywhere(self.true_threads == self.threads),
            _ => everywhere(self.true_threads != 0),
        };
    }
}

/// All barriers of a CTA.
#[derive(Clone, Default)]
pub struct Barriers {
    gathering: [Gathering; BARRIERS],
}

impl Barriers {
    /// A warp arrives. It counts as `width` threads, even if it is not full.
    pub fn arrive(&mut self, arrival: &Arrival, width: usize) {
        let gathering = &mut self.gathering[arrival.number];
        gathering.arrived += width;
        gathering.expected = arrival.threads;
        gathering.votes.true_threads += arrival.wanted.count_ones();
        gathering.votes.threads += arrival.lanes.count_ones();
    }

    /// The next complete barrier, with its votes, reset for its next use. `alive` is the number of
    /// threads that have not ended, counted as complete warps.
    pub fn complete(&mut self, alive: usize) -> Option<(usize, Votes)> {
        let complete = |gathering: &Gathering| {
            gathering.arrived > 0 && gathering.arrived >= gathering.expected.unwrap_or(alive)
        };
        let number = self.gathering.iter().position(complete)?;
        Some((number, std::mem::take(&mut self.gathering[number]).votes))
    }
}
