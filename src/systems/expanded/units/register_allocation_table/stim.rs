//! Launches with and without mix CTAs, loaded entry by entry while channels ask for registers.

use super::{CHANNELS, In, Model, Out, Params, REGISTER_BYTES};
use crate::units::dice::{Dice, scaled};
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const IN_SPM            = 1 << 0;
        const IN_REGISTER_FILE  = 1 << 1;
        /// In one cycle, channels have registers in both memories.
        const BOTH              = 1 << 2;
        /// In one cycle, one warp has registers in both memories.
        const WARP_IN_BOTH      = 1 << 3;
        const ALL_IN_SPM        = 1 << 4;
        const LOAD              = 1 << 5;
        const LOAD_OF_PLAIN     = 1 << 6;
        const FIRST_BASE        = 1 << 7;
        const LAST_BASE         = 1 << 8;
        const HIGH_ADDRESS      = 1 << 9;
        const LAST_REGISTER     = 1 << 10;
        const BUNDLE_OF_MIX     = 1 << 11;
        const BUNDLE_OF_OTHER   = 1 << 12;
        const RESET             = 1 << 13;
    }
}

/// The launch that is being loaded.
#[derive(Clone, Copy, Default)]
struct Launch {
    start_warp: u8,
    start_reg: u8,
    warps: u8,
    /// Entries that are loaded, and entries still to load.
    loaded: u8,
    left: u8,
    /// First warp slot of the next entry.
    next: usize,
}

/// Random launches of CTAs of any size, also launches that no split gives.
pub struct Random {
    dice: Dice,
    params: Params,
    launch: Launch,
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        Random { dice: Dice::new(seed), params: params.clone(), launch: Launch::default() }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let all = u16::MAX >> (16 - CHANNELS);
        let mixed = |k: &usize| {
            let same = (0..CHANNELS).filter(|other| i.warp[*other] == i.warp[*k]);
            let spilled = same.fold(0, |mask, other| mask | 1 << (o.in_spm >> other & 1));
            spilled == 0b11
        };
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::IN_SPM, o.in_spm != 0);
        hit.set(Scenarios::IN_REGISTER_FILE, o.in_spm != all);
        hit.set(Scenarios::BOTH, o.in_spm != 0 && o.in_spm != all);
        hit.set(Scenarios::WARP_IN_BOTH, (0..CHANNELS).any(|k| mixed(&k)));
        hit.set(Scenarios::ALL_IN_SPM, o.in_spm == all);
        hit.set(Scenarios::LOAD, i.rst_n && i.load && i.enable);
        hit.set(Scenarios::LOAD_OF_PLAIN, i.rst_n && i.load && !i.enable);
        hit.set(Scenarios::FIRST_BASE, i.rst_n && i.load_base && i.base_cta == 0);
        hit.set(Scenarios::LAST_BASE, i.rst_n && i.load_base && i.base_cta > 0 && i.base_warp > 0);
        let high = o.address.iter().max().copied().unwrap_or_default();
        hit.set(Scenarios::HIGH_ADDRESS, high as usize > REGISTER_BYTES);
        hit.set(Scenarios::LAST_REGISTER, i.reg.contains(&u8::MAX));
        hit.set(Scenarios::BUNDLE_OF_MIX, o.bundle_mix);
        hit.set(Scenarios::BUNDLE_OF_OTHER, !o.bundle_mix && o.in_spm != 0);
        hit.set(Scenarios::RESET, !i.rst_n);
        hit
    }

    fn reachable(params: &Params) -> Scenarios {
        let mut all = Scenarios::all();
        // Each entry needs a first warp slot of its own.
        all.set(Scenarios::LAST_BASE, params.ctas <= params.warps);
        all
    }
}

impl Random {
    /// Loads the variables of another kernel, with few registers or many.
    fn load(&mut self, next: &mut In) {
        let [enable, regs, start, warps, few, ..] = self.dice.bytes();
        let most = if few & 1 == 0 { 64 } else { 256 };
        next.load = true;
        next.enable = enable >= 64;
        // 256 registers, and all registers in the scratchpad, are frequent.
        next.max_reg = if few & 0x1c == 0 { u8::MAX } else { scaled(regs, most) };
        let registers = usize::from(next.max_reg) + 1;
        next.start_reg = if few & 0x60 == 0 { 0 } else { scaled(start, registers) };
        next.start_warp = self.dice.below(self.params.warps) as u8;
        next.offset = self.dice.below(self.params.lines) as u16;
        self.launch = Launch {
            start_warp: next.start_warp,
            start_reg: next.start_reg,
            warps: 1 + scaled(warps, self.params.warps.min(8)),
            loaded: 0,
            left: self.dice.below(self.params.ctas + 1) as u8,
            next: if few & 2 == 0 { next.start_warp.into() } else { 0 },
        };
    }

    /// Loads the next entry, if a warp slot is left for it.
    fn load_base(&mut self, next: &mut In) {
        let launch = &mut self.launch;
        if launch.left == 0 || launch.next >= self.params.warps {
            return;
        }
        let rows = (1 << self.params.address_bits()) / REGISTER_BYTES;
        next.load_base = true;
        next.base_cta = launch.loaded;
        next.base_warp = launch.next as u8;
        next.base = (self.dice.below(rows) * REGISTER_BYTES) as u32;
        launch.left -= 1;
        launch.loaded += 1;
        launch.next += usize::from(launch.warps);
    }

    /// Any warp and register, often near `start_warp` and `start_reg`.
    fn register(&mut self) -> (u8, u8) {
        let [kind, near, warp, reg, ..] = self.dice.bytes();
        let (near_warp, near_reg) = (near & 3, near >> 2 & 3);
        let any = scaled(warp, self.params.warps);
        let last = (self.params.warps - 1) as u8;
        let warp = match kind & 3 {
            0 => any,
            1 => (self.launch.start_warp + near_warp).saturating_sub(1).min(last),
            _ => self.launch.start_warp.max(any),
        };
        let reg = match kind >> 2 & 3 {
            0 => reg,
            1 => self.launch.start_reg.saturating_add(near_reg).saturating_sub(1),
            2 => self.launch.start_reg.max(reg),
            _ => scaled(reg, 64),
        };
        (warp, reg)
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, _: &In, _: &Out) -> In {
        let throw = self.dice.throw(8192);
        let mut next = In { rst_n: !throw.reset, ..In::default() };
        match throw.reset {
            true => self.launch = Launch::default(),
            false if throw.bytes[0] == 0 => self.load(&mut next),
            false if throw.bytes[1] < 64 => self.load_base(&mut next),
            false => {}
        }
        for k in 0..CHANNELS {
            (next.warp[k], next.reg[k]) = self.register();
        }
        for k in 0..self.params.addresses {
            (next.spilled_warp[k], next.spilled_reg[k]) = self.register();
        }
        next.bundle_warp = self.register().0;
        next
    }
}
