//! When something is there: in a cycle, or after what a ticket stands for.
//!
//! A request whose answer cannot be timed yet gets a ticket. When its time is known, an [`Arrival`]
//! names the ticket, and all that waits for it is settled.

use std::num::NonZeroU64;

/// Number of a request whose answer is not timed yet. Each giver counts its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ticket(NonZeroU64);

/// Gives tickets, each once.
#[derive(Clone, Debug, Default)]
pub struct Tickets(u64);

/// When something is there, in cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct When {
    /// The cycle, or the earliest one if it waits for a ticket.
    pub cycle: u64,
    /// The ticket, until it is settled.
    pub waits: Option<Ticket>,
}

/// The time of an answer is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// What waits for it.
    pub ticket: Ticket,
    /// The line that it brings.
    pub line: u64,
    /// In which it is there.
    pub cycle: u64,
}

impl Tickets {
    /// One that was not given before.
    #[inline]
    pub fn give(&mut self) -> Ticket {
        let ticket = Ticket(NonZeroU64::MIN.saturating_add(self.0));
        self.0 += 1;
        ticket
    }
}

impl When {
    /// In a known cycle.
    #[inline]
    pub fn at(cycle: u64) -> When {
        When { cycle, waits: None }
    }

    /// The same, but not before a cycle.
    #[inline]
    pub fn from(self, cycle: u64) -> When {
        When { cycle: self.cycle.max(cycle), ..self }
    }

    /// Whether it waits for no ticket.
    #[inline]
    pub fn is_known(&self) -> bool {
        self.waits.is_none()
    }

    /// Whether it is there in cycle `now`. The last of all cycles is later than any arrival.
    #[inline]
    pub fn is_past(&self, now: u64) -> bool {
        let cycle = if self.is_known() { self.cycle } else { u64::MAX };
        cycle <= now
    }

    /// Takes the time if it has waited for it.
    #[inline]
    pub fn settle(&mut self, arrival: &Arrival) {
        if self.waits == Some(arrival.ticket) {
            *self = When::at(self.cycle.max(arrival.cycle));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_its_own_ticket_settles_it_and_never_before_its_earliest_cycle() {
        let mut tickets = Tickets::default();
        let (own, other) = (tickets.give(), tickets.give());
        let arrival = |ticket, cycle| Arrival { ticket, line: 0, cycle };
        let mut when = When { cycle: 7, waits: Some(own) };
        when.settle(&arrival(other, 9));
        assert!(!when.is_known() && !when.is_past(1_000) && when.is_past(u64::MAX));
        let mut later = when.from(20);
        when.settle(&arrival(own, 9));
        later.settle(&arrival(own, 9));
        assert_eq!((when, later), (When::at(9), When::at(20)));
        assert!(!when.is_past(8) && when.is_past(9));
    }
}
