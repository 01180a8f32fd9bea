//! Writing streams, line by line.

use super::Direction;
use std::io::{self, Write};

/// Writes requests as CSV, as [`super::Stream`] reads them.
///
/// What goes wrong is kept until [`Writer::finish`], so that recording can stand beside a run that
/// knows nothing of it. Whether registers and warps are within what a stream may name is up to the
/// caller, as is the order of cycles.
pub struct Writer<W: Write> {
    out: W,
    /// What went wrong first.
    failure: Option<io::Error>,
}

impl<W: Write> Writer<W> {
    pub fn new(mut out: W) -> Writer<W> {
        let failure = writeln!(out, "cycle,op,warp,reg,mask").err();
        Writer { out, failure }
    }

    /// The next request: of a warp slot, for a register of the thread, from so many lanes.
    pub fn request(
        &mut self,
        cycle: u64,
        direction: Direction,
        warp: usize,
        reg: usize,
        lane_mask: u32,
    ) {
        let op = match direction {
            Direction::Read => 'R',
            Direction::Write => 'W',
        };
        if self.failure.is_none() {
            self.failure = writeln!(self.out, "{cycle},{op},{warp},{reg},{lane_mask:08x}").err();
        }
    }

    /// What was written to.
    ///
    /// # Errors
    /// The first error of any write.
    pub fn finish(self) -> io::Result<W> {
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok(self.out),
        }
    }
}
