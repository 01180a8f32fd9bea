//! Results in flight to the register file.
//!
//! An instruction creates a result when it starts. The result becomes ready later. Predicates of a
//! ready result are written at once. Its registers wait for a write channel: the first two channels
//! are for the execution units, the third is for loads. A register with an older pending read does
//! not block others.

use super::instruction::MAX_WRITES;
use super::register_file::{Offer, WRITE_PORTS, Write};
use crate::bits::{LANES, WarpRegister};
use arrayvec::ArrayVec;
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// Write channels of the execution units. The others belong to the load/store unit.
const UNIT_CHANNELS: usize = 2;

/// Result of an instruction.
pub struct Result {
    /// Warp slot.
    pub warp: usize,
    pub lanes: u32,
    /// Registers that it writes, and their values.
    pub regs: ArrayVec<u8, MAX_WRITES>,
    pub values: [WarpRegister; MAX_WRITES],
    /// Predicates that it writes, and their values.
    pub predicates: ArrayVec<(usize, u32), 2>,
    /// Whether the result comes from memory.
    pub loaded: bool,
    /// Whether loads of other warps may find it in its register.
    pub fill: bool,
    /// Whether its instruction took effect at issue.
    pub through: bool,
    /// Number of registers that are not written yet.
    left: usize,
}

/// A register that waits for a write channel.
#[derive(Clone, Copy)]
struct Waiting {
    result: usize,
    which: usize,
}

/// A written register, and whether it was the last of its result.
pub struct Written {
    pub result: usize,
    pub reg: u8,
    pub last: bool,
}

/// All results in flight.
#[derive(Default)]
pub struct Results {
    all: Vec<Result>,
    free: Vec<usize>,
    /// Results by the cycle in which they become ready, then in order of their start.
    ready: BinaryHeap<Reverse<(u64, u64, usize)>>,
    started: u64,
    /// Queues of the execution units and of the load/store unit.
    waiting: [VecDeque<Waiting>; 2],
    /// By channel: the queue of the offered register, and its index in the queue.
    offered: ArrayVec<(usize, usize), WRITE_PORTS>,
    /// By channel: accepted registers whose write has not completed.
    accepted: [VecDeque<Waiting>; WRITE_PORTS],
    write_back_delay: u64,
    predicate_delay: u64,
}

impl Results {
    /// No results. Delays are additional cycles before registers are offered to the register file,
    /// and before the predicates of results without registers are written.
    pub fn new(write_back_delay: u64, predicate_delay: u64) -> Results {
        Results { write_back_delay, predicate_delay, ..Results::default() }
    }

    /// Creates a result, which the caller fills in.
    #[inline]
    pub fn start(&mut self, warp: usize, lanes: u32) -> usize {
        let index = self.free.pop().unwrap_or_else(|| {
            self.all.push(Result {
                warp: 0,
                lanes: 0,
                regs: ArrayVec::new(),
                values: [[0; LANES]; MAX_WRITES],
                predicates: ArrayVec::new(),
                loaded: false,
                fill: false,
                through: false,
                left: 0,
            });
            self.all.len() - 1
        });
        let result = &mut self.all[index];
        (result.warp, result.lanes) = (warp, lanes);
        result.regs.clear();
        result.predicates.clear();
        (result.loaded, result.fill, result.through) = (false, false, false);
        index
    }

    pub fn get(&self, index: usize) -> &Result {
        &self.all[index]
    }

    pub fn get_mut(&mut self, index: usize) -> &mut Result {
        &mut self.all[index]
    }

    /// Sets the cycle in which a result is ready; results for registers are delayed.
    #[inline]
    pub fn ready_at(&mut self, index: usize, cycle: u64) {
        let turn = self.turn();
        self.ready_in_turn(index, cycle, turn);
    }

    /// Reserves a place in the order of results of the same cycle.
    #[inline]
    pub fn turn(&mut self) -> u64 {
        self.started += 1;
        self.started
    }

    /// [`Results::ready_at`] with a reserved place.
    #[inline]
    pub fn ready_in_turn(&mut self, index: usize, cycle: u64, turn: u64) {
        let result = &mut self.all[index];
        result.left = result.regs.len();
        let delay = match (result.left, result.predicates.is_empty()) {
            (1.., _) => self.write_back_delay,
            (0, false) => self.predicate_delay,
            (0, true) => 0,
        };
        self.ready.push(Reverse((cycle + delay, turn, index)));
    }

    /// The next result that is ready by this cycle.
    #[inline]
    pub fn next_ready(&mut self, now: u64) -> Option<usize> {
        let Reverse((cycle, _, index)) = *self.ready.peek()?;
        (cycle <= now).then(|| {
            self.ready.pop();
            index
        })
    }

    /// Adds the result of an instruction that took effect at issue.
    pub fn pass(&mut self, warp: usize, cycle: u64) {
        let index = self.start(warp, 0);
        self.all[index].through = true;
        self.ready_at(index, cycle + self.predicate_delay);
    }

    /// The cycle in which the next result is ready.
    pub fn next_cycle(&self) -> Option<u64> {
        self.ready.peek().map(|Reverse((cycle, ..))| *cycle)
    }

    /// Queues a ready result's registers for the write channels. False if it has none.
    #[inline]
    pub fn write(&mut self, index: usize) -> bool {
        let result = &self.all[index];
        let queue = &mut self.waiting[usize::from(result.loaded)];
        queue.extend((0..result.left).map(|which| Waiting { result: index, which }));
        result.left > 0
    }

    /// Queued registers of the execution units.
    pub fn waiting(&self) -> usize {
        self.waiting[0].len()
    }

    /// Offers the oldest registers without older pending reads.
    #[inline]
    pub fn offer(&mut self, offer: &mut Offer, is_kept: impl Fn(u8, u8) -> bool) {
        offer.writes.clear();
        self.offered.clear();
        for (queue, most) in [UNIT_CHANNELS, WRITE_PORTS - UNIT_CHANNELS].into_iter().enumerate() {
            if self.waiting[queue].is_empty() {
                continue;
            }
            let mut left = most;
            for (n, waiting) in self.waiting[queue].iter().enumerate() {
                if left == 0 {
                    break;
                }
                let result = &self.all[waiting.result];
                let (warp, reg) = (result.warp as u8, result.regs[waiting.which]);
                if is_kept(warp, reg) {
                    continue;
                }
                let (lane_mask, data) = (result.lanes, result.values[waiting.which]);
                offer.writes.push(Write { warp, reg, lane_mask, data, fill: result.fill });
                self.offered.push((queue, n));
                left -= 1;
            }
        }
    }

    /// Removes accepted registers from the queues, and returns their number.
    #[inline]
    pub fn accepted(&mut self, ready: u8) -> u64 {
        let mut gone = [0; 2];
        for (channel, &(queue, n)) in self.offered.iter().enumerate() {
            if ready >> channel & 1 == 0 {
                continue;
            }
            self.accepted[channel].extend(self.waiting[queue].remove(n - gone[queue]));
            gone[queue] += 1;
        }
        (gone[0] + gone[1]) as u64
    }

    /// Registers whose write has just completed.
    #[inline]
    pub fn written(&mut self, channels: u8) -> ArrayVec<Written, WRITE_PORTS> {
        let mut written = ArrayVec::new();
        for (channel, accepted) in self.accepted.iter_mut().enumerate() {
            if channels >> channel & 1 != 0
                && let Some(Waiting { result, which }) = accepted.pop_front()
            {
                let reg = self.all[result].regs[which];
                self.all[result].left -= 1;
                written.push(Written { result, reg, last: self.all[result].left == 0 });
            }
        }
        written
    }

    /// Frees a written result.
    #[inline]
    pub fn retire(&mut self, index: usize) {
        self.free.push(index);
    }
}
