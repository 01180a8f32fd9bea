//! The look-up stage of the load/store unit, for register files that look loads up
//! ([`RegisterFile::looks_up`]).
//!
//! All accesses pass the stage in order. Accesses of global memory are offered to the register
//! file. A load leaves the stage with its verdict, any other access as soon as it is accepted.
//!
//! [`RegisterFile::looks_up`]: super::register_file::RegisterFile::looks_up

use super::load_store::Work;
use super::memory::Hierarchy;
use super::register_file::{Access, AccessKind, Offer, Register, Reply, Verdict};
use std::collections::VecDeque;

/// Capacity in accesses, without the fences that belong to them: one for each cycle from offer to
/// verdict, and one that is offered.
const DEPTH: usize = 4;

/// Accesses in order, and loads that get their data from registers.
#[derive(Default)]
pub struct Lookup {
    stage: VecDeque<Looking>,
    /// Loads that wait until their register has its data.
    asleep: Vec<(Register, usize)>,
}

/// An access in the stage.
struct Looking {
    at: At,
    access: Access,
    /// Index of its result, and its work after the stage. `None` for a fence.
    next: Option<(usize, Work)>,
}

/// Progress of an access.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    /// Offered to the register file.
    Offer,
    /// Accepted; waits for its verdict.
    Verdict,
    /// To be sent to memory.
    Memory,
}

/// A load that has received its verdict.
pub struct Judged {
    pub verdict: Verdict,
    pub result: usize,
    /// Lines that it requests, or would have requested.
    pub lines: usize,
    /// Whether an address is outside of the window.
    pub outside: bool,
}

impl Lookup {
    pub fn has_room(&self) -> bool {
        self.stage.len() < DEPTH
    }

    /// Enters an access that is not offered.
    pub fn pass(&mut self, result: usize, work: Work) {
        let access = Access::default();
        self.stage.push_back(Looking { at: At::Memory, access, next: Some((result, work)) });
    }

    /// Enters an access that is offered.
    pub fn push(&mut self, access: Access, next: Option<(usize, Work)>) {
        self.stage.push_back(Looking { at: At::Offer, access, next });
    }

    /// Offers the oldest access that is not accepted.
    pub fn offer(&mut self, hierarchy: &Hierarchy, offer: &mut Offer) {
        let looking = self.stage.iter_mut().find(|looking| looking.at == At::Offer);
        offer.access = looking.map(|looking| {
            if let (AccessKind::Load, Some((_, Work::Lines { lines, .. }))) =
                (looking.access.kind, &looking.next)
            {
                looking.access.missing = lines.iter().any(|(line, _)| !hierarchy.has(line));
            }
            looking.access.clone()
        });
    }

    /// Takes the register file's reply. Returns the load that has its verdict, and whether anything
    /// changed.
    pub fn reply(&mut self, offer: &Offer, reply: &Reply) -> (Option<Judged>, bool) {
        let accepted = offer.access.is_some() && reply.access_ready;
        let judged = reply.verdict.and_then(|verdict| self.verdict(verdict));
        if accepted && let Some(looking) = self.stage.iter_mut().find(|l| l.at == At::Offer) {
            let is_load = looking.access.kind == AccessKind::Load;
            looking.at = if is_load { At::Verdict } else { At::Memory };
        }
        (judged, accepted || reply.verdict.is_some())
    }

    fn verdict(&mut self, verdict: Verdict) -> Option<Judged> {
        let n = self.stage.iter().position(|looking| looking.at == At::Verdict)?;
        let looking = self.stage.get_mut(n)?;
        let (result, work) = looking.next.as_ref()?;
        let lines = if let Work::Lines { lines, .. } = work { lines.len() } else { 0 };
        let outside = looking.access.lanes & !looking.access.inside != 0;
        let judged = Judged { verdict, result: *result, lines, outside };
        match verdict {
            Verdict::Recorded | Verdict::Memory => looking.at = At::Memory,
            Verdict::Held | Verdict::Coming | Verdict::Merged => {
                let Access { warp, reg, .. } = looking.access;
                if verdict != Verdict::Held {
                    self.asleep.push((Register { warp, reg }, judged.result));
                }
                self.stage.remove(n);
            }
        }
        Some(judged)
    }

    /// The result of the load whose register has just received its data.
    pub fn woken(&mut self, register: Register) -> Option<usize> {
        let n = self.asleep.iter().position(|(asleep, _)| *asleep == register)?;
        Some(self.asleep.swap_remove(n).1)
    }

    /// Removes the oldest access if it is to be sent to memory. A fence needs no further work.
    pub fn next(&mut self) -> Option<(usize, Work)> {
        while self.stage.front().is_some_and(|looking| looking.at == At::Memory) {
            if let Some(next) = self.stage.pop_front().and_then(|looking| looking.next) {
                return Some(next);
            }
        }
        None
    }
}
