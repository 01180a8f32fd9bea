//! Stimulus: loads of every pattern, most with one error, and accesses of all widths.

use super::{In, Model, Out, Params};
use crate::systems::sharing::config::{AddressCheck, SharedLanes};
use crate::units::dice::Dice;
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const REGULAR         = 1 << 0;
        const IRREGULAR       = 1 << 1;
        const BROADCAST       = 1 << 2;
        const LONG_STRIDE     = 1 << 3;
        const ONE_LANE        = 1 << 4;
        const ALL_LANES       = 1 << 5;
        /// The run begins after lane 0.
        const LATER_RUN       = 1 << 6;
        const TWO_ROWS        = 1 << 7;
        const FOUR_ROWS       = 1 << 8;
        const LANE_OUTSIDE    = 1 << 9;
        const NOT_ALIGNED     = 1 << 10;
        const OTHER_WIDTH     = 1 << 11;
        const NOTHING_TOUCHED = 1 << 12;
        const WINDOW_START    = 1 << 13;
        const WINDOW_END      = 1 << 14;
        const ONE_WORD        = 1 << 15;
        /// Regular although lanes are marked as outside.
        const UNCHECKED       = 1 << 16;
    }
}

/// Random patterns, some with an error: in an address, in the mask or in the width.
pub struct Random {
    dice: Dice,
    params: Params,
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        Random { dice: Dice::new(seed), params: params.clone() }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let outside = i.lanes & !i.inside != 0;
        let aligned =
            i.address.iter().enumerate().all(|(n, a)| i.lanes >> n & 1 == 0 || a & 3 == 0);
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::REGULAR, o.regular);
        hit.set(Scenarios::IRREGULAR, !o.regular);
        hit.set(Scenarios::BROADCAST, o.regular && o.stride == 0 && o.first < o.last);
        hit.set(Scenarios::LONG_STRIDE, o.regular && o.stride > 255);
        hit.set(Scenarios::ONE_LANE, o.regular && o.first == o.last);
        hit.set(Scenarios::ALL_LANES, o.regular && i.lanes == u32::MAX);
        hit.set(Scenarios::LATER_RUN, o.regular && o.first > 0);
        hit.set(Scenarios::TWO_ROWS, o.regular && o.rows == 1);
        hit.set(Scenarios::FOUR_ROWS, o.regular && o.rows == 2);
        hit.set(Scenarios::LANE_OUTSIDE, !o.regular && outside);
        hit.set(Scenarios::NOT_ALIGNED, i.bytes == 2 && !outside && !aligned);
        hit.set(Scenarios::OTHER_WIDTH, i.bytes != 2);
        hit.set(Scenarios::NOTHING_TOUCHED, !o.touches);
        hit.set(Scenarios::WINDOW_START, o.touches && o.low == 0);
        hit.set(Scenarios::WINDOW_END, o.touches && o.high == 0xff_ffff);
        hit.set(Scenarios::ONE_WORD, o.touches && o.low == o.high);
        hit.set(Scenarios::UNCHECKED, o.regular && outside);
        hit
    }

    fn reachable(params: &Params) -> Scenarios {
        let mut all = Scenarios::all();
        all.set(Scenarios::LATER_RUN, params.active == SharedLanes::Run);
        all.set(Scenarios::TWO_ROWS | Scenarios::FOUR_ROWS, params.rows);
        let checked = params.check == AddressCheck::Sound;
        all.set(Scenarios::UNCHECKED, !checked);
        all
    }
}

impl Random {
    /// A mask with the same run of lanes in each of 2^rows rows.
    fn mask(&mut self, rows: usize) -> u32 {
        let width = self.params.lanes >> rows;
        let [a, b, kind, ..] = self.dice.bytes().map(usize::from);
        let (first, last) = match kind % 8 {
            0..4 => (0, width - 1),
            4 => (a % width, a % width),
            5 => (a.min(b) % width, width - 1),
            _ => (0, b % width),
        };
        let row = (u32::MAX >> (31 - last)) & (u32::MAX << first);
        (0..1 << rows).fold(0, |lanes, n| lanes | row << (n * width))
    }

    /// A stride: short, long, or one more than the longest legal stride.
    fn stride(&mut self) -> u32 {
        let [kind, a, b, ..] = self.dice.bytes().map(u32::from);
        match kind % 8 {
            0 => 0,
            1..4 => 1,
            4 => 1 << (a % 9),
            5 => a << 1 | b & 1,
            6 => 512,
            _ => a % 8,
        }
    }

    /// Word addresses of the lanes of 2^rows rows. Rows may be adjacent, overlap or run backwards.
    fn words(&mut self, rows: usize) -> [u32; 32] {
        let (stride, last) = (self.stride(), self.params.last_word());
        let width = self.params.lanes >> rows;
        let [kind, near, a, b, c, ..] = self.dice.bytes();
        let far = u32::from_le_bytes([a, b, c, 0]) & last;
        let near = u32::from(near);
        let pitch = match kind & 3 {
            0 => near,
            1 => width as u32 * stride,
            2 => near.wrapping_neg(),
            _ => near << 8,
        };
        let base = match kind >> 2 & 3 {
            0 => near & 3,
            1 => last.wrapping_sub(stride * (width as u32 - 1)).wrapping_sub(near & 1),
            _ => far,
        };
        std::array::from_fn(|lane| {
            let (row, lane) = ((lane / width) as u32, (lane % width) as u32);
            base.wrapping_add(row.wrapping_mul(pitch)).wrapping_add(lane * stride) & last
        })
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, _: &In, _: &Out) -> In {
        let rows = usize::from(self.dice.bytes()[0] % 4).min(2);
        let lanes = self.mask(rows);
        // Addresses of inactive lanes are arbitrary.
        let mut address =
            self.dice.warp_register().map(|word| word >> (30 - self.params.word_bits));
        for (lane, word) in self.words(rows).into_iter().enumerate() {
            if lanes >> lane & 1 == 1 {
                address[lane] = word << 2;
            }
        }
        let mut next = In { lanes, inside: u32::MAX, bytes: 2, address };
        let [kind, lane, other, width, ..] = self.dice.bytes();
        let lane = usize::from(lane) % self.params.lanes;
        let all = u32::MAX >> (32 - self.params.lanes);
        match kind % 16 {
            0 => next.lanes ^= 1 << lane,
            1 => next.inside ^= 1 << lane,
            2 => next.inside = self.dice.lane_mask() & all,
            3 => next.bytes = width % 6,
            4 => next.address[lane] ^= 1 + u32::from(other & 3),
            5 => next.address[lane] ^= 4 << (other % 24),
            6 => (next.lanes, next.bytes) = (self.dice.lane_mask() & all, width % 6),
            7 => next.lanes = self.dice.lane_mask() & self.dice.lane_mask() & all,
            8 if other < 32 => next.lanes = 0,
            9 => next.address = self.dice.warp_register().map(|word| word >> 6),
            _ => {}
        }
        next.inside &= all;
        next.lanes &= all;
        next
    }
}
