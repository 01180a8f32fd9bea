//! Stimulus: kernels of random size. Their warps load words that others have loaded, write, store,
//! release and leave by the rules of an SM.

use super::{In, Model, Out, OwnIn, OwnOut, Params};
use crate::bits::LANES;
use crate::sm::register_file::{RELEASE_PORTS, Verdict};
use crate::systems::sharing::config::WriteRule;
use crate::systems::sharing::units::mapping_controller::VERDICTS;
use crate::units::bank_file::{SharedIn, SharedOut};
use crate::units::channels::{
    Pending, READ_PORTS, REGISTERS, WRITE_PORTS, ones, random_kernel, register as index,
};
use crate::units::dice::{Dice, scaled};
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;
use std::collections::VecDeque;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const READ                = 1 << 0;
        const WRITE               = 1 << 1;
        const READ_REFUSED        = 1 << 2;
        const WRITE_REFUSED       = 1 << 3;
        const SEVERAL_ANSWERS     = 1 << 4;
        const ALL_READS_ACCEPTED  = 1 << 5;
        const ALL_WRITES_ACCEPTED = 1 << 6;
        const RECORDED            = 1 << 7;
        /// The load is eligible, but not recorded.
        const UNRECORDED          = 1 << 8;
        const HELD                = 1 << 9;
        const COMING              = 1 << 10;
        const MERGED              = 1 << 11;
        const WOKEN               = 1 << 12;
        const STORE               = 1 << 13;
        const FLUSH               = 1 << 14;
        const ACCESS_REFUSED      = 1 << 15;
        const COPIED              = 1 << 16;
        const RELEASED            = 1 << 17;
        const RELEASE_REFUSED     = 1 << 18;
        const LEFT                = 1 << 19;
        /// Several registers are unmapped in one cycle.
        const SEVERAL_UNMAPPED    = 1 << 20;
        const RESET_WHILE_WAITING = 1 << 21;
    }
}

/// Warps in use in a phase with few warps.
const FEW_WARPS: usize = 4;
/// Registers per thread in use in a phase with few registers.
const FEW_REGS: usize = 6;

/// Addresses of the loads of a phase: few, so that warps load the same words.
#[derive(Clone, Copy, Default)]
struct Places {
    words: [u32; 4],
    stride: u32,
}

/// A load whose data is not in place yet.
#[derive(Clone, Copy, Debug)]
struct Load {
    register: usize,
    lanes: u32,
}

/// Random requests that keep the rules of the SM.
pub struct Random {
    dice: Dice,
    params: Params,
    warps: usize,
    regs: usize,
    places: Places,
    /// Probability, out of 256, of a read and a write on each channel, an access, and a release.
    chance: [u8; 4],
    /// First warp and first register in use, if few are in use.
    few: Option<[usize; 2]>,
    pending: Pending,
    /// Whether a load of each register is in flight.
    loading: Vec<bool>,
    /// Whether a release of each register is in flight.
    releasing: Vec<bool>,
    /// Accepted loads that have no verdict yet, in order.
    judged: VecDeque<Load>,
    /// Loads whose data comes from memory, and whether they were recorded.
    from_memory: Vec<(Load, bool)>,
    /// Warp slots from the offer of a leave until a new warp may begin, one bit each.
    leaving: u64,
    /// Warp slots from the acceptance of a leave until a new warp may begin, one bit each.
    left: u64,
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        Random {
            dice: Dice::new(seed),
            params: params.clone(),
            warps: 1,
            regs: 1,
            places: Places::default(),
            chance: [0; 4],
            few: None,
            pending: Pending::new(params.shared.front.queue.collector_units),
            loading: vec![false; REGISTERS],
            releasing: vec![false; REGISTERS],
            judged: VecDeque::new(),
            from_memory: Vec::new(),
            leaving: 0,
            left: 0,
        }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let (own_in, own) = (&i.own, &o.own);
        let (i, o) = (&i.shared, &o.shared);
        let is = |verdict| own.verdict_valid && VERDICTS[usize::from(own.verdict)] == verdict;
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::READ, o.bank_read != 0);
        hit.set(Scenarios::WRITE, o.bank_write != 0);
        hit.set(Scenarios::READ_REFUSED, i.read_valid & !o.read_ready != 0);
        hit.set(Scenarios::WRITE_REFUSED, i.write_valid & !o.write_ready != 0);
        hit.set(Scenarios::SEVERAL_ANSWERS, o.rsp_valid.count_ones() > 1);
        hit.set(Scenarios::ALL_READS_ACCEPTED, i.read_valid & o.read_ready == 0xff);
        hit.set(Scenarios::ALL_WRITES_ACCEPTED, i.write_valid & o.write_ready == 7);
        hit.set(Scenarios::RECORDED, is(Verdict::Recorded));
        hit.set(Scenarios::UNRECORDED, is(Verdict::Memory) && own.eligible);
        hit.set(Scenarios::HELD, is(Verdict::Held));
        hit.set(Scenarios::COMING, is(Verdict::Coming));
        hit.set(Scenarios::MERGED, is(Verdict::Merged));
        hit.set(Scenarios::WOKEN, own.woken_valid);
        let accepted = own_in.access_valid && own.access_ready;
        hit.set(Scenarios::STORE, accepted && own_in.access_kind == 1);
        hit.set(Scenarios::FLUSH, accepted && own_in.access_kind == 2);
        hit.set(Scenarios::ACCESS_REFUSED, own_in.access_valid && !own.access_ready);
        hit.set(Scenarios::COPIED, own.copied);
        hit.set(Scenarios::RELEASED, own_in.release_valid & own.release_ready != 0);
        hit.set(Scenarios::RELEASE_REFUSED, own_in.release_valid & !own.release_ready != 0);
        hit.set(Scenarios::LEFT, own_in.leave_valid && own.leave_ready);
        hit.set(Scenarios::SEVERAL_UNMAPPED, own.unmapped > 1);
        hit.set(Scenarios::RESET_WHILE_WAITING, !i.rst_n && own.busy);
        hit
    }

    fn reachable(params: &Params) -> Scenarios {
        let own = &params.own;
        let mut all = Scenarios::all();
        let banks = params.shared.banks();
        all.set(Scenarios::SEVERAL_ANSWERS, params.shared.max_banks() > 1);
        all.set(Scenarios::ALL_READS_ACCEPTED, banks >= READ_PORTS);
        all.set(Scenarios::ALL_WRITES_ACCEPTED, banks >= WRITE_PORTS);
        all.set(Scenarios::MERGED, own.controller.partial);
        let sound = own.controller.write_rule == WriteRule::Sound;
        all.set(Scenarios::COPIED | Scenarios::ACCESS_REFUSED, sound);
        all
    }
}

impl Random {
    fn new_kernel(&mut self) {
        (self.warps, self.regs) = random_kernel(&self.params.shared.placement, &mut self.dice);
        self.few = None;
        self.pending.clear();
        self.loading.fill(false);
        self.releasing.fill(false);
        self.judged.clear();
        self.from_memory.clear();
        (self.leaving, self.left) = (0, 0);
    }

    fn new_phase(&mut self) {
        let [read, write, access, release, kind, stride, ..] = self.dice.bytes();
        self.chance = [read, write, access, release / 4];
        // The first warps and registers, or the last ones.
        let few = [self.warps.saturating_sub(FEW_WARPS), self.regs.saturating_sub(FEW_REGS)];
        self.few = match kind {
            0..64 => Some([0, 0]),
            64..128 => Some(few),
            _ => None,
        };
        self.places.stride = [0, 1, 1, 1, 2, 4, 3, 511][usize::from(stride % 8)];
        let near = self.dice.below(1 << 23) as u32;
        self.places.words = std::array::from_fn(|n| match kind & 1 {
            0 => near + 5 * n as u32,
            _ => self.dice.below(1 << 24) as u32,
        });
    }

    /// Updates the state by the accepted, answered and acknowledged requests of a cycle.
    fn observe(&mut self, i: &OwnIn, shared: &SharedOut, own: &OwnOut) {
        for n in ones(shared.rsp_valid.into()) {
            self.pending.answered(shared.rsp_cu[n], shared.rsp_slot[n]);
        }
        for n in ones(own.written.into()) {
            if let Some((register, _)) = self.pending.written(n) {
                self.loading[register] = false;
            }
        }
        if own.verdict_valid
            && let Some(load) = self.judged.pop_front()
        {
            match VERDICTS[usize::from(own.verdict)] {
                Verdict::Recorded => self.from_memory.push((load, true)),
                Verdict::Memory => self.from_memory.push((load, false)),
                Verdict::Held => self.loading[load.register] = false,
                Verdict::Coming | Verdict::Merged => {}
            }
        }
        if own.woken_valid {
            self.loading[index(own.woken_warp, own.woken_reg)] = false;
        }
        if i.access_valid && own.access_ready && i.access_kind == 0 {
            let register = index(i.access_warp, i.access_reg);
            self.judged.push_back(Load { register, lanes: i.access_lanes });
        }
        for n in ones((i.release_valid & own.release_ready).into()) {
            self.releasing[index(i.release_warp[n], i.release_reg[n])] = false;
        }
        if i.leave_valid && own.leave_ready {
            self.left |= 1 << i.leave_warp;
        }
        // A new warp may begin in a slot whose warp has left.
        let free = self.left & own.left;
        (self.left, self.leaving) = (self.left & !free, self.leaving & !free);
    }

    fn any_register(&mut self) -> (u8, u8) {
        let Some([warp, reg]) = self.few else {
            return (self.dice.below(self.warps) as u8, self.dice.below(self.regs) as u8);
        };
        let warp = warp + self.dice.below(self.warps.min(FEW_WARPS));
        let reg = reg + self.dice.below(self.regs.min(FEW_REGS));
        (warp as u8, reg as u8)
    }

    fn runs(&self, warp: u8) -> bool {
        self.leaving >> warp & 1 == 0
    }

    /// Whether nothing but reads of a register is in flight.
    fn is_settled(&self, register: usize) -> bool {
        let under_way = self.loading[register] || self.releasing[register];
        !under_way && !self.pending.is_written(register)
    }

    /// Whether nothing of a register is in flight.
    fn is_idle(&self, register: usize) -> bool {
        self.is_settled(register) && !self.pending.is_read(register)
    }

    fn offer_reads(&mut self, next: &mut SharedIn, refused: u8) {
        next.read_valid = refused;
        let queue = &self.params.shared.front.queue;
        let (units, slots) = (queue.collector_units, queue.operand_slots);
        for n in (0..READ_PORTS).filter(|n| refused >> n & 1 == 0) {
            let [chance, cu, slot, ..] = self.dice.bytes();
            if chance >= self.chance[0] {
                continue;
            }
            let (cu, slot) = (scaled(cu, units), scaled(slot, slots));
            let (warp, reg) = self.any_register();
            let register = index(warp, reg);
            let is_free = self.pending.has_slot(cu, slot, warp) && self.is_settled(register);
            if !is_free || !self.runs(warp) {
                continue;
            }
            self.pending.read(cu, slot, register);
            next.read_valid |= 1 << n;
            (next.read_cu[n], next.read_slot[n]) = (cu, slot);
            (next.read_warp[n], next.read_reg[n]) = (warp, reg);
        }
    }

    /// The next write of a channel: a result, or the data of a load.
    fn write(&mut self) -> Option<(Load, bool)> {
        let [chance, kind, ..] = self.dice.bytes();
        if chance >= self.chance[1] {
            return None;
        }
        if kind < 128 && !self.from_memory.is_empty() {
            let n = self.dice.below(self.from_memory.len());
            return Some(self.from_memory.swap_remove(n));
        }
        let (warp, reg) = self.any_register();
        let register = index(warp, reg);
        let may_write = self.is_idle(register) && self.runs(warp);
        may_write.then(|| (Load { register, lanes: self.dice.lane_mask() }, false))
    }

    fn offer_writes(&mut self, next: &mut SharedIn, fills: &mut u8, refused: u8) {
        next.write_valid = refused;
        *fills &= refused;
        for n in (0..WRITE_PORTS).filter(|n| refused >> n & 1 == 0) {
            let Some((Load { register, lanes }, is_fill)) = self.write() else { continue };
            self.pending.write(n, register, lanes);
            next.write_valid |= 1 << n;
            *fills |= u8::from(is_fill) << n;
            [next.write_reg[n], next.write_warp[n]] = (register as u16).to_le_bytes();
            next.write_lane_mask[n] = lanes;
            next.write_data[n] = self.dice.warp_register();
        }
    }

    /// Offers the next access, unless the last one was refused.
    fn offer_access(&mut self, next: &mut OwnIn, refused: bool) {
        next.access_valid = refused;
        let [chance, kind, whole, missing, ..] = self.dice.bytes();
        if refused || chance >= self.chance[2] {
            return;
        }
        let (warp, reg) = self.any_register();
        if !self.runs(warp) {
            return;
        }
        next.access_kind = match kind {
            0 => 2,
            1..20 => 1,
            _ => 0,
        };
        let register = index(warp, reg);
        if next.access_kind == 0 {
            if !self.is_idle(register) {
                return;
            }
            self.loading[register] = true;
        }
        next.access_valid = true;
        (next.access_warp, next.access_reg) = (warp, reg);
        (next.access_whole, next.access_missing) = (whole >= 16, missing >= 128);
        self.addresses(next);
    }

    /// Chooses lanes and their addresses, mostly a pattern that other loads have, too.
    fn addresses(&mut self, next: &mut OwnIn) {
        let [place, lanes, from, to, stray, bytes, rows, inside] = self.dice.bytes();
        let place = match place {
            0..4 => self.dice.below(1 << 24) as u32,
            _ => self.places.words[usize::from(place % 4)],
        };
        let (from, to) = (u32::from(from % 32), u32::from(to % 32));
        next.access_lanes = match lanes {
            0..128 => u32::MAX,
            128..190 => u32::MAX >> to,
            190..240 => u32::MAX << from & u32::MAX >> (to % (32 - from)),
            _ => self.dice.lane_mask().max(1),
        };
        let first = next.access_lanes.trailing_zeros();
        for lane in 0..LANES as u32 {
            let (row, column) = if rows < 32 { (lane / 16, lane % 16) } else { (0, lane) };
            let steps = column.wrapping_sub(first).wrapping_mul(self.places.stride);
            let word = place.wrapping_add(row << 9).wrapping_add(steps);
            let active = next.access_lanes >> lane & 1;
            next.access_address[lane as usize] = active * (word << 2 & 0x3ff_ffff);
        }
        if stray < 8 {
            next.access_address[first as usize] ^= 1 << from;
            next.access_address[first as usize] &= 0x3ff_ffff;
        }
        next.access_bytes = if bytes < 16 { bytes % 6 } else { 2 };
        next.access_inside = next.access_lanes & if inside < 8 { !(1 << to) } else { u32::MAX };
    }

    fn offer_releases(&mut self, next: &mut OwnIn, refused: u8) {
        next.release_valid = refused;
        for n in (0..RELEASE_PORTS).filter(|n| refused >> n & 1 == 0) {
            if self.dice.bytes()[0] >= self.chance[3] {
                continue;
            }
            let (warp, reg) = self.any_register();
            let register = index(warp, reg);
            if self.is_idle(register) && self.runs(warp) {
                self.releasing[register] = true;
                next.release_valid |= 1 << n;
                (next.release_warp[n], next.release_reg[n]) = (warp, reg);
            }
        }
    }

    /// Offers the leave of a warp that has nothing in flight.
    fn offer_leave(&mut self, next: &mut OwnIn, refused: bool) {
        next.leave_valid = refused;
        if refused || self.dice.bytes()[0] >= 8 {
            return;
        }
        let warp = self.dice.below(self.warps) as u8;
        if !self.runs(warp) {
            return;
        }
        let first = index(warp, 0);
        if (first..first + 256).all(|register| self.is_idle(register)) {
            self.leaving |= 1 << warp;
            (next.leave_valid, next.leave_warp) = (true, warp);
        }
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, i: &In, o: &Out) -> In {
        let throw = self.dice.throw(4096);
        if throw.new_phase {
            self.new_phase();
        }
        let mut next = i.clone();
        if i.shared.rst_n {
            self.observe(&i.own, &o.shared, &o.own);
        }
        next.shared.rst_n = !throw.reset;
        if throw.reset {
            self.new_kernel();
            (next.shared.read_valid, next.shared.write_valid) = (0, 0);
            next.own = OwnIn::default();
            return next;
        }
        next.shared.regs_per_thread = self.regs as u16;
        let (shared, own) = (&mut next.shared, &mut next.own);
        self.offer_access(own, i.own.access_valid && !o.own.access_ready);
        self.offer_reads(shared, i.shared.read_valid & !o.shared.read_ready);
        let refused = i.shared.write_valid & !o.shared.write_ready;
        self.offer_writes(shared, &mut own.write_fill, refused);
        self.offer_releases(own, i.own.release_valid & !o.own.release_ready);
        self.offer_leave(own, i.own.leave_valid && !o.own.leave_ready);
        next
    }
}
