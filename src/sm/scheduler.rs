//! Warp schedulers: which warp goes first.

use crate::config::Scheduler as Policy;
use std::collections::VecDeque;

/// A scheduler and the warp slots that are its own.
pub struct Scheduler {
    policy: Policy,
    /// The slot that issued last.
    last: usize,
    /// Its slots with a warp, the oldest warp first.
    order: Vec<usize>,
    /// With two levels: active slots, the others, and how many may be active.
    active: Vec<usize>,
    pending: VecDeque<usize>,
    most_active: usize,
}

impl Scheduler {
    pub fn new(policy: Policy, most_active: usize) -> Scheduler {
        Scheduler {
            policy,
            last: 63,
            order: Vec::with_capacity(64),
            active: Vec::with_capacity(64),
            pending: VecDeque::with_capacity(64),
            most_active,
        }
    }

    /// A new warp in a slot.
    pub fn began(&mut self, slot: usize) {
        self.order.push(slot);
        match self.active.len() < self.most_active {
            true => self.active.push(slot),
            false => self.pending.push_back(slot),
        }
    }

    /// Its warp has ended.
    pub fn ended(&mut self, slot: usize) {
        self.order.retain(|other| *other != slot);
        self.active.retain(|other| *other != slot);
        self.pending.retain(|other| *other != slot);
    }

    pub fn issued(&mut self, slot: usize) {
        self.last = slot;
    }

    /// Moves warps between the levels: active ones that wait for memory or at a barrier give their
    /// place to the first pending ones that do not. `waiting` has a bit for each slot.
    pub fn move_levels(&mut self, waiting: u64) {
        if self.policy != Policy::TwoLevel {
            return;
        }
        let waits = |slot: &usize| waiting >> slot & 1 != 0;
        for n in (0..self.active.len()).rev() {
            if waits(&self.active[n]) {
                self.pending.push_back(self.active.remove(n));
            }
        }
        while self.active.len() < self.most_active {
            let Some(n) = self.pending.iter().position(|slot| !waits(slot)) else { break };
            let Some(slot) = self.pending.remove(n) else { break };
            self.active.push(slot);
        }
    }

    /// Of the slots in `mask` the one that goes first.
    #[inline]
    pub fn first(&self, mask: u64) -> Option<usize> {
        match self.policy {
            _ if mask == 0 => None,
            Policy::Lrr => round_robin(mask, self.last),
            Policy::Gto if mask >> self.last & 1 != 0 => Some(self.last),
            Policy::Gto => self.order.iter().copied().find(|slot| mask >> slot & 1 != 0),
            Policy::TwoLevel => {
                let active = self.active.iter().fold(0, |mask, slot| mask | 1u64 << slot);
                round_robin(mask & active, self.last)
            }
        }
    }
}

/// The first slot of a mask after the last one, round the end.
#[inline]
pub fn round_robin(mask: u64, last: usize) -> Option<usize> {
    let after = mask & (u64::MAX << last << 1);
    let from = if after != 0 { after } else { mask };
    (from != 0).then(|| from.trailing_zeros() as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(policy: Policy, slots: &[usize]) -> Scheduler {
        let mut scheduler = Scheduler::new(policy, 2);
        slots.iter().for_each(|slot| scheduler.began(*slot));
        scheduler
    }

    #[test]
    fn round_robin_goes_on_after_the_last() {
        let mut lrr = with(Policy::Lrr, &[0, 2, 4]);
        assert_eq!(lrr.first(0b10101), Some(0));
        lrr.issued(0);
        assert_eq!(lrr.first(0b10101), Some(2));
        lrr.issued(4);
        assert_eq!(lrr.first(0b10101), Some(0));
        lrr.issued(63);
        assert_eq!(lrr.first(1 << 63 | 1), Some(0));
        assert_eq!(lrr.first(0), None);
    }

    #[test]
    fn greedy_stays_then_takes_the_oldest() {
        let mut gto = with(Policy::Gto, &[4, 0, 2]);
        assert_eq!(gto.first(0b10101), Some(4));
        gto.issued(2);
        assert_eq!(gto.first(0b10101), Some(2));
        assert_eq!(gto.first(0b10001), Some(4));
        gto.ended(4);
        gto.began(4);
        assert_eq!(gto.first(0b10001), Some(0));
    }

    #[test]
    fn only_active_warps_issue_and_those_that_wait_give_way() {
        let mut two = with(Policy::TwoLevel, &[0, 2, 4, 6]);
        assert_eq!(two.first(0b1010000), None);
        two.move_levels(0b1);
        assert_eq!(two.first(0b1010000), Some(4));
        two.move_levels(0b1010101);
        assert_eq!(two.first(0b1010101), None);
        two.move_levels(0b1000000);
        two.issued(63);
        assert!(two.first(0b0010101).is_some());
        two.ended(0);
        two.ended(2);
        two.ended(4);
        two.move_levels(0);
        assert_eq!(two.first(0b1000000), Some(6));
    }
}
