//! DRAM, which all simulated SMs share.
//!
//! Channels are interleaved by 256 bytes and rows of a channel by its banks. A bank keeps its last
//! row open: an access to it takes tCL until its data is on the bus, one to another row also tRP to
//! close what is open and tRCD to open its own. A write takes as long as a read. A channel works in
//! order of arrival, whereas a real controller would rather take what is in an open row.
//!
//! Of `gpu.sms` SMs that use the channels, `gpu.sms_simulated` are simulated. So that they get their
//! share of the bandwidth, each transfer occupies the bus `gpu.sms / gpu.sms_simulated` times as long,
//! rounded up to fractions of a cycle, and the queue as long, too. Waits that do not depend on other
//! SMs are not stretched: latencies, and the transfer itself. Rows are as if no other SM opened any.
//!
//! A request is in its channel's queue during `memory.dram_latency`, too. With several SMs the queue,
//! not the bus, then limits streams of loads (`docs/sms.md`).
//!
//! Time is counted in fractions of a cycle, so that clocks of both sides are whole numbers: one SM
//! cycle is `memory.dram_mhz` of them, one DRAM clock is `gpu.clock_mhz`.

use super::statistics::Dram as Statistics;
use crate::config::Config;
use std::collections::VecDeque;

/// Bytes of a channel before those of the next.
const INTERLEAVE: u64 = 256;

/// Requests that wait at a channel, as the scheduler's queue of GPGPU-Sim's configuration of a
/// GTX 480.
const QUEUE: usize = 16;

#[derive(Clone, Debug)]
pub struct Dram {
    /// Fractions of a cycle.
    cycle: u64,
    latency: u64,
    trcd: u64,
    trp: u64,
    tcl: u64,
    /// A line on the bus.
    transfer: u64,
    /// For how long it keeps the bus.
    occupied: u64,
    row_bytes: u64,
    channels: Vec<Channel>,
}

#[derive(Clone, Debug)]
struct Channel {
    /// From when the data bus is free.
    bus: u64,
    /// When requests leave the queue, in order.
    queue: VecDeque<u64>,
    banks: Vec<Bank>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Bank {
    row: Option<u64>,
    /// From when it takes a command.
    free: u64,
}

/// When a request is served, in cycles.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Served {
    /// In which the queue has taken it.
    pub accepted: u64,
    /// In which all its data is there.
    pub ready: u64,
}

impl Dram {
    pub fn new(config: &Config) -> Dram {
        let memory = &config.memory();
        let (cycle, clock) = (memory.dram_mhz, config.gpu().clock_mhz as u64);
        let (sms, simulated) = (config.gpu().sms as u64, config.gpu().sms_simulated as u64);
        let transfer = config.l1().line_bytes.div_ceil(memory.dram_bytes) * clock;
        let bank = vec![Bank::default(); memory.dram_banks];
        let channel = Channel { bus: 0, queue: VecDeque::with_capacity(QUEUE), banks: bank };
        Dram {
            cycle,
            latency: memory.dram_latency * cycle,
            trcd: memory.dram_trcd * clock,
            trp: memory.dram_trp * clock,
            tcl: memory.dram_tcl * clock,
            transfer,
            occupied: (transfer * sms).div_ceil(simulated),
            row_bytes: memory.dram_row_bytes,
            channels: vec![channel; memory.dram_channels],
        }
    }

    /// Reads or writes a line that comes in cycle `at`.
    pub fn access(
        &mut self,
        at: u64,
        line: u64,
        write: bool,
        statistics: &mut Statistics,
    ) -> Served {
        let channels = self.channels.len() as u64;
        let (chunk, rest) = (line / INTERLEAVE, line % INTERLEAVE);
        let row = (chunk / channels * INTERLEAVE + rest) / self.row_bytes;
        let channel = &mut self.channels[(chunk % channels) as usize];
        let banks = channel.banks.len() as u64;
        let bank = &mut channel.banks[(row % banks) as usize];

        let full = channel.queue.len() == QUEUE;
        let place = if full { channel.queue.pop_front() } else { None };
        let accepted = (at * self.cycle).max(place.unwrap_or(0));
        let start = (accepted + self.latency).max(bank.free);
        let hit = bank.row == Some(row);
        let opened = match bank.row {
            _ if hit => start,
            Some(_) => start + self.trp + self.trcd,
            None => start + self.trcd,
        };
        let data = (opened + self.tcl).max(channel.bus);
        channel.bus = data + self.occupied;
        channel.queue.push_back(channel.bus);
        *bank = Bank { row: Some(row), free: data - self.tcl + self.transfer };

        statistics.count(write, hit);
        let ready = (data + self.transfer).div_ceil(self.cycle);
        Served { accepted: accepted.div_ceil(self.cycle), ready }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(changes: &[(&'static str, u64)]) -> Config {
        crate::systems::config("fermi", &[]).unwrap().with("test", changes).unwrap()
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
                Served { accepted: at, ready }
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
        assert_eq!(dram.access(0, next, false, &mut statistics).ready, ready);
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
        assert!(dram.access(0, around, true, &mut statistics).ready > first.ready);
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
}
