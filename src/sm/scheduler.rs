//! Warp schedulers: which warp issues first.

use crate::config::Scheduler as Policy;
use std::collections::VecDeque;

/// A scheduler and its warp slots.
pub struct Scheduler {
    policy: Policy,
    /// The slot that issued last.
    last: usize,
    /// Slots with a warp, the oldest warp first.
    order: Vec<usize>,
    /// With two levels: active slots.
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

    /// Adds a new warp.
    pub fn began(&mut self, slot: usize) {
        self.order.push(slot);
        match self.active.len() < self.most_active && !has_common_levels(self.policy) {
            true => self.active.push(slot),
            false => self.pending.push_back(slot),
        }
    }

    /// Removes a warp that has ended.
    pub fn ended(&mut self, slot: usize) {
        self.order.retain(|other| *other != slot);
        self.active.retain(|other| *other != slot);
        self.pending.retain(|other| *other != slot);
    }

    pub fn issued(&mut self, slot: usize) {
        self.last = slot;
    }

    /// Moves warps between its two levels: active warps that wait for memory or at a barrier are
    /// replaced by the first pending warps that do not. Bit n of `waiting` is slot n.
    pub fn move_levels(&mut self, waiting: u64) {
        if self.policy != Policy::TwoLevel {
            return;
        }
        self.leave(waiting);
        while self.active.len() < self.most_active && self.enter(waiting) {}
    }

    /// Makes waiting active warps pending.
    fn leave(&mut self, waiting: u64) {
        for n in (0..self.active.len()).rev() {
            if waiting >> self.active[n] & 1 != 0 {
                self.pending.push_back(self.active.remove(n));
            }
        }
    }

    /// Activates the first pending warp that does not wait. False if there is none.
    fn enter(&mut self, waiting: u64) -> bool {
        let ready = |slot: &usize| waiting >> slot & 1 == 0;
        let found = self.pending.iter().position(ready).and_then(|n| self.pending.remove(n));
        self.active.extend(found);
        found.is_some()
    }

    /// The slot in `mask` that issues first.
    #[inline]
    pub fn first(&self, mask: u64) -> Option<usize> {
        match self.policy {
            _ if mask == 0 => None,
            Policy::Lrr => round_robin(mask, self.last),
            Policy::Gto => self.greedy(mask),
            Policy::TwoLevel | Policy::LtlwsLrr => round_robin(mask & self.active(), self.last),
            Policy::LtlwsGto => self.greedy(mask & self.active()),
        }
    }

    /// The slot that issued last if it is in `mask`, else the oldest in `mask`.
    fn greedy(&self, mask: u64) -> Option<usize> {
        match mask >> self.last & 1 {
            0 => self.order.iter().copied().find(|slot| mask >> slot & 1 != 0),
            _ => Some(self.last),
        }
    }

    /// Active slots; bit n is slot n.
    fn active(&self) -> u64 {
        self.active.iter().fold(0, |mask, slot| mask | 1u64 << slot)
    }
}

/// Whether one limit holds for the active warps of all schedulers.
pub fn has_common_levels(policy: Policy) -> bool {
    matches!(policy, Policy::LtlwsLrr | Policy::LtlwsGto)
}

/// Moves warps between levels that all schedulers share. Waiting active warps become pending.
/// Pending warps that do not wait become active while fewer than `most` are, the schedulers taking
/// turns. No active warp is displaced. `last` is the scheduler that activated the last warp.
///
/// Source: Yu et al. 2018, section 3.3.6. One limit for all schedulers is ours.
pub fn move_common_levels(
    schedulers: &mut [Scheduler],
    waiting: u64,
    most: usize,
    last: &mut usize,
) {
    schedulers.iter_mut().for_each(|scheduler| scheduler.leave(waiting));
    let mut active: usize = schedulers.iter().map(|scheduler| scheduler.active.len()).sum();
    let mut without = 0;
    while active < most && without < schedulers.len() {
        *last = (*last + 1) % schedulers.len();
        match schedulers[*last].enter(waiting) {
            true => (active, without) = (active + 1, 0),
            false => without += 1,
        }
    }
}

/// The first slot of a mask after the last one; slot 0 follows the highest.
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

    #[test]
    fn schedulers_with_one_limit_share_the_places() {
        let mut both = [&[0, 2, 4][..], &[1, 3, 5]].map(|own| with(Policy::LtlwsLrr, own));
        let mut last = 1;
        let mut active = |waiting, most| {
            move_common_levels(&mut both, waiting, most, &mut last);
            both.iter().fold(0, |mask, scheduler| mask | scheduler.active())
        };
        assert_eq!(active(0, 3), 0b000111);
        // No warp is displaced, and none is activated at the limit.
        assert_eq!(active(0, 1), 0b000111);
        // Scheduler 0 activated the last warp, so scheduler 1 is next, then 0 again.
        assert_eq!(active(0b000001, 3), 0b001110);
        assert_eq!(active(0b000011, 3), 0b011100);
        // All warps that do not wait, up to the limit.
        assert_eq!(active(0b000001, 6), 0b111110);
        assert_eq!(active(0b111111, 6), 0);
        assert_eq!(both[0].first(0b000001), None);
    }

    #[test]
    fn greedy_among_active_warps() {
        let mut both = [with(Policy::LtlwsGto, &[4, 0, 2])];
        move_common_levels(&mut both, 0b10000, 2, &mut 0);
        assert_eq!(both[0].first(0b10101), Some(0));
        both[0].issued(2);
        assert_eq!(both[0].first(0b10101), Some(2));
    }
}
