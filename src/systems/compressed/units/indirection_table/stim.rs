//! Loads, then lookups by few or many channels, of few or many registers.

use super::{In, Model, Out, Params};
use crate::units::channels::{READ_PORTS, WRITE_PORTS, ones};
use crate::units::dice::Dice;
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const LOAD                 = 1 << 0;
        const LOOKUP_WHILE_LOADING = 1 << 1;
        const ALL_SOURCES          = 1 << 2;
        const ALL_DESTINATIONS     = 1 << 3;
        /// A channel waits: a lower channel asks its bank for another register.
        const CONFLICT             = 1 << 4;
        const WRITE_CONFLICT       = 1 << 5;
        /// Two channels ask for the same register.
        const SHARED_ACCESS        = 1 << 6;
        const RESET                = 1 << 7;
    }
}

pub struct Random {
    dice: Dice,
    registers: usize,
    /// Number of loaded registers, from register 0 on.
    loaded: usize,
    /// Number of registers to load: few at first.
    wanted: usize,
    /// Number of registers that this phase looks up.
    used: usize,
    /// Chance, out of 256, that a channel requests a lookup.
    chance: u8,
    /// Chance, out of 256, that a loaded entry is loaded again.
    load_chance: u8,
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        let registers = params.registers();
        Random {
            dice: Dice::new(seed),
            registers,
            loaded: 0,
            wanted: 4,
            used: 1,
            chance: 0,
            load_chance: 0,
        }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let mut asked = [false; 256];
        let shared = ones(i.source_valid.into())
            .any(|n| std::mem::replace(&mut asked[usize::from(i.source_register[n])], true));
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::LOAD, i.load_valid && i.rst_n);
        hit.set(Scenarios::LOOKUP_WHILE_LOADING, i.load_valid && i.source_valid != 0);
        hit.set(Scenarios::ALL_SOURCES, o.source_found == u8::MAX);
        hit.set(Scenarios::ALL_DESTINATIONS, o.destination_found == (1 << WRITE_PORTS) - 1);
        hit.set(Scenarios::CONFLICT, !i.load_valid && i.source_valid & !o.source_ready != 0);
        hit.set(
            Scenarios::WRITE_CONFLICT,
            !i.load_valid && i.destination_valid & !o.destination_ready != 0,
        );
        hit.set(Scenarios::SHARED_ACCESS, shared);
        hit.set(Scenarios::RESET, !i.rst_n);
        hit
    }
}

impl Random {
    fn ask<const N: usize>(&mut self, valid: &mut u8, registers: &mut [u8; N]) {
        for (n, register) in registers.iter_mut().enumerate() {
            *register = self.dice.below(self.used.min(self.loaded)) as u8;
            *valid |= u8::from(self.dice.below(256) <= usize::from(self.chance)) << n;
        }
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, i: &In, _: &Out) -> In {
        let throw = self.dice.throw(4096);
        if throw.new_phase {
            self.chance = throw.bytes[0] | throw.bytes[1];
            self.load_chance = throw.bytes[2] & throw.bytes[3] >> 1;
            self.wanted = (self.wanted * 2).min(self.registers);
            self.used = if throw.bytes[4] < 96 { 6 } else { self.registers };
        }
        if i.rst_n && i.load_valid && usize::from(i.load_register) == self.loaded {
            self.loaded += 1;
        }
        let mut next = In { rst_n: !throw.reset, ..In::default() };
        if self.loaded > 0 {
            self.ask::<READ_PORTS>(&mut next.source_valid, &mut next.source_register);
            self.ask::<WRITE_PORTS>(&mut next.destination_valid, &mut next.destination_register);
        }
        let whole = self.loaded == self.wanted;
        if !whole || self.dice.below(256) < usize::from(self.load_chance) {
            next.load_valid = true;
            let any = self.dice.below(self.loaded.max(1));
            next.load_register = if whole { any } else { self.loaded } as u8;
            next.load_entry = self.dice.below(1 << 32) as u32;
        }
        next
    }
}
