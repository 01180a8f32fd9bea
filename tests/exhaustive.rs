//! Every number there is through the narrow float formats: minutes, so `make exhaustive` runs it. Of
//! the truncator's RTL the proof `value_truncator_round` says the same of every number.

use crate::support::builder;
use crate::support::narrow::{ORACLES, Oracle};
use regforge::bits::LANES;
use regforge::bits::float::Format;
use regforge::config::Config;
use regforge::cosim::{Check, Instance};
use regforge::parallel;
use regforge::systems;

const SIGN: u32 = 1 << 31;
const INFINITY: u32 = 0x7f80_0000;
/// Numbers that one job checks.
const CHUNK: u32 = 1 << 20;

/// The steps of rounding to a format, from the values of its codes.
struct Steps<'a> {
    oracle: &'a Oracle,
    format: Format,
    subnormals: bool,
}

impl Steps<'_> {
    fn infinity(&self) -> u32 {
        self.format.largest_exponent() << self.format.fraction_bits
    }

    fn value(&self, code: u32) -> f64 {
        f32::from_bits((self.oracle.extend)(code, true)).into()
    }

    /// The largest magnitude, as bits, that becomes this code.
    fn last(&self, code: u32) -> u32 {
        let smallest = 1 << self.format.fraction_bits;
        if code >= self.infinity() {
            return INFINITY;
        }
        if !self.subnormals && code == 0 {
            // Rounded as if exponents went on: a quarter of a step below the smallest normal one.
            let step = self.value(1);
            return bits(self.value(smallest) - step / 4.0) - 1;
        }
        let next = match code + 1 == self.infinity() {
            true => 2.0 * self.value(code) - self.value(code - 1),
            false => self.value(code + 1),
        };
        bits((self.value(code) + next) / 2.0) - (code & 1)
    }

    fn following(&self, code: u32) -> u32 {
        match !self.subnormals && code == 0 {
            true => 1 << self.format.fraction_bits,
            false => code + 1,
        }
    }

    /// The code of a NaN's magnitude.
    fn of_nan(&self, number: u32) -> u32 {
        let fraction = (number & 0x7f_ffff | 1 << 22) >> (23 - self.format.fraction_bits);
        self.infinity() | fraction
    }

    /// Compares the numbers from `first` on, either sign.
    fn check(&self, first: u32, count: u32) {
        let sign = SIGN >> (32 - self.format.bits());
        let compare = |number: u32, code: u32| {
            let ours = [number, number | SIGN].map(|n| self.format.truncate(n, self.subnormals));
            assert_eq!(ours, [code, code | sign], "{:?} {number:x}", self.format);
        };
        let mut code = (self.oracle.truncate)(first, self.subnormals);
        let mut last = self.last(code);
        for number in first..first + count {
            if number > INFINITY {
                compare(number, self.of_nan(number));
                continue;
            }
            if number > last {
                code = self.following(code);
                last = self.last(code);
            }
            compare(number, code);
        }
    }
}

/// A positive number that binary32 has.
fn bits(value: f64) -> u32 {
    assert_eq!(f64::from(value as f32), value);
    (value as f32).to_bits()
}

#[test]
#[ignore = "minutes: make exhaustive"]
fn every_number_is_rounded_to_the_nearest_code() {
    for oracle in &ORACLES {
        for subnormals in [true, false] {
            let format = Format::of_slices(oracle.slices).unwrap();
            let steps = Steps { oracle, format, subnormals };
            parallel::for_each(0..SIGN / CHUNK, |chunk| steps.check(chunk * CHUNK, CHUNK));
        }
    }
}

#[test]
#[ignore = "minutes: make exhaustive"]
fn every_code_of_28_bits_stands_for_its_number() {
    let (oracle, format) = (&ORACLES[5], Format::of_slices(7).unwrap());
    parallel::for_each(0..(1 << 28) / CHUNK, |chunk| {
        for code in chunk * CHUNK..(chunk + 1) * CHUNK {
            for subnormals in [true, false] {
                let ours = format.extend(code, subnormals);
                let quiet = if f32::from_bits(ours).is_nan() { ours | 1 << 22 } else { ours };
                assert_eq!(quiet, (oracle.extend)(code, subnormals), "{code:x}");
            }
        }
    });
}

/// All inputs of a format through the Verilated unit and its model: `head` words, then a warp of
/// numbers that follow one another.
fn agree(unit: &str, config: &Config, head: &[u32], bits: u32) {
    const CHUNKS: u64 = 64;
    let unit = systems::unit(unit).unwrap();
    let warps = (1u64 << bits) / LANES as u64;
    let builder = builder().for_cycles(warps);
    let check = Check::new(&builder, unit, config).unwrap();
    parallel::for_each(0..CHUNKS, |chunk| {
        let layout = check.library().layout();
        let mut instance = Instance::new(check.library(), 1);
        let mut bench = unit.bench(config, 1);
        let mut inputs = [head, &[0; LANES]].concat();
        let (mut expected, mut got) = (vec![0; layout.output_words], vec![0; layout.output_words]);
        for warp in warps * chunk / CHUNKS..warps * (chunk + 1) / CHUNKS {
            for (lane, word) in inputs[head.len()..].iter_mut().enumerate() {
                *word = warp as u32 * LANES as u32 + lane as u32;
            }
            assert!(bench.replay(&inputs, &mut expected));
            instance.step(&inputs, &mut got);
            assert_eq!(expected, got, "{} {inputs:x?}", unit.name());
        }
    });
}

#[test]
#[ignore = "minutes: make exhaustive"]
fn the_converter_agrees_on_every_code() {
    for name in ["fermi", "sdc_paper"] {
        let config = systems::config(name).unwrap();
        for slices in [6, 7] {
            agree("value_converter", &config, &[slices], 4 * slices);
        }
    }
}
