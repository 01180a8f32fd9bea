//! Stimulus: loads and stores of few words at changing rates. Mostly recently used registers are
//! recorded, filled and dropped.

use super::{FILLS, In, Model, Out, Params, QUERIES, TAKEN};
use crate::systems::sharing::config::SharedLanes;
use crate::systems::sharing::units::address_pattern::Pattern;
use crate::units::dice::Dice;
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const HIT              = 1 << 0;
        const HIT_READY        = 1 << 1;
        const HIT_NOT_READY    = 1 << 2;
        const USE_HIT          = 1 << 3;
        const RECORD           = 1 << 4;
        const EVICT            = 1 << 5;
        const FULL             = 1 << 6;
        /// A register that already has an entry is recorded.
        const RECORD_AGAIN     = 1 << 7;
        const RECORD_AND_DROP  = 1 << 8;
        const RECORD_AND_FILL  = 1 << 9;
        const RECORD_AND_LOOK  = 1 << 10;
        const INVALIDATE       = 1 << 11;
        const FLUSH            = 1 << 12;
        const DROP             = 1 << 13;
        const FILL             = 1 << 14;
        const PAIR             = 1 << 15;
        const PAIR_OF_ONE      = 1 << 16;
        const PAIR_IS_NO_HIT   = 1 << 17;
        /// The load begins after A's first lane.
        const PAIR_SHIFTED     = 1 << 18;
        const HIT_AND_DROP     = 1 << 19;
        const INVALIDATE_FULL  = 1 << 20;
        /// A register with an entry is taken, and recorded for the new load.
        const TAKE_AND_RECORD  = 1 << 21;
    }
}

/// Maximum registers in use.
const RECENT: usize = 16;

/// Maximum patterns that are remembered.
const MOST_KNOWN: usize = 256;

/// Random accesses, at rates that change from phase to phase.
pub struct Random {
    dice: Dice,
    params: Params,
    /// Probability, out of 256, of a look, a store, a record, a drop and a fill.
    chance: [u8; 5],
    /// Word address near which accesses begin.
    region: u32,
    /// Number of strides within which the distance from `region` is chosen.
    spread: usize,
    /// Stride of many loads in this phase.
    stride: u16,
    /// Recently recorded registers: few for a small table, so that they are often in it.
    recent: Vec<u16>,
    next: usize,
    /// Recently recorded patterns and their registers, more than the table has entries.
    known: Vec<(Pattern, u16)>,
    /// Whether loads repeat the known patterns in turn, so that all entries become used.
    again: bool,
    turn: usize,
    /// Register of the pattern that is looked up, if the pattern is a known one.
    looked: Option<u16>,
    /// Cycles left in which the table is filled after a reset.
    filling: usize,
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        Random {
            dice: Dice::new(seed),
            params: params.clone(),
            chance: [0; 5],
            region: 0,
            spread: 1,
            stride: 1,
            recent: vec![0; RECENT.min(2 * params.entries)],
            next: 0,
            known: Vec::new(),
            again: false,
            turn: 0,
            looked: None,
            filling: 0,
        }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let dropped = |n: usize| i.drop >> n & 1 == 1;
        let any = |of: &dyn Fn(usize) -> bool| (0..QUERIES).any(of);
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::HIT, o.hit);
        hit.set(Scenarios::HIT_READY, o.hit && o.hit_ready);
        hit.set(Scenarios::HIT_NOT_READY, o.hit && !o.hit_ready);
        hit.set(Scenarios::USE_HIT, o.hit && i.use_hit);
        hit.set(Scenarios::RECORD, i.record);
        hit.set(Scenarios::EVICT, i.record && o.full);
        hit.set(Scenarios::FULL, o.full);
        let known = |n: usize| o.recorded >> n & 1 == 1;
        let again = |n: usize| i.record && known(n) && i.query_phys[n] == i.record_phys;
        hit.set(Scenarios::RECORD_AGAIN, any(&again));
        let dropped_new = |n: usize| i.record && dropped(n) && i.query_phys[n] == i.record_phys;
        hit.set(Scenarios::RECORD_AND_DROP, (0..TAKEN).any(dropped_new));
        hit.set(Scenarios::TAKE_AND_RECORD, known(TAKEN) && dropped_new(TAKEN));
        let filled = |n: usize| i.fill_valid >> n & 1 == 1;
        let filled_new =
            (0..FILLS).any(|n| i.record && filled(n) && i.fill_phys[n] == i.record_phys);
        hit.set(Scenarios::RECORD_AND_FILL, filled_new);
        hit.set(Scenarios::RECORD_AND_LOOK, i.record && i.look_valid);
        hit.set(Scenarios::INVALIDATE, i.invalidate);
        hit.set(Scenarios::FLUSH, i.flush);
        hit.set(Scenarios::DROP, any(&|n| dropped(n) && known(n)));
        let filled_old = |n: usize| known(n) && filled(0) && i.fill_phys[0] == i.query_phys[n];
        hit.set(Scenarios::FILL, any(&filled_old));
        hit.set(Scenarios::PAIR, o.pair);
        hit.set(Scenarios::PAIR_OF_ONE, o.pair && o.a_phys == o.b_phys);
        hit.set(Scenarios::PAIR_IS_NO_HIT, o.pair && !o.hit && o.a_phys != o.b_phys);
        hit.set(Scenarios::PAIR_SHIFTED, o.pair && o.a_shift != 0);
        let dropped_hit = |n: usize| o.hit && dropped(n) && i.query_phys[n] == o.hit_phys;
        hit.set(Scenarios::HIT_AND_DROP, any(&dropped_hit));
        hit.set(Scenarios::INVALIDATE_FULL, i.invalidate && o.full);
        hit
    }

    fn reachable(params: &Params) -> Scenarios {
        let mut all = Scenarios::all();
        let pairs = Scenarios::PAIR | Scenarios::PAIR_OF_ONE | Scenarios::PAIR_SHIFTED;
        all.set(pairs, params.partial);
        all.set(Scenarios::PAIR_IS_NO_HIT, params.partial && params.entries > 1);
        // If the table has an entry for each register, no phase is long enough to fill it.
        let full = Scenarios::FULL | Scenarios::EVICT | Scenarios::INVALIDATE_FULL;
        all.set(full, params.entries < 1 << params.phys_bits);
        all
    }
}

impl Random {
    fn new_phase(&mut self) {
        let [look, store, record, drop, fill, place, spread, rest] = self.dice.bytes();
        self.chance = [look | 0x80, store >> 3, record | 0x40, drop >> 3, fill | 0x20];
        if rest & 3 == 0 {
            // Fills a large table.
            (self.chance[1], self.chance[2], self.chance[3]) = (0, 255, 0);
        }
        self.again = self.dice.below(4) == 0;
        if self.again {
            (self.chance[0], self.chance[1], self.chance[3]) = (255, 0, 0);
        }
        self.stride = self.stride_bit();
        if self.dice.below(4) == 0 {
            self.stride |= self.stride_bit();
        }
        let last = self.last_word();
        let anywhere = u32::from_le_bytes([place, rest, spread, 0]) & last;
        self.region = match place & 7 {
            0 => 0,
            1 => last - 300,
            2 => anywhere & !0x3ff,
            // Near a multiple of 2^order_bits, so that covers end on both sides of it.
            _ => (anywhere | ((1 << self.params.order_bits()) - 1)) - u32::from(spread >> 2),
        };
        self.spread = [1, 4, 16, 64][usize::from(spread & 3)];
    }

    /// The last word of the window.
    fn last_word(&self) -> u32 {
        u32::MAX >> (32 - self.params.word_bits)
    }

    /// A stride that is a power of two.
    fn stride_bit(&mut self) -> u16 {
        1 << self.dice.below(self.params.stride_bits)
    }

    /// A pattern within the window: a known one, the previous one moved by strides, or a new
    /// one near the region.
    fn pattern(&mut self, before: Pattern) -> Pattern {
        let known = if self.again { 28 } else { 1 };
        self.looked = None;
        if !self.known.is_empty() && self.dice.below(32) < known {
            self.turn += 1;
            let (pattern, phys) = self.known[self.turn % self.known.len()];
            self.looked = Some(phys);
            return pattern;
        }
        let last_word = self.last_word();
        if !self.again && self.dice.below(4) == 0 {
            // Two of these together cover a load between them.
            let by = self.dice.below(8) as u32 * u32::from(before.stride);
            let length = before.end - before.base;
            let base = match self.dice.below(2) {
                0 => before.base.saturating_sub(by),
                _ => (before.base + by).min(last_word - length),
            };
            return Pattern { base, end: base + length, ..before };
        }
        let [stride, lanes, a, b, form, pitch, aside, far] = self.dice.bytes();
        let rows = if self.params.rows { (form % 6).saturating_sub(3) } else { 0 };
        let width = self.params.lanes >> rows;
        let (a, b) = (usize::from(a) % width, usize::from(b) % width);
        let (first, last) = match (lanes % 4, self.params.active) {
            (0, _) => (0, width - 1),
            (_, SharedLanes::Prefix) => (0, b),
            (1, _) => (a, width - 1),
            (_, SharedLanes::Run) => (a.min(b), a.max(b)),
        };
        let most = (1 << self.params.stride_bits) - 1;
        let stride = match (first == last, stride % 8) {
            (true, _) | (_, 0) => 0,
            (_, 1 | 2) => 1,
            (_, 3 | 4) => self.stride,
            (_, 5) => 4,
            (_, 6) => self.stride_bit(),
            _ => u16::from_le_bytes([stride, far]) & most,
        };
        let pitch = match (rows, pitch & 4) {
            (0, _) => 0,
            (_, 0) => u32::from(pitch & 3) << 4,
            _ => 1 << self.dice.below(self.params.word_bits - 2),
        };
        let length = (last - first) as u32 * u32::from(stride) + ((1 << rows) - 1) * pitch;
        let limit = last_word - length;
        let step = u32::from(stride.max(1));
        // Some begin between the words of other patterns of the same stride.
        let beside = match aside & 7 {
            0 => self.dice.below(step as usize) as u32,
            1 | 2 if step > 1 => 1 << self.dice.below(step.ilog2() as usize),
            _ => 0,
        };
        // Some differ from other patterns in one upper address bit.
        let far = if far & 15 == 0 { 1 << self.dice.below(self.params.word_bits) } else { 0 };
        let steps = self.dice.below(self.spread) as u32;
        let base = ((self.region ^ far) + beside + steps * step).min(limit);
        let (first, last) = (first as u8, last as u8);
        Pattern { base, stride, first, last, end: base + length, rows, pitch }
    }

    fn any_phys(&mut self) -> u16 {
        match self.dice.below(8) {
            0 => self.dice.below(1 << self.params.phys_bits) as u16,
            1 => {
                let recent = self.recent[self.dice.below(self.recent.len())];
                self.dice.twin(recent, self.params.phys_bits)
            }
            _ => self.recent[self.dice.below(self.recent.len())],
        }
    }

    fn look(&mut self, next: &mut In, before: Pattern) {
        let Pattern { base, stride, first, last, end, rows, pitch } = self.pattern(before);
        (next.base, next.stride, next.first, next.last) = (base, stride, first, last);
        (next.end, next.rows, next.pitch) = (end, rows, pitch);
        (next.low, next.high) = (base, end);
        if next.look_store {
            // The word of the first lane may be any word that the store touches.
            next.low -= self.dice.below(64).min(base as usize) as u32;
            if self.dice.below(2) == 0 {
                next.high = next.low;
            }
        }
    }

    /// Remembers a recorded pattern and its register.
    fn record(&mut self, pattern: Pattern, phys: u16) {
        let most = (2 * self.params.entries).min(MOST_KNOWN);
        match self.known.len() < most {
            true => self.known.push((pattern, phys)),
            false => self.known[self.next % most] = (pattern, phys),
        }
        let place = self.next % self.recent.len();
        self.recent[place] = phys;
        self.next += 1;
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, i: &In, o: &Out) -> In {
        let throw = self.dice.throw(1 << 14);
        if throw.new_phase {
            self.new_phase();
        }
        if throw.reset {
            self.filling = 8 * self.params.entries;
        }
        if self.filling > 0 {
            self.filling = if o.full { 0 } else { self.filling - 1 };
            (self.chance, self.again) = ([255, 0, 255, 0, 64], o.full);
        }
        let happens = self.dice.bytes();
        let [look, store, record, drop, fill] =
            std::array::from_fn(|n| happens[n] <= self.chance[n] && self.chance[n] > 0);
        let looked = i.rst_n && i.look_valid;
        let hit = self.looked.filter(|_| looked && self.chance[3] > 0);
        let mut next = In { rst_n: !throw.reset, look_valid: look, look_store: store, ..*i };
        self.look(&mut next, i.pattern());
        let record = record && (!self.again || throw.bytes[7] < 4);
        next.record = looked && !i.look_store && record;
        if happens[5] < 16 {
            next.record_phys = self.any_phys();
        } else if next.record {
            next.record_phys = self.dice.below(1 << self.params.phys_bits) as u16;
        }
        next.invalidate = looked && i.look_store && happens[6] > 0;
        next.flush = !next.record && happens[7] == 0 && happens[6] < 24;
        next.use_hit = !next.record && (self.again || throw.bytes[0] < 128);
        next.query_phys = std::array::from_fn(|_| self.any_phys());
        next.drop = if drop { throw.bytes[1] & throw.bytes[2] & throw.bytes[3] & 0x7f } else { 0 };
        // The register that is hit may be dropped in that cycle.
        if let (Some(phys), 0..64) = (hit, happens[6]) {
            next.query_phys[0] = phys;
            next.drop |= 1;
        }
        next.fill_phys = std::array::from_fn(|_| self.any_phys());
        next.fill_valid = if fill { throw.bytes[4] & 7 } else { 0 };
        if next.record {
            // The recorded register may be dropped or, too early, filled.
            match throw.bytes[5] {
                0..4 => next.query_phys[usize::from(throw.bytes[6]) % QUERIES] = next.record_phys,
                4..8 => next.fill_phys[usize::from(throw.bytes[6]) % FILLS] = next.record_phys,
                8..24 => {
                    next.record_phys = self.any_phys();
                    next.query_phys[TAKEN] = next.record_phys;
                    next.drop |= 1 << TAKEN;
                }
                24..28 => {
                    let n = usize::from(throw.bytes[6]) % TAKEN;
                    next.query_phys[n] = self.dice.twin(next.record_phys, self.params.phys_bits);
                    next.drop |= 1 << n;
                }
                28..32 => {
                    let n = usize::from(throw.bytes[6]) % TAKEN;
                    next.query_phys[n] = next.record_phys;
                    next.drop |= 1 << n;
                }
                _ => {}
            }
            self.record(i.pattern(), next.record_phys);
        }
        next.query_valid = (happens[5] ^ happens[6]) & 0x7f | next.drop;
        next
    }
}
