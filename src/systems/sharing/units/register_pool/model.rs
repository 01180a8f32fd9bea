//! Behavioural model of the register pool.

use super::rows::Rows;
use super::{HOLDS, In, MOST, Out, Params, QUERIES, UNMAPS};
use crate::units::channels::ones;

#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    counts: Vec<u8>,
    kept: Vec<bool>,
    /// Rows of free registers.
    free_rows: Rows,
    /// Rows of kept registers.
    kept_rows: Rows,
    /// Number of mapped registers.
    in_use: u16,
    /// Registers that are held.
    held: [Option<u16>; HOLDS],
}

/// The register that is offered for taking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Offer {
    pub phys: u16,
    /// Whether the register is kept, so that its table entry must be dropped.
    pub kept: bool,
}

impl Model {
    /// The register offered for home bank `home`. State only.
    #[inline]
    pub fn offer(&self, home: u8) -> Option<Offer> {
        let registers = &self.params.registers;
        let held = self.held.map(|phys| phys.map(|phys| registers.place(phys)));
        let home = usize::from(home);
        let free = self.free_rows.first(home, &held);
        let place = free.or_else(|| self.kept_rows.first(home, &held));
        place.map(|(bank, row)| Offer { phys: registers.at(bank, row), kept: free.is_none() })
    }

    /// Number of map entries that name a register. State only.
    #[inline]
    pub fn count(&self, phys: u16) -> u8 {
        self.counts[usize::from(phys)]
    }

    /// Bit k: exactly one map entry names register k of `phys`. State only.
    #[inline]
    pub fn single(&self, phys: &[u16; QUERIES]) -> u8 {
        let single = |single, k| single | u8::from(self.count(phys[k]) == 1) << k;
        (0..QUERIES).fold(0, single)
    }

    /// Whether no further map entry may name the register. State only.
    #[inline]
    pub fn is_full(&self, phys: u16) -> bool {
        self.count(phys) == MOST
    }

    /// Number of mapped registers. State only.
    #[inline]
    pub fn in_use(&self) -> u16 {
        self.in_use
    }

    /// Adds a map entry that names the register. Also used when the register is taken.
    #[inline]
    pub fn map(&mut self, phys: u16) {
        self.in_use += u16::from(self.count(phys) == 0);
        self.counts[usize::from(phys)] += 1;
        self.list(phys, false);
    }

    /// Removes a map entry that names the register. Returns whether the register becomes free.
    #[inline]
    pub fn unmap(&mut self, phys: u16, recorded: bool) -> bool {
        let count = &mut self.counts[usize::from(phys)];
        *count -= 1;
        self.in_use -= u16::from(*count == 0);
        let kept = recorded && self.params.keep && *count == 0;
        let released = *count == 0 && !kept;
        self.list(phys, kept);
        released
    }

    /// Updates the lists of free and of kept registers after a change of this register.
    #[inline]
    fn list(&mut self, phys: u16, kept: bool) {
        let unmapped = self.counts[usize::from(phys)] == 0;
        let place = self.params.registers.place(phys);
        self.kept[usize::from(phys)] = kept;
        self.free_rows.set(place, unmapped && !kept);
        if self.params.keep {
            self.kept_rows.set(place, kept);
        }
    }

    /// Resets the pool: all registers become free.
    pub fn clear(&mut self) {
        self.counts.fill(0);
        self.in_use = 0;
        self.held = [None; HOLDS];
        for phys in 0..self.counts.len() {
            self.list(phys as u16, false);
        }
    }

    /// Registers that become free, one bit per unmap channel.
    #[inline]
    fn released(&self, i: &In) -> u8 {
        let mut released = 0;
        for k in ones(i.unmap.into()) {
            let phys = i.unmap_phys[k];
            let named = |n: &usize| i.unmap_phys[*n] == phys;
            let last = !ones((i.unmap >> (k + 1)).into()).any(|n| named(&(n + k + 1)));
            let unmaps = ones(i.unmap.into()).filter(named).count();
            let maps = usize::from(i.map && i.map_phys == phys);
            let kept = self.params.keep && i.unmap_recorded >> k & 1 != 0;
            let left = usize::from(self.count(phys)) + maps - unmaps;
            released |= u8::from(last && !kept && left == 0) << k;
        }
        released
    }
}

/// Registers that are held in the next cycle.
#[inline]
fn holds(i: &In) -> [Option<u16>; HOLDS] {
    std::array::from_fn(|n| (i.hold >> n & 1 != 0).then_some(i.hold_phys[n]))
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        let rows = Rows::new(&params.registers);
        let registers = params.registers.count();
        let mut model = Model {
            params: *params,
            counts: vec![0; registers],
            kept: vec![false; registers],
            free_rows: rows.clone(),
            kept_rows: rows,
            in_use: 0,
            held: [None; HOLDS],
        };
        model.clear();
        model
    }

    #[inline]
    fn outputs(&self, i: &In) -> Out {
        let offer = self.offer(i.take_home);
        Out {
            can_take: offer.is_some(),
            take_phys: offer.map_or(0, |offer| offer.phys),
            take_kept: offer.is_some_and(|offer| offer.kept),
            single: self.single(&i.query_phys),
            hit_full: self.is_full(i.hit_phys),
            released: self.released(i),
            in_use: self.in_use,
            emptied: self.in_use == 0,
        }
    }

    #[inline]
    fn tick(&mut self, i: &In) {
        if !i.rst_n {
            return self.clear();
        }
        if i.take
            && let Some(offer) = self.offer(i.take_home)
        {
            self.map(offer.phys);
        }
        if i.map {
            self.map(i.map_phys);
        }
        for k in ones(i.unmap.into()) {
            self.unmap(i.unmap_phys[k], i.unmap_recorded >> k & 1 != 0);
        }
        self.held = holds(i);
    }

    fn accepts(&self, i: &In) -> bool {
        let known = |phys: &u16| usize::from(*phys) < self.counts.len();
        let names = i.unmap_phys.iter().chain(&i.hold_phys).chain(&i.query_phys);
        if !names.chain([&i.map_phys, &i.hit_phys]).all(known) {
            return false;
        }
        let mapped = |phys| usize::from(self.count(phys) + u8::from(i.map && i.map_phys == phys));
        let may_map = self.count(i.map_phys) > 0 || self.kept[usize::from(i.map_phys)];
        let maps = !i.map || !i.take && may_map && self.count(i.map_phys) < MOST;
        let is_recorded = |k: usize| i.unmap_recorded >> k & 1;
        let unmaps = |k: usize| {
            let same = |n: &usize| i.unmap >> n & 1 != 0 && i.unmap_phys[*n] == i.unmap_phys[k];
            let mut all = (0..UNMAPS).filter(same);
            (0..UNMAPS).filter(same).count() <= mapped(i.unmap_phys[k])
                && all.all(|n| is_recorded(n) == is_recorded(k))
        };
        maps && ones(i.unmap.into()).all(unmaps)
    }
}
