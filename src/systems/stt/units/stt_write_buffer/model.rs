//! Model of the write buffer.

use super::{In, Out, Params};
use crate::bits::{WarpRegister, merge_lanes};
use crate::systems::stt::units::ages::{Ages, MOST};
use crate::units::channels::NewWrite;

/// Entry and lanes of a buffered write.
#[derive(Clone, Copy, Debug, Default)]
struct Tag {
    entry: u16,
    lanes: u32,
}

#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    ages: Ages,
    tags: [Tag; MOST],
    memory: Vec<WarpRegister>,
    data_valid: bool,
    data_lanes: u32,
    data: WarpRegister,
}

impl Model {
    /// Number of buffered writes. State only.
    #[inline]
    pub fn count(&self) -> usize {
        self.ages.valid().count_ones() as usize
    }

    /// Place of the oldest write.
    #[inline]
    fn oldest(&self) -> Option<usize> {
        self.ages.oldest()
    }

    /// Entry of the oldest write. State only.
    #[inline]
    pub fn oldest_entry(&self) -> Option<u16> {
        self.oldest().map(|place| self.tags[place].entry)
    }

    /// Place of the buffered write of an entry.
    #[inline]
    fn find(&self, entry: u16) -> Option<usize> {
        let valid = self.ages.valid();
        (0..self.params.depth).find(|&n| valid >> n & 1 != 0 && self.tags[n].entry == entry)
    }

    /// Lanes of the buffered write of an entry; 0 without one. State only.
    #[inline]
    pub fn lanes(&self, entry: u16) -> u32 {
        self.find(entry).map_or(0, |place| self.tags[place].lanes)
    }

    /// Place of the buffered write with which a push of this entry merges.
    #[inline]
    fn merges(&self, entry: u16, drain: bool) -> Option<usize> {
        self.find(entry).filter(|place| !drain || self.oldest() != Some(*place))
    }

    /// Whether a push of this entry would be accepted.
    #[inline]
    pub fn push_ready(&self, entry: u16, drain: bool) -> bool {
        self.ages.unused(self.params.depth).is_some() || self.merges(entry, drain).is_some()
    }

    /// Lanes of the write that was last drained or read. State only.
    #[inline]
    pub fn data_lanes(&self) -> u32 {
        self.data_lanes
    }

    /// Data of the write that was last drained or read. State only.
    #[inline]
    pub fn data(&self) -> &WarpRegister {
        &self.data
    }

    /// Clock edge, with the accepted push, whether the oldest write drains, the entry to read, and
    /// the entry to cancel.
    #[inline]
    pub fn clock(
        &mut self,
        push: Option<NewWrite>,
        drain: bool,
        read: Option<u16>,
        cancel: Option<u16>,
    ) {
        let target = push.as_ref().and_then(|push| self.merges(push.entry, drain));
        let unused = self.ages.unused(self.params.depth);
        let drained = self.oldest().filter(|_| drain);
        let out = drained.or_else(|| read.and_then(|entry| self.find(entry)));
        self.data_valid = out.is_some();
        if let Some(place) = out {
            (self.data_lanes, self.data) = (self.tags[place].lanes, [0; 32]);
            merge_lanes(&mut self.data, &self.memory[place], self.data_lanes);
        }
        let cancelled = cancel.and_then(|entry| self.find(entry));
        for place in [drained, cancelled].into_iter().flatten() {
            self.ages.free(1 << place);
        }
        let Some(push) = push else { return };
        if let Some(place) = target {
            self.tags[place].lanes |= push.lane_mask;
            merge_lanes(&mut self.memory[place], push.data, push.lane_mask);
        } else if let Some(place) = unused {
            self.ages.take(place);
            self.tags[place] = Tag { entry: push.entry, lanes: push.lane_mask };
            merge_lanes(&mut self.memory[place], push.data, push.lane_mask);
        }
    }

    /// Returns to the reset state.
    pub fn clear(&mut self) {
        self.ages = Ages::default();
        self.data_valid = false;
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        Model {
            params: *params,
            ages: Ages::default(),
            tags: [Tag::default(); MOST],
            memory: vec![[0; 32]; params.depth],
            data_valid: false,
            data_lanes: 0,
            data: [0; 32],
        }
    }

    #[inline]
    fn outputs(&self, i: &In) -> Out {
        Out {
            push_ready: self.push_ready(i.push_entry, i.drain),
            count: self.count() as u8,
            oldest_valid: self.count() > 0,
            oldest_entry: self.oldest_entry().unwrap_or(0),
            hit: self.find(i.lookup_entry).is_some(),
            hit_lanes: self.lanes(i.lookup_entry),
            data_valid: self.data_valid,
            data_lanes: self.data_lanes,
            data: self.data,
        }
    }

    #[inline]
    fn tick(&mut self, i: &In) {
        if !i.rst_n {
            return self.clear();
        }
        let push = i.push_valid.then_some(NewWrite {
            entry: i.push_entry,
            lane_mask: i.push_lane_mask,
            data: &i.push_data,
        });
        let lookup = |wanted: bool| wanted.then_some(i.lookup_entry);
        self.clock(push, i.drain, lookup(i.read), lookup(i.cancel));
    }

    fn accepts(&self, i: &In) -> bool {
        let looks = i.read || i.cancel;
        (i.push_entry | i.lookup_entry) >> self.params.entry_bits == 0
            && !(i.read && i.drain)
            && !(looks && i.push_valid && i.push_entry == i.lookup_entry)
    }
}
