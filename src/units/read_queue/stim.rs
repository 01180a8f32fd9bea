//! Stimulus: reads of four entries, pushed and popped at changing rates.

use super::{In, Model, Out, Params};
use crate::units::dice::{Dice, Few, scaled};
use crate::units::{RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const PUSH                  = 1 << 0;
        const POP                   = 1 << 1;
        const PUSH_AND_POP          = 1 << 2;
        const OFFERED_WHILE_FULL    = 1 << 3;
        const POP_WHILE_FULL        = 1 << 4;
        const POP_WHILE_EMPTY       = 1 << 5;
        const PROBE_FINDS_NONE      = 1 << 6;
        const PROBE_FINDS_SEVERAL   = 1 << 7;
        /// A read of the probed entry is pushed into the empty queue.
        const PROBE_FINDS_PUSHED   = 1 << 8;
        /// The popped read has the probed entry.
        const PROBE_OMITS_POPPED    = 1 << 9;
        const RESET_WHILE_WAITING   = 1 << 10;
    }
}

/// Random pushes and pops of reads of four entries. A refused read is offered again. The rates
/// change from phase to phase.
pub struct Random {
    dice: Dice,
    params: Params,
    /// Chances of a push and of a pop, out of 256.
    chance: [u8; 2],
    entries: Few,
}

impl RandomStimulus<Model> for Random {
    type Scenarios = Scenarios;

    fn new(params: &Params, seed: u64) -> Self {
        let params = params.clone();
        Random { dice: Dice::new(seed), params, chance: [0; 2], entries: Few::default() }
    }

    fn scenarios(i: &In, o: &Out) -> Scenarios {
        let push = i.push_valid && o.push_ready && i.rst_n;
        let pop = i.pop && o.front_valid && i.rst_n;
        let mut hit = Scenarios::empty();
        hit.set(Scenarios::PUSH, push);
        hit.set(Scenarios::POP, pop);
        hit.set(Scenarios::PUSH_AND_POP, push && pop);
        hit.set(Scenarios::OFFERED_WHILE_FULL, i.push_valid && !o.push_ready);
        hit.set(Scenarios::POP_WHILE_FULL, pop && !o.push_ready);
        hit.set(Scenarios::POP_WHILE_EMPTY, i.pop && !o.front_valid);
        hit.set(Scenarios::PROBE_FINDS_NONE, o.probe_reads == 0 && o.front_valid);
        hit.set(Scenarios::PROBE_FINDS_SEVERAL, o.probe_reads.count_ones() > 1);
        hit.set(Scenarios::PROBE_FINDS_PUSHED, push && !o.front_valid && o.probe_reads != 0);
        hit.set(Scenarios::PROBE_OMITS_POPPED, o.leaving & o.probe_reads != 0 && i.rst_n);
        hit.set(Scenarios::RESET_WHILE_WAITING, !i.rst_n && o.front_valid);
        hit
    }

    fn reachable(params: &Params) -> Scenarios {
        let mut all = Scenarios::all();
        let several = params.depth > 1;
        all.set(Scenarios::PUSH_AND_POP | Scenarios::PROBE_FINDS_SEVERAL, several);
        all
    }
}

impl Stimulus<Model> for Random {
    fn next(&mut self, i: &In, o: &Out) -> In {
        let throw = self.dice.throw(4096);
        let random = throw.bytes;
        if throw.new_phase {
            self.chance = [random[0], random[1]];
            let alone = [random[2], random[2], random[4], random[4]];
            let few = [random[2], random[3], random[4], random[5]];
            let halves = if random[6] < 32 { alone } else { few };
            self.entries = Few::new(halves, self.params.position.entry_bits);
        }
        let probe_entry = self.entries.pick(random[2]);
        let entry = self.entries.pick(random[2] >> 2);
        let push = match i.rst_n && i.push_valid && !o.push_ready {
            true => *i,
            false => In {
                push_valid: random[3] <= self.chance[0],
                push_cu: scaled(random[4], self.params.collector_units),
                push_slot: scaled(random[5], self.params.operand_slots),
                push_position: self.params.position.random(entry, random[7]),
                ..*i
            },
        };
        let pop = random[6] <= self.chance[1];
        In { rst_n: !throw.reset, pop, probe_entry, ..push }
    }
}
