//! The arbiter's behaviour.

use super::{In, Out, Params};

/// Behavioural model of the arbiter: its state is the bank at which the search begins.
#[derive(Clone, Debug)]
pub struct Model {
    banks: u32,
    max_banks: u32,
    /// Where the search begins.
    start: u32,
}

impl Model {
    /// The granted banks, and the one that was granted last.
    #[inline]
    fn search(&self, i: &In) -> (u32, Option<u32>) {
        let eligible = if i.aligned_only { i.aligned } else { u32::MAX };
        let mut waiting = i.request & !i.busy & eligible;
        let mut free = self.max_banks.saturating_sub(i.busy.count_ones());
        let (mut grant, mut last) = (0, None);
        while waiting != 0 && free > 0 {
            // The first at or behind the start, else the first of all.
            let behind = waiting & (u32::MAX << self.start);
            let bank = if behind != 0 { behind } else { waiting }.trailing_zeros();
            // What was taken is gone, so those before the start come only when none is left behind.
            waiting &= !(1 << bank);
            grant |= 1 << bank;
            last = Some(bank);
            free -= 1;
        }
        (grant, last)
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        Model { banks: params.banks as u32, max_banks: params.max_banks as u32, start: 0 }
    }

    #[inline]
    fn outputs(&self, i: &In) -> Out {
        Out { grant: self.search(i).0 }
    }

    #[inline]
    fn tick(&mut self, i: &In) {
        if !i.rst_n {
            self.start = 0;
        } else if let Some(last) = self.search(i).1 {
            self.start = (last + 1) % self.banks;
        }
    }
}
