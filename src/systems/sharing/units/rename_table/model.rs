//! Behavioural model of the rename table.

use super::{CHANGES, CLEARS, In, Out, Params, SETS};
use crate::units::channels::{Placed, READ_PORTS, lowest, ones, place};

#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    /// Physical register of each entry, indexed by bank, then entry in the bank.
    entries: Vec<Option<u16>>,
    /// Warp slots with a register that was set since the last walk of the slot, one bit each.
    used: u64,
    walk: Option<Walk>,
}

/// The next register that a walk looks at, and the place of its entry.
#[derive(Clone, Copy, Debug)]
pub struct Walk {
    warp: u8,
    reg: u8,
    place: Placed,
}

/// Places of the entries that the channels look up.
fn placed<const N: usize>(banks: &[u8; N], entries: &[u16; N]) -> [Placed; N] {
    std::array::from_fn(|n| Placed { bank: banks[n], entry: entries[n] })
}

impl Model {
    #[inline]
    fn index(&self, place: Placed) -> usize {
        usize::from(place.bank) * self.params.placement.entries + usize::from(place.entry)
    }

    /// The place of the entry of a warp's register.
    #[inline]
    fn place(&self, regs_per_thread: u16, warp: u8, reg: u8) -> Placed {
        let [place] = place(&self.params.placement, regs_per_thread, &[warp], &[reg]);
        place
    }

    /// The physical register of an entry. State only.
    #[inline]
    fn look_up(&self, place: Placed) -> Option<u16> {
        self.entries[self.index(place)]
    }

    /// Maps the register of a warp whose entry is at `place`.
    #[inline]
    fn set(&mut self, place: Placed, warp: u8, phys: u16) {
        let index = self.index(place);
        self.entries[index] = Some(phys);
        self.used |= 1 << warp;
    }

    /// Unmaps the register whose entry is at `place`.
    #[inline]
    fn clear(&mut self, place: Placed) {
        let index = self.index(place);
        self.entries[index] = None;
    }

    /// The register that the walk looks at, unless its bank is busy. State only.
    #[inline]
    fn walked(&self, busy_banks: u32) -> Option<Walk> {
        self.walk.filter(|walk| busy_banks >> walk.place.bank & 1 == 0)
    }

    /// Unmaps the walked register, if it is mapped, and moves the walk to the next one.
    #[inline]
    fn step(&mut self, regs_per_thread: u16, Walk { warp, reg, place }: Walk) {
        self.clear(place);
        let next = u16::from(reg) + 1;
        self.walk = (next < regs_per_thread).then(|| {
            let reg = next as u8;
            Walk { warp, reg, place: self.place(regs_per_thread, warp, reg) }
        });
        if self.walk.is_none() {
            self.used &= !(1 << warp);
        }
    }

    /// Whether a leave is accepted. State only.
    #[inline]
    fn leave_ready(&self) -> bool {
        self.walk.is_none()
    }

    /// Begins the walk of a warp. No other warp may be walked.
    #[inline]
    fn leave(&mut self, regs_per_thread: u16, warp: u8) {
        self.walk = Some(Walk { warp, reg: 0, place: self.place(regs_per_thread, warp, 0) });
    }

    /// Warp slots without a register set, and not walked, one bit each. State only.
    #[inline]
    fn left(&self) -> u64 {
        let all = u64::MAX >> (64 - self.params.placement.warps);
        let walked = self.walk.map_or(0, |walk| 1 << walk.warp);
        all & !self.used & !walked
    }

    /// Resets the table.
    fn reset(&mut self) {
        self.entries.fill(None);
        (self.used, self.walk) = (0, None);
    }

    /// Channels whose register is mapped, one bit each, and their physical registers. Only
    /// `channels`, the valid and ready ones, look up.
    #[inline]
    fn found<const N: usize>(&self, channels: u8, places: &[Placed; N]) -> (u8, [u16; N]) {
        let (mut mapped, mut registers) = (0, [0; N]);
        for k in ones(channels.into()) {
            if let Some(phys) = self.look_up(places[k]) {
                mapped |= 1 << k;
                registers[k] = phys;
            }
        }
        (mapped, registers)
    }
}

/// Banks that the valid channels ask for, one bit each.
#[inline]
fn banks_of(valid: u8, places: &[Placed]) -> u32 {
    ones(valid.into()).fold(0, |banks, k| banks | 1 << places[k].bank)
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        let entries = params.placement.banks * params.placement.entries;
        Model { params: params.clone(), entries: vec![None; entries], used: 0, walk: None }
    }

    #[inline]
    fn outputs(&self, i: &In) -> Out {
        let reads = placed::<READ_PORTS>(&i.read_bank, &i.read_entry);
        let changes = placed::<CHANGES>(&i.change_bank, &i.change_entry);
        let read_ready = lowest(i.read_valid, &reads);
        let change_ready = lowest(i.change_valid, &changes);
        let (read_mapped, read_phys) = self.found(i.read_valid & read_ready, &reads);
        let (change_mapped, change_phys) = self.found(i.change_valid & change_ready, &changes);
        let walked = self.walked(banks_of(i.change_valid, &changes));
        let offered = walked.and_then(|walk| self.look_up(walk.place));
        Out {
            read_ready,
            read_mapped,
            read_phys,
            change_ready,
            change_mapped,
            change_phys,
            leave_ready: self.leave_ready(),
            walk_valid: offered.is_some(),
            walk_phys: offered.unwrap_or(0),
            left: self.left(),
        }
    }

    #[inline]
    fn tick(&mut self, i: &In) {
        if !i.rst_n {
            return self.reset();
        }
        let places = placed::<CHANGES>(&i.change_bank, &i.change_entry);
        let walked = self.walked(banks_of(i.change_valid, &places));
        let idle = self.leave_ready();
        let channels = u32::from(i.change_valid & lowest(i.change_valid, &places));
        let setting = channels & u32::from(i.set);
        let clearing = channels >> SETS & u32::from(i.clear);
        for k in ones(setting) {
            self.set(places[k], i.set_warp[k], i.set_phys);
        }
        for k in ones(clearing) {
            self.clear(places[SETS + k]);
        }
        let goes = |walk: &Walk| i.walk_go || self.look_up(walk.place).is_none();
        if let Some(walk) = walked.filter(goes) {
            self.step(i.regs_per_thread, walk);
        }
        if i.leave_valid && idle {
            self.leave(i.regs_per_thread, i.leave_warp);
        }
    }

    fn accepts(&self, i: &In) -> bool {
        let placement = &self.params.placement;
        let last = (i.regs_per_thread.max(1) - 1) as u8;
        let fits = |warp: u8| {
            let room = || usize::from(self.place(i.regs_per_thread, warp, last).entry);
            usize::from(warp) < placement.warps && room() < placement.entries
        };
        let exists = |bank: u8, entry: u16| {
            usize::from(bank) < placement.banks && usize::from(entry) < placement.entries
        };
        let reads =
            i.read_bank.iter().zip(&i.read_entry).all(|(bank, entry)| exists(*bank, *entry));
        let mut changes = i.change_bank.iter().zip(&i.change_entry);
        let sets_walked = |warp| ones(i.set.into()).any(|k| i.set_warp[k] == warp);
        (1..=256).contains(&i.regs_per_thread)
            && reads
            && changes.all(|(bank, entry)| exists(*bank, *entry))
            && i.set_warp.iter().all(|warp| usize::from(*warp) < placement.warps)
            && fits(i.leave_warp)
            && i.set.count_ones() <= 1
            && i.clear >> CLEARS == 0
            && !self.walk.is_some_and(|walk| sets_walked(walk.warp) || !fits(walk.warp))
    }
}
