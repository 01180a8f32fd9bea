//! DRAM, shared by all simulated SMs.
//!
//! Channels are interleaved by 256 bytes, rows of a channel by its banks. A bank keeps its last row
//! open. An access to the open row has its data on the bus after tCL; an access to another row
//! takes tRP and tRCD in addition. A write takes as long as a read.
//!
//! `memory.dram_scheduler` selects the request that a channel serves next:
//!
//! - `in_order`: the oldest, so that the time of the answer is known at once. A request occupies
//!   one of the queue's [`QUEUE`] places during `memory.dram_latency` as well. With several SMs the
//!   queue, not the bus, then limits streams of loads (`docs/sms.md`).
//! - `first_ready`, as in GPGPU-Sim: a free bank takes the oldest request to its open row, else its
//!   oldest request, among the [`QUEUE`] oldest that have passed `memory.dram_latency`. Requests
//!   that have not passed it occupy no place of the scheduler. A read gets a ticket, and
//!   [`Dram::arrivals`] names the ticket in the cycle in which the bank takes the read.
//!
//! `gpu.sms_simulated` of the `gpu.sms` SMs on the channels are simulated. To give them their share
//! of the bandwidth, each transfer occupies bus and queue `gpu.sms / gpu.sms_simulated` times as
//! long, rounded up to fractions of a cycle. Latencies and the transfer itself are not stretched,
//! because they do not depend on other SMs. Other SMs open no rows.
//!
//! Time is counted in fractions of a cycle, so that both clocks are integers: one SM cycle is
//! `memory.dram_mhz` fractions, one DRAM clock is `gpu.clock_mhz`.

use super::reserved::Reserved;
use super::statistics::Dram as Statistics;
use super::when::{Arrival, Ticket, Tickets, When};
use crate::config::{Config, DramScheduler};
use std::collections::VecDeque;

/// Consecutive bytes of a channel.
const INTERLEAVE: u64 = 256;

/// Queue of a channel's scheduler, requests: `gpgpu_frfcfs_dram_sched_queue_size` of GPGPU-Sim's
/// configuration of a GTX 480.
const QUEUE: usize = 16;

/// Maximum requests of a `first_ready` channel that no bank has taken: those in the queue, and 116
/// on the way to it (`gpgpu_dram_return_queue_size`, which GPGPU-Sim adds).
const PLACES: usize = QUEUE + 116;

#[derive(Clone, Debug)]
pub struct Dram {
    /// Fractions per SM cycle.
    cycle: u64,
    /// The current time.
    now: u64,
    latency: u64,
    timing: Timing,
    row_bytes: u64,
    scheduler: DramScheduler,
    channels: Vec<Channel>,
    tickets: Tickets,
    /// Reads that banks took in this cycle.
    arrivals: Vec<Arrival>,
    /// Row hits and misses of requests with tickets.
    statistics: Statistics,
}

/// Times in fractions of a cycle.
#[derive(Clone, Copy, Debug)]
struct Timing {
    trcd: u64,
    trp: u64,
    tcl: u64,
    /// Transfer of a line.
    transfer: u64,
    /// Occupation of the bus by a transfer.
    occupied: u64,
}

#[derive(Clone, Debug)]
struct Channel {
    /// Reserved times of the data bus.
    bus: Reserved,
    /// `in_order`: times at which requests leave the queue.
    queue: VecDeque<u64>,
    /// `first_ready`: requests that no bank has taken, in order of arrival.
    waiting: VecDeque<Request>,
    /// Times at which a bank takes the next request, and at which one took the last.
    next: u64,
    last: u64,
    banks: Vec<Bank>,
}

/// A request that waits for its bank.
#[derive(Clone, Copy, Debug)]
struct Request {
    /// Arrival at the scheduler.
    arrives: u64,
    bank: usize,
    row: u64,
    line: u64,
    /// Ticket of a read; none for a write.
    ticket: Option<Ticket>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Bank {
    row: Option<u64>,
    /// First time at which it accepts a command.
    free: u64,
}

/// Timing of a request.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Served {
    /// Cycle in which the queue accepts it.
    pub accepted: u64,
    /// Arrival of all its data.
    pub ready: When,
}

impl Dram {
    pub fn new(config: &Config) -> Dram {
        let memory = &config.memory();
        let (cycle, clock) = (memory.dram_mhz, config.gpu().clock_mhz as u64);
        let (sms, simulated) = (config.gpu().sms as u64, config.gpu().sms_simulated as u64);
        let transfer = config.l1().line_bytes.div_ceil(memory.dram_bytes) * clock;
        let channel = Channel {
            bus: Reserved::default(),
            queue: VecDeque::with_capacity(QUEUE),
            waiting: VecDeque::with_capacity(PLACES),
            next: u64::MAX,
            last: 0,
            banks: vec![Bank::default(); memory.dram_banks],
        };
        Dram {
            cycle,
            now: 0,
            latency: memory.dram_latency * cycle,
            timing: Timing {
                trcd: memory.dram_trcd * clock,
                trp: memory.dram_trp * clock,
                tcl: memory.dram_tcl * clock,
                transfer,
                occupied: (transfer * sms).div_ceil(simulated),
            },
            row_bytes: memory.dram_row_bytes,
            scheduler: memory.dram_scheduler,
            channels: vec![channel; memory.dram_channels],
            tickets: Tickets::default(),
            arrivals: Vec::with_capacity(memory.dram_channels),
            statistics: Statistics::default(),
        }
    }

    /// Channel, bank and row of a line.
    fn place(&self, line: u64) -> (usize, usize, u64) {
        let channels = self.channels.len() as u64;
        let (chunk, rest) = (line / INTERLEAVE, line % INTERLEAVE);
        let row = (chunk / channels * INTERLEAVE + rest) / self.row_bytes;
        let channel = (chunk % channels) as usize;
        (channel, (row % self.channels[channel].banks.len() as u64) as usize, row)
    }

    /// Starts a cycle. Banks take the requests that they can take by then.
    #[inline]
    pub fn cycle(&mut self, now: u64) {
        self.arrivals.clear();
        self.serve_until(now * self.cycle);
    }

    /// Reads that banks took in this cycle, with the arrival of their data.
    #[inline]
    pub fn arrivals(&self) -> &[Arrival] {
        &self.arrivals
    }

    /// The next cycle in which a bank takes a request, if one waits. Later requests do not make it
    /// earlier for those that wait.
    pub fn next_event(&self) -> Option<u64> {
        let next = self.channels.iter().map(|channel| channel.next).min()?;
        (next != u64::MAX).then(|| next.div_ceil(self.cycle))
    }

    /// Whether a line's channel accepts a request. `in_order` always does, as it can name the
    /// cycle.
    #[inline]
    pub fn has_room(&self, line: u64) -> bool {
        self.scheduler == DramScheduler::InOrder
            || self.channels[self.place(line).0].waiting.len() < PLACES
    }

    /// Serves all waiting requests. Returns the row hits and misses of requests with tickets.
    pub fn finish(&mut self) -> Statistics {
        self.serve_until(u64::MAX);
        std::mem::take(&mut self.statistics)
    }

    /// Reads or writes a line, requested in cycle `at`.
    pub fn access(
        &mut self,
        at: u64,
        line: u64,
        write: bool,
        statistics: &mut Statistics,
    ) -> Served {
        let (channel, bank, row) = self.place(line);
        let (at, cycle) = (at * self.cycle, self.cycle);
        statistics.count_transfer(write);
        let channel = &mut self.channels[channel];
        if self.scheduler == DramScheduler::FirstReady {
            let arrives = at + self.latency;
            let ticket = (!write).then(|| self.tickets.give());
            channel.push(Request { arrives, bank, row, line, ticket });
            let ready = When { cycle: arrives.div_ceil(cycle), waits: ticket };
            return Served { accepted: at / cycle, ready };
        }
        let full = channel.queue.len() == QUEUE;
        let place = if full { channel.queue.pop_front() } else { None };
        let accepted = at.max(place.unwrap_or(0));
        channel.bus.forget(self.now);
        let bus_free = channel.bus.end();
        let (data, hit) = channel.serve(&self.timing, accepted + self.latency, bus_free, bank, row);
        channel.queue.push_back(data + self.timing.occupied);
        statistics.count_row(hit);
        let ready = When::at((data + self.timing.transfer).div_ceil(cycle));
        Served { accepted: accepted.div_ceil(cycle), ready }
    }

    fn serve_until(&mut self, now: u64) {
        self.now = now;
        let Dram { channels, timing, cycle, arrivals, statistics, .. } = self;
        for channel in channels {
            while channel.next <= now
                && let Some((request, at)) = channel.take()
            {
                channel.bus.forget(at);
                let (data, hit) = channel.serve(timing, at, 0, request.bank, request.row);
                channel.plan();
                statistics.count_row(hit);
                let cycle = (data + timing.transfer).div_ceil(*cycle);
                let line = request.line;
                arrivals.extend(request.ticket.map(|ticket| Arrival { ticket, line, cycle }));
            }
        }
    }
}

impl Channel {
    /// A bank serves an access from `at` on. Returns the start of the transfer, at `bus_free` or
    /// later, and whether the row was open.
    fn serve(
        &mut self,
        timing: &Timing,
        at: u64,
        bus_free: u64,
        bank: usize,
        row: u64,
    ) -> (u64, bool) {
        let bank = &mut self.banks[bank];
        let start = at.max(bank.free);
        let hit = bank.row == Some(row);
        let opened = match bank.row {
            _ if hit => start,
            Some(_) => start + timing.trp + timing.trcd,
            None => start + timing.trcd,
        };
        let data = self.bus.gap((opened + timing.tcl).max(bus_free), timing.occupied);
        self.bus.take(data, data + timing.occupied);
        *bank = Bank { row: Some(row), free: data - timing.tcl + timing.transfer };
        (data, hit)
    }

    /// Queues a request in order of arrival.
    fn push(&mut self, request: Request) {
        let place = self.waiting.partition_point(|other| other.arrives <= request.arrives);
        self.waiting.insert(place, request);
        self.plan();
    }

    /// Computes when a bank takes the next request.
    fn plan(&mut self) {
        let window = self.waiting.iter().take(QUEUE);
        let first = window.map(|request| request.arrives.max(self.banks[request.bank].free)).min();
        self.next = first.map_or(u64::MAX, |first| first.max(self.last));
    }

    /// Removes the next request, with the time at which its bank takes it. Among the requests that
    /// can be taken then it is the oldest to an open row, else the oldest.
    fn take(&mut self) -> Option<(Request, u64)> {
        let at = self.next;
        let can_be_taken =
            |request: &Request| request.arrives <= at && self.banks[request.bank].free <= at;
        let is_open = |request: &Request| self.banks[request.bank].row == Some(request.row);
        let window = self.waiting.iter().take(QUEUE).enumerate();
        let can_be_taken = window.filter(|(_, request)| can_be_taken(request));
        let (first, _) = can_be_taken.min_by_key(|(_, request)| !is_open(request))?;
        self.last = at;
        Some((self.waiting.remove(first)?, at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(changes: &[(&'static str, u64)]) -> Config {
        crate::systems::config("fermi").unwrap().with("test", changes).unwrap()
    }

    /// Clocks of DRAM in cycles, from `latency` cycles on.
    fn cycles(config: &Config, latency: u64, clocks: u64) -> u64 {
        latency + (clocks * config.gpu().clock_mhz as u64).div_ceil(config.memory().dram_mhz)
    }

    #[test]
    fn an_open_row_saves_opening_and_closing() {
        let config = config(&[]);
        let memory = &config.memory();
        let transfer = config.l1().line_bytes.div_ceil(memory.dram_bytes);
        let (opened, latency) = (memory.dram_trcd + memory.dram_tcl, memory.dram_latency);
        let (mut dram, mut statistics) = (Dram::new(&config), Statistics::default());
        let mut expect = |at: u64, line: u64, clocks: u64| {
            let ready = at + cycles(&config, latency, clocks + transfer);
            assert_eq!(
                dram.access(at, line, false, &mut statistics),
                Served { accepted: at, ready: When::at(ready) }
            );
        };
        expect(7, 0, opened);
        expect(10_000, 128, memory.dram_tcl);
        // Far enough for a row of its own, and in bank 0 again.
        let row = memory.dram_row_bytes * memory.dram_channels as u64;
        expect(20_000, row, opened);
        expect(30_000, row * memory.dram_banks as u64, memory.dram_trp + opened);
        expect(40_000, row, memory.dram_tcl);
        expect(50_000, 0, memory.dram_trp + opened);
        let expected = Statistics { reads: 6, writes: 0, row_hits: 2, row_misses: 4 };
        assert_eq!(statistics, expected);
    }

    #[test]
    fn a_bank_opens_a_row_after_its_last_access() {
        let config = config(&[("gpu.sms", 1)]);
        let memory = &config.memory();
        let transfer = config.l1().line_bytes.div_ceil(memory.dram_bytes);
        let next = memory.dram_row_bytes * memory.dram_channels as u64 * memory.dram_banks as u64;
        let (mut dram, mut statistics) = (Dram::new(&config), Statistics::default());
        dram.access(0, 0, false, &mut statistics);
        let clocks = memory.dram_trcd + transfer + memory.dram_trp + memory.dram_trcd;
        let ready = cycles(&config, memory.dram_latency, clocks + memory.dram_tcl + transfer);
        assert_eq!(dram.access(0, next, false, &mut statistics).ready, When::at(ready));
    }

    #[test]
    fn channels_are_interleaved_by_256_bytes() {
        let config = config(&[("gpu.sms", 1)]);
        let (mut dram, mut statistics) = (Dram::new(&config), Statistics::default());
        let first = dram.access(0, 0, true, &mut statistics);
        for channel in 1..config.memory().dram_channels as u64 {
            assert_eq!(dram.access(0, channel * INTERLEAVE, true, &mut statistics), first);
        }
        let around = config.memory().dram_channels as u64 * INTERLEAVE;
        assert!(dram.access(0, around, true, &mut statistics).ready.cycle > first.ready.cycle);
        assert_eq!(statistics.writes, config.memory().dram_channels as u64 + 1);
        assert_eq!((statistics.row_hits, statistics.reads), (1, 0));
    }

    #[test]
    fn a_full_queue_takes_no_more() {
        let config = config(&[("memory.dram_channels", 1)]);
        let (mut dram, mut statistics) = (Dram::new(&config), Statistics::default());
        let lines = config.l1().line_bytes;
        for n in 0..QUEUE as u64 {
            assert_eq!(dram.access(5, n * lines, false, &mut statistics).accepted, 5);
        }
        // The first place is free when the bus is, which other SMs use after the first transfer.
        let transfer = lines.div_ceil(config.memory().dram_bytes) * config.gpu().sms as u64;
        let opened = config.memory().dram_trcd + config.memory().dram_tcl;
        let free = 5 + cycles(&config, config.memory().dram_latency, opened + transfer);
        assert_eq!(dram.access(5, 0, false, &mut statistics).accepted, free);
    }

    const SCHEDULERS: [(&str, u64); 2] =
        [("memory.dram_scheduler", 0), ("memory.dram_scheduler", 1)];

    /// Arrival of the last of some reads that are requested in cycle 0, in DRAM clocks after the
    /// latency, and the row hits. One clock is one cycle.
    fn serve(scheduler: (&'static str, u64), lines: &[u64]) -> (u64, u64) {
        let clocks = [("gpu.sms", 1), ("memory.dram_channels", 1), ("gpu.clock_mhz", 924)];
        let config = config(&[&clocks[..], &[scheduler]].concat());
        assert_eq!(config.memory().dram_mhz, 924);
        let (mut dram, mut statistics) = (Dram::new(&config), Statistics::default());
        let (mut left, mut last) = (0, 0);
        for line in lines {
            let ready = dram.access(0, *line, false, &mut statistics).ready;
            left += u64::from(!ready.is_known());
            last = ready.cycle.max(last);
        }
        for now in 0..100_000 {
            dram.cycle(now);
            for arrival in dram.arrivals() {
                assert!(arrival.cycle > now, "known in time");
                last = arrival.cycle.max(last);
                left -= 1;
            }
        }
        statistics += dram.finish();
        assert_eq!((left, statistics.reads), (0, lines.len() as u64));
        assert_eq!(statistics.row_hits + statistics.row_misses, statistics.reads);
        (last - config.memory().dram_latency, statistics.row_hits)
    }

    /// 64 lines of four rows in four banks. First ready: four clocks each, behind the opening of
    /// the first row. In order, a request keeps its place during its latency: each group of 16
    /// requests is a latency, the opening of its row and a transfer behind the group before.
    #[test]
    fn only_first_ready_gives_a_stream_of_rows_the_bus_without_a_pause() {
        let lines: Vec<u64> = (0..64).map(|n| n * 128).collect();
        let [in_order, first_ready] = SCHEDULERS.map(|scheduler| serve(scheduler, &lines));
        let latency = config(&[]).memory().dram_latency;
        assert_eq!(first_ready, (12 + 12 + 64 * 4, 60));
        assert_eq!(in_order, (3 * (latency + 12 + 12 + 4) + 12 + 12 + 16 * 4, 60));
    }

    /// Lines of two rows of a bank in turns: in order, each closes a row and opens one.
    #[test]
    fn open_rows_come_first_where_they_may() {
        let other_row = 2_048 * 16;
        let lines: Vec<u64> = (0..8).map(|n| n / 2 * 128 + n % 2 * other_row).collect();
        let [in_order, first_ready] = SCHEDULERS.map(|scheduler| serve(scheduler, &lines));
        // The first opens its row; then tCL, and for each other its transfer, tRP, tRCD and tCL, of
        // which a command may be given when the transfer before it, less tCL, is over.
        assert_eq!(in_order, (12 + 12 + 4 + 7 * (12 + 12 + 4), 0));
        // Four of a row, then the other row once.
        assert_eq!(first_ready, (12 + 12 + 4 * 4 + 12 + 12 + 4 * 4, 6));
    }

    /// Requests behind the oldest 16 are not considered.
    #[test]
    fn a_scheduler_chooses_among_the_oldest() {
        let other_row = 2_048 * 16;
        for (others, hits) in [(15, 1 + 14), (16, 15)] {
            // A row, many lines of another one, and the first row again.
            let mut lines = vec![0];
            lines.extend((0..others).map(|n| other_row + n * 128));
            lines.push(128);
            assert_eq!(serve(SCHEDULERS[1], &lines).1, hits, "{others}");
        }
    }
}
