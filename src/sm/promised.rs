//! Accesses with lines whose arrival is not known yet.

use super::memory::{Arrival, When};

/// Accesses with unknown arrivals, identified by their result. An access is ready when all its
/// lines are requested and timed.
#[derive(Default)]
pub struct Promised {
    /// Lines with a ticket, and the result of their access.
    lines: Vec<(usize, When)>,
    /// Accesses whose lines are all requested, each with the earliest cycle of its result.
    asked: Vec<(usize, u64)>,
}

impl Promised {
    /// Adds a requested line of an access.
    #[inline]
    pub fn add(&mut self, result: usize, ready: When) {
        if !ready.is_known() {
            self.lines.push((result, ready));
        }
    }

    /// Notes that all lines of an access are requested. Returns the cycle in which the access is
    /// ready if all lines are timed; otherwise [`Promised::next_ready`] returns it later.
    #[inline]
    pub fn finish(&mut self, result: usize, earliest: u64) -> Option<u64> {
        let ready = self.ready(result, earliest);
        if ready.is_none() {
            self.asked.push((result, earliest));
        }
        ready
    }

    /// Takes the arrival of a line.
    pub fn settle(&mut self, arrival: &Arrival) {
        for (_, ready) in &mut self.lines {
            ready.settle(arrival);
        }
    }

    /// The first access that has become ready, in the order of requests, and its cycle.
    pub fn next_ready(&mut self) -> Option<(usize, u64)> {
        for n in 0..self.asked.len() {
            let (result, earliest) = self.asked[n];
            if let Some(ready) = self.ready(result, earliest) {
                self.asked.remove(n);
                return Some((result, ready));
            }
        }
        None
    }

    /// Forgets an access's lines if all are timed, and returns the cycle of the last.
    fn ready(&mut self, result: usize, earliest: u64) -> Option<u64> {
        let mut ready = When::at(earliest);
        for (_, line) in self.lines.iter().filter(|(other, _)| *other == result) {
            if !line.is_known() {
                return None;
            }
            ready = ready.from(line.cycle);
        }
        self.lines.retain(|(other, _)| *other != result);
        Some(ready.cycle)
    }
}

#[cfg(test)]
mod tests {
    use super::super::memory::Tickets;
    use super::*;

    #[test]
    fn an_access_is_ready_with_the_last_of_its_lines() {
        let (mut tickets, mut promised) = (Tickets::default(), Promised::default());
        let mut line = || When { cycle: 5, waits: Some(tickets.give()) };
        let lines = [line(), line(), line()];
        let arrival = |n: usize, cycle| {
            let ticket = lines[n].waits.unwrap();
            Arrival { ticket, line: 0, cycle }
        };
        promised.add(7, lines[0]);
        promised.add(7, lines[1]);
        promised.add(8, lines[2]);
        // Timed before all lines are requested.
        promised.settle(&arrival(0, 30));
        assert_eq!(promised.finish(7, 10), None);
        assert_eq!(promised.finish(8, 40), None);
        assert_eq!(promised.finish(9, 11), Some(11), "without tickets");
        promised.settle(&arrival(2, 20));
        assert_eq!(promised.next_ready(), Some((8, 40)));
        assert_eq!(promised.next_ready(), None);
        promised.settle(&arrival(1, 25));
        assert_eq!(promised.next_ready(), Some((7, 30)));
        assert!(promised.lines.is_empty() && promised.asked.is_empty());
    }
}
