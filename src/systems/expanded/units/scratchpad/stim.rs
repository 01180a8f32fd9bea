//! Passes and register accesses at changing rates, in few rows or in all. Only written words are
//! read.

use super::{In, Model, Out, Params};
use crate::bits::LANES;
use crate::units::dice::Dice;
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const LOAD              = 1 << 0;
        const STORE             = 1 << 1;
        const SOME_BYTES        = 1 << 2;
        /// A pass without an enabled byte.
        const EMPTY_PASS        = 1 << 3;
        const DIFFERENT_ROWS    = 1 << 4;
        const ALL_BANKS         = 1 << 5;
        const FETCH             = 1 << 6;
        const REGISTER_WRITE    = 1 << 7;
        const SOME_LANES        = 1 << 8;
        const REGISTER_WAITS    = 1 << 9;
        const PASS_WAITS        = 1 << 10;
        const LOAD_BEHIND_FETCH = 1 << 11;
        const RESET             = 1 << 12;
    }
}

pub struct Random {
    dice: Dice,
    /// First row of this phase, and the number of rows.
    first: usize,
    used: usize,
    /// Chances, out of 256: a pass, a register access, a store or write.
    chance: [u8; 3],
    /// Mask of the written bytes of each row, bank 0 lowest.
    written: Vec<u128>,
}

/// Mask of bytes of a bank, at the bank's place in its row.
fn of_bank(bank: usize, bytes: u8) -> u128 {
    u128::from(bytes) << (Params::WORD_BYTES * bank)
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        Random {
            dice: Dice::new(seed),
            first: 0,
            used: 1,
            chance: [0; 3],
            written: vec![0; params.rows],
        }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let pass = i.rst_n && i.pass_valid && o.pass_ready;
        let granted = i.rst_n && o.register_granted;
        let enabled = || (0..LANES).filter(|bank| i.pass_enable[*bank] != 0);
        let rows = || enabled().map(|bank| i.pass_row[bank]);
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::LOAD, o.answered != 0);
        hit.set(Scenarios::STORE, pass && i.pass_stores);
        let some = i.pass_enable.iter().any(|enable| *enable != 0 && *enable != 0xf);
        hit.set(Scenarios::SOME_BYTES, pass && i.pass_stores && some);
        hit.set(Scenarios::EMPTY_PASS, pass && enabled().count() == 0);
        hit.set(Scenarios::DIFFERENT_ROWS, pass && rows().min() != rows().max());
        hit.set(Scenarios::ALL_BANKS, o.answered == u32::MAX);
        hit.set(Scenarios::FETCH, o.fetched);
        hit.set(Scenarios::REGISTER_WRITE, granted && i.register_writes);
        hit.set(
            Scenarios::SOME_LANES,
            granted && i.register_writes && i.register_lanes != u32::MAX,
        );
        hit.set(Scenarios::REGISTER_WAITS, i.register_valid && !o.register_granted);
        hit.set(Scenarios::PASS_WAITS, i.pass_valid && !o.pass_ready);
        hit.set(Scenarios::LOAD_BEHIND_FETCH, o.fetched && pass && !i.pass_stores);
        hit.set(Scenarios::RESET, !i.rst_n);
        hit
    }
}

impl Random {
    /// Records the bytes that the last cycle wrote.
    fn follow(&mut self, i: &In, o: &Out) {
        if !i.rst_n {
            return;
        }
        if i.pass_valid && o.pass_ready && i.pass_stores {
            for bank in (0..LANES).filter(|bank| i.pass_enable[*bank] != 0) {
                self.written[usize::from(i.pass_row[bank])] |= of_bank(bank, i.pass_enable[bank]);
            }
        }
        if o.register_granted && i.register_writes {
            let lanes = (0..LANES).filter(|lane| i.register_lanes >> lane & 1 != 0);
            let bytes = lanes.fold(0, |mask, lane| mask | of_bank(lane, 0xf));
            self.written[usize::from(i.register_row)] |= bytes;
        }
    }

    fn change_phase(&mut self) {
        let rows = self.written.len();
        let [few, pass, register, stores, always, ..] = self.dice.bytes();
        self.used = if few & 3 == 0 { rows } else { rows.min(1 + usize::from(few >> 5)) };
        self.first = self.dice.below(rows - self.used + 1);
        let pass = if always & 3 == 0 { u8::MAX } else { pass };
        self.chance = [pass, register, stores];
    }

    fn row(&mut self) -> u16 {
        (self.first + self.dice.below(self.used)) as u16
    }

    fn pass(&mut self, next: &mut In) {
        let [kind, stores, sparse, ..] = self.dice.bytes();
        next.pass_stores = stores <= self.chance[2];
        let (same, common) = (kind & 3 == 0, self.row());
        let banks = if sparse & 1 == 0 { u32::MAX } else { self.dice.lane_mask() };
        next.pass_data = self.dice.warp_register();
        for bank in 0..LANES {
            let row = if same { common } else { self.row() };
            let whole = self.written[usize::from(row)] & of_bank(bank, 0xf) == of_bank(bank, 0xf);
            let bytes = if kind & 4 == 0 { 0xf } else { self.dice.bytes()[0] & 0xf };
            let asked = banks >> bank & 1 != 0 && (next.pass_stores || whole) && kind >= 8;
            (next.pass_row[bank], next.pass_enable[bank]) = (row, if asked { bytes } else { 0 });
        }
    }

    fn register(&mut self, next: &mut In) {
        next.register_row = self.row();
        let whole = self.written[usize::from(next.register_row)] == u128::MAX;
        next.register_writes = !whole || self.dice.bytes()[0] <= self.chance[2];
        next.register_lanes = self.dice.lane_mask();
        next.register_data = self.dice.warp_register();
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, i: &In, o: &Out) -> In {
        self.follow(i, o);
        let throw = self.dice.throw(8192);
        if throw.new_phase {
            self.change_phase();
        }
        let mut next = *i;
        next.rst_n = !throw.reset;
        if !i.pass_valid || o.pass_ready || !i.rst_n {
            next.pass_valid = throw.bytes[0] <= self.chance[0];
            self.pass(&mut next);
        }
        if !i.register_valid || o.register_granted || !i.rst_n {
            next.register_valid = throw.bytes[1] <= self.chance[1];
            self.register(&mut next);
        }
        next
    }
}
