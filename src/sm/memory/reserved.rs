//! Reserved cycles of a resource, for reservations in any order.

use std::collections::VecDeque;

/// Reserved intervals, end excluded: ascending, with gaps between them.
#[derive(Clone, Debug, Default)]
pub struct Reserved(VecDeque<(u64, u64)>);

impl Reserved {
    /// Forgets past intervals: no later call names a cycle before `now`.
    #[inline]
    pub fn forget(&mut self, now: u64) {
        while self.0.front().is_some_and(|(_, end)| *end <= now) {
            self.0.pop_front();
        }
    }

    /// First cycle after all reservations.
    #[inline]
    pub fn end(&self) -> u64 {
        self.0.back().map_or(0, |(_, end)| *end)
    }

    /// Start of the first gap of this length, at cycle `at` or later.
    #[inline]
    pub fn gap(&self, at: u64, cycles: u64) -> u64 {
        let mut start = at;
        for (from, end) in self.0.range(self.0.partition_point(|(_, end)| *end < at)..) {
            if start + cycles <= *from {
                break;
            }
            start = start.max(*end);
        }
        start
    }

    /// Reserves the cycles from `start` to `end`, `end` excluded, whether or not they are free.
    /// Adjacent intervals are joined.
    #[inline]
    pub fn take(&mut self, start: u64, end: u64) {
        let first = self.0.partition_point(|(_, other)| *other < start);
        let last = self.0.partition_point(|(from, _)| *from <= end);
        if first == last {
            self.0.insert(first, (start, end));
            return;
        }
        self.0[first] = (start.min(self.0[first].0), end.max(self.0[last - 1].1));
        self.0.drain(first + 1..last);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Beside a list of all cycles.
        #[test]
        fn gaps_are_the_first_and_intervals_stay_apart(
            calls in prop::collection::vec((0u64..4, 0u64..60, 1u64..12, 0u64..6), 1..80),
        ) {
            let (mut reserved, mut cycles, mut now) = (Reserved::default(), vec![false; 4_000], 0);
            for (later, ahead, count, more) in calls {
                now += later;
                reserved.forget(now);
                let start = reserved.gap(now + ahead, count);
                let is_free = |from: u64| !cycles[from as usize..][..count as usize].contains(&true);
                prop_assert_eq!((now + ahead..).find(|from| is_free(*from)), Some(start));
                reserved.take(start, start + count + more);
                cycles[start as usize..][..(count + more) as usize].fill(true);
                let Reserved(taken) = &reserved;
                prop_assert!(taken.iter().all(|(start, end)| start < end && *end > now));
                prop_assert!((1..taken.len()).all(|n| taken[n - 1].1 < taken[n].0));
                let all: u64 = taken.iter().map(|(start, end)| end - start.max(&now)).sum();
                prop_assert_eq!(all, cycles[now as usize..].iter().filter(|c| **c).count() as u64);
            }
        }
    }
}
