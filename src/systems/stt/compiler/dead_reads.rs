//! Counts of an execution with hints: reads that are dead by each rule, reads of a value that a
//! dead read has destroyed, and how often values are read.

use super::hints::{Dead, Hints, collected};
use crate::bits::LANES;
use crate::config::DuplicateReads;
use crate::error::Result;
use crate::ptx::exec::{Event, Schedule, Watch};
use crate::ptx::isa::Instruction;
use crate::ptx::kernel::{Home, Kernel};
use crate::run::Case;
use serde::Serialize;

const RULES: usize = Dead::ALL.len();

/// Counts of an execution. A warp instruction that some lane executes reads each word once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DeadReads {
    pub reads: u64,
    /// Reads that are dead by each rule, in the order of [`Dead::ALL`].
    pub dead: [u64; RULES],
    /// Reads in which an executing lane gets what a dead read has destroyed, by each rule.
    pub destroyed: [u64; RULES],
    pub values: ReadsPerValue,
}

/// Values by how often they are read. A value is what one write leaves in a word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ReadsPerValue {
    pub never: u64,
    pub once: u64,
    pub twice: u64,
    pub three_times: u64,
    pub more: u64,
}

impl ReadsPerValue {
    /// Counts a value.
    pub fn add(&mut self, reads: usize) {
        match reads {
            0 => self.never += 1,
            1 => self.once += 1,
            2 => self.twice += 1,
            3 => self.three_times += 1,
            _ => self.more += 1,
        }
    }

    /// Once, twice, three times, more: shares of the values that are read, in percent. None if none
    /// is read.
    pub fn shares(&self) -> Option<[f64; 4]> {
        let counts = [self.once, self.twice, self.three_times, self.more];
        let all: u64 = counts.iter().sum();
        (all != 0).then(|| counts.map(|count| 100.0 * count as f64 / all as f64))
    }
}

impl DeadReads {
    /// Executes a launch whose instructions have these hints.
    ///
    /// # Errors
    /// The fault that ends the execution.
    pub fn of(case: &Case, hints: &[Hints], duplicates: DuplicateReads) -> Result<DeadReads> {
        let mut counting = Counting::new(&case.kernel, &case.homes, hints, duplicates);
        case.run(Schedule::default(), &mut counting, || ())?;
        Ok(counting.finish())
    }

    /// Reads that are dead by a rule.
    pub fn dead_by(&self, rule: Dead) -> u64 {
        self.dead[rule as usize]
    }

    /// Reads of destroyed lanes under a rule.
    pub fn destroyed_by(&self, rule: Dead) -> u64 {
        self.destroyed[rule as usize]
    }
}

/// Counts while a kernel executes.
pub struct Counting<'a> {
    hints: &'a [Hints],
    /// By instruction: words that are collected, words that are written.
    reads: Vec<Vec<usize>>,
    writes: Vec<Vec<usize>>,
    /// Words of a thread.
    words: usize,
    /// By warp slot.
    warps: Vec<Warp>,
    counts: DeadReads,
}

/// The warp in a slot.
#[derive(Clone, Default)]
struct Warp {
    cta: u64,
    words: Vec<Word>,
}

/// A warp register.
#[derive(Clone)]
struct Word {
    /// Lanes that a dead read has destroyed and no write has set since, by rule.
    destroyed: [u32; RULES],
    /// Lanes that were written.
    written: u32,
    /// Reads of each lane's value.
    reads: [u8; LANES],
}

const UNWRITTEN: Word = Word { destroyed: [0; RULES], written: 0, reads: [0; LANES] };

impl<'a> Counting<'a> {
    pub fn new(
        kernel: &Kernel,
        homes: &[Home],
        hints: &'a [Hints],
        duplicates: DuplicateReads,
    ) -> Counting<'a> {
        let written = |instruction: &Instruction| {
            instruction.writes().flat_map(|reg| homes[reg.index()].words()).collect()
        };
        let code = kernel.code.iter();
        Counting {
            hints,
            reads: code.clone().map(|one| collected(one, homes, duplicates)).collect(),
            writes: code.map(written).collect(),
            words: homes.iter().map(|home| home.words().end).max().unwrap_or(0),
            warps: Vec::new(),
            counts: DeadReads::default(),
        }
    }

    /// The counts, with the values that were never overwritten.
    pub fn finish(mut self) -> DeadReads {
        self.warps.iter_mut().for_each(|warp| warp.end(&mut self.counts.values));
        self.counts
    }
}

impl Watch for Counting<'_> {
    fn executed(&mut self, event: &Event) {
        let slots = self.warps.len().max(event.slot + 1);
        self.warps.resize_with(slots, Warp::default);
        let warp = &mut self.warps[event.slot];
        if warp.words.is_empty() || warp.cta != event.cta {
            warp.end(&mut self.counts.values);
            *warp = Warp { cta: event.cta, words: vec![UNWRITTEN; self.words] };
        }
        if event.lanes == 0 {
            return;
        }
        let hints = &self.hints[event.pc];
        let dead = Dead::ALL.map(|rule| hints.dead(rule, event.active == event.living));
        for (n, word) in self.reads[event.pc].iter().enumerate() {
            self.counts.reads += 1;
            let word = &mut warp.words[*word];
            word.read(event.lanes);
            for (rule, dead) in dead.iter().enumerate() {
                let is_dead = dead >> n & 1 != 0;
                let wrong = word.destroyed[rule] & event.lanes != 0;
                self.counts.dead[rule] += u64::from(is_dead);
                self.counts.destroyed[rule] += u64::from(wrong);
                if is_dead {
                    word.destroyed[rule] = u32::MAX;
                }
            }
        }
        for word in &self.writes[event.pc] {
            warp.words[*word].write(event.lanes, &mut self.counts.values);
        }
    }
}

impl Warp {
    /// All values end.
    fn end(&mut self, values: &mut ReadsPerValue) {
        for word in &mut self.words {
            word.write(u32::MAX, values);
            word.written = 0;
        }
    }
}

impl Word {
    fn read(&mut self, lanes: u32) {
        for (lane, reads) in self.reads.iter_mut().enumerate() {
            *reads = reads.saturating_add((lanes >> lane & 1) as u8);
        }
    }

    /// These lanes get a new value. The old one, if there is one, ends.
    fn write(&mut self, lanes: u32, values: &mut ReadsPerValue) {
        for (lane, reads) in self.reads.iter_mut().enumerate() {
            if lanes >> lane & 1 != 0 {
                if self.written >> lane & 1 != 0 {
                    values.add(usize::from(*reads));
                }
                *reads = 0;
            }
        }
        self.written |= lanes;
        self.destroyed.iter_mut().for_each(|destroyed| *destroyed &= !lanes);
    }
}
