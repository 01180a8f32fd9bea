//! Behavioural model of the arbiter.

use super::{In, Out, Params};

/// Behavioural model of the arbiter. Its only state is the bank at which the search begins.
#[derive(Clone, Debug)]
pub struct Model {
    banks: u32,
    max_banks: u32,
    /// Bank at which the search begins.
    start: u32,
}

impl Model {
    /// Granted banks; bit b is bank b.
    #[inline]
    fn grant(&self, i: &In) -> u32 {
        let eligible = if i.aligned_only { i.aligned } else { u32::MAX };
        let waiting = i.request & !i.busy & eligible;
        let free = self.max_banks.saturating_sub(i.busy.count_ones());
        if waiting.count_ones() <= free {
            return waiting;
        }
        // Banks from the start on have priority.
        let behind = waiting & (u32::MAX << self.start);
        let taken = lowest(behind, free);
        taken | lowest(waiting & !behind, free - taken.count_ones())
    }

    /// The clock edge after a cycle with these grants.
    #[inline]
    pub fn granted(&mut self, grant: u32) {
        let before = grant & !(u32::MAX << self.start);
        let last = if before != 0 { before } else { grant };
        if let Some(last) = last.checked_ilog2() {
            self.start = (last + 1) % self.banks;
        }
    }

    /// Returns the search to bank 0, as a reset does.
    pub fn clear(&mut self) {
        self.start = 0;
    }
}

/// The lowest `most` set bits, or all of them if there are fewer.
#[inline]
fn lowest(mut bits: u32, most: u32) -> u32 {
    let all = bits;
    for _ in 0..most {
        bits &= bits.wrapping_sub(1);
    }
    all & !bits
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
        Out { grant: self.grant(i) }
    }

    #[inline]
    fn tick(&mut self, i: &In) {
        match i.rst_n {
            true => self.granted(self.grant(i)),
            false => self.clear(),
        }
    }
}
