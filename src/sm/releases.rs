//! Registers that nobody needs any more, and warps that have left, on their way to a register file that
//! wants to hear of them.

use super::instruction::Registers;
use super::register_file::{Offer, Register, Reply};
use std::collections::VecDeque;

/// What waits to be told.
#[derive(Default)]
pub struct Releases {
    waiting: VecDeque<Waiting>,
    /// Those of `waiting`, by warp slot.
    of_warp: Vec<Registers>,
    /// Of `waiting`, those that are offered in this cycle, by channel.
    offered: Vec<usize>,
    leaving: VecDeque<u8>,
}

/// A register that waits.
struct Waiting {
    register: Register,
    /// Whether an older write of it is not in place yet.
    unwritten: bool,
}

impl Releases {
    /// For so many warp slots.
    pub fn new(slots: usize) -> Releases {
        Releases { of_warp: vec![Registers::default(); slots], ..Releases::default() }
    }

    /// A register that nobody needs any more. `unwritten`: an older write of it is not in place yet.
    pub fn push(&mut self, register: Register, unwritten: bool) {
        if !self.holds(register.warp, register.reg) {
            self.of_warp[usize::from(register.warp)].insert(register.reg);
            self.waiting.push_back(Waiting { register, unwritten });
        }
    }

    /// Whether the register waits to be released: nothing younger may be written to it.
    #[inline]
    pub fn holds(&self, warp: u8, reg: u8) -> bool {
        self.of_warp.get(usize::from(warp)).is_some_and(|registers| registers.contains(reg))
    }

    /// A register's last write is in place.
    pub fn written(&mut self, warp: u8, reg: u8) {
        if self.holds(warp, reg) {
            let register = Register { warp, reg };
            let of_it = self.waiting.iter_mut().filter(|waiting| waiting.register == register);
            of_it.for_each(|waiting| waiting.unwritten = false);
        }
    }

    /// A warp has left: with it go all of its registers.
    pub fn leave(&mut self, warp: u8) {
        self.waiting.retain(|waiting| waiting.register.warp != warp);
        self.of_warp[usize::from(warp)] = Registers::default();
        self.leaving.push_back(warp);
    }

    /// Offers the oldest registers that are written and read, and the first warp that has left.
    pub fn offer(&mut self, offer: &mut Offer, is_unread: impl Fn(u8, u8) -> bool) {
        offer.releases.clear();
        self.offered.clear();
        for (n, Waiting { register, unwritten }) in self.waiting.iter().enumerate() {
            if offer.releases.is_full() {
                break;
            }
            if !unwritten && !is_unread(register.warp, register.reg) {
                offer.releases.push(*register);
                self.offered.push(n);
            }
        }
        offer.leave = self.leaving.front().copied();
    }

    /// Forgets what was accepted; whether anything was.
    pub fn accepted(&mut self, offer: &Offer, reply: &Reply) -> bool {
        let accepted = |channel: &usize| reply.release_ready >> channel & 1 != 0;
        let mut any = offer.leave.is_some() && reply.leave_ready;
        if any {
            self.leaving.pop_front();
        }
        for channel in (0..self.offered.len()).rev().filter(accepted) {
            if let Some(Waiting { register, .. }) = self.waiting.remove(self.offered[channel]) {
                self.of_warp[usize::from(register.warp)].remove(register.reg);
                any = true;
            }
        }
        any
    }
}
