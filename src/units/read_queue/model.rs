//! Behavioural model of the read queue.

use super::{Entry, In, Out, Params};
use crate::units::ring::Ring;

impl In {
    /// Inputs of a cycle that offers a read or none, and probes an entry.
    #[inline]
    pub fn offer(read: Option<Entry>, pop: bool, probe: Option<u16>) -> In {
        let Entry { cu, slot, position } = read.unwrap_or_default();
        In {
            rst_n: true,
            push_valid: read.is_some(),
            push_cu: cu,
            push_slot: slot,
            push_position: position,
            pop,
            probe_entry: probe.unwrap_or_default(),
        }
    }
}

/// Behavioural model of the queue: a ring of `depth` reads.
#[derive(Clone, Debug)]
pub struct Model {
    waiting: Ring<Entry>,
    params: Params,
}

impl Model {
    /// The oldest read, if there is one. State only.
    #[inline]
    pub fn front(&self) -> Option<&Entry> {
        self.waiting.front()
    }

    /// Whether a read would be accepted. State only.
    #[inline]
    pub fn ready(&self) -> bool {
        !self.waiting.is_full()
    }

    /// Number of waiting reads. State only.
    #[inline]
    pub fn count(&self) -> usize {
        self.waiting.len()
    }

    /// Whether another read waits behind the oldest. State only.
    #[inline]
    pub fn followed(&self) -> bool {
        self.count() > 1
    }

    /// Empties the queue, as a reset does.
    pub fn clear(&mut self) {
        self.waiting.clear();
    }

    #[inline]
    fn pushed(i: &In) -> Entry {
        Entry { cu: i.push_cu, slot: i.push_slot, position: i.push_position }
    }

    /// Place of the read that is popped, one-hot; zero without a pop.
    #[inline]
    pub fn leaving(&self, i: &In) -> u64 {
        u64::from(i.pop && !self.waiting.is_empty()) << self.waiting.place(0)
    }

    /// Places of the probed entry's reads: those that wait, and one that is accepted now.
    #[inline]
    pub fn probe(&self, i: &In) -> u64 {
        let hit = |read: &Entry| self.params.position.entry(read.position) == i.probe_entry;
        let accepted = i.push_valid && self.ready() && hit(&Self::pushed(i));
        let new = u64::from(accepted) << self.waiting.place(self.count());
        self.waiting
            .iter()
            .enumerate()
            .fold(new, |places, (n, read)| places | u64::from(hit(read)) << self.waiting.place(n))
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        Model { waiting: Ring::new(params.depth), params: params.clone() }
    }

    #[inline]
    fn outputs(&self, i: &In) -> Out {
        let front = self.waiting.front_place();
        Out {
            push_ready: self.ready(),
            front_valid: !self.waiting.is_empty(),
            front_cu: front.cu,
            front_slot: front.slot,
            front_position: front.position,
            followed: self.followed(),
            leaving: self.leaving(i),
            probe_reads: self.probe(i),
        }
    }

    #[inline]
    fn tick(&mut self, i: &In) {
        if !i.rst_n {
            return self.clear();
        }
        let accepted = i.push_valid && self.ready();
        let taken = i.pop && !self.waiting.is_empty();
        if accepted {
            self.waiting.push(Self::pushed(i));
        }
        if taken {
            self.waiting.pop();
        }
    }

    fn accepts(&self, i: &In) -> bool {
        i.push_position >> self.params.position.bits() == 0
            && i.probe_entry >> self.params.position.entry_bits == 0
    }
}
