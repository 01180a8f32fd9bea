//! Repeats: lookups under the identity mapping, loads of a permutation, lookups of loaded entries.

use super::{In, Model, Out, Params};
use crate::systems::racetrack::units::PortRegions;
use crate::units::dice::Dice;
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const LOAD              = 1 << 0;
        const LOOKUP            = 1 << 1;
        const SAME_ENTRY_TWICE  = 1 << 2;
        /// A lookup of the entry that is loaded in this cycle gives the old position.
        const LOOKUP_OF_LOADING = 1 << 3;
        const RESET             = 1 << 4;
    }
}

pub struct Random {
    dice: Dice,
    geometry: PortRegions,
    /// Position of each entry in the permutation to load.
    permutation: Vec<usize>,
    /// Entries of the permutation loaded so far.
    loaded: usize,
    /// Remaining cycles without a load before the next permutation.
    rest: usize,
    /// Whether nothing was loaded since reset.
    fresh: bool,
    /// Entries below this number may be looked up.
    known: usize,
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        let positions = params.geometry.positions();
        Random {
            dice: Dice::new(seed),
            geometry: params.geometry,
            permutation: (0..positions).collect(),
            loaded: 0,
            rest: 0,
            fresh: true,
            known: positions,
        }
    }

    fn scenarios(i: &In, _: &Out) -> Scenarios {
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::LOAD, i.load_valid && i.rst_n);
        hit.set(Scenarios::LOOKUP, i.rst_n && !i.load_valid);
        hit.set(Scenarios::SAME_ENTRY_TWICE, i.read_entry == i.write_entry);
        hit.set(Scenarios::LOOKUP_OF_LOADING, i.load_valid && i.read_entry == i.load_entry);
        hit.set(Scenarios::RESET, !i.rst_n);
        hit
    }
}

impl Random {
    fn shuffle(&mut self) {
        for n in (1..self.permutation.len()).rev() {
            let other = self.dice.below(n + 1);
            self.permutation.swap(n, other);
        }
    }

    /// A random entry that may be looked up, often the one that is being loaded.
    fn lookup(&mut self, loading: usize) -> u16 {
        let entry = match self.dice.below(8) {
            0 if loading < self.known => loading,
            _ => self.dice.below(self.known),
        };
        entry as u16
    }

    /// Counts a load. The first one ends the identity mapping, so only loaded entries stay known.
    fn count_load(&mut self) {
        self.loaded += 1;
        self.known = if self.fresh { 1 } else { self.known.max(self.loaded) };
        self.fresh = false;
        if self.loaded == self.permutation.len() {
            (self.loaded, self.rest) = (0, 50);
        }
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, i: &In, _: &Out) -> In {
        let throw = self.dice.throw(4096);
        if i.load_valid && i.rst_n {
            self.count_load();
        }
        let mut next = In { rst_n: !throw.reset, ..In::default() };
        if self.rest > 0 {
            self.rest -= 1;
            if self.rest == 0 {
                self.shuffle();
            }
        } else if throw.bytes[0] < 200 {
            next.load_valid = true;
            next.load_entry = self.loaded as u16;
            let position = self.permutation[self.loaded];
            (next.load_port, next.load_offset) = self.geometry.place(position);
        }
        next.read_entry = self.lookup(usize::from(next.load_entry));
        next.write_entry = self.lookup(usize::from(next.load_entry));
        if throw.reset {
            (self.loaded, self.rest) = (0, 20);
            (self.fresh, self.known) = (true, self.permutation.len());
        }
        next
    }
}
