//! A model of the prefetching queue as the paper describes it, as detailed as errata `exp-e17` and
//! `exp-e18` need: warps, and bundles that need one line of the operand cache each.

use std::collections::VecDeque;

/// Action of a warp in a cycle of its bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// An instruction that takes one cycle.
    Work,
    /// Waits until all warps are at a barrier.
    Barrier,
    /// Ends the bundle and starts it again, until a warp has executed [`Step::Set`].
    Spin,
    Set,
}

/// The instructions of a bundle, which holds its line until the last one is executed.
pub type Bundle = &'static [Step];

/// Choices that the paper leaves open.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Entries at the front that may pass a waiting warp, which is then next. `None`: no limit.
    pub most_passed: Option<usize>,
    /// Lines of the operand cache; each bundle needs one of its own.
    pub lines: usize,
}

/// A warp.
struct Warp {
    bundles: &'static [Bundle],
    /// The next bundle, and the next step in it.
    bundle: usize,
    step: usize,
    holds: bool,
    /// Whether it waits at a barrier.
    waits: bool,
    /// Entries at the front since it entered the queue.
    passed: usize,
}

/// The cycle in which the last warp ends; `None` if that takes more than `cycles`.
pub fn ends(warps: &[&'static [Bundle]], rules: Rules, cycles: usize) -> Option<usize> {
    let new = |bundles: &&'static [Bundle]| Warp {
        bundles,
        bundle: 0,
        step: 0,
        holds: false,
        waits: false,
        passed: 0,
    };
    let mut sm = Sm {
        warps: warps.iter().map(new).collect(),
        queue: (0..warps.len()).collect(),
        rules,
        is_set: false,
    };
    (1..=cycles).find(|_| sm.cycle())
}

struct Sm {
    warps: Vec<Warp>,
    queue: VecDeque<usize>,
    rules: Rules,
    is_set: bool,
}

impl Sm {
    /// Simulates a cycle. Returns whether all warps have ended.
    fn cycle(&mut self) -> bool {
        self.fetch();
        for at in 0..self.warps.len() {
            if self.warps[at].holds {
                self.step(at);
            }
        }
        if self.warps.iter().all(|warp| warp.waits) {
            self.open();
        }
        self.warps.iter().all(|warp| warp.bundle == warp.bundles.len())
    }

    /// Gives the next warp of the queue a line, if one is free.
    fn fetch(&mut self) {
        let Sm { warps, queue, rules, .. } = self;
        let held = warps.iter().filter(|warp| warp.holds).count();
        if held == rules.lines {
            return;
        }
        let passed = |at: usize| warps[queue[at]].passed;
        let oldest = (0..queue.len()).max_by_key(|at| passed(*at));
        let is_due = |at: &usize| rules.most_passed.is_some_and(|most| passed(*at) >= most);
        let next = oldest.filter(is_due).unwrap_or(0);
        if let Some(warp) = queue.remove(next) {
            warps[warp].holds = true;
        }
    }

    /// Executes a step of a warp that holds its bundle.
    fn step(&mut self, at: usize) {
        let warp = &mut self.warps[at];
        let bundle = warp.bundles[warp.bundle];
        match bundle[warp.step] {
            Step::Barrier => {
                warp.waits = true;
                warp.holds = warp.step + 1 < bundle.len();
            }
            Step::Spin if !self.is_set => {
                warp.step = 0;
                self.leave(at);
            }
            step => {
                self.is_set |= step == Step::Set;
                self.advance(at);
            }
        }
    }

    /// Opens the barrier: all warps continue.
    fn open(&mut self) {
        for at in 0..self.warps.len() {
            self.warps[at].waits = false;
            self.advance(at);
        }
    }

    fn advance(&mut self, at: usize) {
        let warp = &mut self.warps[at];
        warp.step += 1;
        if warp.step == warp.bundles[warp.bundle].len() {
            (warp.bundle, warp.step) = (warp.bundle + 1, 0);
            self.leave(at);
        }
    }

    /// Ends a bundle: frees its line, and puts the warp at the front of the queue for the next one.
    fn leave(&mut self, at: usize) {
        let Sm { warps, queue, .. } = self;
        warps[at].holds = false;
        if warps[at].bundle == warps[at].bundles.len() {
            return;
        }
        for other in queue.iter() {
            warps[*other].passed += 1;
        }
        warps[at].passed = 0;
        queue.push_front(at);
    }
}
