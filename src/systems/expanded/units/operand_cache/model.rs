//! Behaviour of the cache: its lines, the leaving line, the pending fetch, and the write queue.

use super::{In, MAX_BANKS, Out, Params};
use crate::bits::{LANES, WarpRegister, merge_lanes};
use crate::units::channels::{READ_PORTS, WRITE_PORTS, ones};
use crate::units::ring::Ring;

#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    lines: Vec<Line>,
    /// Write register of each bank.
    writing: [Option<Write>; MAX_BANKS],
    /// Collector unit and operand slot of the read that each bank performed in the last cycle.
    asked: [Option<(u8, u8)>; MAX_BANKS],
    /// Last data read from each bank.
    read: [WarpRegister; MAX_BANKS],
    leaving: Option<Leaving>,
    fetch: Option<Fetch>,
    /// The line whose fetch was granted in the previous cycle.
    fill: Option<usize>,
    queue: Ring<Queued>,
}

#[derive(Clone, Debug)]
struct Line {
    warp: u8,
    reg: u8,
    state: State,
    dirty: bool,
    pinned: bool,
    data: WarpRegister,
}

/// State of a line. A leaving line is invalid, too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Invalid,
    Filling,
    Valid,
}

/// Content of a write register: new lanes of a line.
#[derive(Clone, Copy, Debug)]
struct Write {
    line: usize,
    lanes: u32,
    data: WarpRegister,
}

/// A line that is being evicted.
#[derive(Clone, Copy, Debug)]
struct Leaving {
    line: usize,
    /// Whether its content was read from the bank.
    is_read: bool,
}

/// A claimed line whose fetch is not granted yet.
#[derive(Clone, Copy, Debug)]
struct Fetch {
    line: usize,
    /// Queued writes that precede the fetch.
    older: usize,
}

/// A write that waits in the queue for the scratchpad.
#[derive(Clone, Debug)]
struct Queued {
    warp: u8,
    reg: u8,
    lanes: u32,
    data: WarpRegister,
}

impl Default for Queued {
    fn default() -> Self {
        Queued { warp: 0, reg: 0, lanes: 0, data: [0; LANES] }
    }
}

/// Destination of a write.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Target {
    Line(usize),
    /// Waits until the state of the line changes.
    Waits(usize),
    Queue,
}

impl Model {
    #[inline]
    fn bank(&self, line: usize) -> usize {
        line % self.params.banks
    }

    /// The leaving line, if its content is not in the queue yet. State only.
    #[inline]
    fn leaves_dirty(&self) -> Option<Leaving> {
        self.leaving.filter(|leaving| self.lines[leaving.line].dirty)
    }

    /// The bank that has to read the leaving line. State only.
    #[inline]
    fn evicts(&self) -> Option<usize> {
        let leaving = self.leaves_dirty().filter(|leaving| !leaving.is_read);
        leaving.map(|leaving| self.bank(leaving.line))
    }

    /// Whether a bank can read for a channel. State only.
    #[inline]
    fn reads(&self, bank: usize) -> bool {
        let leaving = self.leaves_dirty();
        self.writing[bank].is_none() && leaving.is_none_or(|at| self.bank(at.line) != bank)
    }

    /// Whether a bank can take a write. State only.
    #[inline]
    fn writes(&self, bank: usize) -> bool {
        self.evicts() != Some(bank) && self.fill.is_none_or(|line| self.bank(line) != bank)
    }

    /// Whether the queue can take a direct write. State only.
    #[inline]
    fn queues(&self) -> bool {
        !self.queue.is_full() && self.leaving.is_none_or(|leaving| !leaving.is_read)
    }

    #[inline]
    fn target(&self, warp: u8, reg: u8) -> Target {
        let at = self.params.line(warp, reg);
        let line = &self.lines[at];
        let leaves = self.leaves_dirty().is_some_and(|leaving| leaving.line == at);
        match line.state {
            _ if (line.warp, line.reg) != (warp, reg) => Target::Queue,
            State::Valid => Target::Line(at),
            State::Filling => Target::Waits(at),
            State::Invalid if leaves => Target::Waits(at),
            State::Invalid => Target::Queue,
        }
    }

    #[inline]
    fn read_ready(&self, i: &In) -> u8 {
        let (mut asked, mut ready) = (0u8, 0);
        for k in 0..READ_PORTS {
            let bank = self.bank(self.params.line(i.read_warp[k], i.read_reg[k]));
            ready |= u8::from(asked >> bank & 1 == 0 && self.reads(bank)) << k;
            asked |= (i.read_valid >> k & 1) << bank;
        }
        ready
    }

    /// Destination of each channel's write, and the channels whose write would be accepted.
    #[inline]
    fn write_ready(&self, i: &In) -> ([Target; WRITE_PORTS], u8) {
        let targets = std::array::from_fn(|k| self.target(i.write_warp[k], i.write_reg[k]));
        // Bits of the banks, then one of the queue.
        let (mut asked, mut ready) = (0u16, 0);
        for (k, target) in targets.iter().enumerate() {
            let (place, accepts) = match *target {
                Target::Line(line) => (self.bank(line), self.writes(self.bank(line))),
                Target::Waits(line) => (self.bank(line), false),
                Target::Queue => (MAX_BANKS, self.queues()),
            };
            ready |= u8::from(accepts && asked >> place & 1 == 0) << k;
            asked |= u16::from(i.write_valid >> k & 1) << place;
        }
        (targets, ready)
    }

    /// The line whose fetch is requested from the scratchpad. State only.
    #[inline]
    fn fetches(&self) -> Option<usize> {
        self.fetch.filter(|fetch| fetch.older == 0).map(|fetch| fetch.line)
    }

    /// Whether a register is valid and pinned, so that it may be read. State only.
    #[inline]
    pub fn holds(&self, warp: u8, reg: u8) -> bool {
        self.is_there(warp, reg) && self.lines[self.params.line(warp, reg)].pinned
    }

    /// Request to the scratchpad: write flag, warp, register. State only.
    #[inline]
    pub fn asks(&self) -> Option<(bool, u8, u8)> {
        let fetch = self.fetches().map(|line| (false, self.lines[line].warp, self.lines[line].reg));
        fetch.or_else(|| self.queue.front().map(|write| (true, write.warp, write.reg)))
    }

    /// Lanes and data of the oldest queued write. State only.
    #[inline]
    pub fn oldest(&self) -> (u32, &WarpRegister) {
        let oldest = self.queue.front_place();
        (oldest.lanes, &oldest.data)
    }

    /// Whether a line is filling. State only.
    #[inline]
    pub fn fills(&self) -> bool {
        self.lines.iter().any(|line| line.state == State::Filling)
    }

    /// The leaving line, if its content enters the queue in this cycle. State only.
    #[inline]
    fn goes_back(&self) -> Option<Leaving> {
        self.leaves_dirty().filter(|leaving| leaving.is_read && !self.queue.is_full())
    }

    /// Whether the claimed line is pinned.
    #[inline]
    fn blocked(&self, i: &In) -> bool {
        let line = &self.lines[self.params.line(i.claim_warp, i.claim_reg)];
        i.claim && line.state == State::Valid && line.pinned
    }

    /// Whether a claim is accepted.
    #[inline]
    fn claimed(&self, i: &In) -> bool {
        let at = self.params.line(i.claim_warp, i.claim_reg);
        let leaves = self.leaves_dirty().is_some_and(|leaving| leaving.line == at);
        let is_free = self.lines[at].state == State::Invalid && !leaves;
        let fetch_ends = i.spilled_granted && self.fetches().is_some();
        i.claim && is_free && (self.fetch.is_none() || fetch_ends)
    }

    #[inline]
    fn is_there(&self, warp: u8, reg: u8) -> bool {
        matches!(self.target(warp, reg), Target::Line(_))
    }

    /// Wanted registers that are in the cache, by remainder modulo `lines`.
    #[inline]
    fn present(&self, i: &In) -> u64 {
        if !i.pin {
            return 0;
        }
        let there = i.wanted(&self.params).filter(|(_, reg)| self.is_there(i.pin_warp, *reg));
        there.fold(0, |present, (n, _)| present | 1 << n)
    }

    /// Each bank performs one access: a write, a read of the leaving line, or a read for a channel.
    #[inline]
    fn access_banks(&mut self, i: &In, read: u8) {
        let evicts = self.evicts();
        self.asked = Default::default();
        for bank in 0..self.params.banks {
            if let Some(write) = self.writing[bank].take() {
                merge_lanes(&mut self.lines[write.line].data, &write.data, write.lanes);
            } else if evicts == Some(bank)
                && let Some(leaving) = &mut self.leaving
            {
                leaving.is_read = true;
                self.read[bank] = self.lines[leaving.line].data;
            }
        }
        for k in ones(read.into()) {
            let line = self.params.line(i.read_warp[k], i.read_reg[k]);
            let bank = self.bank(line);
            self.read[bank] = self.lines[line].data;
            self.asked[bank] = Some((i.read_cu[k], i.read_slot[k]));
        }
    }

    /// The queue entry with the content of the leaving line, which becomes clean.
    #[inline]
    fn write_back(&mut self, leaving: Leaving) -> Queued {
        let data = self.read[self.bank(leaving.line)];
        let line = &mut self.lines[leaving.line];
        line.dirty = false;
        Queued { warp: line.warp, reg: line.reg, lanes: u32::MAX, data }
    }

    /// Performs the accepted writes, to lines and to the queue.
    #[inline]
    fn write(&mut self, i: &In, targets: &[Target; WRITE_PORTS], accepted: u8) {
        for k in ones(accepted.into()) {
            let (lanes, data) = (i.write_lane_mask[k], i.write_data[k]);
            match targets[k] {
                Target::Line(line) => {
                    self.writing[self.bank(line)] = Some(Write { line, lanes, data });
                    self.lines[line].dirty = true;
                }
                Target::Queue => {
                    let (warp, reg) = (i.write_warp[k], i.write_reg[k]);
                    self.queue.push(Queued { warp, reg, lanes, data });
                }
                Target::Waits(_) => unreachable!("it was not ready"),
            }
        }
    }

    /// Claims the line, or marks it as leaving.
    #[inline]
    fn claim(&mut self, i: &In, claimed: bool, may_leave: bool) {
        let at = self.params.line(i.claim_warp, i.claim_reg);
        let line = &mut self.lines[at];
        if claimed {
            (line.warp, line.reg) = (i.claim_warp, i.claim_reg);
            (line.state, line.pinned) = (State::Filling, true);
            self.fetch = Some(Fetch { line: at, older: self.queue.len() });
        } else if may_leave {
            line.state = State::Invalid;
            self.leaving = Some(Leaving { line: at, is_read: false });
        }
    }

    /// Pins the present registers, and removes the pins of warps that are released or end.
    #[inline]
    fn change_pins(&mut self, i: &In, pinned: u64) {
        for line in &mut self.lines {
            let (released, ended) = (i.released >> line.warp & 1, i.ended >> line.warp & 1);
            line.pinned &= released | ended == 0;
        }
        for n in (0..self.params.lines).filter(|n| pinned >> n & 1 != 0) {
            let at = self.params.line(i.pin_warp, n as u8);
            let line = &mut self.lines[at];
            line.pinned = (i.released | i.ended) >> line.warp & 1 == 0;
        }
    }

    /// Drops the lines of warps that end.
    #[inline]
    fn drop_ended(&mut self, ended: u64) {
        for line in &mut self.lines {
            if line.state == State::Valid && ended >> line.warp & 1 != 0 {
                (line.state, line.dirty) = (State::Invalid, false);
            }
        }
    }

    /// Removes the oldest queued write, which was granted.
    #[inline]
    fn pop(&mut self) {
        self.queue.pop();
        if let Some(fetch) = &mut self.fetch {
            fetch.older = fetch.older.saturating_sub(1);
        }
    }

    /// Resets all state but the storage.
    fn clear(&mut self) {
        for line in &mut self.lines {
            (line.state, line.dirty, line.pinned) = (State::Invalid, false, false);
        }
        (self.writing, self.asked) = ([None; MAX_BANKS], Default::default());
        (self.leaving, self.fetch, self.fill) = (None, None, None);
        self.queue.clear();
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        let (warp, reg, state, data) = (0, 0, State::Invalid, [0; LANES]);
        let line = Line { warp, reg, state, dirty: false, pinned: false, data };
        Model {
            params: params.clone(),
            lines: vec![line; params.lines],
            writing: [None; MAX_BANKS],
            asked: Default::default(),
            read: [[0; LANES]; MAX_BANKS],
            leaving: None,
            fetch: None,
            fill: None,
            queue: Ring::new(params.depth),
        }
    }

    #[inline]
    fn outputs(&self, i: &In) -> Out {
        let fetched = self.fetches().map(|line| &self.lines[line]);
        let first = self.queue.front_place();
        let answers = self.asked.map(Option::unwrap_or_default);
        let answered = |bank: usize| self.asked[bank].is_some();
        let (targets, ready) = self.write_ready(i);
        let moving = self.fetch.is_some() || self.fill.is_some() || self.leaving.is_some();
        Out {
            read_ready: self.read_ready(i),
            write_ready: ready,
            answered: (0..MAX_BANKS).fold(0, |mask, bank| mask | u8::from(answered(bank)) << bank),
            answer_cu: answers.map(|(cu, _)| cu),
            answer_slot: answers.map(|(_, slot)| slot),
            answer_data: std::array::from_fn(|bank| match self.asked[bank] {
                Some(_) => self.read[bank],
                None => [0; LANES],
            }),
            present: self.present(i),
            claimed: self.claimed(i),
            filling: self.fills(),
            spilled_valid: fetched.is_some() || !self.queue.is_empty(),
            spilled_writes: fetched.is_none() && !self.queue.is_empty(),
            spilled_warp: fetched.map_or(first.warp, |line| line.warp),
            spilled_reg: fetched.map_or(first.reg, |line| line.reg),
            spilled_lanes: first.lanes,
            spilled_data: first.data,
            direct: ones((i.write_valid & ready).into()).any(|k| targets[k] == Target::Queue),
            written_back: self.goes_back().is_some(),
            blocked: self.blocked(i),
            busy: moving || !self.queue.is_empty() || self.writing.iter().any(Option::is_some),
        }
    }

    #[inline]
    fn tick(&mut self, i: &In) {
        if !i.rst_n {
            return self.clear();
        }
        let read = i.read_valid & self.read_ready(i);
        let (targets, ready) = self.write_ready(i);
        let (claimed, pinned) = (self.claimed(i), self.present(i));
        let victim = &self.lines[self.params.line(i.claim_warp, i.claim_reg)];
        let is_victim = victim.state == State::Valid && !victim.pinned;
        let may_leave = i.claim && is_victim && self.leaving.is_none();
        let fetched = self.fetches().filter(|_| i.spilled_granted);
        let pops = i.spilled_granted && self.fetches().is_none() && !self.queue.is_empty();
        let (left, goes_back) = (self.leaving, self.goes_back());

        self.access_banks(i, read);
        if left.is_some_and(|leaving| !self.lines[leaving.line].dirty) {
            self.leaving = None;
        } else if let Some(leaving) = goes_back {
            let content = self.write_back(leaving);
            self.queue.push(content);
            self.leaving = None;
        }
        if let Some(line) = self.fill.take() {
            let (lanes, data) = (u32::MAX, i.fetched_data);
            self.writing[self.bank(line)] = Some(Write { line, lanes, data });
            self.lines[line].state = State::Valid;
        }
        self.write(i, &targets, i.write_valid & ready);
        if fetched.is_some() {
            (self.fetch, self.fill) = (None, fetched);
        }
        if pops {
            self.pop();
        }
        self.change_pins(i, pinned);
        self.drop_ended(i.ended);
        self.claim(i, claimed, may_leave);
    }

    fn accepts(&self, i: &In) -> bool {
        // Reads must be of valid, pinned lines. A warp with a filling line must not be released or
        // end.
        let is_held = |k: usize| self.holds(i.read_warp[k], i.read_reg[k]);
        let fills = |line: &Line| line.state == State::Filling;
        let goes = |line: &Line| (i.released | i.ended) >> line.warp & 1 != 0;
        !i.rst_n
            || ones(i.read_valid.into()).all(is_held)
                && !self.lines.iter().any(|line| fills(line) && goes(line))
                && !(i.pin && i.claim)
    }
}
