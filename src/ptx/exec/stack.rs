//! The SIMT stack of a warp: divergence, and reconvergence at post-dominators.

use crate::bits::LANES;
use arrayvec::ArrayVec;

/// A path with the lanes that execute it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Path {
    /// Next instruction.
    pc: usize,
    /// Instruction at which these lanes reconverge with the path below; [`SimtStack::EXIT`] if
    /// there is none.
    until: usize,
    lanes: u32,
}

/// The SIMT stack of a warp. The top path executes until it reaches the instruction where it
/// reconverges with the path below.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SimtStack {
    paths: Vec<Path>,
    /// Lanes whose thread has not ended.
    alive: u32,
}

impl SimtStack {
    /// Reconvergence point at the end of the kernel.
    pub const EXIT: usize = usize::MAX;

    /// Starts these lanes at instruction 0.
    pub fn new(lanes: u32) -> SimtStack {
        SimtStack { paths: vec![Path { pc: 0, until: Self::EXIT, lanes }], alive: lanes }
    }

    /// Lanes whose thread has not ended.
    pub fn alive(&self) -> u32 {
        self.alive
    }

    /// The next instruction and the lanes that execute it; `None` if all threads have ended.
    #[inline]
    pub fn current(&self) -> Option<(usize, u32)> {
        self.paths.last().map(|path| (path.pc, path.lanes))
    }

    /// Number of paths, including the executing one.
    pub fn depth(&self) -> usize {
        self.paths.len()
    }

    /// Moves to the next instruction.
    #[inline]
    pub fn advance(&mut self) {
        if let Some(path) = self.paths.last_mut() {
            path.pc += 1;
        }
        self.reconverge();
    }

    /// Splits the executing lanes: `taken` branch to `target`, the others fall through. All
    /// reconverge at `meet`.
    pub fn branch(&mut self, taken: u32, target: usize, meet: usize) {
        self.diverge(&[(target, taken)], meet);
    }

    /// Splits the executing lanes: each way takes its lanes to its target, the remaining lanes go
    /// to the next instruction. All reconverge at `meet`. The last way is executed first.
    pub fn diverge(&mut self, taken: &[(usize, u32)], meet: usize) {
        let Some(path) = self.paths.last_mut() else { return };
        let mut ways = ArrayVec::<_, { LANES + 1 }>::from_iter([(path.pc + 1, path.lanes)]);
        for &(target, lanes) in taken {
            ways[0].1 &= !lanes;
            ways.push((target, lanes & path.lanes));
        }
        let mut real = ways.iter().filter(|(_, lanes)| *lanes != 0);
        match (real.next(), real.next()) {
            (Some(&(pc, _)), None) => path.pc = pc,
            (Some(_), Some(_)) if meet == path.until => {
                let until = path.until;
                self.paths.pop();
                self.push(&ways, until);
            }
            (Some(_), Some(_)) => {
                path.pc = meet;
                self.push(&ways, meet);
            }
            _ => {}
        }
        self.reconverge();
    }

    fn push(&mut self, ways: &[(usize, u32)], until: usize) {
        let real = ways.iter().filter(|(pc, lanes)| *lanes != 0 && *pc != until);
        self.paths.extend(real.map(|&(pc, lanes)| Path { pc, until, lanes }));
    }

    /// Ends these threads. The others continue with the next instruction.
    pub fn exit(&mut self, lanes: u32) {
        self.alive &= !lanes;
        if let Some(path) = self.paths.last_mut() {
            path.pc += 1;
        }
        for path in &mut self.paths {
            path.lanes &= !lanes;
        }
        self.paths.retain(|path| path.lanes != 0);
        self.reconverge();
    }

    /// Merges lanes that have reached the end of their path into the path below.
    #[inline]
    fn reconverge(&mut self) {
        while let Some(path) = self.paths.last() {
            if path.pc != path.until {
                return;
            }
            self.paths.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_meet_at_the_post_dominator() {
        let mut stack = SimtStack::new(0xff);
        stack.branch(0x0f, 10, 20);
        assert_eq!(stack.current(), Some((10, 0x0f)));
        (10..20).for_each(|_| stack.advance());
        assert_eq!(stack.current(), Some((1, 0xf0)));
        (1..20).for_each(|_| stack.advance());
        assert_eq!(stack.current(), Some((20, 0xff)));
        assert_eq!(stack.depth(), 1);
    }

    #[test]
    fn a_loop_that_lanes_leave_one_by_one_stays_shallow() {
        let mut stack = SimtStack::new(u32::MAX);
        for lane in 0..31 {
            // Instruction 0 branches to itself for all lanes except those that leave for 1.
            stack.branch(u32::MAX << (lane + 1), 0, 1);
            assert_eq!(stack.current(), Some((0, u32::MAX << (lane + 1))));
            assert!(stack.depth() <= 2);
        }
        stack.branch(0, 0, 1);
        assert_eq!(stack.current(), Some((1, u32::MAX)));
    }

    #[test]
    fn ended_threads_leave_all_paths() {
        let mut stack = SimtStack::new(0xf);
        stack.branch(0b11, 5, 9);
        stack.exit(0b01);
        assert_eq!(stack.current(), Some((6, 0b10)));
        stack.exit(0b10);
        assert_eq!(stack.current(), Some((1, 0b1100)));
        stack.exit(0b1100);
        assert_eq!((stack.current(), stack.alive()), (None, 0));
    }

    #[test]
    fn paths_that_never_meet_run_one_after_the_other() {
        let mut stack = SimtStack::new(0b11);
        stack.branch(0b01, 7, SimtStack::EXIT);
        assert_eq!(stack.current(), Some((7, 0b01)));
        stack.exit(0b01);
        assert_eq!(stack.current(), Some((1, 0b10)));
    }
}
