//! Interconnect between an SM and L2, with a link of its own in each direction.
//!
//! A packet has a header of 8 bytes and optional data. It occupies its link for an integral number
//! of cycles. L2 starts when the header arrives; the SM needs the last byte. Packets leave the SM
//! in order, through a queue of [`QUEUE`] places. A packet keeps its place until L2 takes it, so
//! that a busy L2 stalls the SM. Packets come back in any order: each takes the first sufficient
//! gap of the link once it is ready. A packet with a ticket of L2 takes its gap when the ticket is
//! settled, and has a ticket of the SM until then.

use super::l2::{L2, Use};
use super::reserved::Reserved;
use super::statistics::Statistics;
use super::when::{Arrival, Ticket, Tickets, When};
use crate::config::Config;

/// Bytes of a packet's header.
const HEADER: u64 = 8;

/// Packets that can wait in the SM: the miss queue of GPGPU-Sim's configuration of a GTX 480.
const QUEUE: usize = 8;

#[derive(Clone, Debug)]
pub struct Interconnect {
    /// Latency, cycles.
    latency: u64,
    /// Width of a link, bytes per cycle.
    width: u64,
    /// Cycle from which the link to L2 is free.
    free: u64,
    /// Cycles from which the places of the queue are free.
    places: [u64; QUEUE],
    /// Reserved cycles of the link from L2.
    taken: Reserved,
    tickets: Tickets,
    /// Packets with a ticket of L2, in the order of their requests.
    promised: Vec<PromisedPacket>,
}

/// A packet with a ticket of L2.
#[derive(Clone, Copy, Debug)]
struct PromisedPacket {
    /// Arrival in L2.
    ready: When,
    cycles: u64,
    /// Ticket of the SM.
    ticket: Ticket,
}

/// A packet on its way to L2.
#[derive(Clone, Copy, Debug)]
pub struct Sent {
    /// Cycle in which its header is at L2.
    pub arrives: u64,
    cycles: u64,
}

/// Timing of a request: the cycle in which it has left the SM, and the arrival of its data in L2.
pub struct Request {
    pub left: u64,
    pub ready: When,
}

impl Interconnect {
    pub fn new(config: &Config) -> Interconnect {
        Interconnect {
            latency: config.memory().interconnect_latency,
            width: config.memory().interconnect_bytes,
            free: 0,
            places: [0; QUEUE],
            taken: Reserved::default(),
            tickets: Tickets::default(),
            promised: Vec::with_capacity(QUEUE),
        }
    }

    /// Whether the queue has room.
    pub fn has_place(&self, now: u64) -> bool {
        self.places.iter().any(|free| *free <= now)
    }

    /// The first cycles in which places of the queue are free.
    pub fn places(&self) -> impl Iterator<Item = u64> {
        self.places.iter().copied()
    }

    /// A packet with `data` bytes that is ready in cycle `at`.
    pub fn send(&mut self, at: u64, data: u64, statistics: &mut Statistics) -> Sent {
        let bytes = HEADER + data;
        let cycles = bytes.div_ceil(self.width);
        let start = at.max(self.free);
        self.free = start + cycles;
        statistics.bytes_to_l2 += bytes;
        Sent { arrives: start + self.latency, cycles }
    }

    /// L2 begins with a packet in cycle `begun`. Returns the cycle in which it has left the SM.
    pub fn taken_by_l2(&mut self, sent: Sent, begun: u64) -> u64 {
        let left = begun - self.latency;
        if let Some(place) = self.places.iter_mut().min() {
            *place = (*place).max(left);
        }
        left + sent.cycles
    }

    /// A packet with `data` bytes that is ready in L2 at some time. Returns its complete arrival in
    /// the SM. No later packet is ready before `now`.
    pub fn receive(
        &mut self,
        now: u64,
        ready: When,
        data: u64,
        statistics: &mut Statistics,
    ) -> When {
        let bytes = HEADER + data;
        statistics.bytes_from_l2 += bytes;
        let cycles = bytes.div_ceil(self.width);
        if ready.is_known() {
            return When::at(self.come_back(now, ready.cycle, cycles));
        }
        let ticket = self.tickets.give();
        self.promised.push(PromisedPacket { ready, cycles, ticket });
        When { cycle: ready.cycle, waits: Some(ticket) }
    }

    /// A packet takes the first gap from cycle `at` on. Returns the cycle in which the SM has it.
    fn come_back(&mut self, now: u64, at: u64, cycles: u64) -> u64 {
        self.taken.forget(now);
        let start = self.taken.gap(at, cycles);
        self.taken.take(start, start + cycles);
        start + cycles + self.latency
    }

    /// Sends a packet that waits for this arrival in L2. Returns the SM's ticket that this settles,
    /// and its cycle. Call until it returns none.
    #[inline]
    pub fn settle(&mut self, now: u64, arrival: &Arrival) -> Option<(Ticket, u64)> {
        let waits = |packet: &PromisedPacket| packet.ready.waits == Some(arrival.ticket);
        let first = self.promised.iter().position(waits)?;
        let PromisedPacket { mut ready, cycles, ticket } = self.promised.remove(first);
        ready.settle(arrival);
        Some((ticket, self.come_back(now, ready.cycle.max(now), cycles)))
    }

    /// Whether packets wait for tickets of L2.
    pub fn is_promised(&self) -> bool {
        !self.promised.is_empty()
    }

    /// Sends a request with `data` bytes that is ready in cycle `at`.
    pub fn request(
        &mut self,
        l2: &mut L2,
        at: u64,
        line: u64,
        how: Use,
        data: u64,
        statistics: &mut Statistics,
    ) -> Request {
        let sent = self.send(at, data, statistics);
        let served = l2.access(sent.arrives, line, how, statistics);
        Request { left: self.taken_by_l2(sent, served.begun), ready: served.ready }
    }

    /// Arrival in the SM of a line whose request is ready in cycle `at`.
    pub fn fetch(
        &mut self,
        l2: &mut L2,
        now: u64,
        at: u64,
        line: u64,
        line_bytes: u64,
        statistics: &mut Statistics,
    ) -> When {
        let whole = line - line % l2.line_bytes();
        let request = self.request(l2, at, whole, Use::Read, 0, statistics);
        self.receive(now, request.ready, line_bytes, statistics)
    }

    /// Sends a changed line to L2.
    pub fn write_back(
        &mut self,
        l2: &mut L2,
        at: u64,
        line: u64,
        line_bytes: u64,
        statistics: &mut Statistics,
    ) {
        statistics.write_backs += 1;
        self.request(l2, at, line, Use::Overwrite, line_bytes, statistics);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn interconnect() -> Interconnect {
        Interconnect::new(&crate::systems::config("fermi").unwrap())
    }

    proptest! {
        /// The first gap, cycle by cycle.
        #[test]
        fn packets_come_back_in_the_first_gap(
            packets in prop::collection::vec((0u64..4, 0u64..60, 0u64..200), 1..60),
        ) {
            let (mut link, mut statistics) = (interconnect(), Statistics::default());
            let mut cycles = vec![false; 20_000];
            let mut now = 0;
            for (later, ahead, data) in packets {
                now += later;
                let length = (HEADER + data).div_ceil(link.width) as usize;
                let mut start = (now + ahead) as usize;
                while cycles[start..start + length].iter().any(|taken| *taken) {
                    start += 1;
                }
                cycles[start..start + length].fill(true);
                let expected = (start + length) as u64 + link.latency;
                let ready = When::at(now + ahead);
                let received = link.receive(now, ready, data, &mut statistics);
                prop_assert_eq!(received, When::at(expected));
            }
        }
    }

    #[test]
    fn the_queue_is_full_while_l2_takes_nothing() {
        let mut link = interconnect();
        for n in 0..QUEUE as u64 {
            assert!(link.has_place(0));
            let sent = link.send(0, 0, &mut Statistics::default());
            assert_eq!(sent.arrives, n + link.latency, "a header takes one cycle");
            link.taken_by_l2(sent, 100 + n);
        }
        let first = 100 - link.latency;
        assert!(!link.has_place(first - 1) && link.has_place(first));
    }
}
