//! A recorded stream, offered to all banks at once, and an account of what becomes of it.

use super::{In, Out, Params, READ_PORTS, RacetrackRegisterFile, WRITE_PORTS};
use crate::stream::{Action, BankRequest, StreamReplay, initial_writes, write_data};
use crate::units::checker::Checker;
use crate::units::{Activity, Stimulus};
use std::collections::VecDeque;

/// A request and its place in the stream.
#[derive(Clone, Copy)]
struct Numbered {
    number: usize,
    request: BankRequest,
}

/// Replays requests: first the map tables are loaded, if there are maps, and a write of every
/// register that occurs; then, when the register file is idle, the stream itself, from its cycle 0. Each bank's requests come in program order, none
/// before its predecessor is accepted; of different banks the oldest come first.
pub struct Replay {
    regs_per_thread: u16,
    aligned_only: bool,
    preshift: bool,
    /// What the map tables are loaded with, an entry a cycle.
    loads: VecDeque<Load>,
    initial: Vec<VecDeque<Numbered>>,
    stream: Vec<VecDeque<Numbered>>,
    /// What each channel offers.
    reads: [Option<Numbered>; READ_PORTS],
    writes: [Option<Numbered>; WRITE_PORTS],
    /// Banks of which a request is offered.
    offered: u32,
    /// Banks that performed a read in the last cycle: they answer in this one.
    reading: u32,
    cycle: u64,
    began: Option<u64>,
    idle: bool,
    checkers: Vec<Checker>,
    /// Of each bank the cycles in which the reads that are not answered yet were first offered.
    since: Vec<VecDeque<u64>>,
    account: Account,
}

/// An entry of a bank's map table.
#[derive(Clone, Copy)]
struct Load {
    bank: usize,
    entry: usize,
    place: (u8, u8),
}

fn loads(maps: &[Vec<(u8, u8)>]) -> VecDeque<Load> {
    let entries = |(bank, map): (usize, &'_ Vec<(u8, u8)>)| {
        let load = move |(entry, &place): (usize, &(u8, u8))| Load { bank, entry, place };
        map.iter().enumerate().map(load).collect::<Vec<_>>()
    };
    maps.iter().enumerate().flat_map(entries).collect()
}

/// What the register file did, from the stream's cycle 0 on.
#[derive(Default)]
struct Account {
    cycles: u64,
    reads: u64,
    writes: u64,
    shift_total: u64,
    /// Cycles times banks in which a granted bank shifts or a bank's request is delayed.
    shift_demand: u64,
    latency_sum: u64,
    latency_worst: u64,
}

impl Account {
    fn count(&mut self, o: &Out) {
        self.cycles += 1;
        self.reads += u64::from(o.bank_read.count_ones());
        self.writes += u64::from(o.bank_write.count_ones());
        self.shift_total += u64::from(o.bank_shift.count_ones());
        let delayed = o.bank_request & !o.bank_read & !o.bank_write;
        self.shift_demand += u64::from(delayed.count_ones());
    }

    fn latency(&mut self, cycles: u64) {
        self.latency_sum += cycles;
        self.latency_worst = self.latency_worst.max(cycles);
    }
}

/// A queue for each bank.
fn by_bank(requests: &[BankRequest], banks: usize) -> Vec<VecDeque<Numbered>> {
    let mut queues = vec![VecDeque::new(); banks];
    for (number, request) in requests.iter().enumerate() {
        queues[request.bank].push_back(Numbered { number, request: *request });
    }
    queues
}

impl Replay {
    pub fn new(params: &Params, replay: &StreamReplay) -> Self {
        let (banks, entries) = (params.banks(), params.map.geometry.positions());
        Replay {
            regs_per_thread: replay.regs_per_thread as u16,
            aligned_only: replay.aligned_only,
            preshift: replay.preshift,
            loads: loads(&replay.maps),
            initial: by_bank(&initial_writes(&replay.requests, entries), banks),
            stream: by_bank(&replay.requests, banks),
            reads: [None; READ_PORTS],
            writes: [None; WRITE_PORTS],
            offered: 0,
            reading: 0,
            cycle: 0,
            began: None,
            idle: false,
            checkers: (0..banks).map(|_| Checker::new(entries)).collect(),
            since: vec![VecDeque::new(); banks],
            account: Account::default(),
        }
    }

    /// What the last cycle came to.
    fn observe(&mut self, i: &In, o: &Out) {
        let mut banks = self.reading;
        for n in (0..8).filter(|n| o.rsp_valid >> n & 1 != 0) {
            let bank = banks.trailing_zeros() as usize;
            banks &= banks.wrapping_sub(1);
            if let Some(checker) = self.checkers.get_mut(bank) {
                checker.answer(o.rsp_cu[n], o.rsp_slot[n], &o.rsp_data[n]);
                let since = self.since[bank].pop_front().unwrap_or(self.cycle);
                self.account.latency(self.cycle - 1 - since);
            }
        }
        self.reading = o.bank_read;
        for n in (0..READ_PORTS).filter(|n| i.read_valid & o.read_ready & 1 << n != 0) {
            let taken = self.reads[n].take();
            self.accepted(taken);
        }
        for n in (0..WRITE_PORTS).filter(|n| i.write_valid & o.write_ready & 1 << n != 0) {
            let taken = self.writes[n].take();
            self.accepted(taken);
        }
        if self.began.is_some() {
            self.account.count(o);
        }
        self.idle = i.read_valid == 0 && i.write_valid == 0 && o.bank_request == 0;
    }

    fn accepted(&mut self, taken: Option<Numbered>) {
        if let Some(Numbered { request, .. }) = taken {
            self.checkers[request.bank].accept(&request);
            self.offered &= !(1 << request.bank);
        }
    }

    /// The oldest request of this direction that is due, of a bank of which nothing is offered.
    fn next_due(&mut self, read: bool) -> Option<Numbered> {
        let (queues, now) = match self.began {
            Some(began) => (&mut self.stream, self.cycle - began),
            None => (&mut self.initial, 0),
        };
        let due = |(bank, queue): (usize, &VecDeque<Numbered>)| {
            let front = queue.front()?;
            let is_read = matches!(front.request.action, Action::Read { .. });
            let free = self.offered >> bank & 1 == 0;
            (free && is_read == read && front.request.cycle <= now).then_some((front.number, bank))
        };
        let (_, bank) = queues.iter().enumerate().filter_map(due).min()?;
        self.offered |= 1 << bank;
        queues[bank].pop_front()
    }

    fn offer(&mut self, next: &mut In) {
        for n in 0..READ_PORTS {
            if self.reads[n].is_none() {
                self.reads[n] = self.next_due(true);
                if let Some(Numbered { request, .. }) = self.reads[n] {
                    self.since[request.bank].push_back(self.cycle);
                }
            }
            let Some(Numbered { request, .. }) = self.reads[n] else { continue };
            if let Action::Read { cu, slot } = request.action {
                next.read_valid |= 1 << n;
                (next.read_cu[n], next.read_slot[n]) = (cu, slot);
                (next.read_warp[n], next.read_reg[n]) = (request.warp, request.reg);
            }
        }
        for n in 0..WRITE_PORTS {
            if self.writes[n].is_none() {
                self.writes[n] = self.next_due(false);
            }
            let Some(Numbered { request, .. }) = self.writes[n] else { continue };
            if let Action::Write { lane_mask, number } = request.action {
                next.write_valid |= 1 << n;
                next.write_lane_mask[n] = lane_mask;
                next.write_data[n] = write_data(request.warp, request.reg, number);
                (next.write_warp[n], next.write_reg[n]) = (request.warp, request.reg);
            }
        }
    }

    fn nothing_left(queues: &[VecDeque<Numbered>]) -> bool {
        queues.iter().all(VecDeque::is_empty)
    }
}

impl Stimulus<RacetrackRegisterFile> for Replay {
    fn next(&mut self, i: &In, o: &Out) -> In {
        if i.rst_n {
            self.observe(i, o);
        }
        if self.began.is_none()
            && self.idle
            && self.loads.is_empty()
            && Self::nothing_left(&self.initial)
        {
            self.began = Some(self.cycle);
        }
        let mut next = In {
            rst_n: self.cycle > 0,
            regs_per_thread: self.regs_per_thread,
            aligned_only: self.aligned_only,
            preshift_en: self.preshift,
            ..In::default()
        };
        match self.loads.front() {
            Some(load) if next.rst_n => {
                next.map_valid = true;
                (next.map_bank, next.map_entry) = (load.bank as u8, load.entry as u16);
                (next.map_port, next.map_offset) = load.place;
                self.loads.pop_front();
            }
            None if next.rst_n => self.offer(&mut next),
            _ => {}
        }
        self.cycle += 1;
        next
    }

    fn finished(&self) -> bool {
        self.began.is_some()
            && self.idle
            && Self::nothing_left(&self.stream)
            && self.checkers.iter().all(Checker::none_waits)
    }

    fn activity(&self) -> Option<Activity> {
        let account = &self.account;
        let hash = |checker: &Checker| checker.answers.finalize().to_hex().to_string();
        Some(Activity {
            counters: vec![
                ("cycles", account.cycles),
                ("reads", account.reads),
                ("writes", account.writes),
                ("shift total", account.shift_total),
                ("shift demand", account.shift_demand),
                ("read latency, sum", account.latency_sum),
                ("worst", account.latency_worst),
                ("answers checked", self.checkers.iter().map(|checker| checker.right).sum()),
            ],
            wrong_answers: self.checkers.iter().map(|checker| checker.wrong).sum(),
            answers: self.checkers.iter().map(hash).collect(),
            ..Activity::default()
        })
    }
}
