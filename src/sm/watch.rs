//! Observers of an SM while it runs.

use super::register_file::{Read, Write};

/// Why a warp does not issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It waits for a register or predicate that an instruction of the SM will write.
    Dependence,
    /// It waits for a register that a load from outside of the SM will write.
    Memory,
    /// It waits for the registers of its bundle, which the register file fetches.
    Bundle,
    /// It waits at a barrier that other warps of the CTA have not reached.
    Barrier,
}

/// Observes the first SM cycle by cycle. Observers change nothing.
pub trait Watch {
    /// A warp of a CTA, given by its number in the grid, starts in a warp slot.
    fn began(&mut self, _cycle: u64, _slot: usize, _cta: u64) {}

    /// The warp of a slot has ended.
    fn ended(&mut self, _cycle: u64, _slot: usize) {}

    /// A warp issues an instruction.
    fn issued(&mut self, _cycle: u64, _slot: usize, _pc: usize) {}

    /// A warp waits until it issues again.
    fn waits(&mut self, _cycle: u64, _slot: usize, _why: Reason) {}

    /// The register file has accepted a read for these lanes. The reads of a cycle are reported
    /// before its writes.
    fn read(&mut self, _cycle: u64, _read: &Read, _lanes: u32) {}

    /// The register file has accepted a write.
    fn write(&mut self, _cycle: u64, _write: &Write) {}

    /// Called periodically with progress: cycles that have passed, and CTAs of all SMs that have
    /// ended.
    fn progress(&mut self, _cycle: u64, _ctas: u64) {}
}

/// Observes only if there is an inner watcher.
impl<W: Watch> Watch for Option<&mut W> {
    fn began(&mut self, cycle: u64, slot: usize, cta: u64) {
        self.iter_mut().for_each(|watch| watch.began(cycle, slot, cta));
    }

    fn ended(&mut self, cycle: u64, slot: usize) {
        self.iter_mut().for_each(|watch| watch.ended(cycle, slot));
    }

    fn issued(&mut self, cycle: u64, slot: usize, pc: usize) {
        self.iter_mut().for_each(|watch| watch.issued(cycle, slot, pc));
    }

    fn waits(&mut self, cycle: u64, slot: usize, why: Reason) {
        self.iter_mut().for_each(|watch| watch.waits(cycle, slot, why));
    }

    fn read(&mut self, cycle: u64, read: &Read, lanes: u32) {
        self.iter_mut().for_each(|watch| watch.read(cycle, read, lanes));
    }

    fn write(&mut self, cycle: u64, write: &Write) {
        self.iter_mut().for_each(|watch| watch.write(cycle, write));
    }

    fn progress(&mut self, cycle: u64, ctas: u64) {
        self.iter_mut().for_each(|watch| watch.progress(cycle, ctas));
    }
}

/// Ignores everything.
pub struct Unwatched;

impl Watch for Unwatched {}
