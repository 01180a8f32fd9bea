//! Legal masks with every number of slices, and random data of either part.

use super::{In, Model, Out, Params};
use crate::systems::compressed::indirection::SLICES;
use crate::units::dice::Dice;
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const WHOLE         = 1 << 0;
        const ONE_SLICE     = 1 << 1;
        const NOT_SPLIT     = 1 << 2;
        const FIRST_PART    = 1 << 3;
        const SECOND_PART   = 1 << 4;
        /// Part 1 has slices below all slices of part 0.
        const SECOND_BELOW  = 1 << 5;
        /// Both parts fill all 8 slices of the value.
        const SPLIT_AND_FULL = 1 << 6;
        const UNSIGNED      = 1 << 7;
        /// A lane is padded with ones.
        const NEGATIVE      = 1 << 8;
        /// A signed lane is padded with zeros.
        const POSITIVE      = 1 << 9;
        /// Part 0 of a split signed value: nothing is padded.
        const SIGN_ELSEWHERE = 1 << 10;
    }
}

/// Random legal masks: 1 to 8 slices in total, at least one of them in part 0.
pub fn masks(dice: &mut Dice) -> [u8; 2] {
    let slices = 1 + dice.below(SLICES);
    let of_first = 1 + dice.below(slices);
    [of_first, slices - of_first].map(|count| mask(dice, count))
}

/// A random mask of `count` slices.
fn mask(dice: &mut Dice, count: usize) -> u8 {
    let mut mask = 0u8;
    while (mask.count_ones() as usize) < count {
        mask |= 1 << dice.below(SLICES);
    }
    mask
}

pub struct Random {
    dice: Dice,
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(_: &Params, seed: u64) -> Self {
        Random { dice: Dice::new(seed) }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let [first, second] = i.masks;
        let placed = i.placed();
        let slices = placed.slices();
        let padded = i.signed && slices < SLICES && i.part == placed.is_split();
        let negative = o.data.iter().filter(|&&lane| lane >> 31 == 1).count();
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::WHOLE, i.masks == [0xff, 0]);
        hit.set(Scenarios::ONE_SLICE, slices == 1);
        hit.set(Scenarios::NOT_SPLIT, !placed.is_split());
        hit.set(Scenarios::FIRST_PART, placed.is_split() && !i.part);
        hit.set(Scenarios::SECOND_PART, i.part);
        hit.set(Scenarios::SECOND_BELOW, i.part && second < 1 << first.trailing_zeros());
        hit.set(Scenarios::SPLIT_AND_FULL, placed.is_split() && slices == SLICES);
        hit.set(Scenarios::UNSIGNED, !i.signed);
        hit.set(Scenarios::NEGATIVE, padded && negative > 0);
        hit.set(Scenarios::POSITIVE, padded && negative < o.data.len());
        hit.set(Scenarios::SIGN_ELSEWHERE, i.signed && placed.is_split() && !i.part);
        hit
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, _: &In, _: &Out) -> In {
        let masks = masks(&mut self.dice);
        let choice = self.dice.below(4);
        let part = choice & 1 == 1 && masks[1] != 0;
        In { masks, part, signed: choice & 2 != 0, data: self.dice.warp_register() }
    }
}
