//! State of a warp outside of the register file.

use super::instruction::Registers;
use crate::bits::{LANES, WarpRegister};
use crate::ptx::exec::{Area, Code, Geometry, SimtStack};
use crate::ptx::isa::Special;

/// A resident warp.
pub struct Warp {
    /// Index of the resident CTA, and number of the warp in the CTA.
    pub cta: usize,
    pub number: usize,
    pub stack: SimtStack,
    pub predicates: Vec<u32>,
    /// Values of the special registers that the kernel reads: low words, high words.
    pub specials: Vec<[WarpRegister; 2]>,
    pub local: Area,
    /// Registers with a pending write, and those of them that memory will deliver.
    pub pending: Registers,
    pub far: Registers,
    /// Number of decoded instructions; the first is the next to issue.
    pub buffered: usize,
    /// Index of the first decoded instruction, or of the next to fetch. Used if the wrong path is
    /// fetched.
    pub fetch_from: usize,
    /// Memory instructions issued, and memory instructions that have taken effect.
    pub memory_issued: u64,
    pub memory_done: u64,
    /// Issued instructions that have not retired.
    pub in_flight: u64,
    /// The barrier at which it waits.
    pub waits: Option<usize>,
    pub executed: u64,
}

impl Warp {
    pub fn new(
        code: &Code,
        geometry: &Geometry,
        place: [u32; 3],
        cta: usize,
        number: usize,
    ) -> Warp {
        let threads = geometry.threads() - (number * LANES).min(geometry.threads());
        let lanes = if threads >= LANES { u32::MAX } else { (1 << threads) - 1 };
        let special = |special: &Special| geometry.special(*special, place, number);
        Warp {
            cta,
            number,
            stack: SimtStack::new(lanes),
            predicates: vec![0; code.predicates],
            specials: code.specials.iter().map(special).collect(),
            local: Area::unknown("local memory", 0, LANES * code.kernel.local_bytes as usize),
            pending: Registers::default(),
            far: Registers::default(),
            buffered: 0,
            fetch_from: 0,
            memory_issued: 0,
            memory_done: 0,
            in_flight: 0,
            waits: None,
            executed: 0,
        }
    }

    /// Lanes whose guard is true.
    #[inline]
    pub fn guard(&self, guard: Option<(usize, bool)>) -> u32 {
        match guard {
            None => u32::MAX,
            Some((n, negated)) => self.predicates[n] ^ if negated { u32::MAX } else { 0 },
        }
    }

    /// Sets the special registers that name the SM and count SMs.
    pub fn set_sm(&mut self, specials: &[Special], number: u32, sms: u32) {
        for (special, value) in specials.iter().zip(&mut self.specials) {
            match special {
                Special::SmId => value[0] = [number; LANES],
                Special::NsmId => value[0] = [sms; LANES],
                _ => {}
            }
        }
    }

    /// Sets the special registers that count cycles.
    pub fn set_clock(&mut self, specials: &[Special], now: u64) {
        for (special, value) in specials.iter().zip(&mut self.specials) {
            let words = [now as u32, (now >> 32) as u32].map(|word| [word; LANES]);
            match special {
                Special::Clock | Special::Clock64 | Special::GlobalTimer => *value = words,
                Special::ClockHi => *value = [words[1], [0; LANES]],
                _ => {}
            }
        }
    }

    /// Whether all its threads have ended and all its instructions have retired.
    pub fn is_finished(&self) -> bool {
        self.stack.current().is_none() && self.in_flight == 0
    }
}
