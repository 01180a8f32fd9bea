//! Random reads and slice writes, each held until it is performed or replaced.

use super::{In, Model, Out, Params};
use crate::systems::compressed::indirection::SLICES;
use crate::systems::compressed::units::storages::PackedStorage;
use crate::units::bank::{self, Driver, FrontIn, FrontOut, Storage};
use crate::units::dice::Dice;
use crate::units::{Joined, RandomStimulus, Stimulus};
use bitflags::bitflags;

bitflags! {
    /// Scenarios of the stimulus, for every storage.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        /// A read is performed.
        const READ                 = 1 << 16;
        /// A write is performed.
        const WRITE                = 1 << 17;
        /// A read and a write are performed in one cycle.
        const READ_AND_WRITE       = 1 << 18;
        /// A write of only some lanes is performed.
        const PARTIAL_WRITE        = 1 << 19;
        /// A write of only some slices is performed.
        const PARTIAL_SLICES       = 1 << 20;
        /// No requested access is performed in this cycle.
        const WAITS                = 1 << 21;
        /// A read is answered while another is performed.
        const ANSWERS_BACK_TO_BACK = 1 << 22;
        /// No access is requested.
        const NEITHER              = 1 << 23;
        /// A reset.
        const RESET                = 1 << 24;
    }
}

/// Accesses of a few or of all entries and of any slices. Only entries that were completely written
/// since reset are read.
pub struct Random<S: Storage> {
    dice: Dice,
    params: Params<S>,
    driver: S::Driver,
    /// Chances, out of 256, of a read, a write and a grant.
    chance: [u8; 3],
    /// The few entries that this phase accesses; none if it accesses all.
    few: Option<[u16; 4]>,
    /// Lanes written since reset, by entry and slice.
    written: Vec<[u32; SLICES]>,
}

impl<S: PackedStorage> RandomStimulus<Model<S>> for Random<S> {
    type Scenarios = Joined<Scenarios, S::Scenarios>;

    fn new(params: &Params<S>, seed: u64) -> Self {
        Random {
            dice: Dice::new(seed),
            params: params.clone(),
            driver: S::Driver::default(),
            chance: [0; 3],
            few: None,
            written: vec![[0; SLICES]; S::entries(&params.own)],
        }
    }

    fn scenarios(i: &In<S>, o: &Out<S>) -> Joined<Scenarios, S::Scenarios> {
        let (inputs, outputs) = (&i.shared, &o.shared);
        let asked = inputs.read_valid || inputs.write_valid;
        let mut shared = Scenarios::empty();
        shared.set(Scenarios::READ, outputs.read);
        shared.set(Scenarios::WRITE, outputs.write);
        shared.set(Scenarios::READ_AND_WRITE, outputs.read && outputs.write);
        shared.set(Scenarios::PARTIAL_WRITE, outputs.write && inputs.write_lane_mask != u32::MAX);
        shared.set(Scenarios::PARTIAL_SLICES, outputs.write && inputs.write_slice_mask != u8::MAX);
        shared.set(Scenarios::WAITS, asked && !outputs.read && !outputs.write);
        shared.set(Scenarios::ANSWERS_BACK_TO_BACK, outputs.rsp_valid && outputs.read);
        shared.set(Scenarios::NEITHER, !asked);
        shared.set(Scenarios::RESET, !inputs.rst_n);
        // The storage's own scenarios depend on its ports, the grant and whether a request waits.
        let front_in = FrontIn { rst_n: inputs.rst_n, grant: inputs.grant, ..FrontIn::default() };
        let front_out = FrontOut { req_valid: asked, ..FrontOut::default() };
        let own = S::scenarios(
            &bank::In::<S> { shared: front_in, own: i.own.clone() },
            &bank::Out::<S> { shared: front_out, own: o.own.clone() },
        );
        Joined { shared, own }
    }

    fn reachable(params: &Params<S>) -> Joined<Scenarios, S::Scenarios> {
        let front = params.shared.front.clone();
        let mut shared = Scenarios::all();
        shared.set(Scenarios::READ_AND_WRITE, front.two_ports);
        let own = S::reachable(&bank::Params::<S> { shared: front, own: params.own.clone() });
        Joined { shared, own }
    }
}

impl<S: Storage> Random<S> {
    fn new_phase(&mut self) {
        let [read, write, grant, few, ..] = self.dice.bytes();
        self.chance = [read, write, grant | 32];
        self.few = (few < 160).then(|| self.driver.few(&self.params.own, &mut self.dice));
        self.driver.new_phase(&mut self.dice);
    }

    fn entry(&mut self) -> u16 {
        match self.few {
            Some(few) => few[self.dice.below(few.len())],
            None => self.dice.below(self.written.len()) as u16,
        }
    }

    fn ask_to_read(&mut self, next: &mut In<S>) {
        let entry = self.entry();
        next.shared.read_valid = self.written[usize::from(entry)] == [u32::MAX; SLICES];
        next.shared.read_entry = entry;
    }

    fn ask_to_write(&mut self, next: &mut In<S>) {
        let [some, slices, ..] = self.dice.bytes();
        next.shared.write_valid = true;
        next.shared.write_entry = self.entry();
        next.shared.write_lane_mask = self.dice.lane_mask();
        next.shared.write_slice_mask = if some < 128 { u8::MAX } else { slices };
        next.shared.write_data = self.dice.warp_register();
    }

    fn take_note(&mut self, i: &In<S>) {
        let lanes = i.shared.write_lane_mask;
        let written = &mut self.written[usize::from(i.shared.write_entry)];
        for (slice, written) in written.iter_mut().enumerate() {
            *written |= lanes & u32::from(i.shared.write_slice_mask >> slice & 1).wrapping_neg();
        }
    }
}

impl<S: PackedStorage> Stimulus<Model<S>> for Random<S> {
    fn next(&mut self, i: &In<S>, o: &Out<S>) -> In<S> {
        let throw = self.dice.throw(8192);
        let random = throw.bytes;
        if throw.new_phase {
            self.new_phase();
        }
        if i.shared.rst_n && o.shared.write {
            self.take_note(i);
        }
        let mut next = i.clone();
        next.shared.rst_n = !throw.reset;
        next.shared.grant = random[0] <= self.chance[2];
        if throw.reset {
            self.written.fill([0; SLICES]);
            self.driver.reset(&self.params.own, &mut self.dice);
        }
        if throw.reset || !self.driver.next(random[5], &mut next.own) {
            (next.shared.read_valid, next.shared.write_valid) = (false, false);
            return next;
        }
        // Sometimes an access is replaced by another before it is performed.
        let gives_way = random[3] < 8;
        if !i.shared.read_valid || o.shared.read || gives_way {
            next.shared.read_valid = false;
            if random[1] <= self.chance[0] {
                self.ask_to_read(&mut next);
            }
        }
        if !i.shared.write_valid || o.shared.write || gives_way {
            next.shared.write_valid = false;
            if random[2] <= self.chance[1] {
                self.ask_to_write(&mut next);
            }
        }
        // A write takes precedence over a read that may not accompany it.
        let meet = !self.params.shared.front.two_ports
            || next.shared.read_entry == next.shared.write_entry;
        next.shared.read_valid &= !(next.shared.write_valid && meet);
        next
    }
}
