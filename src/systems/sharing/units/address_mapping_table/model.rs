use super::{In, Out, Params};
use crate::systems::sharing::config::StoreRule;
use crate::units::channels::ones;

#[derive(Clone, Copy, Debug, Default)]
struct Pattern {
    base: u32,
    stride: u16,
    first: u8,
    last: u8,
    end: u32,
    rows: u8,
    pitch: u32,
}

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    pattern: Pattern,
    phys: u16,
    valid: bool,
    ready: bool,
    used: bool,
}

const NONE: u16 = u16::MAX;

#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    entries: Vec<Entry>,
    of: Vec<u16>,
    valid: usize,
    hand: usize,
    look: Pattern,
    hull: (u32, u32),
    found: Option<usize>,
}

impl Pattern {
    fn words(&self) -> i64 {
        i64::from(self.stride)
    }

    /// Whether an entry's lanes include all of another pattern's.
    fn holds(&self, other: &Pattern) -> bool {
        if self.rows != other.rows || self.rows != 0 && self.pitch != other.pitch {
            return false;
        }
        let same = self.stride == other.stride || other.first == other.last;
        let at =
            i64::from(self.base) + (i64::from(other.first) - i64::from(self.first)) * self.words();
        self.first <= other.first && other.last <= self.last && at == i64::from(other.base) && same
    }

    /// Lanes of a request that an entry covers if its lanes are moved, and by how much.
    fn covers(&self, request: &Pattern) -> Option<(u8, u8, i32)> {
        let stride = request.words();
        if self.stride != request.stride || self.rows != 0 || request.rows != 0 {
            return None;
        }
        if stride == 0 || stride & (stride - 1) != 0 {
            return None;
        }
        // Address of lane 0, of the request and of the entry.
        let zero = |p: &Pattern| i64::from(p.base) - i64::from(p.first) * stride;
        let distance = zero(request) - zero(self);
        if distance % stride != 0 {
            return None;
        }
        let n = distance / stride;
        if n.abs() > 31 {
            return None;
        }
        let first = i64::from(request.first).max(i64::from(self.first) - n);
        let last = i64::from(request.last).min(i64::from(self.last) - n);
        (first <= last).then_some((first as u8, last as u8, n as i32))
    }
}

impl Model {
    fn forget(&mut self, n: usize) {
        if self.entries[n].valid {
            self.entries[n].valid = false;
            self.of[usize::from(self.entries[n].phys)] = NONE;
            self.valid -= 1;
        }
    }

    fn entry(&self, phys: u16) -> Option<usize> {
        let n = self.of[usize::from(phys)];
        (n != NONE).then_some(usize::from(n))
    }

    fn hit(&self) -> Option<usize> {
        self.found.filter(|n| self.entries[*n].valid)
    }

    fn pair(&self) -> Option<[(usize, u8, u8, i32); 2]> {
        let r = &self.look;
        let of = |n: usize| self.entries[n].pattern.covers(r).map(|(f, l, s)| (n, f, l, s));
        let ready =
            (0..self.entries.len()).filter(|n| self.entries[*n].valid && self.entries[*n].ready);
        let all: Vec<_> = ready.filter_map(of).collect();
        let a = all.iter().filter(|c| c.1 == r.first).max_by_key(|c| (c.2, usize::MAX - c.0))?;
        let b = all.iter().filter(|c| c.2 == r.last).min_by_key(|c| (c.1, c.0))?;
        (a.0 != b.0 && a.2 + 1 >= b.1).then_some([*a, *b])
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
            of: vec![NONE; params.registers],
            valid: 0,
            hand: 0,
            look: Pattern::default(),
            hull: (0, 0),
            found: None,
        }
    }
    fn outputs(&self, i: &In) -> Out {
        let mut o = Out::default();
        if let Some(n) = self.hit() {
            (o.hit, o.hit_phys, o.hit_ready) = (true, self.entries[n].phys, self.entries[n].ready);
        } else if self.params.partial
            && self.hull.0 == u32::MAX
            && let Some([a, b]) = self.pair()
        {
            o.pair = true;
            (o.a_phys, o.a_shift) = (self.entries[a.0].phys, a.3 as u8 & 63);
            (o.b_phys, o.b_shift) = (self.entries[b.0].phys, b.3 as u8 & 63);
            o.split = a.2;
        }
        for (k, phys) in i.query_phys.iter().enumerate() {
            o.recorded |= u8::from(self.entry(*phys).is_some()) << k;
        }
        o.full = self.valid == self.entries.len();
        o
    }
    fn tick(&mut self, i: &In) {
        if !i.rst_n || i.flush {
            (0..self.entries.len()).for_each(|n| self.forget(n));
        }
        if !i.rst_n {
            (self.hand, self.found) = (0, None);
            return;
        }
        if i.use_hit
            && let Some(n) = self.hit()
        {
            self.entries[n].used = true;
        }
        if i.invalidate {
            for n in 0..self.entries.len() {
                if self.entries[n].valid {
                    let p = self.entries[n].pattern;
                    let gone = match self.params.store_rule {
                        StoreRule::Sound => p.base <= self.hull.1 && self.hull.0 <= p.end,
                        StoreRule::Exact => p.base == self.hull.0,
                    };
                    if gone {
                        self.forget(n);
                    }
                }
            }
        }
        if i.record {
            let free = self.entries.iter().position(|entry| !entry.valid);
            let place = free.unwrap_or_else(|| {
                while self.entries[self.hand].used {
                    self.entries[self.hand].used = false;
                    self.hand = (self.hand + 1) % self.entries.len();
                }
                let place = self.hand;
                self.hand = (self.hand + 1) % self.entries.len();
                place
            });
            self.forget(place);
            if let Some(old) = self.entry(i.record_phys) {
                self.forget(old);
            }
            self.entries[place] = Entry {
                pattern: self.look,
                phys: i.record_phys,
                valid: true,
                ready: false,
                used: false,
            };
            self.of[usize::from(i.record_phys)] = place as u16;
            self.valid += 1;
        }
        for k in ones(i.fill_valid.into()) {
            if let Some(n) = self.entry(i.fill_phys[k]) {
                self.entries[n].ready = true;
            }
        }
        for k in ones(i.drop.into()) {
            // Of what was there before: a register that is recorded in this cycle stays.
            if !(i.record && i.query_phys[k] == i.record_phys)
                && let Some(n) = self.entry(i.query_phys[k])
            {
                self.forget(n);
            }
        }
        self.found = None;
        if i.look_valid {
            let In { base, stride, first, last, end, rows, pitch, low, high, .. } = *i;
            self.look = Pattern { base, stride, first, last, end, rows, pitch };
            self.hull = if i.look_store { (low, high) } else { (u32::MAX, 0) };
            if !i.look_store {
                let look = &self.look;
                self.found = self.entries.iter().position(|e| e.valid && e.pattern.holds(look));
            }
        }
    }
}
