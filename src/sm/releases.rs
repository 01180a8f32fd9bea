//! Releases: dead registers and finished warps, reported to register files that use this.

use super::instruction::Registers;
use super::register_file::{Offer, Register, Reply};
use std::collections::VecDeque;

/// Releases that the register file has not accepted.
#[derive(Default)]
pub struct Releases {
    waiting: VecDeque<Register>,
    /// By warp slot: registers in `waiting`, and those of them with an older write in flight.
    of_warp: Vec<Registers>,
    unwritten: Vec<Registers>,
    /// Entries of `waiting` that are offered in this cycle, by channel.
    offered: Vec<usize>,
    leaving: VecDeque<u8>,
}

impl Releases {
    /// No releases, for a number of warp slots.
    pub fn new(slots: usize) -> Releases {
        let none = vec![Registers::default(); slots];
        Releases { of_warp: none.clone(), unwritten: none, ..Releases::default() }
    }

    /// Adds a dead register. `unwritten`: an older write of it is in flight.
    pub fn push(&mut self, register: Register, unwritten: bool) {
        let Register { warp, reg } = register;
        let slot = usize::from(warp);
        if !self.of_warp[slot].contains(reg) {
            self.of_warp[slot].insert(reg);
            if unwritten {
                self.unwritten[slot].insert(reg);
            }
            self.waiting.push_back(register);
        }
    }

    /// Whether a write of the register must wait for its release, which is older. While an older
    /// write is in flight, no younger instruction writes the register.
    #[inline]
    pub fn holds(&self, warp: u8, reg: u8) -> bool {
        let slot = usize::from(warp);
        let waits = self.of_warp.get(slot).is_some_and(|registers| registers.contains(reg));
        waits && !self.unwritten[slot].contains(reg)
    }

    /// Notes that the last write of a register has completed.
    pub fn written(&mut self, warp: u8, reg: u8) {
        if let Some(unwritten) = self.unwritten.get_mut(usize::from(warp)) {
            unwritten.remove(reg);
        }
    }

    /// Notes that a warp has finished, which releases all its registers.
    pub fn leave(&mut self, warp: u8) {
        self.waiting.retain(|waiting| waiting.warp != warp);
        self.of_warp[usize::from(warp)] = Registers::default();
        self.unwritten[usize::from(warp)] = Registers::default();
        self.leaving.push_back(warp);
    }

    /// Offers the oldest registers without pending reads and writes, and the first finished warp.
    pub fn offer(&mut self, offer: &mut Offer, is_unread: impl Fn(u8, u8) -> bool) {
        offer.releases.clear();
        self.offered.clear();
        for (n, register) in self.waiting.iter().enumerate() {
            if offer.releases.is_full() {
                break;
            }
            let Register { warp, reg } = *register;
            let is_written = !self.unwritten[usize::from(warp)].contains(reg);
            if is_written && !is_unread(warp, reg) {
                offer.releases.push(*register);
                self.offered.push(n);
            }
        }
        offer.leave = self.leaving.front().copied();
    }

    /// Removes accepted releases. Returns whether there were any.
    pub fn accepted(&mut self, offer: &Offer, reply: &Reply) -> bool {
        let accepted = |channel: &usize| reply.release_ready >> channel & 1 != 0;
        let mut any = offer.leave.is_some() && reply.leave_ready;
        if any {
            self.leaving.pop_front();
        }
        for channel in (0..self.offered.len()).rev().filter(accepted) {
            if let Some(Register { warp, reg }) = self.waiting.remove(self.offered[channel]) {
                self.of_warp[usize::from(warp)].remove(reg);
                any = true;
            }
        }
        any
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each would wait for the other.
    #[test]
    fn a_release_does_not_keep_back_the_older_write_that_it_waits_for() {
        let mut releases = Releases::new(1);
        let register = Register { warp: 0, reg: 3 };
        releases.push(register, true);
        assert!(!releases.holds(0, 3));
        let mut offer = Offer::default();
        releases.offer(&mut offer, |_, _| false);
        assert!(offer.releases.is_empty());

        releases.written(0, 3);
        assert!(releases.holds(0, 3));
        releases.offer(&mut offer, |_, _| false);
        assert_eq!(offer.releases.as_slice(), [register]);
    }
}
