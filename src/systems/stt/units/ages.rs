//! Order in which the places of a small buffer were filled.

/// Maximum number of places.
pub const MOST: usize = 8;

/// Occupied places and, for each place, the places that were filled before it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ages {
    valid: u8,
    /// Occupied places that were filled before each place, a bit each.
    before: [u8; MOST],
}

impl Ages {
    /// Occupied places, a bit each.
    #[inline]
    pub fn valid(&self) -> u8 {
        self.valid
    }

    /// The occupied place that was filled first.
    #[inline]
    pub fn oldest(&self) -> Option<usize> {
        (0..MOST).find(|place| self.valid >> place & 1 != 0 && self.before[*place] == 0)
    }

    /// The lowest free place of the first `depth` places.
    #[inline]
    pub fn unused(&self, depth: usize) -> Option<usize> {
        let place = self.valid.trailing_ones() as usize;
        (place < depth).then_some(place)
    }

    /// Frees places, a bit each.
    #[inline]
    pub fn free(&mut self, places: u8) {
        self.valid &= !places;
        self.before.iter_mut().for_each(|before| *before &= !places);
    }

    /// Fills a free place.
    #[inline]
    pub fn take(&mut self, place: usize) {
        self.before[place] = self.valid;
        self.valid |= 1 << place;
    }
}
