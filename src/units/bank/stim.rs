//! Stimulus: reads and writes of few or of all entries, at changing rates of requests and grants.

use super::{Front, FrontIn, FrontOut, In, Model, Out, Params, Storage};
use crate::units::dice::{Dice, scaled};
use crate::units::{Joined, RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus, for every storage.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        /// A read is performed.
        const READ                   = 1 << 16;
        /// A write is performed.
        const WRITE                  = 1 << 17;
        /// A read and a write are performed in one cycle.
        const READ_AND_WRITE         = 1 << 18;
        /// A write of some lanes is accepted.
        const PARTIAL_WRITE_ACCEPTED = 1 << 19;
        /// A request waits without a grant.
        const WAITS_FOR_GRANT        = 1 << 20;
        /// The queue is full, and a read is offered.
        const READ_REFUSED           = 1 << 21;
        /// The buffer is full, and a write is offered.
        const WRITE_REFUSED          = 1 << 22;
        /// A read and a write of one entry are accepted in one cycle: the read is older.
        const ACCEPTED_AT_ONCE       = 1 << 23;
        /// The buffer is full and only a read is performed: the writes wait for older reads.
        const READ_BEFORE_WRITES     = 1 << 24;
        /// The queue is full and only a write is performed.
        const WRITE_BEFORE_READS     = 1 << 25;
        /// A read is answered while another is performed.
        const ANSWERS_BACK_TO_BACK   = 1 << 26;
        /// No request waits.
        const IDLE                   = 1 << 27;
        /// A reset discards waiting requests.
        const RESET_WHILE_WAITING    = 1 << 28;
    }
}

fn reachable(params: &Front) -> Scenarios {
    let mut all = Scenarios::all();
    all.set(Scenarios::READ_AND_WRITE, params.two_ports);
    all
}

fn scenarios(i: &FrontIn, o: &FrontOut) -> Scenarios {
    let read = i.rst_n && i.read_valid && o.read_ready;
    let write = i.rst_n && i.write_valid && o.write_ready;
    let mut hit = Scenarios::empty();
    hit.set(Scenarios::READ, o.read);
    hit.set(Scenarios::WRITE, o.write);
    hit.set(Scenarios::READ_AND_WRITE, o.read && o.write);
    hit.set(Scenarios::PARTIAL_WRITE_ACCEPTED, write && i.write_lane_mask != u32::MAX);
    hit.set(Scenarios::WAITS_FOR_GRANT, o.req_valid && !i.grant);
    hit.set(Scenarios::READ_REFUSED, i.read_valid && !o.read_ready);
    hit.set(Scenarios::WRITE_REFUSED, i.write_valid && !o.write_ready);
    hit.set(Scenarios::ACCEPTED_AT_ONCE, read && write && i.read_entry == i.write_entry);
    hit.set(Scenarios::READ_BEFORE_WRITES, o.read && !o.write && !o.write_ready);
    hit.set(Scenarios::WRITE_BEFORE_READS, o.write && !o.read && !o.read_ready);
    hit.set(Scenarios::ANSWERS_BACK_TO_BACK, o.rsp_valid && o.read);
    hit.set(Scenarios::IDLE, !o.req_valid);
    hit.set(Scenarios::RESET_WHILE_WAITING, !i.rst_n && o.req_valid);
    hit
}

/// Stimulus of a storage's own inputs.
pub trait Driver<S: Storage>: Default + Send {
    /// Called in a cycle of reset.
    fn reset(&mut self, _params: &S::Params, _dice: &mut Dice) {}

    /// Changes the rates for a new phase.
    fn new_phase(&mut self, _dice: &mut Dice) {}

    /// Four entries for phases with accesses to few entries.
    fn few(&self, params: &S::Params, dice: &mut Dice) -> [u16; 4] {
        std::array::from_fn(|_| dice.below(S::entries(params)) as u16)
    }

    /// Sets the next inputs from a random byte. False while the storage is set up and takes no
    /// request.
    fn next(&mut self, _random: u8, _inputs: &mut S::In) -> bool {
        true
    }
}

/// Random requests. A refused request is offered again. The rates, and whether few or all entries
/// are accessed, change from phase to phase. An entry is read only if all its lanes were written
/// since reset.
pub struct Random<S: Storage> {
    dice: Dice,
    params: Params<S>,
    driver: S::Driver,
    /// Chances of a read, of a write and of a grant, out of 256.
    chance: [u8; 3],
    /// The few entries of this phase; none if all entries are accessed.
    few: Option<[u16; 4]>,
    /// Lanes of each entry that were written since reset.
    written: Vec<u32>,
}

impl<S: Storage> RandomStimulus<Model<S>> for Random<S> {
    type Scenarios = Joined<Scenarios, S::Scenarios>;

    fn new(params: &Params<S>, seed: u64) -> Self {
        Random {
            dice: Dice::new(seed),
            params: params.clone(),
            driver: S::Driver::default(),
            chance: [0; 3],
            few: None,
            written: vec![0; S::entries(&params.own)],
        }
    }

    fn scenarios(inputs: &In<S>, outputs: &Out<S>) -> Joined<Scenarios, S::Scenarios> {
        let shared = scenarios(&inputs.shared, &outputs.shared);
        Joined { shared, own: S::scenarios(inputs, outputs) }
    }

    fn reachable(params: &Params<S>) -> Joined<Scenarios, S::Scenarios> {
        Joined { shared: reachable(&params.shared), own: S::reachable(params) }
    }
}

impl<S: Storage> Random<S> {
    fn new_phase(&mut self) {
        let [read, write, grant, few, ..] = self.dice.bytes();
        self.chance = [read, write, grant | 32];
        self.few = (few < 192).then(|| self.driver.few(&self.params.own, &mut self.dice));
        self.driver.new_phase(&mut self.dice);
    }

    fn entry(&mut self) -> u16 {
        match self.few {
            Some(few) => few[self.dice.below(few.len())],
            None => self.dice.below(self.written.len()) as u16,
        }
    }

    fn offer_read(&mut self, next: &mut In<S>, random: [u8; 2]) {
        let entry = self.entry();
        next.shared.read_valid = self.written[usize::from(entry)] == u32::MAX;
        if next.shared.read_valid {
            let queue = &self.params.shared.queue;
            next.shared.read_entry = entry;
            next.shared.read_cu = scaled(random[0], queue.collector_units);
            next.shared.read_slot = scaled(random[1], queue.operand_slots);
        }
    }

    fn offer_write(&mut self, next: &mut In<S>) {
        next.shared.write_entry = self.entry();
        next.shared.write_lane_mask = self.dice.lane_mask_or_gap();
        next.shared.write_data = self.dice.warp_register_or_bit();
    }
}

impl<S: Storage> Stimulus<Model<S>> for Random<S> {
    fn next(&mut self, i: &In<S>, o: &Out<S>) -> In<S> {
        let throw = self.dice.throw(8192);
        let random = throw.bytes;
        if throw.new_phase {
            self.new_phase();
        }
        let (last, answered) = (&i.shared, &o.shared);
        if last.read_valid && answered.read_ready && S::destroys(S::hints(&i.own)) {
            self.written[usize::from(last.read_entry)] = 0;
        }
        if last.rst_n && last.write_valid && answered.write_ready {
            self.written[usize::from(last.write_entry)] |= last.write_lane_mask;
        }
        let mut next = i.clone();
        next.shared.rst_n = !throw.reset;
        next.shared.grant = random[0] <= self.chance[2];
        if throw.reset {
            self.written.fill(0);
            self.driver.reset(&self.params.own, &mut self.dice);
        }
        if throw.reset || !self.driver.next(random[5], &mut next.own) {
            (next.shared.read_valid, next.shared.write_valid) = (false, false);
            return next;
        }
        if !last.read_valid || answered.read_ready {
            next.shared.read_valid = random[1] <= self.chance[0];
            if next.shared.read_valid {
                self.offer_read(&mut next, [random[3], random[4]]);
            }
        }
        if !last.write_valid || answered.write_ready {
            next.shared.write_valid = random[2] <= self.chance[1];
            if next.shared.write_valid {
                self.offer_write(&mut next);
            }
        }
        next
    }
}
