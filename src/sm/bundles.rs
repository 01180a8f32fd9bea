//! Bundles: runs of instructions whose registers must be in the register file before they issue.
//!
//! A PREF before the first instruction of a bundle names the registers that the bundle needs. The
//! warp issues again when the register file reports that it holds the bundle. It releases the
//! bundle once the last instruction is issued and its reads are accepted. Results may come later.

use super::front::Try;
use super::pipeline::Sm;
use super::register_file::Bundle;
use super::watch::{Reason, Watch};
use crate::bits::RegisterSet;
use std::ops::Range;

/// The bundles of a kernel.
#[derive(Clone, Debug, Default)]
pub struct Bundles {
    /// Registers of each bundle that a PREF precedes.
    sets: Vec<RegisterSet>,
    /// Bundle of each instruction, and whether the instruction is its last. None outside of
    /// bundles.
    instructions: Vec<Option<(usize, bool)>>,
    /// Whether a PREF takes an issue slot of its warp.
    pub takes_slot: bool,
}

impl Bundles {
    /// Bundles of a kernel with this number of instructions. `bundles`: the instructions of each
    /// bundle, and their registers.
    pub fn new(
        instructions: usize,
        bundles: impl IntoIterator<Item = (Range<usize>, RegisterSet)>,
        takes_slot: bool,
    ) -> Bundles {
        let (sets, instructions) = (Vec::new(), vec![None; instructions]);
        let mut all = Bundles { sets, instructions, takes_slot };
        for (code, set) in bundles {
            let last = code.end - 1;
            for pc in code {
                all.instructions[pc] = Some((all.sets.len(), pc == last));
            }
            all.sets.push(set);
        }
        all
    }

    /// Registers of the bundle of an instruction.
    #[inline]
    pub(super) fn set(&self, pc: usize) -> Option<&RegisterSet> {
        let (n, _) = (*self.instructions.get(pc)?)?;
        Some(&self.sets[n])
    }

    /// Whether an instruction is the last of its bundle.
    #[inline]
    fn is_last(&self, pc: usize) -> bool {
        matches!(self.instructions.get(pc), Some(Some((_, true))))
    }
}

/// State of the warps' bundles. Bit n of each set is warp slot n.
#[derive(Default)]
pub(super) struct Holders {
    /// Warps that issued a PREF and do not hold the bundle yet.
    pub asking: u64,
    /// Warps that hold their bundle.
    pub holding: u64,
    /// Warps that issued the last instruction of their bundle and have not released it.
    pub releasing: u64,
}

impl Holders {
    /// Whether a warp holds its bundle.
    #[inline]
    fn has(&self, slot: usize) -> bool {
        self.holding >> slot & 1 != 0
    }
}

impl<W: Watch> Sm<'_, W> {
    /// Issues the PREF of a warp that does not hold the bundle of its instruction, once the last
    /// bundle is released and none of the instruction's registers waits for memory. None if the
    /// instruction may issue.
    #[inline]
    pub(super) fn try_prefetch(&mut self, slot: usize, pc: usize) -> Option<Try> {
        let bundles = self.bundles?;
        let registers = bundles.set(pc).filter(|_| !self.holders.has(slot))?;
        let warp = self.warps[slot].as_ref()?;
        if self.instructions[pc].touched.meets(&warp.far) {
            return None;
        }
        if self.holders.releasing >> slot & 1 != 0 {
            return Some(Try::Held);
        }
        if self.offer.bundle.is_some() {
            return Some(Try::Stalled);
        }
        self.offer.bundle = Some(Bundle { warp: slot as u8, registers: *registers });
        self.holders.asking |= 1 << slot;
        self.progress = true;
        self.watch.waits(self.now, slot, Reason::Bundle);
        Some(if bundles.takes_slot { Try::Issued } else { Try::Held })
    }

    /// Notes an issued instruction. The last of a bundle releases the bundle when its reads are
    /// accepted.
    #[inline]
    pub(super) fn end_bundle(&mut self, slot: usize, pc: usize) {
        let holders = &mut self.holders;
        if self.bundles.is_some_and(|bundles| bundles.is_last(pc)) && holders.has(slot) {
            holders.holding &= !(1 << slot);
            holders.releasing |= 1 << slot;
        }
    }

    /// Offers the release of bundles whose reads are all accepted.
    #[inline]
    pub(super) fn release_bundles(&mut self) {
        let mut left = self.holders.releasing;
        while left != 0 {
            let slot = left.trailing_zeros() as usize;
            left &= left - 1;
            if !self.collector.reads_in_bundle(slot) {
                self.holders.releasing &= !(1 << slot);
                self.offer.released |= 1 << slot;
                self.progress = true;
            }
        }
    }

    /// Takes the register file's reply: the warps that hold their bundle.
    #[inline]
    pub(super) fn bundles_come(&mut self) {
        let come = self.holders.asking & self.reply.holds;
        self.holders.asking &= !come;
        self.holders.holding |= come;
        self.progress |= come != 0;
        (self.offer.bundle, self.offer.released) = (None, 0);
    }

    /// Forgets the bundle of a warp that has ended.
    pub(super) fn drop_bundle(&mut self, slot: usize) {
        let Holders { holding, releasing, .. } = &mut self.holders;
        self.offer.released |= (*holding | *releasing) & 1 << slot;
        *holding &= !(1 << slot);
        *releasing &= !(1 << slot);
    }
}
