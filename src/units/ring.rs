//! A first-in first-out ring of fixed size, as in hardware: a popped entry stays in its place until
//! it is overwritten.

#[derive(Clone, Debug)]
pub struct Ring<T> {
    entries: Vec<T>,
    front: usize,
    count: usize,
}

impl<T: Clone + Default> Ring<T> {
    pub fn new(depth: usize) -> Self {
        Ring { entries: vec![T::default(); depth], front: 0, count: 0 }
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    pub fn is_full(&self) -> bool {
        self.count == self.entries.len()
    }

    /// Number of valid entries.
    #[inline]
    pub fn len(&self) -> usize {
        self.count
    }

    /// The oldest entry, if there is one.
    #[inline]
    pub fn front(&self) -> Option<&T> {
        (self.count > 0).then(|| &self.entries[self.front])
    }

    /// Content of the front place, valid or not.
    #[inline]
    pub fn front_place(&self) -> &T {
        &self.entries[self.front]
    }

    /// Valid entries, oldest first.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        (0..self.count).map(|n| &self.entries[self.place(n)])
    }

    /// Changes every valid entry.
    #[inline]
    pub fn for_each(&mut self, mut change: impl FnMut(&mut T)) {
        for n in 0..self.count {
            let place = self.place(n);
            change(&mut self.entries[place]);
        }
    }

    /// Adds an entry behind the others. The ring must not be full.
    #[inline]
    pub fn push(&mut self, entry: T) {
        debug_assert!(!self.is_full());
        let back = self.place(self.count);
        self.entries[back] = entry;
        self.count += 1;
    }

    /// Removes the oldest entry. There must be one.
    #[inline]
    pub fn pop(&mut self) {
        debug_assert!(!self.is_empty());
        self.front = self.place(1);
        self.count -= 1;
    }

    /// Empties the ring; the front returns to place 0.
    pub fn clear(&mut self) {
        self.front = 0;
        self.count = 0;
    }

    /// Place `n` behind the front, valid or not.
    #[inline]
    pub fn place(&self, n: usize) -> usize {
        let at = self.front + n;
        if at < self.entries.len() { at } else { at - self.entries.len() }
    }
}
