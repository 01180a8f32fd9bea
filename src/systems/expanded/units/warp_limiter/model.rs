//! Behaviour of the limiter: instruction counts, then a division by repeated subtraction.

use super::{In, Out, Params};

#[derive(Clone, Debug)]
pub struct Model {
    /// Instructions that each warp has issued.
    counts: Vec<u64>,
    /// Instructions that all warps have issued.
    total: u64,
    phase: Phase,
}

/// Phase of the limiter.
#[derive(Clone, Copy, Debug)]
enum Phase {
    /// No warp has ended.
    Counts,
    /// Divisor (instructions of the first warp that ended), remainder, and quotient so far.
    Divides { by: u64, left: u64, times: u8 },
    /// W_Opt.
    Limits(u8),
}

impl Model {
    /// Maximum number of active warps. State only.
    #[inline]
    pub fn active(&self) -> u8 {
        match self.phase {
            Phase::Limits(most) => most,
            Phase::Counts | Phase::Divides { .. } => self.counts.len() as u8,
        }
    }

    /// Clears all counts for a new kernel.
    pub fn clear(&mut self) {
        self.counts.fill(0);
        (self.total, self.phase) = (0, Phase::Counts);
    }

    #[inline]
    fn count(&mut self, issued: u64) {
        for (warp, count) in self.counts.iter_mut().enumerate() {
            *count += issued >> warp & 1;
        }
        self.total += u64::from(issued.count_ones());
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        Model { counts: vec![0; params.warps], total: 0, phase: Phase::Counts }
    }

    #[inline]
    fn outputs(&self, _: &In) -> Out {
        Out {
            active: self.active(),
            limited: matches!(self.phase, Phase::Limits(_)),
            divides: matches!(self.phase, Phase::Divides { .. }),
        }
    }

    #[inline]
    fn tick(&mut self, i: &In) {
        if !i.rst_n || i.begin {
            return self.clear();
        }
        let warps = self.counts.len() as u8;
        match self.phase {
            Phase::Counts if i.ended == 0 => self.count(i.issued),
            Phase::Counts => {
                let by = self.counts[i.ended.trailing_zeros() as usize].max(1);
                self.phase = Phase::Divides { by, left: self.total, times: 0 };
            }
            Phase::Divides { by, left, times } if left >= by && times < warps => {
                self.phase = Phase::Divides { by, left: left - by, times: times + 1 };
            }
            Phase::Divides { times, .. } => self.phase = Phase::Limits(times.max(1)),
            Phase::Limits(_) => {}
        }
    }
}
