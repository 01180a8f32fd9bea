//! L2, which all simulated SMs share.
//!
//! Write-back, write-allocate; a line that is written whole is not brought first. Its banks are
//! interleaved by line, and each access holds one for line bytes / 32 cycles.
//!
//! Of `gpu.sms` SMs, `gpu.sms_simulated` are simulated. They have as large a part of the capacity, in
//! sets, rounded down, and at least one. They have as large a part of the throughput: an access holds
//! its bank for `gpu.sms / gpu.sms_simulated` times as long as it takes, rounded up to cycles, as the
//! other SMs use it, too. Its latency is not stretched. With all SMs both are those of the hardware.
//! Lines that simulated SMs have in common are in L2 once; those in common with others are not
//! modelled.
//!
//! SMs call in the order of their cycles, but a request may be queued on its SM's link. A bank
//! therefore takes a request in the first gap after its arrival.
//!
//! While a DRAM channel that works in order is full, the bank that needs it stands still. Of one that
//! serves open rows first, no one knows when it has room: an SM sends no request for it meanwhile
//! ([`L2::has_room`]). Only lines that make room still go there.

use super::cache::Cache;
use super::dram::Dram;
use super::reserved::Reserved;
use super::statistics::{self, Answer, Statistics};
use super::when::{Arrival, When};
use crate::config::Config;

/// Bytes that a bank reads or writes in a cycle.
const BANK_BYTES: u64 = 32;

/// What is done to a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Use {
    Read,
    /// A part of it changes.
    Change,
    /// All of it changes.
    Overwrite,
}

/// L2 and the DRAM behind it.
#[derive(Clone, Debug)]
pub struct L2 {
    tags: Cache,
    line_bytes: u64,
    latency: u64,
    /// For how long an access keeps a bank from others.
    busy: u64,
    /// When each bank is taken.
    banks: Vec<Reserved>,
    /// The current cycle, before which no request arrives.
    now: u64,
    dram: Dram,
}

/// When an access is served, in cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Served {
    /// In which its bank takes it.
    pub begun: u64,
    /// In which its data is there.
    pub ready: When,
}

impl L2 {
    /// Empty, as large and fast as the simulated SMs' share.
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

    /// A cycle begins. No later call names an earlier one.
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

    /// Lines of which DRAM has said in this cycle when they are there.
    #[inline]
    pub fn arrivals(&self) -> &[Arrival] {
        self.dram.arrivals()
    }

    /// Whether a request for a line may be sent.
    #[inline]
    pub fn has_room(&self, line: u64) -> bool {
        self.dram.has_room(line)
    }

    /// Serves what DRAM still has. Counts of rows that no SM was told.
    pub fn finish(&mut self) -> statistics::Dram {
        self.dram.finish()
    }

    /// An access to a line that comes in cycle `at`.
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

    /// Brings a line, found missing in cycle `at`. Returns when it is there, and the cycle in which
    /// DRAM has taken what there was to ask.
    fn miss(&mut self, at: u64, line: u64, how: Use, statistics: &mut Statistics) -> (When, u64) {
        let (mut ready, mut go_on) = (When::at(at), at);
        if how != Use::Overwrite {
            let read = self.dram.access(at, line, false, &mut statistics.dram);
            (ready, go_on) = (read.ready, read.accepted);
        }
        // A line under way may make room: what waits for it has its answer or ticket already.
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
