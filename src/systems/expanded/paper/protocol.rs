//! The prefetching queue as the paper prints it, no more than errata `exp-e17` and `exp-e18` take:
//! warps, bundles that need one line of the operand cache each, and what the warps wait for.

use std::collections::VecDeque;

/// Action of a warp in a cycle of its bundle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// No more than this cycle.
    Work,
    /// Waits for all warps to come here.
    Barrier,
    /// Ends the bundle, and does it again until another warp has done [`Step::Set`].
    Spin,
    Set,
}

/// A bundle's instructions; it holds its line until the last is done.
pub type Bundle = &'static [Step];

/// Choices that the paper leaves open.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Entries at the front that may pass a waiting warp before the oldest goes first.
    pub most_passed: Option<usize>,
    /// Lines of the operand cache; every bundle needs one of its own.
    pub lines: usize,
}

/// A warp.
struct Warp {
    bundles: &'static [Bundle],
    /// The bundle and the step that come next.
    bundle: usize,
    step: usize,
    holds: bool,
    /// Whether it waits at a barrier.
    waits: bool,
    /// Entries at the front since it entered the queue.
    passed: usize,
}

/// The cycle in which the last warp ends; none if that takes more than `cycles`.
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
    /// Whether all warps have ended.
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

    /// The head of the queue gets a line if one is free.
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

    /// A step of a warp that holds its bundle.
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

    /// All warps are at the barrier, and go on.
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

    /// A bundle ends: its line is free, and the warp enters the queue at the front for the next.
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
