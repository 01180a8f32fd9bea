//! The table's behaviour.

use super::{CHANGES, CLEARS, In, Out, Params, SETS};
use crate::units::channels::{Placed, READ_PORTS, lowest, ones, place};

#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    /// By bank and row.
    entries: Vec<Option<u16>>,
    /// Warp slots of which a register was set since their last walk, a bit each.
    used: u64,
    walk: Option<Walk>,
}

/// The next register that a walk looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Walk {
    pub warp: u8,
    pub reg: u8,
}

impl Model {
    #[inline]
    fn index(&self, place: Placed) -> usize {
        usize::from(place.bank) * self.params.placement.entries + usize::from(place.entry)
    }

    /// Where the registers of channels have their entries.
    #[inline]
    pub fn places<const N: usize>(
        &self,
        regs_per_thread: u16,
        warps: &[u8; N],
        regs: &[u8; N],
    ) -> [Placed; N] {
        place(&self.params.placement, regs_per_thread, warps, regs)
    }

    /// The physical register of an entry. State only.
    #[inline]
    pub fn look_up(&self, place: Placed) -> Option<u16> {
        self.entries[self.index(place)]
    }

    /// Maps a register of a warp, whose entry has that place.
    #[inline]
    pub fn set(&mut self, place: Placed, warp: u8, phys: u16) {
        let index = self.index(place);
        self.entries[index] = Some(phys);
        self.used |= 1 << warp;
    }

    /// Unmaps the register whose entry has that place.
    #[inline]
    pub fn clear(&mut self, place: Placed) {
        let index = self.index(place);
        self.entries[index] = None;
    }

    /// The register that is walked, and where its entry is, unless the bank is one of these. State
    /// only.
    #[inline]
    pub fn walked(&self, regs_per_thread: u16, busy_banks: u32) -> Option<(Walk, Placed)> {
        let walk = self.walk?;
        let [place] = self.places(regs_per_thread, &[walk.warp], &[walk.reg]);
        (busy_banks >> place.bank & 1 == 0).then_some((walk, place))
    }

    /// The walked register is unmapped, or is not mapped: the walk goes on.
    #[inline]
    pub fn step(&mut self, regs_per_thread: u16, (walk, place): (Walk, Placed)) {
        self.clear(place);
        let next = u16::from(walk.reg) + 1;
        let on = next < regs_per_thread;
        self.walk = on.then_some(Walk { reg: next as u8, ..walk });
        if !on {
            self.used &= !(1 << walk.warp);
        }
    }

    /// Whether a warp may leave. State only.
    #[inline]
    pub fn leave_ready(&self) -> bool {
        self.walk.is_none()
    }

    /// A warp leaves; none is walked.
    #[inline]
    pub fn leave(&mut self, warp: u8) {
        self.walk = Some(Walk { warp, reg: 0 });
    }

    /// Warp slots without mapped registers, a bit each. State only.
    #[inline]
    pub fn left(&self) -> u64 {
        let all = u64::MAX >> (64 - self.params.placement.warps);
        let walked = self.walk.map_or(0, |walk| 1 << walk.warp);
        all & !self.used & !walked
    }

    /// As after reset.
    pub fn reset(&mut self) {
        self.entries.fill(None);
        (self.used, self.walk) = (0, None);
    }

    /// What channels find that are valid and ready.
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

/// Banks that these channels ask for.
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
        let regs = i.regs_per_thread;
        let reads = self.places::<READ_PORTS>(regs, &i.read_warp, &i.read_reg);
        let changes = self.places::<CHANGES>(regs, &i.change_warp, &i.change_reg);
        let read_ready = lowest(i.read_valid, &reads);
        let change_ready = lowest(i.change_valid, &changes);
        let (read_mapped, read_phys) = self.found(i.read_valid & read_ready, &reads);
        let (change_mapped, change_phys) = self.found(i.change_valid & change_ready, &changes);
        let walked = self.walked(regs, banks_of(i.change_valid, &changes));
        let offered = walked.and_then(|(_, place)| self.look_up(place));
        Out {
            read_ready,
            read_mapped,
            read_phys,
            change_ready,
            change_mapped,
            change_phys,
            change_home: changes.map(|place| place.bank),
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
        let regs = i.regs_per_thread;
        let places = self.places::<CHANGES>(regs, &i.change_warp, &i.change_reg);
        let walked = self.walked(regs, banks_of(i.change_valid, &places));
        let idle = self.leave_ready();
        let channels = u32::from(i.change_valid & lowest(i.change_valid, &places));
        let setting = channels & u32::from(i.set);
        let clearing = channels >> SETS & u32::from(i.clear);
        for k in ones(setting) {
            self.set(places[k], i.change_warp[k], i.set_phys);
        }
        for k in ones(clearing) {
            self.clear(places[SETS + k]);
        }
        let goes = |(_, place): &(Walk, Placed)| i.walk_go || self.look_up(*place).is_none();
        if let Some(walked) = walked.filter(goes) {
            self.step(regs, walked);
        }
        if i.leave_valid && idle {
            self.leave(i.leave_warp);
        }
    }

    fn accepts(&self, i: &In) -> bool {
        let placement = &self.params.placement;
        let fits = |warp: &u8, reg: &u8| {
            usize::from(*warp) < placement.warps && u16::from(*reg) < i.regs_per_thread && {
                let [place] = self.places(i.regs_per_thread, &[*warp], &[*reg]);
                usize::from(place.entry) < placement.entries
            }
        };
        let reads = i.read_warp.iter().zip(&i.read_reg).all(|(warp, reg)| fits(warp, reg));
        let changes = i.change_warp.iter().zip(&i.change_reg).all(|(warp, reg)| fits(warp, reg));
        let last = (i.regs_per_thread.max(1) - 1) as u8;
        let walk = self.walk.is_none_or(|walk| fits(&walk.warp, &walk.reg));
        let sets_walked = |warp| ones(i.set.into()).any(|k| i.change_warp[k] == warp);
        (1..=256).contains(&i.regs_per_thread)
            && reads
            && changes
            && walk
            && fits(&i.leave_warp, &last)
            && i.set.count_ones() <= 1
            && i.clear >> CLEARS == 0
            && !self.walk.is_some_and(|walk| sets_walked(walk.warp))
    }
}
