//! The stage of the load/store unit in which a register file looks loads up, for register files that
//! do ([`RegisterFile::looks_up`]).
//!
//! All accesses pass it in order; those of global memory are offered to the register file. A load
//! goes on when it has its verdict, everything else as soon as it is accepted.
//!
//! [`RegisterFile::looks_up`]: super::register_file::RegisterFile::looks_up

use super::load_store::Work;
use super::memory::Hierarchy;
use super::register_file::{Access, AccessKind, Offer, Register, Reply, Verdict};
use std::collections::VecDeque;

/// Accesses that fit, fences that come with them not counted: one for each cycle from the offer to the
/// verdict, and one that is offered.
const DEPTH: usize = 4;

/// Accesses in order, and loads whose data comes from registers.
#[derive(Default)]
pub struct Lookup {
    stage: VecDeque<Looking>,
    /// Loads that are told when their register has its data.
    asleep: Vec<(Register, usize)>,
}

/// An access in the stage.
struct Looking {
    at: At,
    access: Access,
    /// What it does afterwards, with the result that it leaves; a fence does nothing.
    next: Option<(usize, Work)>,
}

/// How far an access is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum At {
    /// Offered to the register file.
    Offer,
    /// Accepted; its verdict is yet to come.
    Verdict,
    /// On to memory.
    Memory,
}

/// A load that has its verdict.
pub struct Judged {
    pub verdict: Verdict,
    pub result: usize,
    /// Lines that it asks for, or would have asked for.
    pub lines: usize,
    /// An address is not one that the register file tells apart.
    pub outside: bool,
}

impl Lookup {
    pub fn has_room(&self) -> bool {
        self.stage.len() < DEPTH
    }

    /// An access that goes by without being offered.
    pub fn pass(&mut self, result: usize, work: Work) {
        let access = Access::default();
        self.stage.push_back(Looking { at: At::Memory, access, next: Some((result, work)) });
    }

    /// An access that is offered.
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

    /// Takes what the register file says; the load that it judges, and whether anything has moved.
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

    /// The result of the load whose register has its data now.
    pub fn woken(&mut self, register: Register) -> Option<usize> {
        let n = self.asleep.iter().position(|(asleep, _)| *asleep == register)?;
        Some(self.asleep.swap_remove(n).1)
    }

    /// The oldest access, if it goes to memory; nothing is left to do after a fence.
    pub fn next(&mut self) -> Option<(usize, Work)> {
        while self.stage.front().is_some_and(|looking| looking.at == At::Memory) {
            if let Some(next) = self.stage.pop_front().and_then(|looking| looking.next) {
                return Some(next);
            }
        }
        None
    }
}
