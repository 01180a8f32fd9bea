//! Stimulus: registers that are set, read and cleared, and warps that leave.

use super::{CHANGES, In, Model, Out, Params};
use crate::stream::Placer;
use crate::units::channels::{Placed, READ_PORTS, ones, place};
use crate::units::dice::{Dice, scaled};
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const READ_OF_MAPPED       = 1 << 0;
        const READ_OF_UNMAPPED     = 1 << 1;
        const READ_CONFLICT        = 1 << 2;
        const ALL_READS            = 1 << 3;
        const SET                  = 1 << 4;
        const SET_OF_MAPPED        = 1 << 5;
        const SET_REFUSED          = 1 << 6;
        /// A register is read in the cycle in which it is set: the read shows the old entry.
        const READ_OF_SET          = 1 << 7;
        const CLEAR                = 1 << 8;
        const TWO_CLEARS           = 1 << 9;
        const CLEAR_REFUSED        = 1 << 10;
        const CHANGE_CONFLICT      = 1 << 11;
        const LEAVE                = 1 << 12;
        const LEAVE_WAITS          = 1 << 13;
        const WALK                 = 1 << 14;
        const WALK_WAITS           = 1 << 15;
        /// The walk finds no mapped register: its register is unmapped, or its bank is busy.
        const WALK_SEES_NOTHING    = 1 << 16;
        const ALL_LEFT             = 1 << 17;
        const RESET_WHILE_WALKING  = 1 << 18;
    }
}

/// Channels that look up any register or one of a few, at changing rates. The number of registers
/// per thread changes after each reset.
pub struct Random {
    dice: Dice,
    params: Params,
    /// Registers per thread.
    regs: usize,
    /// Warps whose registers all fit in the banks.
    warps: usize,
    /// First warp and register in use.
    first: (u8, u8),
    /// Numbers of warps and registers in use.
    few: (usize, usize),
    /// Probability, out of 256, of a read, a change, a set or clear, and a leave.
    chance: [u8; 4],
    walked: Option<u8>,
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        Random {
            dice: Dice::new(seed),
            params: params.clone(),
            regs: 1,
            warps: 1,
            first: (0, 0),
            few: (1, 1),
            chance: [0; 4],
            walked: None,
        }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let reads = i.read_valid & o.read_ready;
        let changes = i.change_valid & o.change_ready;
        let refused = i.change_valid & !o.change_ready;
        let set = if i.rst_n { i.set & changes } else { 0 };
        let clear = i.clear & changes >> 4;
        let is_read = |k: usize| {
            ones(reads.into())
                .any(|n| (i.read_bank[n], i.read_entry[n]) == (i.change_bank[k], i.change_entry[k]))
        };
        let walks = !o.leave_ready;
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::READ_OF_MAPPED, o.read_mapped != 0);
        hit.set(Scenarios::READ_OF_UNMAPPED, reads & !o.read_mapped != 0);
        hit.set(Scenarios::READ_CONFLICT, i.read_valid & !o.read_ready != 0);
        hit.set(Scenarios::ALL_READS, reads == u8::MAX);
        hit.set(Scenarios::SET, set != 0);
        hit.set(Scenarios::SET_OF_MAPPED, set & o.change_mapped != 0);
        hit.set(Scenarios::SET_REFUSED, i.set & refused != 0);
        hit.set(Scenarios::READ_OF_SET, ones(set.into()).any(is_read));
        hit.set(Scenarios::CLEAR, clear & o.change_mapped >> 4 != 0);
        hit.set(Scenarios::TWO_CLEARS, clear == 3);
        hit.set(Scenarios::CLEAR_REFUSED, i.clear & refused >> 4 != 0);
        hit.set(Scenarios::CHANGE_CONFLICT, refused != 0);
        hit.set(Scenarios::LEAVE, i.rst_n && i.leave_valid && o.leave_ready);
        hit.set(Scenarios::LEAVE_WAITS, i.leave_valid && walks);
        hit.set(Scenarios::WALK, o.walk_valid && i.walk_go);
        hit.set(Scenarios::WALK_WAITS, o.walk_valid && !i.walk_go);
        hit.set(Scenarios::WALK_SEES_NOTHING, walks && !o.walk_valid);
        hit.set(Scenarios::ALL_LEFT, o.left != 0 && o.left & o.left.wrapping_add(1) == 0);
        hit.set(Scenarios::RESET_WHILE_WALKING, !i.rst_n && walks);
        hit
    }

    fn reachable(params: &Params) -> Scenarios {
        let mut all = Scenarios::all();
        all.set(Scenarios::ALL_READS, params.placement.banks >= READ_PORTS);
        all
    }
}

impl Random {
    /// Chooses the registers per thread so that a warp fits, mostly a small number.
    fn choose_registers(&mut self) {
        let params = &self.params.placement;
        let placer = |regs| Placer {
            placement: params.placement,
            banks: params.banks,
            regs_per_thread: regs,
        };
        let fits = |warps: usize, regs: usize| {
            placer(regs).place((warps - 1) as u8, (regs - 1) as u8).1 < params.entries
        };
        let [most, regs, ..] = self.dice.bytes();
        let most = if most < 64 { 256 } else { 24 };
        self.regs = if regs & 3 == 0 { 256 } else { usize::from(scaled(regs, most)) + 1 };
        while !fits(1, self.regs) {
            self.regs -= 1;
        }
        let warps = (1..=params.warps).rev();
        self.warps = warps.into_iter().find(|warps| fits(*warps, self.regs)).unwrap_or(1);
    }

    fn change_rates(&mut self, random: [u8; 8]) {
        let [a, b, c, d, warps, regs, first_warp, first_reg] = random;
        self.chance = [a, b, c, d >> 3];
        let few = |random: u8, all: usize| if random < 128 { all } else { all.min(3) };
        self.few = (few(warps, self.warps), few(regs << 1, self.regs));
        self.first = (first_warp, first_reg);
    }

    /// A random warp slot and register.
    fn register(&mut self) -> (u8, u8) {
        let [warp, reg, ..] = self.dice.bytes();
        let number = |first: u8, random, few, all| {
            ((usize::from(first) + usize::from(scaled(random, few))) % all) as u8
        };
        let warp = number(self.first.0, warp, self.few.0, self.warps);
        (warp, number(self.first.1, reg, self.few.1, self.regs))
    }

    /// Random look-ups: valid channels, and warp and place of each channel's register.
    fn ask<const N: usize>(&mut self, chance: u8) -> (u8, [u8; N], [Placed; N]) {
        let random = self.dice.bytes();
        let (mut warps, mut regs) = ([0; N], [0; N]);
        let mut valid = 0;
        for k in 0..N {
            (warps[k], regs[k]) = self.register();
            valid |= u8::from(random[k] <= chance) << k;
        }
        (valid, warps, place(&self.params.placement, self.regs as u16, &warps, &regs))
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, i: &In, o: &Out) -> In {
        let throw = self.dice.throw(1024);
        if o.leave_ready {
            self.walked = (i.rst_n && i.leave_valid).then_some(i.leave_warp);
        }
        if !i.rst_n {
            // After reset nothing is mapped or walked, so the number may change.
            self.choose_registers();
        }
        if throw.new_phase || !i.rst_n {
            let random = self.dice.bytes();
            self.change_rates(random);
        }
        let [read, change, act, leave] = self.chance;
        let random = throw.bytes;
        let mut next = In { rst_n: !throw.reset, ..In::default() };
        next.regs_per_thread = self.regs as u16;
        let (valid, _, places) = self.ask::<READ_PORTS>(read);
        next.read_valid = valid;
        next.read_bank = places.map(|place| place.bank);
        next.read_entry = places.map(|place| place.entry);
        let (valid, warps, places) = self.ask::<CHANGES>(change);
        next.change_valid = valid;
        next.change_bank = places.map(|place| place.bank);
        next.change_entry = places.map(|place| place.entry);
        next.set_warp = std::array::from_fn(|k| warps[k]);
        if random[0] <= act {
            let channel = usize::from(random[1] & 3);
            if self.walked != Some(warps[channel]) {
                next.set = 1 << channel;
            }
        }
        // Physical register 0 is chosen often.
        next.set_phys = match random[6] {
            0..16 => 0,
            _ => {
                self.dice.below(self.params.placement.banks * self.params.placement.entries) as u16
            }
        };
        next.clear = u8::from(random[2] <= act) | u8::from(random[3] <= act) << 1;
        next.leave_valid = random[4] <= leave;
        next.leave_warp = self.register().0;
        next.walk_go = random[5] >= 64;
        next
    }
}
