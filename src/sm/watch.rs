//! What can be seen of an SM while it runs.

use super::register_file::{Read, Write};

/// Why a warp does not issue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// A register or predicate that is still to be written, by an instruction of the SM.
    Dependence,
    /// The same, by a load from beyond the SM.
    Memory,
    /// Registers of its bundle that the register file has yet to bring.
    Bundle,
    /// A barrier that other warps of the CTA have not reached.
    Barrier,
}

/// Sees what happens on the first SM, cycle by cycle. Nothing of it changes anything.
pub trait Watch {
    /// A warp slot begins with a warp of a CTA, which has a number in the grid.
    fn began(&mut self, _cycle: u64, _slot: usize, _cta: u64) {}

    /// Its warp has ended.
    fn ended(&mut self, _cycle: u64, _slot: usize) {}

    /// It issues an instruction.
    fn issued(&mut self, _cycle: u64, _slot: usize, _pc: usize) {}

    /// It was found waiting; until it issues again.
    fn waits(&mut self, _cycle: u64, _slot: usize, _why: Reason) {}

    /// The register file has accepted a read, for these lanes; reads of a cycle come before writes.
    fn read(&mut self, _cycle: u64, _read: &Read, _lanes: u32) {}

    /// The register file has accepted a write.
    fn write(&mut self, _cycle: u64, _write: &Write) {}

    /// Called periodically with progress: cycles that have passed, and CTAs of all SMs that have ended.
    fn progress(&mut self, _cycle: u64, _ctas: u64) {}
}

/// Sees the SM if there is a watcher.
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

/// Sees nothing.
pub struct Unwatched;

impl Watch for Unwatched {}
