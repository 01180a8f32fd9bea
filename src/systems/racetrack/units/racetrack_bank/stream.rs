//! Replay of the requests of a recorded stream to one bank, in program order, with counts of the
//! bank's operations.

use super::storage::OwnIn;
use super::{In, Model, Out, Params};
use crate::stream::{Action, BankRequest, initial_writes, write_data};
use crate::systems::racetrack::register_file::Mode;
use crate::systems::racetrack::units::shift_controller::Op;
use crate::units::bank::FrontIn;
use crate::units::checker::Checker;
use crate::units::{Activity, Stimulus};
use std::collections::VecDeque;

/// Replays the requests of one bank, which is always granted. It loads the bank's map, if there is
/// one, and writes every register that occurs in the stream. When the bank is idle, the stream
/// begins at its cycle 0. Requests are offered one at a time, each from its cycle on until it is
/// accepted.
pub struct Replay {
    /// Entry, port and offset of the map loads still to do.
    loads: VecDeque<(u16, (u8, u8))>,
    preshift: bool,
    /// Requests still to be accepted: initial writes, then the stream.
    requests: VecDeque<BankRequest>,
    /// Initial writes still to be accepted.
    initial: usize,
    /// Cycles since the start of the replay.
    cycle: u64,
    /// Cycle in which the stream began.
    began: Option<u64>,
    /// Whether, in the last cycle, no request was offered or waiting and no write held the bank.
    idle: bool,
    checker: Checker,
    account: Account,
}

impl Replay {
    pub fn new(params: &Params, requests: &[BankRequest], mode: Mode) -> Self {
        let geometry = params.own.geometry;
        let positions = geometry.positions();
        let map = requests.first().and_then(|request| mode.maps.get(request.bank));
        let places = map.into_iter().flatten().copied();
        let mut all: VecDeque<BankRequest> = initial_writes(requests, positions).into();
        let initial = all.len();
        all.extend(requests);
        Replay {
            loads: places.enumerate().map(|(entry, place)| (entry as u16, place)).collect(),
            preshift: mode.preshift,
            requests: all,
            initial,
            cycle: 0,
            began: None,
            idle: false,
            checker: Checker::new(positions),
            account: Account::new(geometry.offsets),
        }
    }

    /// Evaluates the inputs and outputs of the last cycle.
    fn observe(&mut self, i: &FrontIn, o: &Out) {
        let answer = &o.shared;
        let accepted = i.read_valid && answer.read_ready || i.write_valid && answer.write_ready;
        if let Some(began) = self.began {
            self.account.count(o, accepted, self.cycle - 1 - began);
        }
        if answer.rsp_valid {
            self.checker.answer(answer.rsp_cu, answer.rsp_slot, &answer.rsp_data);
        }
        if !accepted {
            return;
        }
        if let Some(request) = self.requests.pop_front() {
            self.checker.accept(&request);
            self.initial = self.initial.saturating_sub(1);
        }
    }

    fn offer(&self, request: &BankRequest, next: &mut FrontIn) {
        match request.action {
            Action::Read { cu, slot, .. } => {
                next.read_valid = true;
                (next.read_cu, next.read_slot) = (cu, slot);
                next.read_entry = request.entry as u16;
            }
            Action::Write { lane_mask, number } => {
                next.write_valid = true;
                next.write_lane_mask = lane_mask;
                next.write_data = write_data(request.warp, request.reg, number);
                next.write_entry = request.entry as u16;
            }
        }
    }
}

impl Stimulus<Model> for Replay {
    fn next(&mut self, i: &In, o: &Out) -> In {
        let last = &i.shared;
        if last.rst_n {
            self.observe(last, o);
        }
        let offered = last.read_valid || last.write_valid;
        self.idle = last.rst_n && !offered && !o.shared.req_valid && !o.own.busy;
        if self.began.is_none() && self.initial == 0 && self.idle {
            self.began = Some(self.cycle);
        }
        let shared = FrontIn { rst_n: self.cycle > 0, grant: true, ..FrontIn::default() };
        let own = OwnIn { preshift_en: self.preshift, ..OwnIn::default() };
        let mut next = In { shared, own };
        if let Some((entry, (port, offset))) = self.loads.pop_front_if(|_| self.cycle > 0) {
            next.own.map_valid = true;
            (next.own.map_entry, next.own.map_port, next.own.map_offset) = (entry, port, offset);
            self.cycle += 1;
            return next;
        }
        let due = match self.began {
            Some(began) => self.requests.front().is_some_and(|r| r.cycle <= self.cycle - began),
            None => self.initial > 0 && next.shared.rst_n,
        };
        if due {
            self.offer(&self.requests[0], &mut next.shared);
        }
        self.cycle += 1;
        next
    }

    fn finished(&self) -> bool {
        self.idle && self.requests.is_empty() && self.checker.none_waits()
    }

    fn activity(&self) -> Option<Activity> {
        let mut activity = self.account.activity();
        activity.counters.push(("answers checked", self.checker.right));
        activity.wrong_answers = self.checker.wrong;
        activity.answers = vec![self.checker.answers.finalize().to_hex().to_string()];
        Some(activity)
    }
}

/// Counts of the bank's operations.
struct Account {
    cycles: u64,
    reads: u64,
    writes: u64,
    shifts: u64,
    conflicts: u64,
    /// Cycle and offset of the head, at the start and after each move.
    head: Vec<(u64, u64)>,
    /// Number of accesses by the number of shifts since the previous access.
    distances: Vec<u64>,
    shifts_since_access: usize,
}

impl Account {
    fn new(offsets: usize) -> Self {
        Account {
            cycles: 0,
            reads: 0,
            writes: 0,
            shifts: 0,
            conflicts: 0,
            head: Vec::new(),
            distances: vec![0; offsets],
            shifts_since_access: 0,
        }
    }

    fn count(&mut self, o: &Out, accepted: bool, cycle: u64) {
        self.cycles += 1;
        self.conflicts += u64::from(accepted && o.shared.req_valid);
        let head = u64::from(o.own.head);
        if self.head.last().is_none_or(|&(_, last)| last != head) {
            self.head.push((cycle, head));
        }
        match o.own.op {
            Op::Nop => {}
            Op::ShiftLeft | Op::ShiftRight => {
                self.shifts += 1;
                self.shifts_since_access += 1;
            }
            Op::Read | Op::Write => {
                *(if o.own.op == Op::Read { &mut self.reads } else { &mut self.writes }) += 1;
                let last = self.distances.len() - 1;
                self.distances[self.shifts_since_access.min(last)] += 1;
                self.shifts_since_access = 0;
            }
        }
    }

    fn activity(&self) -> Activity {
        Activity {
            counters: vec![
                ("cycles", self.cycles),
                ("reads", self.reads),
                ("writes", self.writes),
                ("shifts", self.shifts),
                ("conflicts", self.conflicts),
            ],
            positions: self.head.clone(),
            distances: self.distances.clone(),
            ..Activity::default()
        }
    }
}
