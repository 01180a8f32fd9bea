//! Behavioural model of the table: a linear search per look, and an index from register to place.

use super::{FILLS, In, Out, Params, QUERIES, TAKEN};
use crate::systems::sharing::config::StoreRule;
use crate::systems::sharing::units::address_pattern::Pattern;

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    valid: bool,
    ready: bool,
    used: bool,
    phys: u16,
    pattern: Pattern,
}

/// The access that was looked up in the previous cycle.
#[derive(Clone, Copy, Debug, Default)]
struct Look {
    valid: bool,
    store: bool,
    pattern: Pattern,
    low: u32,
    high: u32,
}

impl Look {
    fn is_load(&self) -> bool {
        self.valid && !self.store
    }
}

/// Two entries that together cover a load, by their places, A first.
#[derive(Clone, Copy, Debug)]
struct Pair {
    places: [usize; 2],
    shifts: [i32; 2],
    split: u8,
}

/// Behavioural model of the table.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    entries: Vec<Entry>,
    /// Place of the entry of each physical register.
    places: Vec<Option<u16>>,
    valid: usize,
    hand: usize,
    look: Look,
    pair: Option<Pair>,
}

/// Whether an entry has every lane of a load.
#[inline]
fn matches(entry: &Pattern, load: &Pattern) -> bool {
    let one_lane = load.first == load.last;
    entry.base == load.base
        && (entry.stride == load.stride || one_lane)
        && (entry.first == load.first || entry.stride == 0 && entry.first < load.first)
        && entry.last >= load.last
        && (entry.rows, entry.pitch) == (load.rows, load.pitch)
}

impl Model {
    /// The lowest place whose entry hits.
    fn hit(&self) -> Option<usize> {
        let hits = |entry: &Entry| entry.valid && matches(&entry.pattern, &self.look.pattern);
        if self.look.is_load() { self.entries.iter().position(hits) } else { None }
    }

    /// The place of the entry of a register.
    fn place(&self, phys: u16) -> Option<usize> {
        self.places[usize::from(phys)].map(usize::from)
    }

    /// The pair that covers a load.
    fn pair(&self, load: &Pattern) -> Option<Pair> {
        if !self.params.partial || load.rows != 0 || !load.stride.is_power_of_two() {
            return None;
        }
        let lanes = |pattern: &Pattern| i32::from(pattern.last) - i32::from(pattern.first);
        let log = load.stride.trailing_zeros();
        // The best A and B so far: the lanes that decide the choice, and the place.
        let mut best: [Option<(i32, usize)>; 2] = [None; 2];
        for (place, entry) in self.entries.iter().enumerate() {
            let Entry { valid, ready, pattern, .. } = entry;
            if !valid || !ready || pattern.stride != load.stride || pattern.rows != 0 {
                continue;
            }
            let words = load.base as i32 - pattern.base as i32;
            if words & (i32::from(load.stride) - 1) != 0 {
                continue;
            }
            // The load's first lane is lane `ahead` of the entry, counted from the entry's first.
            let (ahead, last) = (words >> log, lanes(pattern));
            let covers = |lane: i32| 0 <= lane && lane <= last;
            let ends = [(ahead, last - ahead), (ahead + lanes(load), ahead)];
            for (best, (end, key)) in best.iter_mut().zip(ends) {
                if covers(end) && best.is_none_or(|(most, _)| key > most) {
                    *best = Some((key, place));
                }
            }
        }
        let [(reach, a), (ahead, b)] = [best[0]?, best[1]?];
        if reach + 1 + ahead < 0 {
            return None;
        }
        let first = i32::from(load.first);
        Some(Pair {
            places: [a, b],
            shifts: [
                i32::from(self.entries[a].pattern.last) - reach - first,
                i32::from(self.entries[b].pattern.first) + ahead - first,
            ],
            split: (first + reach.min(lanes(load))) as u8,
        })
    }

    fn delete(&mut self, place: usize) {
        let entry = &mut self.entries[place];
        if entry.valid {
            entry.valid = false;
            self.places[usize::from(entry.phys)] = None;
            self.valid -= 1;
        }
    }

    /// Chooses the place of a new entry. Moves the hand if all entries are valid.
    fn free_place(&mut self) -> usize {
        if let Some(place) = self.entries.iter().position(|entry| !entry.valid) {
            return place;
        }
        while std::mem::take(&mut self.entries[self.hand].used) {
            self.hand = (self.hand + 1) % self.entries.len();
        }
        let place = self.hand;
        self.hand = (place + 1) % self.entries.len();
        place
    }

    /// Whether the store that was looked up deletes an entry.
    #[inline]
    fn is_overlapped(&self, entry: &Entry) -> bool {
        let (Look { low, high, .. }, Pattern { base, end, .. }) = (self.look, entry.pattern);
        entry.valid
            && match self.params.store {
                StoreRule::Sound => base <= high && end >= low,
                StoreRule::Exact => base == low,
            }
    }

    /// Deletes the entries that the store overlaps.
    fn invalidate(&mut self) {
        for place in 0..self.entries.len() {
            if self.is_overlapped(&self.entries[place]) {
                self.delete(place);
            }
        }
    }

    /// Enters the load that was looked up and returns its place.
    fn record(&mut self, phys: u16) -> usize {
        let place = self.free_place();
        if let Some(older) = self.place(phys) {
            self.delete(older);
        }
        self.delete(place);
        let pattern = self.look.pattern;
        self.entries[place] = Entry { valid: true, ready: false, used: false, phys, pattern };
        self.places[usize::from(phys)] = Some(place as u16);
        self.valid += 1;
        place
    }

    fn use_hit(&mut self) {
        if self.look.is_load() {
            let load = self.look.pattern;
            let matching = self.entries.iter_mut().filter(|entry| matches(&entry.pattern, &load));
            matching.for_each(|entry| entry.used = true);
        }
    }

    fn clear(&mut self) {
        self.entries.fill(Entry::default());
        self.places.fill(None);
        (self.valid, self.hand) = (0, 0);
        (self.look.valid, self.pair) = (false, None);
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        Model {
            params: params.clone(),
            entries: vec![Entry::default(); params.entries],
            places: vec![None; 1 << params.phys_bits],
            valid: 0,
            hand: 0,
            look: Look::default(),
            pair: None,
        }
    }

    #[inline]
    fn outputs(&self, i: &In) -> Out {
        let mut out = Out { full: self.valid == self.params.entries, ..Out::default() };
        let is_overlapped = |entry: &Entry| self.is_overlapped(entry);
        out.lost =
            i.flush && self.valid != 0 || i.invalidate && self.entries.iter().any(is_overlapped);
        for n in (0..QUERIES).filter(|n| i.query_valid >> n & 1 == 1) {
            out.recorded |= u8::from(self.place(i.query_phys[n]).is_some()) << n;
        }
        if let Some(place) = self.hit() {
            let Entry { phys, ready, .. } = self.entries[place];
            (out.hit, out.hit_phys, out.hit_ready) = (true, phys, ready);
        }
        if let Some(Pair { places, shifts, split }) = self.pair {
            let mask = 2 * self.params.lanes as i32 - 1;
            out.pair = true;
            [out.a_phys, out.b_phys] = places.map(|place| self.entries[place].phys);
            [out.a_shift, out.b_shift] = shifts.map(|shift| (shift & mask) as u8);
            out.split = split;
        }
        out
    }

    #[inline]
    fn tick(&mut self, i: &In) {
        if !i.rst_n {
            return self.clear();
        }
        let look = Look {
            valid: i.look_valid,
            store: i.look_store,
            pattern: i.pattern(),
            low: i.low,
            high: i.high,
        };
        let pair = if look.is_load() { self.pair(&look.pattern) } else { None };
        for n in (0..FILLS).filter(|n| i.fill_valid >> n & 1 == 1) {
            if let Some(place) = self.place(i.fill_phys[n]) {
                self.entries[place].ready = true;
            }
        }
        let recorded = i.record.then(|| self.record(i.record_phys));
        // `record` has already deleted the older entry of its register.
        let precedes = |n| n == TAKEN && i.record && i.query_phys[n] == i.record_phys;
        if i.use_hit {
            self.use_hit();
        }
        if i.invalidate {
            self.invalidate();
        }
        if i.flush {
            (0..self.entries.len()).for_each(|place| self.delete(place));
        }
        for n in (0..QUERIES).filter(|n| i.drop >> n & 1 == 1 && !precedes(*n)) {
            if let Some(place) = self.place(i.query_phys[n]) {
                self.delete(place);
            }
        }
        let stays = |place: &usize| self.entries[*place].valid && recorded != Some(*place);
        self.pair = pair.filter(|pair| pair.places.iter().all(stays));
        self.look = look;
    }

    fn accepts(&self, i: &In) -> bool {
        let fits = |load: &Pattern| {
            let lanes = u32::from(load.last.wrapping_sub(load.first));
            let last = load.base + lanes * u32::from(load.stride);
            load.first <= load.last
                && (i.low, i.high) == (load.base, load.end)
                && if load.rows == 0 { load.end == last } else { load.end >= last }
        };
        let legal = !i.look_valid || i.look_store || fits(&i.pattern());
        let alone = !i.use_hit && !i.invalidate && !i.flush;
        let record = !i.record || self.look.is_load() && alone;
        let drop = i.drop & !i.query_valid == 0;
        !i.rst_n || legal && record && drop && (!i.invalidate || self.look.valid && self.look.store)
    }
}
