//! Stimulus: requests of few or many banks, some of which are not ready.

use super::{In, Model, Out, Params};
use crate::units::channels::{READ_PORTS, WRITE_PORTS, ones};
use crate::units::dice::{Dice, scaled};
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios that stimulus must reach.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const READ_ACCEPTED     = 1 << 0;
        const WRITE_ACCEPTED    = 1 << 1;
        const READ_REFUSED      = 1 << 2;
        const WRITE_REFUSED     = 1 << 3;
        /// A register that holds a request takes the next one.
        const REPLACED          = 1 << 4;
        /// A held read waits for an older request of its bank.
        const WAITS_FOR_OLDER   = 1 << 5;
        /// Every register holds a request.
        const ALL_HELD          = 1 << 6;
        const RESET_WHILE_HELD  = 1 << 7;
    }
}

/// Random requests. Each is offered until it is accepted.
pub struct Random {
    dice: Dice,
    banks: usize,
    /// Chance of a request, out of 256.
    request: u8,
    /// Chance that a bank is ready, out of 256.
    ready: u8,
    /// Number of banks that are requested.
    used: usize,
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        Random { dice: Dice::new(seed), banks: params.banks, request: 0, ready: 0, used: 1 }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let offered =
            (0..READ_PORTS).fold(0, |offered, n| offered | u8::from(o.read_offer[n] != 0) << n);
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::READ_ACCEPTED, i.read_valid & o.read_ready != 0);
        hit.set(Scenarios::WRITE_ACCEPTED, i.write_valid & o.write_ready != 0);
        hit.set(Scenarios::READ_REFUSED, i.read_valid & !o.read_ready != 0);
        hit.set(Scenarios::WRITE_REFUSED, i.write_valid & !o.write_ready != 0);
        hit.set(Scenarios::REPLACED, i.read_valid & o.read_ready & offered != 0);
        hit.set(Scenarios::WAITS_FOR_OLDER, !o.read_ready & !offered != 0);
        hit.set(Scenarios::ALL_HELD, o.read_ready == 0 && o.write_ready == 0);
        hit.set(Scenarios::RESET_WHILE_HELD, !i.rst_n && o.waiting != 0);
        hit
    }
}

impl Random {
    /// A random set of ready banks.
    fn ready(&mut self) -> u32 {
        (0..self.banks).step_by(8).fold(0, |ready, first| {
            let bytes = self.dice.bytes().into_iter().take(self.banks - first);
            let ready_of = |(n, byte): (usize, u8)| u32::from(byte <= self.ready) << (first + n);
            ready | bytes.enumerate().map(ready_of).sum::<u32>()
        })
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, i: &In, o: &Out) -> In {
        let throw = self.dice.throw(4096);
        if throw.new_phase {
            let [request, ready, used, ..] = throw.bytes;
            (self.request, self.ready) = (request, ready);
            self.used = 1 + usize::from(scaled(used, self.banks));
        }
        let mut next = In { rst_n: !throw.reset, read_valid: 0, write_valid: 0, ..*i };
        (next.bank_read_ready, next.bank_write_ready) = (self.ready(), self.ready());
        if throw.reset {
            return next;
        }
        let chances = [self.dice.bytes(), self.dice.bytes()].concat();
        if i.rst_n {
            next.read_valid = i.read_valid & !o.read_ready;
            next.write_valid = i.write_valid & !o.write_ready;
        }
        for n in ones((!next.read_valid).into()) {
            if n < READ_PORTS && chances[n] < self.request {
                next.read_valid |= 1 << n;
                next.read_bank[n] = self.dice.below(self.used) as u8;
            }
        }
        for n in ones((!next.write_valid).into()) {
            if n < WRITE_PORTS && chances[READ_PORTS + n] < self.request {
                next.write_valid |= 1 << n;
                next.write_bank[n] = self.dice.below(self.used) as u8;
            }
        }
        next
    }
}
