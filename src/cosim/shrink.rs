//! Shrinks a long sequence of inputs that ends in a mismatch to a short one.

use super::layout::Layout;
use super::library::{Instance, Library};
use super::lockstep::{Replay, replay};
use crate::units::Bench;
use std::sync::Arc;

/// Maximum number of replays for shrinking.
const MAX_TRIES: usize = 4000;

/// Finds a short sequence, a reset cycle first, on which model and RTL still differ in the same
/// port. `bench` creates a new model. Storage starts at zero in both.
pub fn shrink(
    bench: &dyn Fn() -> Box<dyn Bench>,
    library: &Arc<Library>,
    recorded: &[Vec<u32>],
    port: &str,
) -> Vec<Vec<u32>> {
    let mut shrinker = Shrinker { bench, library, port, tries: 0 };
    let mut best = shrinker.shortest_tail(recorded);
    shrinker.drop_cycles(&mut best);
    shrinker.clear_ports(&mut best);
    // Cycles that were needed only for a port that is now cleared can be dropped.
    shrinker.drop_cycles(&mut best);
    best
}

struct Shrinker<'a> {
    bench: &'a dyn Fn() -> Box<dyn Bench>,
    library: &'a Arc<Library>,
    port: &'a str,
    tries: usize,
}

impl Shrinker<'_> {
    fn layout(&self) -> &Layout {
        self.library.layout()
    }

    /// Length of the sequence up to its first mismatch, if that is in the wanted port.
    fn failing(&mut self, inputs: &[Vec<u32>]) -> Option<usize> {
        self.tries += 1;
        let mut instance = Instance::new(self.library, 0);
        let result = replay(&mut *(self.bench)(), &mut instance, self.layout(), inputs);
        match result {
            Replay::Differs(mismatch) if mismatch.port == self.port => {
                Some(mismatch.cycle as usize + 1)
            }
            _ => None,
        }
    }

    /// The shortest failing tail of 4, 16, 64 and so on cycles, after a reset; else the recording.
    fn shortest_tail(&mut self, recorded: &[Vec<u32>]) -> Vec<Vec<u32>> {
        let mut tail = 4;
        while tail < recorded.len() {
            let mut candidate = vec![vec![0; self.layout().input_words]];
            candidate.extend_from_slice(&recorded[recorded.len() - tail..]);
            if let Some(length) = self.failing(&candidate) {
                candidate.truncate(length);
                return candidate;
            }
            tail *= 4;
        }
        recorded.to_vec()
    }

    /// Drops runs of cycles, long runs first. Keeps the reset at the start.
    fn drop_cycles(&mut self, best: &mut Vec<Vec<u32>>) {
        let mut run = best.len() / 2;
        while run > 0 && self.tries < MAX_TRIES {
            let mut at = 1;
            while at < best.len() && self.tries < MAX_TRIES {
                let mut candidate = best.clone();
                candidate.drain(at..(at + run).min(best.len()));
                match self.failing(&candidate) {
                    Some(length) => {
                        candidate.truncate(length);
                        *best = candidate;
                    }
                    None => at += run,
                }
            }
            run /= 2;
        }
    }

    /// Sets inputs to zero, one port of one cycle at a time.
    fn clear_ports(&mut self, best: &mut [Vec<u32>]) {
        let slots = self.layout().inputs.clone();
        for cycle in 0..best.len() {
            for slot in &slots {
                let range = slot.at..slot.at + slot.port.words();
                if self.tries >= MAX_TRIES
                    || best[cycle][range.clone()].iter().all(|&word| word == 0)
                {
                    continue;
                }
                let before = best[cycle].clone();
                best[cycle][range].fill(0);
                if self.failing(best) != Some(best.len()) {
                    best[cycle] = before;
                }
            }
        }
    }
}
