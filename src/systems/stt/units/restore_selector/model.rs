//! Cycle-accurate model of the restore selector.

use super::{In, Mode, Op, Out, Params, Restore};

/// State: the operation in progress.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    /// Operation of the array in this cycle, unless a new one starts.
    op: Op,
    /// Cycles of `op` after this one.
    left: u8,
    /// Restore that follows the read.
    restore: Restore,
    /// Whether this is the first cycle after a reverse read.
    sensed: bool,
}

impl Model {
    /// Whether the array is free to start an operation. State and two inputs only.
    #[inline]
    pub fn is_free(&self, early_out: bool, disturbed: bool) -> bool {
        self.op == Op::Idle || (self.sensed && early_out && !disturbed)
    }

    /// Whether no operation is in progress. State only.
    #[inline]
    pub fn is_idle(&self) -> bool {
        self.op == Op::Idle
    }

    /// Whether a read of an earlier cycle is still in progress. State only.
    #[inline]
    pub fn is_reading(&self) -> bool {
        self.op == Op::Read
    }

    /// Returns to the reset state.
    pub fn clear(&mut self) {
        (self.op, self.left, self.sensed) = (Op::Idle, 0, false);
        self.restore = Restore::None;
    }

    /// Operation of this cycle, its cycles after this one, and the restore that follows.
    #[inline]
    fn now(&self, i: &In) -> (Op, u8, Restore) {
        if !self.is_free(i.early_out, i.disturbed) {
            (self.op, self.left, self.restore)
        } else if i.read {
            (Op::Read, self.after(Op::Read), restore(i))
        } else if i.write {
            (Op::Write, self.after(Op::Write), Restore::None)
        } else {
            (Op::Idle, 0, Restore::None)
        }
    }

    /// Cycles of an operation after its first cycle.
    #[inline]
    fn after(&self, op: Op) -> u8 {
        match op {
            Op::Idle => 0,
            Op::Read | Op::Reverse => (self.params.read_cycles - 1) as u8,
            Op::Write | Op::Selective | Op::Direct => (self.params.write_cycles - 1) as u8,
        }
    }

    /// Performs a cycle without reset: outputs and clock edge.
    #[inline]
    pub fn cycle(&mut self, i: &In) -> Out {
        let (_, left, _) = self.now(i);
        let out = crate::units::Model::outputs(self, i);
        let next = match (out.op, out.restore) {
            (op, _) if !out.last => op,
            (Op::Read, Restore::Selective) => Op::Reverse,
            (Op::Read, Restore::Direct) => Op::Direct,
            (Op::Reverse, _) => Op::Selective,
            _ => Op::Idle,
        };
        self.left = if out.last { self.after(next) } else { left.saturating_sub(1) };
        self.sensed = out.last && out.op == Op::Reverse;
        (self.op, self.restore) = (next, out.restore);
        out
    }
}

/// Restore of a read that starts in this cycle.
#[inline]
fn restore(i: &In) -> Restore {
    match i.restore_mode {
        _ if i.dead => Restore::None,
        Mode::None => Restore::None,
        Mode::Selective => Restore::Selective,
        Mode::Direct => Restore::Direct,
        Mode::Adaptive if i.conflict => Restore::Direct,
        Mode::Adaptive => Restore::Selective,
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        Model { params: *params, op: Op::Idle, left: 0, restore: Restore::None, sensed: false }
    }

    #[inline]
    fn outputs(&self, i: &In) -> Out {
        let (op, left, restore) = self.now(i);
        let free = self.is_free(i.early_out, i.disturbed);
        Out { op, last: op != Op::Idle && left == 0, free, sensed: self.sensed, restore }
    }

    #[inline]
    fn tick(&mut self, i: &In) {
        match i.rst_n {
            true => _ = self.cycle(i),
            false => self.clear(),
        }
    }

    fn accepts(&self, i: &In) -> bool {
        !(i.read && i.write)
    }
}
