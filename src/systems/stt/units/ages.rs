//! Places of a small buffer and their ages.

/// Most places.
pub const MOST: usize = 8;

/// Which places hold something, and of each those that were filled before it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ages {
    valid: u8,
    before: [u8; MOST],
}

impl Ages {
    /// Places that hold something, a bit each.
    #[inline]
    pub fn valid(&self) -> u8 {
        self.valid
    }

    /// The place that was filled first.
    #[inline]
    pub fn oldest(&self) -> Option<usize> {
        (0..MOST).find(|place| self.valid >> place & 1 != 0 && self.before[*place] == 0)
    }

    /// The lowest of the first `depth` places that holds nothing.
    #[inline]
    pub fn unused(&self, depth: usize) -> Option<usize> {
        let place = self.valid.trailing_ones() as usize;
        (place < depth).then_some(place)
    }

    /// Empties places, a bit each.
    #[inline]
    pub fn free(&mut self, places: u8) {
        self.valid &= !places;
        self.before.iter_mut().for_each(|before| *before &= !places);
    }

    /// Fills an empty place.
    #[inline]
    pub fn take(&mut self, place: usize) {
        self.before[place] = self.valid;
        self.valid |= 1 << place;
    }
}
