//! Stimulus: loads and writes of few registers, with every result that the look-ups can have.

use super::{In, Model, Out, Params, VERDICTS};
use crate::sm::register_file::Verdict;
use crate::systems::sharing::config::WriteRule;
use crate::units::dice::{Dice, Few};
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const RECORDED      = 1 << 0;
        const RECORDED_OWN  = 1 << 1;
        const MEMORY        = 1 << 2;
        const HELD          = 1 << 3;
        const COMING        = 1 << 4;
        const MERGED        = 1 << 5;
        const FULL          = 1 << 6;
        const WRITE_IN_PLACE = 1 << 7;
        const WRITE_TAKES   = 1 << 8;
        const WRITE_DROPS   = 1 << 9;
        const COPY          = 1 << 10;
        const WOKEN         = 1 << 11;
        const FILLED_AT_ONCE = 1 << 12;
        const NOT_READY     = 1 << 13;
    }
}

/// Random look-ups of few physical registers, with probabilities that change from phase to phase.
pub struct Random {
    dice: Dice,
    params: Params,
    /// Probability, out of 256, of a load, a write, a fill and a hit.
    chance: [u8; 4],
    /// Physical registers used in this phase.
    phys: Few,
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        Random { dice: Dice::new(seed), params: *params, chance: [0; 4], phys: Few::default() }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let mut hit = Scenarios::empty();
        let verdict = VERDICTS[usize::from(o.verdict).min(VERDICTS.len() - 1)];
        let is = |wanted| i.load && verdict == wanted;
        hit.set(Scenarios::RECORDED, is(Verdict::Recorded) && !o.record_own);
        hit.set(Scenarios::RECORDED_OWN, is(Verdict::Recorded) && o.record_own);
        hit.set(Scenarios::MEMORY, is(Verdict::Memory));
        hit.set(Scenarios::HELD, is(Verdict::Held));
        hit.set(Scenarios::COMING, is(Verdict::Coming));
        hit.set(Scenarios::MERGED, is(Verdict::Merged));
        let coming = i.hit && !i.hit_ready && !i.hit_full;
        hit.set(Scenarios::FULL, o.eligible && coming && is(Verdict::Memory));
        hit.set(Scenarios::WRITE_IN_PLACE, o.write_go & !o.write_set & !o.write_drop != 0);
        hit.set(Scenarios::WRITE_TAKES, o.write_go & o.write_set != 0);
        hit.set(Scenarios::WRITE_DROPS, o.write_drop != 0);
        hit.set(Scenarios::COPY, o.copy);
        hit.set(Scenarios::WOKEN, o.woken);
        let now = i.fill_valid & 1 != 0 && i.fill_phys[0] == i.hit_phys;
        hit.set(Scenarios::FILLED_AT_ONCE, is(Verdict::Coming) && now);
        hit.set(Scenarios::NOT_READY, !o.access_ready);
        hit
    }

    fn reachable(params: &Params) -> Scenarios {
        let mut all = Scenarios::all();
        all.set(Scenarios::MERGED, params.partial);
        let sound = params.write_rule == WriteRule::Sound;
        all.set(Scenarios::WRITE_DROPS | Scenarios::COPY, sound);
        all
    }
}

impl Random {
    fn change_phase(&mut self, random: [u8; 8]) {
        let [a, b, c, d, rare, ..] = self.dice.bytes();
        self.phys = Few::new([a, b, c, d], self.params.phys_bits);
        self.chance = match rare {
            // Loads wait until the list of waiting loads is full. Fills are rare, or none come.
            0..48 => [255, random[1], 0, 255],
            48..96 => [255, random[1], 3, 255],
            _ => [random[0] | 0x40, random[1], random[2], random[3]],
        };
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, _: &In, out: &Out) -> In {
        let throw = self.dice.throw(4096);
        let random = throw.bytes;
        if throw.new_phase {
            self.change_phase(random);
        }
        let (more, most) = (self.dice.bytes(), self.dice.bytes());
        let bit = |byte: u8, n: u8| byte >> n & 1 != 0;
        let phys = |byte: u8| self.phys.pick(byte);
        let [load, write, fill, hit] = self.chance;
        let masks = |byte: u8| byte & 7;
        // No access is accepted while `access_ready` is low; a load accepted before may still come.
        let load = (random[0] <= load || load == u8::MAX) && (out.access_ready || bit(most[7], 0));
        In {
            rst_n: !throw.reset,
            load,
            regular: load && random[1] & 7 != 0,
            whole: random[1] & 0x18 != 0,
            missing: bit(random[1], 5),
            warp: self.dice.below(1 << self.params.warp_bits) as u8,
            reg: self.dice.below(1 << self.params.reg_bits) as u8,
            mapped: bit(random[2], 0),
            single: bit(random[2], 1),
            recorded: bit(random[2], 2),
            hit: random[3] <= hit,
            hit_ready: bit(random[2], 3),
            hit_phys: phys(random[4]),
            hit_full: random[5] & 15 == 0,
            pair: bit(random[5], 4),
            can_take: random[6] & 7 != 0,
            take_phys: phys(random[4] >> 2),
            merging: random[6] & 0x30 == 0,
            write_valid: if more[0] <= write { 7 } else { masks(more[0]) & masks(random[7]) },
            write_free: masks(more[1]) | masks(more[1] >> 3),
            write_fill: masks(more[2]) & masks(more[2] >> 3),
            write_whole: masks(more[3]),
            write_mapped: masks(more[4]) | masks(more[4] >> 3),
            write_single: masks(more[5]),
            write_recorded: masks(more[6]),
            fill_valid: if more[7] < fill { masks(most[0]) } else { 0 },
            fill_phys: [phys(most[1]), phys(most[2]), phys(most[3])],
        }
    }
}
