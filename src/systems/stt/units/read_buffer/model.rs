//! Model of the read buffer.

use super::{In, Out, Params};
use crate::bits::WarpRegister;
use crate::systems::stt::units::ages::{Ages, MOST};

#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    ages: Ages,
    entries: [u16; MOST],
    memory: Vec<WarpRegister>,
    data_valid: bool,
    data: WarpRegister,
}

impl Model {
    /// Places that hold this entry, a bit each.
    #[inline]
    fn find(&self, entry: u16) -> u8 {
        let valid = self.ages.valid();
        let holds = |n: usize| u8::from(self.entries[n] == entry) << n;
        (0..self.params.depth).map(holds).fold(0, |all, place| all | place) & valid
    }

    /// Place that a fill replaces, as a bit; 0 if there is a free place.
    #[inline]
    fn replaced(&self) -> u8 {
        match self.ages.unused(self.params.depth) {
            Some(_) => 0,
            None => self.ages.oldest().map_or(0, |place| 1 << place),
        }
    }

    /// Whether the buffer holds the entry and no fill of this cycle replaces it.
    #[inline]
    pub fn hits(&self, entry: u16, fill: bool) -> bool {
        let lost = if fill { self.replaced() } else { 0 };
        self.find(entry) & !lost != 0
    }

    /// Data of the last read. State only.
    #[inline]
    pub fn data(&self) -> &WarpRegister {
        &self.data
    }

    /// Clock edge, with the entry to read, the entry to free, the entry and data to store, and the
    /// entry that is written.
    #[inline]
    pub fn clock(
        &mut self,
        read: Option<u16>,
        free: Option<u16>,
        fill: Option<(u16, &WarpRegister)>,
        invalidate: Option<u16>,
    ) {
        if self.ages.valid() == 0 && fill.is_none() {
            self.data_valid = false;
            return;
        }
        let replaced = if fill.is_some() { self.replaced() } else { 0 };
        let out = read.map_or(0, |entry| self.find(entry) & !replaced);
        self.data_valid = out != 0;
        if self.data_valid {
            self.data = self.memory[out.trailing_zeros() as usize];
        }
        let kept = fill.filter(|(entry, _)| invalidate != Some(*entry));
        let unused = self.ages.unused(self.params.depth);
        let place = unused.unwrap_or(replaced.trailing_zeros() as usize & (MOST - 1));
        let filled = fill.map(|(entry, _)| entry);
        let gone = [free, filled, invalidate].into_iter().flatten();
        let gone = gone.fold(replaced, |places, entry| places | self.find(entry));
        self.ages.free(gone);
        if let Some((entry, data)) = kept {
            self.ages.take(place);
            (self.entries[place], self.memory[place]) = (entry, *data);
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
            entries: [0; MOST],
            memory: vec![[0; 32]; params.depth],
            data_valid: false,
            data: [0; 32],
        }
    }

    #[inline]
    fn outputs(&self, i: &In) -> Out {
        let hit = self.hits(i.lookup_entry, i.fill);
        Out { hit, data_valid: self.data_valid, data: self.data }
    }

    #[inline]
    fn tick(&mut self, i: &In) {
        if !i.rst_n {
            return self.clear();
        }
        let when = |wanted: bool, entry| wanted.then_some(entry);
        self.clock(
            when(i.read, i.lookup_entry),
            when(i.free, i.lookup_entry),
            i.fill.then_some((i.fill_entry, &i.fill_data)),
            when(i.invalidate, i.invalidate_entry),
        );
    }

    fn accepts(&self, i: &In) -> bool {
        (i.lookup_entry | i.fill_entry | i.invalidate_entry) >> self.params.entry_bits == 0
    }
}
