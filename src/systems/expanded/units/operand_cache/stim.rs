//! Warps that pin, claim, read and release few registers or many, and writes to these and to
//! others.

use super::{In, Model, Out, Params};
use crate::units::channels::{READ_PORTS, WRITE_PORTS, ones};
use crate::units::dice::{Dice, Few};
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const READ              = 1 << 0;
        const READ_WAITS        = 1 << 1;
        const ALL_BANKS_ANSWER  = 1 << 2;
        const WRITE             = 1 << 3;
        const WRITE_WAITS       = 1 << 4;
        const ALL_WRITES        = 1 << 5;
        /// A register is read and written in one cycle; the read gives the old value.
        const READ_OF_WRITTEN   = 1 << 6;
        /// A register is written in the cycle in which its line is claimed; the write is direct.
        const WRITE_OF_CLAIMED  = 1 << 7;
        const FOUND             = 1 << 8;
        const SOME_FOUND        = 1 << 9;
        const CLAIM             = 1 << 10;
        const CLAIM_WAITS       = 1 << 11;
        const CLAIM_IN_FETCH    = 1 << 12;
        /// A line is claimed while queued writes precede its fetch.
        const CLAIM_IN_WRITE    = 1 << 13;
        const FETCH             = 1 << 14;
        const FETCH_WAITS       = 1 << 15;
        const QUEUED_WRITE      = 1 << 16;
        const SOME_LANES        = 1 << 17;
        const RELEASE           = 1 << 18;
        const RELEASE_OF_ALL    = 1 << 19;
        const END               = 1 << 20;
        const IDLE              = 1 << 21;
        const RESET_WHILE_BUSY  = 1 << 22;
    }
}

/// A register in a line.
#[derive(Clone, Copy)]
struct Held {
    warp: u8,
    reg: u8,
    pinned: bool,
    /// Whether the line is filled.
    is_there: bool,
}

pub struct Random {
    dice: Dice,
    params: Params,
    /// Register of each line.
    held: Vec<Option<Held>>,
    warps: Few,
    regs: Few,
    /// Whether all warps and registers are used, not only the few of this phase.
    any: bool,
    /// Whether pins outnumber claims.
    pins: bool,
    /// Chances, out of 256: a read, a write, a claim or pin, a release, a grant.
    chance: [u8; 5],
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        Random {
            dice: Dice::new(seed),
            params: params.clone(),
            held: vec![None; params.lines],
            warps: Few::default(),
            regs: Few::default(),
            any: false,
            pins: false,
            chance: [0; 5],
        }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let (reads, writes) = (i.read_valid & o.read_ready, i.write_valid & o.write_ready);
        let is_written = |warp: u8, reg: u8| {
            ones(writes.into()).any(|k| (i.write_warp[k], i.write_reg[k]) == (warp, reg))
        };
        let read_of_written =
            || ones(reads.into()).any(|k| is_written(i.read_warp[k], i.read_reg[k]));
        let fetches = o.spilled_valid && !o.spilled_writes;
        let writes_back = i.spilled_granted && o.spilled_writes;
        let all = |mask: u8| mask != 0 && mask & mask.wrapping_add(1) == 0;
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::RESET_WHILE_BUSY, !i.rst_n && o.busy);
        if !i.rst_n {
            return hit;
        }
        hit.set(Scenarios::READ, reads != 0);
        hit.set(Scenarios::READ_WAITS, i.read_valid & !o.read_ready != 0);
        hit.set(Scenarios::ALL_BANKS_ANSWER, o.answered.count_ones() >= 4 || all(o.answered));
        hit.set(Scenarios::WRITE, writes != 0);
        hit.set(Scenarios::WRITE_WAITS, i.write_valid & !o.write_ready != 0);
        hit.set(Scenarios::ALL_WRITES, writes.count_ones() as usize == WRITE_PORTS);
        hit.set(Scenarios::READ_OF_WRITTEN, read_of_written());
        hit.set(Scenarios::WRITE_OF_CLAIMED, o.claimed && is_written(i.claim_warp, i.claim_reg));
        hit.set(Scenarios::FOUND, o.present != 0);
        hit.set(Scenarios::SOME_FOUND, o.present != 0 && o.present != i.pin_wanted);
        hit.set(Scenarios::CLAIM, o.claimed);
        hit.set(Scenarios::CLAIM_WAITS, i.claim && !o.claimed);
        hit.set(Scenarios::CLAIM_IN_FETCH, o.claimed && fetches);
        hit.set(Scenarios::CLAIM_IN_WRITE, o.claimed && o.spilled_writes);
        hit.set(Scenarios::FETCH, i.spilled_granted && fetches);
        hit.set(Scenarios::FETCH_WAITS, !i.spilled_granted && fetches);
        hit.set(Scenarios::QUEUED_WRITE, writes_back && o.spilled_lanes == u32::MAX);
        hit.set(Scenarios::SOME_LANES, writes_back && o.spilled_lanes != u32::MAX);
        hit.set(Scenarios::RELEASE, i.released != 0);
        hit.set(Scenarios::RELEASE_OF_ALL, i.released & i.released.wrapping_add(1) == 0);
        hit.set(Scenarios::END, i.ended != 0);
        hit.set(Scenarios::IDLE, !o.busy);
        hit
    }

    fn reachable(params: &Params) -> Scenarios {
        let mut all = Scenarios::all();
        // Two writes to lines of different banks, and a direct one.
        all.set(Scenarios::ALL_WRITES, params.banks > 1);
        all
    }
}

impl Random {
    /// Records the effect of the last cycle on the lines.
    fn follow(&mut self, i: &In, o: &Out) {
        if !i.rst_n {
            return self.held.fill(None);
        }
        for held in self.held.iter_mut().flatten().filter(|_| !o.filling) {
            held.is_there = true;
        }
        for (n, reg) in i.wanted(&self.params).filter(|_| i.pin) {
            if o.present >> n & 1 != 0
                && let Some(held) = &mut self.held[self.params.line(i.pin_warp, reg)]
            {
                held.pinned = true;
            }
        }
        for at in &mut self.held {
            let ends = at.is_some_and(|held| i.ended >> held.warp & 1 != 0);
            *at = at.filter(|_| !ends);
            if let Some(held) = at {
                held.pinned &= i.released >> held.warp & 1 == 0;
            }
        }
        if i.claim {
            let (warp, reg) = (i.claim_warp, i.claim_reg);
            let at = &mut self.held[self.params.line(warp, reg)];
            // A line without a pin is evicted.
            *at = at.filter(|held| held.pinned);
            if o.claimed {
                *at = Some(Held { warp, reg, pinned: true, is_there: false });
            }
        }
    }

    fn change_phase(&mut self) {
        let [a, b, c, d, e, f, g, h] = self.dice.bytes();
        let (warp_bits, reg_bits) = (self.params.warp_bits(), self.params.reg_bits);
        (self.warps, self.regs) =
            (Few::new([a, b, c, d], warp_bits), Few::new([e, f, g, h], reg_bits));
        let [read, write, claim, release, grant, any, ..] = self.dice.bytes();
        self.any = any & 3 == 0;
        self.pins = any & 0x18 == 0;
        let grant = if any & 4 == 0 { u8::MAX } else { grant };
        self.chance = [read, write, claim, release >> 1, grant];
    }

    /// A warp slot and a register: of the few of this phase, or any.
    fn register(&mut self) -> (u8, u8) {
        let [warp, reg, which, ..] = self.dice.bytes();
        let few = (self.warps.pick(which) as u8, self.regs.pick(which >> 2) as u8);
        let (warp, reg) = if self.any { (warp, reg) } else { few };
        ((usize::from(warp) % self.params.warps) as u8, reg)
    }

    /// Offers reads of filled, pinned lines.
    fn reads(&mut self, next: &mut In, free: u8) {
        let stays: Vec<Held> = self
            .held
            .iter()
            .flatten()
            .filter(|held| held.pinned && held.is_there)
            .copied()
            .collect();
        for k in ones(free.into()) {
            let [chance, cu, slot, ..] = self.dice.bytes();
            next.read_valid &= !(1 << k);
            if chance > self.chance[0] || stays.is_empty() {
                continue;
            }
            let held = stays[self.dice.below(stays.len())];
            next.read_valid |= 1 << k;
            next.read_cu[k] = (usize::from(cu) % self.params.collector_units) as u8;
            next.read_slot[k] = (usize::from(slot) % self.params.operand_slots) as u8;
            (next.read_warp[k], next.read_reg[k]) = (held.warp, held.reg);
        }
    }

    /// Offers writes to registers in lines, to the claimed register, or to any register.
    fn writes(&mut self, next: &mut In, free: u8) {
        for k in ones(free.into()) {
            let [chance, which, ..] = self.dice.bytes();
            next.write_valid &= !(1 << k);
            if chance > self.chance[1] {
                continue;
            }
            let line = self.dice.below(self.params.lines);
            let register = match (which & 3, self.held[line]) {
                (0 | 1, Some(held)) => (held.warp, held.reg),
                (3, Some(held)) if chance & 1 == 0 => self.of_another_warp(held),
                (2, _) if next.claim => (next.claim_warp, next.claim_reg),
                _ => self.register(),
            };
            next.write_valid |= 1 << k;
            (next.write_warp[k], next.write_reg[k]) = register;
            next.write_lane_mask[k] = self.dice.lane_mask();
            next.write_data[k] = self.dice.warp_register();
        }
    }

    /// A register with the same line, of a warp whose slot number differs in one bit.
    fn of_another_warp(&mut self, held: Held) -> (u8, u8) {
        let warp = self.warp_like(held.warp);
        let upper = (usize::from(held.reg) / self.params.lines) as u8;
        (warp, self.params.reg(self.params.line(held.warp, held.reg), warp, upper))
    }

    /// A warp whose slot number differs in one bit, or this warp if there is none.
    fn warp_like(&mut self, warp: u8) -> u8 {
        let twin = self.dice.twin(warp.into(), self.params.warp_bits()) as u8;
        if usize::from(twin) < self.params.warps { twin } else { warp }
    }

    /// Claims a line for a register that has none, or pins registers of one warp.
    fn claim_or_pin(&mut self, next: &mut In) {
        (next.claim, next.pin) = (false, false);
        let [chance, mut also, ..] = self.dice.bytes();
        if chance > self.chance[2] {
            return;
        }
        let (warp, reg) = self.register();
        let is_same = |held: Held| (held.warp, held.reg) == (warp, reg);
        if (also & 3 == 0) == self.pins
            && !self.held[self.params.line(warp, reg)].is_some_and(is_same)
        {
            (next.claim, next.claim_warp, next.claim_reg) = (true, warp, reg);
            return;
        }
        // At most one register of each remainder: the one in a line, or another one in its place.
        let of_warp = self.held.iter().flatten().filter(|held| held.warp == warp);
        let of_warp: Vec<u8> = of_warp.map(|held| held.reg).collect();
        // Sometimes for another warp, which has none of these registers in a line.
        let warp = if also & 0x30 == 0 { self.warp_like(warp) } else { warp };
        let other = if also & 8 == 0 { self.beside(&of_warp) } else { None };
        let mut regs: Vec<u8> = other.into_iter().chain(of_warp).collect();
        while also & 4 != 0 {
            regs.push(self.register().1);
            also = self.dice.bytes()[0];
        }
        let lines = self.params.lines;
        let is_first = |n: &usize| {
            let same = |reg: &u8| usize::from(*reg) % lines == usize::from(regs[*n]) % lines;
            !regs[..*n].iter().any(same)
        };
        let regs = (0..regs.len()).filter(is_first).map(|n| regs[n]);
        next.want(&self.params, warp, regs.collect::<Vec<_>>().into_iter());
    }

    /// A register that differs from one of these in an upper bit, and so has the same line.
    fn beside(&mut self, regs: &[u8]) -> Option<u8> {
        let [which, bit, ..] = self.dice.bytes();
        let reg = regs.get(usize::from(which) % regs.len().max(1))?;
        Some(reg ^ (self.params.lines << (usize::from(bit) % self.params.upper_bits())) as u8)
    }

    /// Releases or ends warps without pending reads and without filling lines.
    fn leave(&mut self, next: &mut In) {
        (next.released, next.ended) = (0, 0);
        let [release, end, which, ..] = self.dice.bytes();
        if release > self.chance[3] {
            return;
        }
        let reads = ones(next.read_valid.into()).map(|k| next.read_warp[k]);
        let fills = self.held.iter().flatten().filter(|held| !held.is_there);
        let busy = reads.chain(fills.map(|held| held.warp));
        let busy = busy.fold(0u64, |mask, warp| mask | 1 << warp);
        let all = u64::MAX >> (64 - self.params.warps);
        let some = if which & 1 == 0 { all } else { u64::from_le_bytes(self.dice.bytes()) & all };
        let pinned = next.pin && which & 0x30 != 0;
        let one = 1 << if pinned { next.pin_warp } else { self.register().0 };
        let leave = (if which & 14 == 0 { some } else { one }) & !busy;
        if end >= 32 {
            next.released = leave;
        } else {
            next.ended = leave;
        }
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, i: &In, o: &Out) -> In {
        self.follow(i, o);
        let throw = self.dice.throw(8192);
        if throw.new_phase {
            self.change_phase();
        }
        let mut next = *i;
        next.rst_n = !throw.reset;
        let waits = |valid: u8, ready: u8| if i.rst_n { valid & !ready } else { 0 };
        let all = |ports: usize| u8::MAX >> (8 - ports);
        if !i.rst_n || !i.claim || o.claimed {
            self.claim_or_pin(&mut next);
        }
        self.reads(&mut next, all(READ_PORTS) & !waits(i.read_valid, o.read_ready));
        self.writes(&mut next, all(WRITE_PORTS) & !waits(i.write_valid, o.write_ready));
        self.leave(&mut next);
        next.spilled_granted = throw.bytes[0] <= self.chance[4];
        if i.spilled_granted && o.spilled_valid && !o.spilled_writes {
            next.fetched_data = self.dice.warp_register();
        }
        next
    }
}
