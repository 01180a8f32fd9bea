//! Stimulus: random takes, maps and unmaps of registers. The pool is at times nearly empty or full.

use super::{HOLDS, In, MOST, Model, Out, Params, UNMAPS};
use crate::systems::sharing::units::registers::Registers;
use crate::units::channels::ones;
use crate::units::dice::{Dice, scaled};
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const TAKE                  = 1 << 0;
        /// A take with home bank 0 gets the first register of bank 1.
        const TAKE_OF_NEXT_BANK     = 1 << 1;
        const TAKE_OF_KEPT          = 1 << 2;
        const NONE_TO_TAKE          = 1 << 3;
        const MAP                   = 1 << 4;
        const MAP_AND_UNMAP_OF_ONE  = 1 << 5;
        const THREE_UNMAPS_OF_ONE   = 1 << 6;
        const RELEASE               = 1 << 7;
        /// Several channels name a register, and the last of them frees it.
        const RELEASE_BY_LAST       = 1 << 8;
        const SINGLE                = 1 << 9;
        const HIT_OF_FULL           = 1 << 10;
        const TWO_HELD              = 1 << 11;
        /// A held register is unmapped for the last time.
        const RELEASE_OF_HELD       = 1 << 12;
        const RESET_WHILE_MAPPED    = 1 << 13;
        /// All mapped registers become free in one cycle.
        const RELEASE_OF_ALL        = 1 << 14;
        /// No register can be taken, and none is held in the next cycle.
        const ALL_IN_USE            = 1 << 15;
        /// A kept register is mapped again.
        const MAP_OF_KEPT           = 1 << 16;
    }
}

/// Random takes, maps and unmaps at changing rates.
pub struct Random {
    dice: Dice,
    keep: bool,
    registers: Registers,
    /// Physical register of each map entry, in arbitrary order.
    entries: Vec<u16>,
    /// Number of map entries of each physical register.
    counts: Vec<u8>,
    /// Kept registers, a few of which are hit.
    kept: Vec<u16>,
    /// Phases until the rates change.
    phases: u8,
    /// Probability, out of 256, of a take, a map, and an unmap by each channel.
    chance: [u8; 3],
    /// Whether unmaps choose the registers that were mapped last, or any.
    recent: bool,
    /// Whether home banks are mostly high or mostly low.
    high_homes: bool,
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        let Params { registers, keep } = *params;
        Random {
            dice: Dice::new(seed),
            keep,
            registers,
            entries: Vec::new(),
            counts: vec![0; registers.count()],
            kept: Vec::new(),
            phases: 0,
            chance: [0; 3],
            recent: false,
            high_homes: false,
        }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let names = |phys| ones(i.unmap.into()).filter(|k| i.unmap_phys[*k] == phys).count();
        let unmapped = || ones(i.unmap.into()).map(|k| names(i.unmap_phys[k]));
        let take = i.rst_n && i.take && o.can_take;
        let is_held = |phys| ones(i.hold.into()).any(|n| i.hold_phys[n] == phys);
        let released = || ones(o.released.into()).map(|k| i.unmap_phys[k]);
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::TAKE, take);
        hit.set(Scenarios::TAKE_OF_NEXT_BANK, take && i.take_home == 0 && o.take_phys == 1);
        hit.set(Scenarios::TAKE_OF_KEPT, take && o.take_kept);
        hit.set(Scenarios::NONE_TO_TAKE, !o.can_take);
        hit.set(Scenarios::MAP, i.rst_n && i.map);
        hit.set(Scenarios::MAP_AND_UNMAP_OF_ONE, i.map && names(i.map_phys) > 0);
        hit.set(Scenarios::THREE_UNMAPS_OF_ONE, unmapped().any(|names| names == UNMAPS));
        hit.set(Scenarios::RELEASE, o.released != 0);
        hit.set(Scenarios::RELEASE_BY_LAST, released().any(|phys| names(phys) > 1));
        hit.set(Scenarios::SINGLE, o.single != 0);
        hit.set(Scenarios::HIT_OF_FULL, o.hit_full);
        hit.set(Scenarios::TWO_HELD, i.hold == 3);
        hit.set(Scenarios::RELEASE_OF_HELD, released().any(is_held));
        hit.set(Scenarios::RESET_WHILE_MAPPED, !i.rst_n && o.single != 0);
        let of_all = u32::from(o.in_use) == o.released.count_ones();
        hit.set(Scenarios::RELEASE_OF_ALL, i.rst_n && !i.take && !i.map && !o.emptied && of_all);
        hit.set(Scenarios::ALL_IN_USE, !o.can_take && i.hold == 0);
        // While no register is in use, only a kept register can be mapped.
        hit.set(Scenarios::MAP_OF_KEPT, i.rst_n && i.map && o.emptied);
        hit
    }

    fn reachable(params: &Params) -> Scenarios {
        let mut all = Scenarios::all();
        all.set(Scenarios::TAKE_OF_KEPT | Scenarios::MAP_OF_KEPT, params.keep);
        all
    }
}

impl Random {
    fn clear(&mut self) {
        self.entries.clear();
        self.kept.clear();
        self.counts.fill(0);
    }

    fn map(&mut self, phys: u16) {
        self.entries.push(phys);
        self.counts[usize::from(phys)] += 1;
        self.kept.retain(|kept| *kept != phys);
    }

    fn unmap(&mut self, phys: u16, recorded: bool) {
        let entry = self.entries.iter().rposition(|entry| *entry == phys);
        entry.into_iter().for_each(|entry| _ = self.entries.swap_remove(entry));
        let count = &mut self.counts[usize::from(phys)];
        *count -= 1;
        if *count == 0 && recorded && self.keep {
            self.kept.push(phys);
        }
    }

    /// Updates the state after a cycle.
    fn follow(&mut self, i: &In, o: &Out) {
        if !i.rst_n {
            return self.clear();
        }
        if i.take && o.can_take {
            self.map(o.take_phys);
        }
        if i.map {
            self.map(i.map_phys);
        }
        for k in ones(i.unmap.into()) {
            self.unmap(i.unmap_phys[k], i.unmap_recorded >> k & 1 != 0);
        }
    }

    /// Chooses rates that fill the pool, empty it or do neither, with few maps or many.
    fn change_rates(&mut self, random: [u8; 8]) {
        let [direction, map, a, b, phases, recent, ..] = random;
        self.recent = recent & 1 != 0;
        self.high_homes = recent & 6 == 0;
        self.phases = phases & 15;
        self.chance = match direction & 3 {
            0 => [255, map, a >> 4],
            1 => [a >> 3, map >> 2, 128 | b],
            2 => [a >> 4, 255, b >> 5],
            _ => [a, map, b >> 1],
        };
    }

    /// A random index into the list of map entries, among the last few or anywhere.
    fn entry(&mut self) -> usize {
        let count = self.entries.len();
        let among = if self.recent { count.min(6) } else { count };
        count - 1 - self.dice.below(among)
    }

    /// A register that a load may hit: mapped and not full, or kept.
    fn mappable(&mut self) -> Option<u16> {
        if !self.kept.is_empty() && self.dice.below(4) == 0 {
            let kept = self.dice.below(self.kept.len());
            return Some(self.kept[kept]);
        }
        if self.entries.is_empty() {
            return None;
        }
        let phys = if self.recent { self.entries[0] } else { self.any_entry() };
        (self.counts[usize::from(phys)] < MOST).then_some(phys)
    }

    fn any_entry(&mut self) -> u16 {
        let entry = self.entry();
        self.entries[entry]
    }

    /// A random register, mostly a mapped one.
    fn any(&mut self) -> u16 {
        match self.entries.is_empty() || self.dice.below(4) == 0 {
            true => self.dice.below(self.registers.count()) as u16,
            false => self.any_entry(),
        }
    }

    /// Unmaps of different map entries.
    fn unmaps(&mut self, next: &mut In, random: [u8; 8]) {
        let mut chosen = [usize::MAX; UNMAPS];
        for k in 0..UNMAPS {
            if random[k] > self.chance[2] || self.entries.is_empty() {
                continue;
            }
            let entry = self.entry();
            if chosen.contains(&entry) {
                continue;
            }
            chosen[k] = entry;
            let phys = self.entries[entry];
            next.unmap |= 1 << k;
            next.unmap_phys[k] = phys;
            // Channels that name the same register must agree.
            let recorded = (phys ^ u16::from(random[3])).count_ones() & 1;
            next.unmap_recorded |= (recorded as u8) << k;
        }
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, i: &In, o: &Out) -> In {
        self.follow(i, o);
        let throw = self.dice.throw(8192);
        if throw.new_phase {
            self.phases = self.phases.saturating_sub(1);
            if self.phases == 0 {
                let random = self.dice.bytes();
                self.change_rates(random);
            }
        }
        let random = throw.bytes;
        let mut next = In { rst_n: !throw.reset, ..In::default() };
        next.take = random[0] <= self.chance[0];
        let home = if self.high_homes { random[1] | random[2] } else { random[1] & random[2] };
        next.take_home = scaled(home, self.registers.banks);
        if !next.take && random[3] <= self.chance[1] {
            let phys = self.mappable();
            (next.map, next.map_phys) = (phys.is_some(), phys.unwrap_or(0));
        }
        let bytes = self.dice.bytes();
        self.unmaps(&mut next, bytes);
        for n in 0..HOLDS {
            // A register is held for several cycles.
            let stays = random[4 + n] < 240;
            next.hold_phys[n] = if stays { i.hold_phys[n] } else { self.any() };
            next.hold |= u8::from(if stays { i.hold >> n & 1 != 0 } else { random[6] < 160 }) << n;
        }
        next.query_phys = std::array::from_fn(|_| self.any());
        next.hit_phys = self.mappable().unwrap_or_else(|| self.any());
        if self.recent && !self.entries.is_empty() {
            next.hit_phys = self.entries[0];
        }
        next
    }
}
