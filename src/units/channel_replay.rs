//! Replay of a recorded stream on the request channels, with counts and checks of the answers.

use super::channels::{READ_PORTS, Requests, Responses, WRITE_PORTS, ones};
use crate::stream::{Action, BankRequest, initial_writes, write_data};
use crate::units::Activity;
use crate::units::checker::Checker;
use std::collections::VecDeque;

/// A request and its index in the stream.
#[derive(Clone, Copy)]
struct Numbered {
    number: usize,
    request: BankRequest,
}

/// Replays requests. First every register of the stream is written once. When the register file is
/// idle again, the stream begins at its cycle 0. Requests of one bank are offered in program order,
/// each after its predecessor is accepted; among different banks the oldest requests are offered
/// first.
pub struct Replay {
    /// Initial writes that are not offered yet, by bank.
    initial: Vec<VecDeque<Numbered>>,
    /// Requests of the stream that are not offered yet, by bank.
    stream: Vec<VecDeque<Numbered>>,
    /// The read that each channel offers.
    reads: [Option<Numbered>; READ_PORTS],
    /// The write that each channel offers.
    writes: [Option<Numbered>; WRITE_PORTS],
    /// Banks with an offered request.
    offered: u32,
    /// Banks that performed a read in the last cycle and answer in this one.
    reading: u32,
    /// Cycles so far.
    cycle: u64,
    /// Cycle at which the stream began, if it has begun.
    began: Option<u64>,
    /// Whether no request was waiting or offered in the last cycle.
    idle: bool,
    checkers: Vec<Checker>,
    /// By bank, the cycles in which its unanswered reads were first offered.
    since: Vec<VecDeque<u64>>,
    account: Account,
}

/// Activity of the register file from the stream's cycle 0 on.
#[derive(Default)]
struct Account {
    cycles: u64,
    reads: u64,
    writes: u64,
    latency_sum: u64,
    latency_worst: u64,
}

impl Account {
    fn count(&mut self, o: &Responses) {
        self.cycles += 1;
        self.reads += u64::from(o.read.count_ones());
        self.writes += u64::from(o.write.count_ones());
    }

    fn latency(&mut self, cycles: u64) {
        self.latency_sum += cycles;
        self.latency_worst = self.latency_worst.max(cycles);
    }
}

/// The requests of each bank, in order.
fn by_bank(requests: &[BankRequest], banks: usize) -> Vec<VecDeque<Numbered>> {
    let mut queues = vec![VecDeque::new(); banks];
    for (number, request) in requests.iter().enumerate() {
        queues[request.bank].push_back(Numbered { number, request: *request });
    }
    queues
}

impl Replay {
    /// Replays the requests of `banks` banks with `entries` entries each.
    pub fn new(banks: usize, entries: usize, requests: &[BankRequest]) -> Self {
        Replay {
            initial: by_bank(&initial_writes(requests, entries), banks),
            stream: by_bank(requests, banks),
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

    /// Whether the stream itself has begun.
    pub fn has_begun(&self) -> bool {
        self.began.is_some()
    }

    /// Takes the outputs of the last cycle; not called during reset.
    pub fn observe(&mut self, o: &Responses) {
        let mut banks = ones(self.reading);
        for n in ones(o.rsp_valid) {
            let Some(bank) = banks.next() else { break };
            self.checkers[bank].answer(o.rsp_cu[n], o.rsp_slot[n], &o.rsp_data[n]);
            let since = self.since[bank].pop_front().unwrap_or(self.cycle);
            self.account.latency(self.cycle - 1 - since);
        }
        self.reading = o.read;
        if self.began.is_some() {
            self.account.count(o);
        }
        self.idle = o.request == 0 && self.offered == 0;
        for n in 0..READ_PORTS {
            let taken = self.reads[n].take_if(|_| o.read_ready >> n & 1 != 0);
            self.accepted(taken);
        }
        for n in 0..WRITE_PORTS {
            let taken = self.writes[n].take_if(|_| o.write_ready >> n & 1 != 0);
            self.accepted(taken);
        }
        if self.began.is_none() && self.idle && nothing_left(&self.initial) {
            self.began = Some(self.cycle);
        }
    }

    /// Counts a cycle without requests, before the first request.
    pub fn pause(&mut self) {
        self.cycle += 1;
    }

    fn accepted(&mut self, taken: Option<Numbered>) {
        if let Some(Numbered { request, .. }) = taken {
            self.checkers[request.bank].accept(&request);
            self.offered &= !(1 << request.bank);
        }
    }

    /// The oldest read (or write) that is due, among banks without an offered request.
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

    /// Offers the requests of the next cycle.
    pub fn offer(&mut self, next: &mut Requests) {
        for n in 0..READ_PORTS {
            if self.reads[n].is_none() {
                self.reads[n] = self.next_due(true);
                if let Some(Numbered { request, .. }) = self.reads[n] {
                    self.since[request.bank].push_back(self.cycle);
                }
            }
            let Some(Numbered { request, .. }) = self.reads[n] else { continue };
            if let Action::Read { cu, slot, hint } = request.action {
                *next.read_valid |= 1 << n;
                if let Some(hints) = &mut next.hints {
                    *hints.dead |= u8::from(hint.dead) << n;
                    *hints.promote |= u8::from(hint.promote) << n;
                }
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
                *next.write_valid |= 1 << n;
                next.write_lane_mask[n] = lane_mask;
                next.write_data[n] = write_data(request.warp, request.reg, number);
                (next.write_warp[n], next.write_reg[n]) = (request.warp, request.reg);
            }
        }
        self.cycle += 1;
    }

    /// Whether every request of the stream is accepted and every read is answered.
    pub fn finished(&self) -> bool {
        self.began.is_some()
            && self.idle
            && nothing_left(&self.stream)
            && self.checkers.iter().all(Checker::none_waits)
    }

    /// Cycles, accesses, read latencies and checked answers, from the stream's cycle 0 on.
    pub fn activity(&self) -> Activity {
        let account = &self.account;
        let hash = |checker: &Checker| checker.answers.finalize().to_hex().to_string();
        Activity {
            counters: vec![
                ("cycles", account.cycles),
                ("reads", account.reads),
                ("writes", account.writes),
                ("read latency, sum", account.latency_sum),
                ("worst", account.latency_worst),
                ("answers checked", self.checkers.iter().map(|checker| checker.right).sum()),
            ],
            wrong_answers: self.checkers.iter().map(|checker| checker.wrong).sum(),
            answers: self.checkers.iter().map(hash).collect(),
            ..Activity::default()
        }
    }
}

fn nothing_left(queues: &[VecDeque<Numbered>]) -> bool {
    queues.iter().all(VecDeque::is_empty)
}
