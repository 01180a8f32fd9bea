//! Legal masks, with integers and with floats near rounding, overflow and underflow boundaries.

use super::{In, Model, Out, Params};
use crate::bits::float::{Class, Format};
use crate::systems::compressed::indirection::SLICES;
use crate::systems::compressed::units::value_extractor::masks;
use crate::units::dice::Dice;
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const INTEGER       = 1 << 0;
        const WHOLE_FLOAT   = 1 << 1;
        const SPLIT         = 1 << 2;
        const NOT_SPLIT     = 1 << 3;
        const EXACT         = 1 << 4;
        const ROUNDED_DOWN  = 1 << 5;
        const ROUNDED_UP    = 1 << 6;
        /// A number halfway between two codes.
        const TIE           = 1 << 7;
        const OVERFLOW      = 1 << 8;
        const UNDERFLOW     = 1 << 9;
        /// A result below the smallest normal number that is not zero.
        const SUBNORMAL     = 1 << 10;
        const INFINITY      = 1 << 11;
        const NAN           = 1 << 12;
    }
}

/// Scenarios of a number when it is truncated to the format with subnormals.
fn of_lane(format: Format, number: u32) -> Scenarios {
    let code = format.truncate(number, true);
    let back = format.extend(code, true);
    let (from, to) = (number & 0x7fff_ffff, back & 0x7fff_ffff);
    let of_number = Format::BINARY32.class(number);
    match format.class(code) {
        Class::Nan => return Scenarios::NAN,
        Class::Infinity if of_number == Class::Infinity => return Scenarios::INFINITY,
        Class::Infinity => return Scenarios::OVERFLOW,
        Class::Zero if of_number != Class::Zero => return Scenarios::UNDERFLOW,
        Class::Subnormal => return Scenarios::SUBNORMAL,
        Class::Zero | Class::Normal => {}
    }
    let half = 1 << (Format::BINARY32.fraction_bits - format.fraction_bits - 1);
    let tie = if from & (2 * half - 1) == half { Scenarios::TIE } else { Scenarios::empty() };
    tie | match to.cmp(&from) {
        std::cmp::Ordering::Equal => Scenarios::EXACT,
        std::cmp::Ordering::Less => Scenarios::ROUNDED_DOWN,
        std::cmp::Ordering::Greater => Scenarios::ROUNDED_UP,
    }
}

/// A binary32 number at a code or halfway to the next one, or one binary32 step away from either.
fn near(format: Format, random: u32, choice: u32) -> u32 {
    let exact = format.extend(random, true);
    let half = 1 << (Format::BINARY32.fraction_bits - format.fraction_bits - 1);
    let middle = if choice & 1 == 1 { exact | half } else { exact };
    match choice >> 1 & 3 {
        0 => middle.wrapping_add(1),
        1 => middle.wrapping_sub(1),
        _ => middle,
    }
}

/// Random values; three of four floats to be rounded are near a code or near a tie.
pub struct Random {
    dice: Dice,
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(_: &Params, seed: u64) -> Self {
        Random { dice: Dice::new(seed) }
    }

    fn scenarios(i: &In, _: &Out) -> Scenarios {
        let placed = i.placed();
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::INTEGER, !i.float);
        hit.set(Scenarios::WHOLE_FLOAT, i.float && placed.slices() == SLICES);
        hit.set(Scenarios::SPLIT, placed.is_split());
        hit.set(Scenarios::NOT_SPLIT, !placed.is_split());
        let format = Format::of_slices(placed.slices()).filter(|_| placed.converts());
        let lanes =
            format.into_iter().flat_map(|format| i.data.map(|number| of_lane(format, number)));
        lanes.fold(hit, |hit, lane| hit | lane)
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, _: &In, _: &Out) -> In {
        let masks = masks(&mut self.dice);
        let mut data = self.dice.warp_register();
        let choices = self.dice.warp_register();
        let mut next = In { float: choices[0] >> 31 == 1, masks, data };
        next.float &= next.placed().slices() >= 2;
        let format = Format::of_slices(next.placed().slices());
        if let Some(format) = format.filter(|_| next.placed().converts()) {
            for (number, choice) in data.iter_mut().zip(choices) {
                if choice >> 8 & 3 != 0 {
                    *number = near(format, *number, choice);
                }
            }
            next.data = data;
        }
        next
    }
}
