//! Behavioural model of the mapping controller.

use super::{In, Out, PATIENCE, Params, VERDICTS};
use crate::sm::register_file::Verdict;
use crate::systems::sharing::config::{LoadRule, WriteRule};
use crate::units::channels::ones;

/// Behavioural model of the controller.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    waiting: Vec<Waiting>,
    /// Occupied places of `waiting`, one bit each.
    taken: u64,
    /// Occupied places whose data has arrived, one bit each.
    due: u64,
    /// Places of `due` that are woken before the others, one bit each.
    turn: u64,
    /// Cycles for which loads have kept a write back.
    kept_back: u8,
}

/// A load that waits for a physical register.
#[derive(Clone, Copy, Debug, Default)]
struct Waiting {
    phys: u16,
    warp: u8,
    reg: u8,
}

/// Needs of the writes; bit n is write channel n.
#[derive(Clone, Copy, Debug, Default)]
struct Needs {
    /// Writes that need nothing.
    nothing: u8,
    /// Writes whose register must be dropped from the table.
    drop: u8,
    /// Writes that need another register.
    take: u8,
    /// Writes of `take` that also need a copy of the old register.
    copy: u8,
}

impl Model {
    /// Whether an access can be accepted. State only.
    #[inline]
    pub fn access_ready(&self) -> bool {
        self.kept_back < PATIENCE
    }

    /// Whether a load whose data is in place waits to be woken. State only.
    #[inline]
    pub fn is_busy(&self) -> bool {
        self.due != 0
    }

    /// The lowest write that needs another register and may take one, one-hot.
    #[inline]
    pub fn taker(&self, i: &In) -> u8 {
        let needs = self.needs(i);
        let can_copy = if i.merging { 0 } else { u8::MAX };
        let takers = i.write_valid & i.write_free & needs.take & (!needs.copy | can_copy);
        takers & takers.wrapping_neg()
    }

    /// Places that are woken next, lowest first, before those that become due in the meantime.
    #[inline]
    fn turn(&self) -> u64 {
        if self.turn == 0 { self.due } else { self.turn }
    }

    #[inline]
    fn has_room(&self) -> bool {
        (self.taken.count_ones() as usize) < self.params.waiting
    }

    #[inline]
    fn is_eligible(&self, i: &In) -> bool {
        i.load && i.regular && (i.whole || self.params.load_rule == LoadRule::Any)
    }

    /// The verdict, and whether the load is recorded with the register of its destination.
    #[inline]
    fn judge(&self, i: &In) -> (Verdict, bool) {
        if !self.is_eligible(i) || i.hit && i.hit_full {
            return (Verdict::Memory, false);
        }
        let own = i.mapped && i.single && !i.recorded;
        let merges = self.params.partial && i.pair && i.missing && !i.merging;
        match (i.hit, i.hit_ready) {
            (true, true) => (Verdict::Held, false),
            (true, false) if self.has_room() => (Verdict::Coming, false),
            (true, false) => (Verdict::Memory, false),
            _ if merges && i.can_take && self.has_room() => (Verdict::Merged, false),
            _ if own || i.can_take => (Verdict::Recorded, own),
            _ => (Verdict::Memory, false),
        }
    }

    #[inline]
    fn needs(&self, i: &In) -> Needs {
        let (mapped, fill) = (i.write_mapped, i.write_fill);
        if self.params.write_rule == WriteRule::InPlace {
            return Needs { nothing: mapped, take: !mapped, ..Needs::default() };
        }
        let single = mapped & (i.write_single | fill);
        let drop = single & i.write_recorded & !fill;
        let shared = mapped & !single;
        Needs {
            nothing: single & !drop,
            drop,
            take: !mapped | shared,
            copy: shared & !i.write_whole,
        }
    }

    /// The clock edge of a cycle without reset whose outputs were `out`.
    #[inline]
    pub fn clock(&mut self, i: &In, out: &Out) {
        let needs = self.needs(i);
        let changes = i.write_valid & i.write_free & !needs.nothing;
        self.kept_back = match (i.load, out.write_set | out.write_drop) {
            _ if changes == 0 => 0,
            (true, 0) => (self.kept_back + 1).min(PATIENCE),
            (false, 0) => self.kept_back,
            _ => 0,
        };
        self.wait(i, out);
    }

    /// Updates the waiting loads, and adds the load that begins to wait.
    #[inline]
    fn wait(&mut self, i: &In, out: &Out) {
        let place = (!self.taken).trailing_zeros() as usize;
        if out.woken {
            let turn = self.turn();
            let first = turn & turn.wrapping_neg();
            self.turn = turn & !first;
            (self.due, self.taken) = (self.due & !first, self.taken & !first);
        }
        let verdict = VERDICTS[usize::from(out.verdict)];
        if i.load && matches!(verdict, Verdict::Coming | Verdict::Merged) {
            let phys = if verdict == Verdict::Merged { i.take_phys } else { i.hit_phys };
            self.waiting[place] = Waiting { phys, warp: i.warp, reg: i.reg };
            self.taken |= 1 << place;
        }
        for channel in ones(i.fill_valid.into()) {
            let mut taken = self.taken;
            while taken != 0 {
                let place = taken.trailing_zeros() as usize;
                taken &= taken - 1;
                self.due |= u64::from(self.waiting[place].phys == i.fill_phys[channel]) << place;
            }
        }
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        Model {
            params: *params,
            waiting: vec![Waiting::default(); params.waiting],
            taken: 0,
            due: 0,
            turn: 0,
            kept_back: 0,
        }
    }

    #[inline]
    fn outputs(&self, i: &In) -> Out {
        let (verdict, own) = self.judge(i);
        let maps = matches!(verdict, Verdict::Held | Verdict::Coming);
        let merge = verdict == Verdict::Merged;
        let record = merge || verdict == Verdict::Recorded;
        let takes = record && !own;
        let needs = self.needs(i);
        let offered = i.write_valid & i.write_free;
        let taker = self.taker(i);
        let takes_one = if i.can_take && !i.load { taker } else { 0 };
        let can_change = offered & needs.drop | takes_one;
        let first = if maps || record { 0 } else { can_change & can_change.wrapping_neg() };
        let woken = match self.turn() {
            0 => Waiting::default(),
            turn => self.waiting[turn.trailing_zeros() as usize],
        };
        Out {
            access_ready: self.access_ready(),
            verdict: VERDICTS.iter().position(|other| *other == verdict).unwrap_or(0) as u8,
            eligible: self.is_eligible(i),
            map: maps,
            record,
            record_own: own,
            merge,
            taker,
            take: takes || first & needs.take != 0,
            set: maps || takes,
            write_go: offered & needs.nothing | first & !needs.copy,
            write_set: first & needs.take,
            write_drop: first & needs.drop,
            copy: first & needs.copy != 0,
            woken: self.due != 0,
            woken_warp: woken.warp,
            woken_reg: woken.reg,
            busy: self.is_busy(),
        }
    }

    #[inline]
    fn tick(&mut self, i: &In) {
        if !i.rst_n {
            (self.taken, self.due, self.turn, self.kept_back) = (0, 0, 0, 0);
            return;
        }
        let out = self.outputs(i);
        self.clock(i, &out);
    }

    fn accepts(&self, i: &In) -> bool {
        let all = 1 << self.params.phys_bits;
        i.fill_phys.iter().chain([&i.hit_phys, &i.take_phys]).all(|phys| *phys < all)
    }
}
