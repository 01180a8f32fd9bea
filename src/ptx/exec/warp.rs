//! A warp: its registers, its SIMT stack, its local memory.

use super::code::{Code, Place, Ready};
use super::execute::{Inputs, Outputs};
use super::memory::Area;
use super::{Geometry, SimtStack};
use crate::bits::{LANES, WarpRegister, merge_lanes};
use crate::ptx::alu::Source;
use crate::ptx::isa::Special;
use crate::ptx::kernel::Home;

const ZERO: WarpRegister = [0; LANES];

/// The registers of a warp, and the lanes of each that were ever written.
pub struct Registers {
    words: Vec<WarpRegister>,
    predicates: Vec<u32>,
    words_known: Vec<u32>,
    predicates_known: Vec<u32>,
    /// Special registers that the kernel reads: low words, high words.
    specials: Vec<[WarpRegister; 2]>,
}

impl Registers {
    /// Collects an instruction's operands; returns the lanes that read a never-written register.
    #[inline]
    pub fn gather<'a>(&'a self, code: &'a Code, ready: &Ready, inputs: &mut Inputs<'a>) -> u32 {
        let mut known = u32::MAX;
        for place in &ready.src {
            match *place {
                Place::Register(Home::Word(n)) => {
                    known &= self.words_known[n];
                    inputs.values.push(Source { lo: &self.words[n], hi: &ZERO });
                }
                Place::Register(Home::Pair(low)) => {
                    let high = low + 1;
                    known &= self.words_known[low] & self.words_known[high];
                    inputs.values.push(Source { lo: &self.words[low], hi: &self.words[high] });
                }
                Place::Register(Home::Predicate(n)) => {
                    known &= self.predicates_known[n];
                    inputs.predicates.push(self.predicates[n]);
                }
                Place::Truth(truth) => {
                    inputs.predicates.push(if truth { u32::MAX } else { 0 });
                }
                Place::Constant(n) => {
                    let [lo, hi] = &code.constants[n];
                    inputs.values.push(Source { lo, hi });
                }
                Place::Special(n) => {
                    let [lo, hi] = &self.specials[n];
                    inputs.values.push(Source { lo, hi });
                }
            }
        }
        !known
    }

    /// Writes the results of an instruction to its destinations, in these lanes.
    #[inline]
    pub fn scatter(&mut self, ready: &Ready, lanes: u32, out: &Outputs) {
        for (which, home) in ready.dst.iter().enumerate() {
            match *home {
                None => {}
                Some(Home::Word(n)) => self.put(n, &out.values[which].lo, lanes),
                Some(Home::Pair(low)) => {
                    self.put(low, &out.values[which].lo, lanes);
                    self.put(low + 1, &out.values[which].hi, lanes);
                }
                Some(Home::Predicate(n)) => {
                    let kept = self.predicates[n] & !lanes;
                    self.predicates[n] = kept | out.predicates[which] & lanes;
                    self.predicates_known[n] |= lanes;
                }
            }
        }
    }

    #[inline]
    fn put(&mut self, n: usize, value: &WarpRegister, lanes: u32) {
        match lanes {
            u32::MAX => self.words[n] = *value,
            _ => merge_lanes(&mut self.words[n], value, lanes),
        }
        self.words_known[n] |= lanes;
    }

    /// Replaces these lanes of a word with data that is not a value: they count as never written.
    pub fn lose(&mut self, word: usize, lanes: u32, left: &WarpRegister) {
        merge_lanes(&mut self.words[word], left, lanes);
        self.words_known[word] &= !lanes;
    }

    /// Lanes where a guard is true, and lanes whose guard register was never written.
    #[inline]
    pub fn guard(&self, guard: Option<(usize, bool)>) -> (u32, u32) {
        let Some((n, negated)) = guard else { return (u32::MAX, 0) };
        let predicate = self.predicates[n];
        let holds = if negated { !predicate } else { predicate };
        (holds, !self.predicates_known[n])
    }
}

/// A warp of a CTA.
pub struct Warp {
    /// Number of the warp in its CTA.
    pub number: usize,
    /// Registers, predicates and special registers.
    pub registers: Registers,
    /// SIMT stack: program counter and active lanes of each path.
    pub stack: SimtStack,
    /// Local memories of its threads, one after the other.
    pub local: Area,
    /// Number of instructions executed so far.
    pub executed: u64,
    /// The barrier at which the warp waits, if it waits.
    pub waits: Option<usize>,
}

impl Warp {
    /// All warps of a CTA, before their first instruction.
    pub fn of_cta(code: &Code, geometry: &Geometry, cta: [u32; 3]) -> Vec<Warp> {
        (0..geometry.warps()).map(|number| Warp::new(code, geometry, cta, number)).collect()
    }

    /// One warp per thread of a CTA; each warp has only its thread's lane active.
    pub fn of_threads(code: &Code, geometry: &Geometry, cta: [u32; 3]) -> Vec<Warp> {
        let warp = |thread: usize| Warp {
            stack: SimtStack::new(1 << (thread % LANES)),
            ..Warp::new(code, geometry, cta, thread / LANES)
        };
        (0..geometry.threads()).map(warp).collect()
    }

    fn new(code: &Code, geometry: &Geometry, cta: [u32; 3], number: usize) -> Warp {
        let threads = geometry.threads() - (number * LANES).min(geometry.threads());
        let lanes = if threads >= LANES { u32::MAX } else { (1 << threads) - 1 };
        let special = |special: &Special| geometry.special(*special, cta, number);
        Warp {
            number,
            registers: Registers {
                words: vec![ZERO; code.words],
                predicates: vec![0; code.predicates],
                words_known: vec![0; code.words],
                predicates_known: vec![0; code.predicates],
                specials: code.specials.iter().map(special).collect(),
            },
            stack: SimtStack::new(lanes),
            local: Area::unknown("local memory", 0, LANES * code.kernel.local_bytes as usize),
            executed: 0,
            waits: None,
        }
    }

    /// Sets the special registers that are clocks.
    pub fn set_clock(&mut self, code: &Code) {
        let now = self.executed;
        for (special, value) in code.specials.iter().zip(&mut self.registers.specials) {
            let words = [now as u32, (now >> 32) as u32].map(|word| [word; LANES]);
            match special {
                Special::Clock | Special::Clock64 | Special::GlobalTimer => *value = words,
                Special::ClockHi => *value = [words[1], ZERO],
                _ => {}
            }
        }
    }
}
