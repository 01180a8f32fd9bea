//! Counts of an execution with hints: dead reads by each rule, reads of destroyed lanes, and reads
//! per value.

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

/// Counts of an execution. A warp instruction that at least one lane executes reads each word once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct DeadReads {
    pub reads: u64,
    /// Reads that are dead by each rule, in the order of [`Dead::ALL`].
    pub dead: [u64; RULES],
    /// Reads in which an executing lane reads a destroyed value, by rule in the order of
    /// [`Dead::ALL`].
    pub destroyed: [u64; RULES],
    pub values: ReadsPerValue,
}

/// Numbers of values by their number of reads. A value is written to one lane of a word by one
/// write.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ReadsPerValue {
    pub never: u64,
    pub once: u64,
    pub twice: u64,
    pub three_times: u64,
    pub more: u64,
}

impl ReadsPerValue {
    /// Counts a value with this number of reads.
    pub fn add(&mut self, reads: usize) {
        match reads {
            0 => self.never += 1,
            1 => self.once += 1,
            2 => self.twice += 1,
            3 => self.three_times += 1,
            _ => self.more += 1,
        }
    }

    /// Shares of the values that are read once, twice, three times and more often, in percent of
    /// all values that are read. None if no value is read.
    pub fn shares(&self) -> Option<[f64; 4]> {
        let counts = [self.once, self.twice, self.three_times, self.more];
        let all: u64 = counts.iter().sum();
        (all != 0).then(|| counts.map(|count| 100.0 * count as f64 / all as f64))
    }
}

impl DeadReads {
    /// Executes a launch with these hints of its instructions, and counts.
    ///
    /// # Errors
    /// Any fault that ends the execution.
    pub fn of(case: &Case, hints: &[Hints], duplicates: DuplicateReads) -> Result<DeadReads> {
        let mut counting = Counting::new(&case.kernel, &case.homes, hints, duplicates);
        case.run(Schedule::default(), &mut counting, || ())?;
        Ok(counting.finish())
    }

    /// Dead reads by a rule.
    pub fn dead_by(&self, rule: Dead) -> u64 {
        self.dead[rule as usize]
    }

    /// Reads of destroyed lanes under a rule.
    pub fn destroyed_by(&self, rule: Dead) -> u64 {
        self.destroyed[rule as usize]
    }
}

/// Collects the counts during an execution.
pub struct Counting<'a> {
    hints: &'a [Hints],
    /// Words that each instruction collects.
    reads: Vec<Vec<usize>>,
    /// Words that each instruction writes.
    writes: Vec<Vec<usize>>,
    /// Number of words per thread.
    words: usize,
    /// State of the warp in each warp slot.
    warps: Vec<Warp>,
    counts: DeadReads,
}

/// State of the warp in a slot.
#[derive(Clone, Default)]
struct Warp {
    cta: u64,
    words: Vec<Word>,
}

/// State of a warp register.
#[derive(Clone)]
struct Word {
    /// Lanes destroyed by a dead read and not written since, by rule.
    destroyed: [u32; RULES],
    /// Lanes that hold a value.
    written: u32,
    /// Number of reads of the value in each lane.
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

    /// Ends all values and returns the counts.
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
    /// Ends the values of all words and counts their reads.
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

    /// Writes a new value to these lanes, and counts the reads of the old values.
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
