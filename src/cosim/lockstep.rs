//! Lockstep: model and RTL with the same inputs, compared cycle by cycle.

use super::layout::{Layout, Slot};
use super::library::Instance;
use crate::units::Bench;

/// Cycles hashed per call.
const CYCLES_HASHED_AT_ONCE: usize = 64;

/// The first disagreement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// Number of the cycle, counted from 0.
    pub cycle: u64,
    /// The output's name in Verilog.
    pub port: String,
    /// Value of the model, in hex.
    pub expected: String,
    /// Value of the RTL, in hex.
    pub got: String,
}

/// Result of a lockstep run.
#[derive(Clone, Debug)]
pub struct LockstepOutcome {
    /// Cycles whose outputs were compared.
    pub compared: u64,
    pub mismatch: Option<Mismatch>,
}

/// The inputs and outputs of a cycle, and whether outputs are compared already.
struct Cycle {
    inputs: Vec<u32>,
    expected: Vec<u32>,
    got: Vec<u32>,
    /// Word of `rst_n` in the inputs; none for units without state.
    reset_at: Option<usize>,
    was_reset: bool,
}

impl Cycle {
    fn new(layout: &Layout) -> Cycle {
        let reset = layout.inputs.iter().find(|slot| slot.port.name == "rst_n");
        Cycle {
            inputs: vec![0; layout.input_words],
            expected: vec![0; layout.output_words],
            got: vec![0; layout.output_words],
            reset_at: reset.map(|slot| slot.at),
            was_reset: reset.is_none(),
        }
    }

    /// Steps the RTL and compares if there was a reset edge before this cycle.
    #[inline]
    fn compare<'a>(&mut self, layout: &'a Layout, instance: &mut Instance) -> Option<&'a Slot> {
        instance.step(&self.inputs, &mut self.got);
        if self.was_reset {
            return layout.difference(&self.expected, &self.got);
        }
        self.was_reset = self.reset_at.is_some_and(|at| self.inputs[at] == 0);
        None
    }

    fn mismatch(&self, cycle: u64, slot: &Slot) -> Mismatch {
        Mismatch {
            cycle,
            port: slot.port.verilog(),
            expected: slot.hex(&self.expected),
            got: slot.hex(&self.got),
        }
    }
}

/// Runs until a mismatch, the end of the stimulus, or `cycles` compared cycles. `progress` is
/// called periodically with the number of compared cycles.
pub fn run(
    bench: &mut dyn Bench,
    instance: &mut Instance,
    layout: &Layout,
    cycles: u64,
    mut progress: impl FnMut(u64),
) -> LockstepOutcome {
    const PROGRESS_EVERY: u64 = 1 << 16;
    let mut cycle = Cycle::new(layout);
    let mut compared = 0;
    let mut number = 0;
    while compared < cycles && !bench.finished() {
        bench.cycle(&mut cycle.inputs, &mut cycle.expected);
        compared += u64::from(cycle.was_reset);
        if let Some(slot) = cycle.compare(layout, instance) {
            return LockstepOutcome { compared, mismatch: Some(cycle.mismatch(number, slot)) };
        }
        number += 1;
        if number % PROGRESS_EVERY == 0 {
            progress(number);
        }
    }
    progress(number);
    LockstepOutcome { compared, mismatch: None }
}

/// The inputs of the first `cycles` cycles of a bench's stimulus.
pub fn record(bench: &mut dyn Bench, layout: &Layout, cycles: u64) -> Vec<Vec<u32>> {
    record_with_answers(bench, layout, cycles).into_iter().map(|(inputs, _)| inputs).collect()
}

/// As [`record`], with the outputs of the model.
pub(super) fn record_with_answers(
    bench: &mut dyn Bench,
    layout: &Layout,
    cycles: u64,
) -> Vec<(Vec<u32>, Vec<u32>)> {
    let cycle = |_| {
        let mut inputs = vec![0; layout.input_words];
        let mut expected = vec![0; layout.output_words];
        bench.cycle(&mut inputs, &mut expected);
        (inputs, expected)
    };
    (0..cycles).map(cycle).collect()
}

/// Hash of the first `cycles` cycles of a bench's stimulus and of the model's outputs.
pub(super) fn answers_hash(bench: &mut dyn Bench, layout: &Layout, cycles: u64) -> String {
    let mut inputs = vec![0; layout.input_words];
    let mut expected = vec![0; layout.output_words];
    let mut hasher = blake3::Hasher::new();
    // blake3 is much faster on long inputs than on single words.
    let words = layout.input_words + layout.output_words;
    let mut bytes = vec![0; words * size_of::<u32>() * CYCLES_HASHED_AT_ONCE];
    let mut left = cycles;
    while left > 0 {
        let mut end = 0;
        for _ in 0..left.min(CYCLES_HASHED_AT_ONCE as u64) {
            bench.cycle(&mut inputs, &mut expected);
            end = put(&mut bytes, end, &inputs);
            end = put(&mut bytes, end, &expected);
        }
        hasher.update(&bytes[..end]);
        left = left.saturating_sub(CYCLES_HASHED_AT_ONCE as u64);
    }
    hasher.finalize().to_hex().to_string()
}

/// Stores words in little-endian order from a place on. Returns the place behind them.
fn put(bytes: &mut [u8], start: usize, words: &[u32]) -> usize {
    let end = start + size_of_val(words);
    for (place, word) in bytes[start..end].chunks_exact_mut(4).zip(words) {
        place.copy_from_slice(&word.to_le_bytes());
    }
    end
}

/// Result of a replay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replay {
    Agrees,
    Differs(Mismatch),
    /// The unit's contract forbids the inputs of this cycle.
    Illegal(u64),
}

/// Replays given inputs on a new model and a new instance of the RTL.
pub fn replay(
    bench: &mut dyn Bench,
    instance: &mut Instance,
    layout: &Layout,
    recorded: &[Vec<u32>],
) -> Replay {
    let mut cycle = Cycle::new(layout);
    for (number, inputs) in recorded.iter().enumerate() {
        cycle.inputs.copy_from_slice(inputs);
        if !bench.replay(inputs, &mut cycle.expected) {
            return Replay::Illegal(number as u64);
        }
        if let Some(slot) = cycle.compare(layout, instance) {
            return Replay::Differs(cycle.mismatch(number as u64, slot));
        }
    }
    Replay::Agrees
}
