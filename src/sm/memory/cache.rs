//! Tags of a set-associative cache, with LRU replacement.
//!
//! The set of a line is its number modulo the number of sets. A line is allocated at its miss and
//! valid from the arrival of its data. The least recently used line of a set is replaced.

use super::when::When;

/// Tag of an empty place. No line has this address, because lines begin at multiples of their size.
const NONE: u64 = u64::MAX;

/// Place of a line; valid until the next fill of the cache.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place(usize);

/// State of a line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Line {
    /// Arrival of its data.
    pub ready: When,
    /// Accesses that wait for it, the miss included.
    pub waiting: usize,
    /// Whether it is dirty.
    pub dirty: bool,
    /// Sequence number of the line's last use; 0 for a free place.
    used: u64,
}

/// A line that was replaced or evicted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Victim {
    pub line: u64,
    pub dirty: bool,
}

/// Tags of `sets` x `ways` lines.
#[derive(Clone, Debug)]
pub struct Cache {
    sets: u64,
    ways: usize,
    line_bits: u32,
    hashed: bool,
    /// Tags, separate from the other state, so that a search touches few cache lines of the host.
    tags: Vec<u64>,
    lines: Vec<Line>,
    uses: u64,
}

impl Cache {
    /// An empty cache; `line_bytes` is a power of two.
    pub fn new(sets: usize, ways: usize, line_bytes: u64) -> Cache {
        Cache {
            sets: sets as u64,
            ways,
            line_bits: line_bytes.trailing_zeros(),
            hashed: false,
            tags: vec![NONE; sets * ways],
            lines: vec![Line::default(); sets * ways],
            uses: 0,
        }
    }

    /// An empty cache of 32 or 64 sets with GPGPU-Sim's hash for Fermi: the set is address bits 7
    /// to 11 exclusive or bits 13, 14, 15, 17, 19; with 64 sets bit 12 is the highest
    /// (`fermi_hash_set_index`).
    pub fn hashed(self, hashed: bool) -> Cache {
        Cache { hashed, ..self }
    }

    /// The places of a line's set.
    #[inline]
    fn set(&self, line: u64) -> std::ops::Range<usize> {
        let number = line >> self.line_bits;
        // A division takes longer than the rest of a hit.
        let set = match self.sets.is_power_of_two() {
            true if self.hashed => {
                let bit = |from: u32, to: u32| (line >> from & 1) << to;
                let upper = line >> 13 & 7 | bit(17, 3) | bit(19, 4);
                ((number & 31 ^ upper) | bit(12, 5)) & (self.sets - 1)
            }
            true => number & (self.sets - 1),
            false => number % self.sets,
        };
        let first = set as usize * self.ways;
        first..first + self.ways
    }

    /// Place of a line that is present or in flight.
    #[inline]
    pub fn find(&self, line: u64) -> Option<Place> {
        let set = self.set(line);
        let way = self.tags[set.clone()].iter().position(|tag| *tag == line)?;
        Some(Place(set.start + way))
    }

    #[inline]
    pub fn line(&mut self, place: Place) -> &mut Line {
        &mut self.lines[place.0]
    }

    /// Makes a line the most recently used.
    #[inline]
    pub fn touch(&mut self, place: Place) {
        self.uses += 1;
        self.lines[place.0].used = self.uses;
    }

    /// Place for a new line: a free one, or that of the least recently used line that is not in
    /// flight in cycle `now`. None if all are.
    pub fn place(&self, line: u64, now: u64) -> Option<Place> {
        let arrived = self.set(line).filter(|place| self.lines[*place].ready.is_past(now));
        arrived.min_by_key(|place| self.lines[*place].used).map(Place)
    }

    /// Allocates a line in a place, for one waiting access, and returns the replaced line.
    pub fn fill(&mut self, place: Place, line: u64, ready: When, dirty: bool) -> Option<Victim> {
        let victim = self.remove(place);
        self.tags[place.0] = line;
        self.lines[place.0] = Line { ready, waiting: 1, dirty, used: 0 };
        self.touch(place);
        victim
    }

    /// Frees a place and returns its line.
    pub fn remove(&mut self, place: Place) -> Option<Victim> {
        let line = std::mem::replace(&mut self.tags[place.0], NONE);
        let Line { dirty, .. } = std::mem::take(&mut self.lines[place.0]);
        (line != NONE).then_some(Victim { line, dirty })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const LINE: u64 = 64;

    /// `fermi_hash_set_index` of gpu-cache.cc.
    #[test]
    fn address_bits_are_hashed_as_in_gpgpu_sim() {
        let sets = |sets: usize, address: u64| {
            let cache = Cache::new(sets, 4, 128).hashed(true);
            cache.set(address).start / 4
        };
        let lines = [(0, 0), (7, 1), (11, 16), (12, 0), (13, 1), (14, 2), (15, 4), (16, 0)];
        for (bit, set) in lines.into_iter().chain([(17, 8), (18, 0), (19, 16), (20, 0)]) {
            let address = if bit == 0 { 0 } else { 1 << bit };
            assert_eq!(sets(32, address), set, "bit {bit}");
            assert_eq!(sets(64, address), set | usize::from(bit == 12) << 5, "bit {bit}");
        }
        // Bits 7 and 13 cancel each other.
        assert_eq!(sets(32, 1 << 7 | 1 << 13), 0);
    }

    /// Sets of lines, least recently used first.
    struct Naive {
        sets: Vec<Vec<u64>>,
        ways: usize,
    }

    impl Naive {
        /// Whether it is a hit, and the evicted line.
        fn access(&mut self, number: u64) -> (bool, Option<u64>) {
            let count = self.sets.len() as u64;
            let set = &mut self.sets[(number % count) as usize];
            let hit = set.iter().position(|other| *other == number);
            if let Some(at) = hit {
                set.remove(at);
            }
            let victim = (set.len() == self.ways).then(|| set.remove(0));
            set.push(number);
            (hit.is_some(), victim)
        }

        fn remove(&mut self, number: u64) -> bool {
            let count = self.sets.len() as u64;
            let set = &mut self.sets[(number % count) as usize];
            let before = set.len();
            set.retain(|other| *other != number);
            set.len() < before
        }
    }

    /// As [`Naive::access`].
    fn access(cache: &mut Cache, number: u64) -> (bool, Option<u64>) {
        if let Some(place) = cache.find(number * LINE) {
            cache.touch(place);
            return (true, None);
        }
        let place = cache.place(number * LINE, 0).unwrap();
        let victim = cache.fill(place, number * LINE, When::at(0), false);
        (false, victim.map(|victim| victim.line / LINE))
    }

    proptest! {
        #[test]
        fn as_the_naive_cache(
            sets in 1usize..6,
            ways in 1usize..6,
            steps in prop::collection::vec((0u64..30, 0u8..8), 1..200),
        ) {
            let mut cache = Cache::new(sets, ways, LINE);
            let mut naive = Naive { sets: vec![Vec::new(); sets], ways };
            for (number, what) in steps {
                if what == 0 {
                    let found = cache.find(number * LINE).and_then(|place| cache.remove(place));
                    prop_assert_eq!(found.is_some(), naive.remove(number));
                } else {
                    prop_assert_eq!(access(&mut cache, number), naive.access(number));
                }
            }
        }
    }

    #[test]
    fn lines_under_way_make_no_room() {
        let mut cache = Cache::new(1, 2, LINE);
        for (line, ready) in [(0, 10), (LINE, 20)] {
            let place = cache.place(line, 5).unwrap();
            assert_eq!(cache.fill(place, line, When::at(ready), line == 0), None);
        }
        assert_eq!(cache.place(2 * LINE, 9), None);
        let place = cache.place(2 * LINE, 10).unwrap();
        let victim = cache.fill(place, 2 * LINE, When::at(30), false).unwrap();
        assert_eq!(victim, Victim { line: 0, dirty: true });
        assert_eq!((cache.find(0), cache.find(2 * LINE)), (None, Some(place)));
    }
}
