//! Writes streams line by line.

use super::Direction;
use std::io::{self, Write};

/// Writes requests as CSV, in the format that [`super::Stream`] reads.
///
/// The writer keeps the first failure until [`Writer::finish`], so that the simulation does not
/// have to handle it. The caller ensures that registers and warps are within a stream's bounds and
/// that cycles are in order.
pub struct Writer<W: Write> {
    out: W,
    /// First failure.
    failure: Option<io::Error>,
}

impl<W: Write> Writer<W> {
    pub fn new(mut out: W) -> Writer<W> {
        let failure = writeln!(out, "cycle,op,warp,reg,mask").err();
        Writer { out, failure }
    }

    /// Writes the next request: warp slot, register of the thread, lanes.
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

    /// Returns the writer.
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
