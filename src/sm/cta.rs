//! CTAs: launch, barriers and exit.

use super::pipeline::Sm;
use super::warp::Warp;
use super::watch::{Reason, Watch};
use crate::bits::LANES;
use crate::ptx::exec::{Area, Barriers, Votes};
use crate::ptx::isa::Op;

/// A resident CTA. Its warps are in consecutive warp slots.
pub struct Cta {
    pub place: [u32; 3],
    pub shared: Area,
    pub barriers: Barriers,
    /// Number of warps that have not finished.
    pub left: usize,
}

impl<W: Watch> Sm<'_, W> {
    /// Launches a CTA in a free place. False if there is none.
    pub(super) fn launch(&mut self, number: u64) -> bool {
        if self.room == 0 {
            return false;
        }
        let warps = self.geometry.warps();
        let is_free = |place: usize| self.ctas[place].is_none() && self.has_left(place, warps);
        let Some(place) = (0..self.ctas.len()).find(|place| is_free(*place)) else { return false };
        let at = self.geometry.cta(number);
        self.ctas[place] = Some(Cta {
            place: at,
            shared: Area::unknown("shared memory", 0, self.geometry.shared() as usize),
            barriers: Barriers::default(),
            left: warps,
        });
        self.room -= 1;
        for warp in 0..warps {
            let slot = place * warps + warp;
            let mut warp = Warp::new(self.code, self.geometry, at, place, warp);
            warp.set_sm(&self.code.specials, self.number as u32, self.sms as u32);
            self.warps[slot] = Some(warp);
            self.live |= 1 << slot;
            let schedulers = self.schedulers.len();
            self.schedulers[slot % schedulers].began(slot);
            self.watch.began(self.now, slot, number);
        }
        self.progress = true;
        true
    }

    /// Whether a CTA is resident.
    pub(super) fn is_busy(&self) -> bool {
        self.live != 0
    }

    /// Whether the register file has released all registers of the warps that were in a place.
    fn has_left(&self, place: usize, warps: usize) -> bool {
        let slots = u64::MAX >> (64 - warps) << (place * warps);
        !self.register_file.looks_up() || slots & !self.reply.left == 0
    }

    /// Removes a finished warp from its slot, and its CTA after the last warp.
    pub(super) fn finish(&mut self, slot: usize) {
        let Some(warp) = self.warps[slot].as_ref().filter(|warp| warp.is_finished()) else {
            return;
        };
        let place = warp.cta;
        self.warps[slot] = None;
        self.live &= !(1 << slot);
        self.buffered &= !(1 << slot);
        self.misses.forget(slot);
        self.held &= !(1 << slot);
        self.far &= !(1 << slot);
        let schedulers = self.schedulers.len();
        self.schedulers[slot % schedulers].ended(slot);
        self.watch.ended(self.now, slot);
        self.offer.ended |= 1 << slot;
        self.drop_bundle(slot);
        if self.register_file.looks_up() {
            self.releases.leave(slot as u8);
        }
        let Some(cta) = &mut self.ctas[place] else { return };
        cta.left -= 1;
        if cta.left == 0 {
            self.ctas[place] = None;
            self.room += 1;
            self.statistics.ctas += 1;
        }
    }

    /// Makes a warp wait at a barrier.
    pub(super) fn wait(&mut self, slot: usize, barrier: usize) {
        if let Some(warp) = &mut self.warps[slot] {
            warp.waits = Some(barrier);
            self.at_barrier |= 1 << slot;
            self.watch.waits(self.now, slot, Reason::Barrier);
        }
    }

    /// Releases the warps of a CTA from each barrier that all warps have reached.
    pub(super) fn release(&mut self, place: usize) {
        let slots = place * self.geometry.warps()..(place + 1) * self.geometry.warps();
        let alive = self.warps[slots.clone()].iter().flatten();
        let alive = alive.filter(|warp| warp.stack.alive() != 0).count() * LANES;
        while let Some(cta) = &mut self.ctas[place]
            && let Some((barrier, votes)) = cta.barriers.complete(alive)
        {
            for slot in slots.clone() {
                if self.warps[slot].as_ref().is_some_and(|warp| warp.waits == Some(barrier)) {
                    self.pass(slot, votes);
                }
            }
        }
    }

    /// Continues a warp after a barrier, with the warp's result of the barrier's vote.
    fn pass(&mut self, slot: usize, votes: Votes) {
        let Some(warp) = &mut self.warps[slot] else { return };
        warp.waits = None;
        self.at_barrier &= !(1 << slot);
        let Some((pc, lanes)) = warp.stack.current() else { return };
        if let Op::Barrier(kind) = self.code.kernel.code[pc].op {
            votes.write(kind, &mut self.out);
        }
        self.advance(slot);
        self.result_at(slot, pc, lanes, self.now + 1);
    }
}
