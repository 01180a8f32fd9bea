//! L2, shared by all simulated SMs.
//!
//! Write-back, write-allocate. A completely written line is not fetched. Banks are interleaved by
//! line; an access occupies its bank for line bytes / 32 cycles.
//!
//! `gpu.sms_simulated` of the `gpu.sms` SMs are simulated. They get their share of the capacity, in
//! sets, rounded down, at least one. They get their share of the throughput: an access occupies its
//! bank `gpu.sms / gpu.sms_simulated` times as long, rounded up to cycles. The latency is not
//! stretched. With all SMs simulated, capacity and throughput are those of the hardware. Lines that
//! simulated SMs share are in L2 once; sharing with other SMs is not modelled.
//!
//! Calls are in the order of the SMs' cycles, but a request may queue on its SM's link. A bank
//! therefore takes a request in the first gap after its arrival.
//!
//! A full DRAM channel that works in order stalls the bank that needs it. A channel that serves
//! open rows first cannot name the cycle in which it has room: while it is full, SMs send no
//! request for it ([`L2::has_room`]), but replaced lines are still written back.

use super::cache::Cache;
use super::dram::Dram;
use super::reserved::Reserved;
use super::statistics::{self, Answer, Statistics};
use super::when::{Arrival, When};
use crate::config::Config;

/// Bytes that a bank reads or writes in a cycle.
const BANK_BYTES: u64 = 32;

/// Use of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    Read,
    /// Partial write.
    Change,
    /// Complete write.
    Overwrite,
}

/// L2 and the DRAM behind it.
#[derive(Clone, Debug)]
pub struct L2 {
    tags: Cache,
    line_bytes: u64,
    latency: u64,
    /// Occupation of a bank by an access, cycles.
    busy: u64,
    /// Reserved cycles of each bank.
    banks: Vec<Reserved>,
    /// The current cycle, before which no request arrives.
    now: u64,
    dram: Dram,
}

/// Timing of an access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Served {
    /// Cycle in which its bank takes it.
    pub begun: u64,
    /// Arrival of its data.
    pub ready: When,
}

impl L2 {
    /// An empty L2 with the simulated SMs' share of size and throughput.
    pub fn new(config: &Config) -> L2 {
        let (memory, line_bytes) = (&config.memory(), config.l1().line_bytes);
        let (sms, simulated) = (config.gpu().sms, config.gpu().sms_simulated);
        let share = memory.l2_kilobytes * 1024 * simulated / sms;
        let sets = (share / (memory.l2_ways * line_bytes as usize)).max(1);
        L2 {
            tags: Cache::new(sets, memory.l2_ways, line_bytes),
            line_bytes,
            latency: memory.l2_latency,
            busy: (line_bytes / BANK_BYTES * sms as u64).div_ceil(simulated as u64),
            banks: vec![Reserved::default(); memory.l2_banks],
            now: 0,
            dram: Dram::new(config),
        }
    }

    /// Bytes of a line.
    pub fn line_bytes(&self) -> u64 {
        self.line_bytes
    }

    /// Starts a cycle. No later call names an earlier one.
    #[inline]
    pub fn cycle(&mut self, now: u64) {
        self.now = now;
        self.dram.cycle(now);
        for arrival in self.dram.arrivals() {
            if let Some(place) = self.tags.find(arrival.line) {
                self.tags.line(place).ready.settle(arrival);
            }
        }
    }

    /// Lines whose arrival became known in this cycle.
    #[inline]
    pub fn arrivals(&self) -> &[Arrival] {
        self.dram.arrivals()
    }

    /// The next cycle in which DRAM may settle a ticket, if a request waits.
    pub fn next_event(&self) -> Option<u64> {
        self.dram.next_event()
    }

    /// Whether a request for a line may be sent.
    #[inline]
    pub fn has_room(&self, line: u64) -> bool {
        self.dram.has_room(line)
    }

    /// Serves all requests in DRAM. Returns the counts that belong to no SM.
    pub fn finish(&mut self) -> statistics::Dram {
        self.dram.finish()
    }

    /// An access to a line that arrives in cycle `at`.
    pub fn access(&mut self, at: u64, line: u64, how: Use, statistics: &mut Statistics) -> Served {
        let bank = (line / self.line_bytes % self.banks.len() as u64) as usize;
        self.banks[bank].forget(self.now);
        let begun = self.banks[bank].gap(at, self.busy);
        let looked_up = begun + self.latency;
        let (ready, go_on) = match self.tags.find(line) {
            Some(place) => {
                self.tags.touch(place);
                let found = self.tags.line(place);
                found.dirty |= how != Use::Read;
                let arrived = found.ready.is_past(looked_up);
                statistics.l2.count(if arrived { Answer::Hit } else { Answer::Pending });
                (found.ready.from(looked_up), looked_up)
            }
            None => {
                statistics.l2.count(Answer::Miss);
                self.miss(looked_up, line, how, statistics)
            }
        };
        self.banks[bank].take(begun, begun + self.busy + (go_on - looked_up));
        Served { begun, ready }
    }

    /// Fetches a line that misses in cycle `at`. Returns its arrival, and the cycle in which DRAM
    /// has accepted all requests for it.
    fn miss(&mut self, at: u64, line: u64, how: Use, statistics: &mut Statistics) -> (When, u64) {
        let (mut ready, mut go_on) = (When::at(at), at);
        if how != Use::Overwrite {
            let read = self.dram.access(at, line, false, &mut statistics.dram);
            (ready, go_on) = (read.ready, read.accepted);
        }
        // A line in flight may be replaced: its waiting accesses have an answer or ticket already.
        let Some(place) = self.tags.place(line, u64::MAX) else { return (ready, go_on) };
        let victim = self.tags.fill(place, line, ready, how != Use::Read);
        if let Some(victim) = victim.filter(|victim| victim.dirty) {
            statistics.l2_write_backs += 1;
            let write = self.dram.access(go_on, victim.line, true, &mut statistics.dram);
            go_on = write.accepted;
        }
        (ready, go_on)
    }
}
