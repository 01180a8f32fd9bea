//! Draws the state of each warp slot of an SM over time.
//!
//! [`Timeline`] watches a run. For each warp slot and each interval of cycles (stretch), it adds up
//! the cycles that the slot spent in each state. A stretch is one cycle long at first. Whenever
//! there are more than `MAX_STRETCHES`, the length doubles, so that memory use does not depend on
//! the length of the run. In the drawing, a stretch has the colour of its longest state.

use super::plot::{Drawing, draw};
use crate::error::Result;
use crate::sm::{Reason, Watch};
use plotters::coord::Shift;
use plotters::prelude::*;
use std::path::Path;

/// State of a warp slot in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The slot has no warp.
    Empty,
    /// The warp issues an instruction.
    Issuing,
    /// The warp neither issues nor is known to wait.
    Running,
    /// From the cycle in which the warp was found waiting until it issues again.
    Waiting(Reason),
}

/// All states, with their names and colours in the drawing.
const STATES: [(State, &str, RGBColor); 7] = [
    (State::Empty, "no warp", RGBColor(0xff, 0xff, 0xff)),
    (State::Issuing, "issues", RGBColor(0x1f, 0x4e, 0x79)),
    (State::Running, "ready to issue, or being fetched", RGBColor(0x9d, 0xc3, 0xe6)),
    (State::Waiting(Reason::Dependence), "waits for a result", RGBColor(0xf4, 0xb1, 0x83)),
    (State::Waiting(Reason::Memory), "waits for memory", RGBColor(0xc0, 0x39, 0x2b)),
    (State::Waiting(Reason::Bundle), "waits for a bundle", RGBColor(0x5d, 0x8a, 0xa8)),
    (State::Waiting(Reason::Barrier), "waits at a barrier", RGBColor(0x8e, 0x9a, 0x5b)),
];

impl State {
    /// Index of the state in [`STATES`].
    fn index(self) -> usize {
        match self {
            State::Empty => 0,
            State::Issuing => 1,
            State::Running => 2,
            State::Waiting(Reason::Dependence) => 3,
            State::Waiting(Reason::Memory) => 4,
            State::Waiting(Reason::Bundle) => 5,
            State::Waiting(Reason::Barrier) => 6,
        }
    }
}

/// Maximum number of stretches.
const MAX_STRETCHES: usize = 2_000;

/// Cycles in each state.
type Cycles = [u64; STATES.len()];

/// A warp slot.
struct Slot {
    /// The current state and the cycle since which it lasts; earlier cycles are counted.
    state: State,
    since: u64,
    /// Cycles in each state, by stretch.
    cycles: Vec<Cycles>,
    /// Index of its CTA in the list.
    cta: usize,
}

/// A CTA with its warp slots.
struct Cta {
    number: u64,
    /// Its first warp slot, and its number of warps.
    slot: usize,
    warps: usize,
    begin: u64,
    /// Latest cycle in which one of its warps ended; `None` until one has.
    end: Option<u64>,
}

/// Records the states of the warp slots during a run.
pub struct Timeline {
    slots: Vec<Slot>,
    ctas: Vec<Cta>,
    /// Length of a stretch in cycles.
    stretch: u64,
}

impl Default for Timeline {
    fn default() -> Self {
        Timeline { slots: Vec::new(), ctas: Vec::new(), stretch: 1 }
    }
}

impl Timeline {
    /// Counts the current state of a slot up to `cycle`, then sets the new state.
    fn turn(&mut self, slot: usize, cycle: u64, state: State) {
        if slot >= self.slots.len() {
            let empty = || Slot { state: State::Empty, since: 0, cycles: Vec::new(), cta: 0 };
            self.slots.resize_with(slot + 1, empty);
        }
        let Slot { state: before, since, .. } = self.slots[slot];
        // A cycle in which the warp issued keeps that state, whatever happens later in the same
        // cycle.
        if cycle > since {
            self.count(slot, since, cycle, before);
            self.slots[slot].since = cycle;
        }
        self.slots[slot].state = state;
    }

    /// Adds the cycles `from..to` in a state.
    fn count(&mut self, slot: usize, from: u64, to: u64, state: State) {
        while (to - 1) / self.stretch >= MAX_STRETCHES as u64 {
            self.stretch *= 2;
            self.slots.iter_mut().for_each(|slot| slot.cycles = merged(&slot.cycles));
        }
        let stretch = self.stretch;
        let (first, last) = ((from / stretch) as usize, ((to - 1) / stretch) as usize);
        let cycles = &mut self.slots[slot].cycles;
        if cycles.len() <= last {
            cycles.resize(last + 1, Cycles::default());
        }
        for (n, counts) in cycles.iter_mut().enumerate().take(last + 1).skip(first) {
            let begin = n as u64 * stretch;
            counts[state.index()] += to.min(begin + stretch) - from.max(begin);
        }
    }

    /// Ends the run after `cycles` cycles.
    pub fn finish(&mut self, cycles: u64) {
        (0..self.slots.len()).for_each(|slot| self.turn(slot, cycles, State::Empty));
    }

    /// Draws a run that ended after `cycles` cycles.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn draw(&self, path: &Path, title: &str, cycles: u64) -> Result<()> {
        let stretches = cycles.div_ceil(self.stretch) as u32;
        let width = MARGINS.0 + stretches.clamp(900, MAX_STRETCHES as u32);
        let height = MARGINS.1 + ROW * self.slots.len().max(1) as u32;
        draw(path, (width, height), |root| self.chart(root, title, cycles))
    }

    fn chart(&self, root: &DrawingArea<SVGBackend, Shift>, title: &str, cycles: u64) -> Drawing {
        let root = root.titled(title, ("sans-serif", 18))?;
        legend(&root, self.stretch)?;
        let slots = self.slots.len().max(1) as i32;
        let mut chart = ChartBuilder::on(&root)
            .margin(12)
            .margin_top(34)
            .x_label_area_size(40)
            .y_label_area_size(50)
            .build_cartesian_2d(0..cycles.max(1), slots..0)?;
        chart.configure_mesh().disable_mesh().x_desc("cycle").y_desc("warp slot").draw()?;
        for (slot, row) in self.slots.iter().enumerate() {
            let y = slot as i32;
            let runs = runs(&row.cycles).into_iter().filter(|run| run.2 != State::Empty.index());
            chart.draw_series(runs.map(|(from, to, state)| {
                let (from, to) = (from as u64 * self.stretch, to as u64 * self.stretch);
                let corners = [(from, y), (to.min(cycles), y + 1)];
                Rectangle::new(corners, STATES[state].2.filled())
            }))?;
        }
        let per_cycle = chart.plotting_area().dim_in_pixel().0 as f64 / cycles.max(1) as f64;
        for cta in &self.ctas {
            let (top, bottom) = (cta.slot as i32, (cta.slot + cta.warps) as i32);
            let end = cta.end.unwrap_or(cycles);
            let corners = [(cta.begin, top), (end, bottom)];
            chart.draw_series([Rectangle::new(corners, BLACK.stroke_width(1))])?;
            let number = cta.number.to_string();
            if (end - cta.begin) as f64 * per_cycle >= (DIGIT * number.len() as u32 + 4) as f64 {
                let text = EmptyElement::at((cta.begin, top))
                    + Text::new(number, (3, 2), ("sans-serif", 11));
                chart.draw_series([text])?;
            }
        }
        Ok(())
    }
}

/// Margins of a drawing, in pixels.
const MARGINS: (u32, u32) = (74, 130);

/// Height of a warp slot and width of a digit, in pixels.
const ROW: u32 = 14;
const DIGIT: u32 = 7;

fn legend(root: &DrawingArea<SVGBackend, Shift>, stretch: u64) -> Drawing {
    const WIDTH: i32 = 175;
    for (n, (_, name, colour)) in STATES.iter().skip(1).enumerate() {
        let x = 62 + n as i32 * WIDTH;
        root.draw(&Rectangle::new([(x, 10), (x + 12, 22)], colour.filled()))?;
        root.draw(&Text::new(*name, (x + 16, 10), ("sans-serif", 12)))?;
    }
    if stretch > 1 {
        let text = format!("{stretch} cycles per column");
        root.draw(&Text::new(text, (62, 26), ("sans-serif", 11)))?;
    }
    Ok(())
}

fn add(a: &Cycles, b: &Cycles) -> Cycles {
    std::array::from_fn(|n| a[n] + b[n])
}

/// Merges each pair of stretches into one.
fn merged(cycles: &[Cycles]) -> Vec<Cycles> {
    let none = Cycles::default();
    cycles.chunks(2).map(|pair| add(&pair[0], pair.get(1).unwrap_or(&none))).collect()
}

/// The longest state of each stretch (the first of equals), with equal neighbours merged: from, to,
/// state.
fn runs(cycles: &[Cycles]) -> Vec<(usize, usize, usize)> {
    let mut runs: Vec<(usize, usize, usize)> = Vec::new();
    for (n, counts) in cycles.iter().enumerate() {
        let longest = (0..counts.len()).rev().max_by_key(|&state| counts[state]).unwrap_or(0);
        match runs.last_mut() {
            Some(last) if last.2 == longest => last.1 = n + 1,
            _ => runs.push((n, n + 1, longest)),
        }
    }
    runs
}

impl Watch for Timeline {
    fn began(&mut self, cycle: u64, slot: usize, number: u64) {
        self.turn(slot, cycle, State::Running);
        match self.ctas.last_mut() {
            Some(cta) if cta.number == number => cta.warps += 1,
            _ => self.ctas.push(Cta { number, slot, warps: 1, begin: cycle, end: None }),
        }
        self.slots[slot].cta = self.ctas.len() - 1;
    }

    fn ended(&mut self, cycle: u64, slot: usize) {
        self.turn(slot, cycle, State::Empty);
        self.ctas[self.slots[slot].cta].end = Some(cycle);
    }

    fn issued(&mut self, cycle: u64, slot: usize, _pc: usize) {
        self.turn(slot, cycle, State::Issuing);
        self.turn(slot, cycle + 1, State::Running);
    }

    fn waits(&mut self, cycle: u64, slot: usize, why: Reason) {
        self.turn(slot, cycle, State::Waiting(why));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Cycles of each warp slot in each state, in the order of [`STATES`].
    fn totals(timeline: &Timeline) -> Vec<Cycles> {
        let sum = |slot: &Slot| slot.cycles.iter().fold(Cycles::default(), |sum, n| add(&sum, n));
        timeline.slots.iter().map(sum).collect()
    }

    /// Slot 0 begins in cycle 2, issues in 4, waits for memory from 5 on, issues in 9 and ends.
    fn a_warp() -> Timeline {
        let mut timeline = Timeline::default();
        timeline.began(2, 0, 7);
        timeline.issued(4, 0, 0);
        timeline.waits(5, 0, Reason::Memory);
        timeline.issued(9, 0, 1);
        timeline.ended(9, 0);
        timeline.finish(12);
        timeline
    }

    #[test]
    fn every_cycle_has_one_state() {
        let timeline = a_warp();
        assert_eq!(totals(&timeline), [[4, 2, 2, 0, 4, 0, 0]]);
        let runs = runs(&timeline.slots[0].cycles);
        assert_eq!(runs, [(0, 2, 0), (2, 4, 2), (4, 5, 1), (5, 9, 4), (9, 10, 1), (10, 12, 0)]);
    }

    #[test]
    fn waiting_from_the_cycle_of_the_issue_on_leaves_that_cycle_to_the_issue() {
        let mut timeline = Timeline::default();
        timeline.began(0, 0, 0);
        timeline.issued(3, 0, 0);
        timeline.waits(3, 0, Reason::Barrier);
        timeline.finish(10);
        assert_eq!(totals(&timeline), [[0, 1, 3, 0, 0, 0, 6]]);
    }

    #[test]
    fn long_runs_take_longer_stretches_and_lose_no_cycle() {
        let mut timeline = Timeline::default();
        timeline.began(0, 0, 0);
        for n in 0..10_000 {
            timeline.issued(10 * n, 0, 0);
            timeline.waits(10 * n + 1, 0, Reason::Dependence);
        }
        timeline.finish(100_000);
        assert_eq!(timeline.stretch, 64);
        assert!(timeline.slots[0].cycles.len() <= MAX_STRETCHES);
        assert_eq!(totals(&timeline), [[0, 10_000, 0, 90_000, 0, 0, 0]]);
        assert_eq!(runs(&timeline.slots[0].cycles), [(0, 1_563, 3)]);
    }
}
