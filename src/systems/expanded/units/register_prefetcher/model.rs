//! Behaviour of the prefetcher: a table of vectors, a queue of warps, and the current turn.

use super::{In, MAX_PAIRS, Out, Params};
use crate::bits::RegisterSet;
use crate::systems::expanded::config::Queue;

/// Maximum number of warps, the upper bound of `gpu.warps`.
const MAX_WARPS: usize = 64;

#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    /// Vector of each warp: the registers of its next bundle that are in the scratchpad.
    table: Vec<RegisterSet>,
    queue: Waiting,
    /// Turns in a row that passed the longest waiting warp.
    passed: u8,
    /// Warp of the current or last turn, and its vector.
    warp: u8,
    vector: RegisterSet,
    stage: Stage,
    holds: u64,
}

/// Step of the current turn.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// No warp has its turn.
    Idle,
    /// The cache pins the registers that it has.
    Pin,
    /// Lines are claimed for the other registers: the remainders still to claim.
    Claim(u64),
}

/// Waiting warps in order of entry, as a ring from which the first or the last is taken.
#[derive(Clone, Debug)]
struct Waiting {
    warps: [u8; MAX_WARPS],
    slots: usize,
    first: usize,
    count: usize,
}

impl Waiting {
    fn place(&self, n: usize) -> usize {
        let at = self.first + n;
        if at < self.slots { at } else { at - self.slots }
    }

    fn push(&mut self, warp: u8) {
        self.warps[self.place(self.count)] = warp;
        self.count += 1;
    }

    fn pop_first(&mut self) -> u8 {
        let warp = self.warps[self.first];
        self.first = self.place(1);
        self.count -= 1;
        warp
    }

    fn pop_last(&mut self) -> u8 {
        self.count -= 1;
        self.warps[self.place(self.count)]
    }
}

impl Model {
    /// Registers of a bundle that are in the scratchpad.
    #[inline]
    fn spilled(&self, i: &In) -> RegisterSet {
        let from = usize::from(i.spilled_from);
        let kept = |n: usize| match from.saturating_sub(64 * n) {
            below @ 0..64 => u64::MAX << below,
            _ => 0,
        };
        std::array::from_fn(|n| if i.bundle_mix { i.bundle_set[n] & kept(n) } else { 0 })
    }

    /// The registers of the vector: remainders, and upper bits of the numbers. State only.
    #[inline]
    fn wanted(&self) -> (u64, [u16; MAX_PAIRS]) {
        let (lines, bits) = (self.params.lines, self.params.upper_bits());
        let (mut wanted, mut upper) = (0, [0; MAX_PAIRS]);
        for reg in registers(&self.vector) {
            let n = reg % lines;
            wanted |= 1 << n;
            upper[n / 2] |= ((reg / lines) as u16) << (bits * (n % 2));
        }
        (wanted, upper)
    }

    /// The register of the vector with this remainder. State only.
    #[inline]
    fn with_remainder(&self, n: usize) -> u8 {
        let lines = self.params.lines;
        registers(&self.vector).find(|reg| reg % lines == n).unwrap_or(0) as u8
    }

    /// Starts the turn of the next warp.
    #[inline]
    fn turn(&mut self) {
        let oldest = self.params.queue == Queue::Back
            || self.passed == self.params.max_passed
            || self.queue.count == 1;
        if oldest {
            self.warp = self.queue.pop_first();
            self.passed = 0;
        } else {
            self.warp = self.queue.pop_last();
            self.passed += 1;
        }
        self.vector = self.table[usize::from(self.warp)];
        self.stage = Stage::Pin;
    }
}

/// The registers of a set, lowest first.
#[inline]
fn registers(set: &RegisterSet) -> impl Iterator<Item = usize> + use<> {
    let set = *set;
    (0..4).flat_map(move |word| {
        let mut left = set[word];
        std::iter::from_fn(move || {
            let lowest = (left != 0).then(|| 64 * word + left.trailing_zeros() as usize);
            left &= left.wrapping_sub(1);
            lowest
        })
    })
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        Model {
            params: params.clone(),
            table: vec![[0; 4]; params.warps],
            queue: Waiting { warps: [0; MAX_WARPS], slots: params.warps, first: 0, count: 0 },
            passed: 0,
            warp: 0,
            vector: [0; 4],
            stage: Stage::Idle,
            holds: 0,
        }
    }

    #[inline]
    fn outputs(&self, i: &In) -> Out {
        let mut o = Out {
            bundle_none: i.bundle_valid && self.spilled(i) == [0; 4],
            holds: self.holds,
            pin_warp: self.warp,
            claim_warp: self.warp,
            queued: self.queue.count as u8,
            busy: self.queue.count > 0,
            ..Out::default()
        };
        match self.stage {
            Stage::Idle => {}
            Stage::Pin => {
                (o.pin, o.busy) = (true, true);
                (o.pin_wanted, o.pin_upper) = self.wanted();
            }
            Stage::Claim(left) => {
                (o.claim, o.busy) = (left != 0, true);
                if left != 0 {
                    o.claim_reg = self.with_remainder(left.trailing_zeros() as usize);
                }
            }
        }
        o
    }

    #[inline]
    fn tick(&mut self, i: &In) {
        if !i.rst_n {
            (self.queue.first, self.queue.count) = (0, 0);
            (self.passed, self.warp, self.stage, self.holds) = (0, 0, Stage::Idle, 0);
            return;
        }
        self.holds &= !i.released;
        match self.stage {
            Stage::Idle if self.queue.count > 0 => self.turn(),
            Stage::Idle => {}
            Stage::Pin => self.stage = Stage::Claim(self.wanted().0 & !i.present),
            Stage::Claim(0) if !i.filling => {
                self.holds |= 1 << self.warp;
                self.stage = Stage::Idle;
            }
            Stage::Claim(left) if i.claimed => self.stage = Stage::Claim(left & (left - 1)),
            Stage::Claim(_) => {}
        }
        if i.bundle_valid {
            let spilled = self.spilled(i);
            if spilled == [0; 4] {
                self.holds |= 1 << i.bundle_warp;
            } else {
                self.table[usize::from(i.bundle_warp)] = spilled;
                self.queue.push(i.bundle_warp);
            }
        }
    }

    fn accepts(&self, i: &In) -> bool {
        let waits = (0..self.queue.count).map(|n| self.queue.warps[self.queue.place(n)]);
        let turn = (!matches!(self.stage, Stage::Idle)).then_some(self.warp);
        let fetched = waits.chain(turn).fold(0u64, |mask, warp| mask | 1 << warp);
        let is_new = (self.holds | fetched) >> i.bundle_warp & 1 == 0;
        let lines = self.params.lines;
        let mut remainders = registers(&self.spilled(i)).map(|reg| 1u64 << (reg % lines));
        let differ = remainders.try_fold(0, |seen, n| (seen & n == 0).then_some(seen | n));
        let claims = matches!(self.stage, Stage::Claim(left) if left != 0);
        !i.rst_n
            || (!i.bundle_valid || is_new && differ.is_some())
                && i.released & fetched == 0
                && (!i.claimed || claims)
    }
}
