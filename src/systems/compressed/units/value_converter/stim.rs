//! Codes of every format, many of them with extreme exponents or fractions.

use super::{In, Model, Out, Params};
use crate::bits::float::{Class, FORMATS, Format};
use crate::units::dice::Dice;
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus: each format, and each kind of number in any format.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const BITS_8    = 1 << 0;
        const BITS_12   = 1 << 1;
        const BITS_16   = 1 << 2;
        const BITS_20   = 1 << 3;
        const BITS_24   = 1 << 4;
        const BITS_28   = 1 << 5;
        const BITS_32   = 1 << 6;
        const ZERO      = 1 << 7;
        const SUBNORMAL = 1 << 8;
        const NORMAL    = 1 << 9;
        const INFINITY  = 1 << 10;
        const NAN       = 1 << 11;
    }
}

/// The code with its exponent, its fraction or both set to all zeros or all ones, as the bits of
/// `choice` say. Half of all choices change nothing.
fn at_an_end(format: Format, code: u32, choice: u32) -> u32 {
    let exponent = format.largest_exponent() << format.fraction_bits;
    let fraction = (1 << format.fraction_bits) - 1;
    let ends = [(choice & 4, exponent), (choice & 8, fraction)];
    let ends = ends.into_iter().filter(|(bit, _)| choice & 1 == 1 && *bit != 0);
    ends.fold(code, |code, (bit, field)| match choice & bit << 4 {
        0 => code & !field,
        _ => code | field,
    })
}

/// Random codes. In about half of the lanes the exponent, the fraction or both may be all zeros or
/// all ones. Bits above a code are random.
pub struct Random {
    dice: Dice,
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(_: &Params, seed: u64) -> Self {
        Random { dice: Dice::new(seed) }
    }

    fn scenarios(i: &In, _: &Out) -> Scenarios {
        let Some(format) = Format::of_slices(i.slices.into()) else { return Scenarios::empty() };
        let mut hit = Scenarios::from_bits_truncate(1 << (i.slices - 2));
        for code in i.data {
            hit |= match format.class(code) {
                Class::Zero => Scenarios::ZERO,
                Class::Subnormal => Scenarios::SUBNORMAL,
                Class::Normal => Scenarios::NORMAL,
                Class::Infinity => Scenarios::INFINITY,
                Class::Nan => Scenarios::NAN,
            };
        }
        hit
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, _: &In, _: &Out) -> In {
        let format = FORMATS[self.dice.below(FORMATS.len())];
        let mut data = self.dice.warp_register();
        let choices = self.dice.warp_register();
        for (code, choice) in data.iter_mut().zip(choices) {
            *code = at_an_end(format, *code, choice);
        }
        In { slices: format.slices() as u8, data }
    }
}
