//! Time of an arrival: a known cycle, or a ticket.
//!
//! A request whose answer cannot be timed yet gets a ticket. Once the time is known, an [`Arrival`]
//! names the ticket and settles everything that waits for it.

use std::num::NonZeroU64;

/// Number of a request without a known answer time. Each issuer counts its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ticket(NonZeroU64);

/// Issuer of tickets, each unique.
#[derive(Clone, Debug, Default)]
pub struct Tickets(u64);

/// Time of an arrival, in cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct When {
    /// The cycle, or a lower bound while it waits for a ticket.
    pub cycle: u64,
    /// The ticket, until it is settled.
    pub waits: Option<Ticket>,
}

/// An answer whose time has become known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arrival {
    /// The ticket that it settles.
    pub ticket: Ticket,
    /// Its line.
    pub line: u64,
    /// The cycle of its arrival.
    pub cycle: u64,
}

impl Tickets {
    /// A new ticket.
    #[inline]
    pub fn give(&mut self) -> Ticket {
        let ticket = Ticket(NonZeroU64::MIN.saturating_add(self.0));
        self.0 += 1;
        ticket
    }
}

impl When {
    /// A known cycle.
    #[inline]
    pub fn at(cycle: u64) -> When {
        When { cycle, waits: None }
    }

    /// The same time, but not before a cycle.
    #[inline]
    pub fn from(self, cycle: u64) -> When {
        When { cycle: self.cycle.max(cycle), ..self }
    }

    /// Whether the cycle is known.
    #[inline]
    pub fn is_known(&self) -> bool {
        self.waits.is_none()
    }

    /// Whether it has arrived by cycle `now`. Every arrival is before `u64::MAX`.
    #[inline]
    pub fn is_past(&self, now: u64) -> bool {
        let cycle = if self.is_known() { self.cycle } else { u64::MAX };
        cycle <= now
    }

    /// Takes the time of an arrival if it waits for its ticket.
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
