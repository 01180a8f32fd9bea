//! Records the requests of a kernel to a register file.

use crate::ptx::exec::{Event, Watch};
use crate::ptx::isa::Reg;
use crate::ptx::kernel::Home;
use crate::stream::{Direction, Writer};
use std::io::{self, Write};

/// Writes the register requests of a run as CSV, columns `cycle,op,warp,reg,mask`, in the format
/// that [`crate::stream`] reads.
///
/// The timing is the executor's, not that of an SM: in every cycle one warp executes one
/// instruction. Its source registers are read in that cycle, each once; a 64-bit value is two
/// registers. Its destinations are written in the next cycle. The mask contains the executing
/// lanes, also for reads. An instruction that no lane executes makes no request, but takes its
/// cycle. The caller must ensure that a stream can name the registers and warps.
pub struct Requests<'a, W: Write> {
    homes: &'a [Home],
    cycle: u64,
    out: Writer<W>,
}

impl<'a, W: Write> Requests<'a, W> {
    /// Records a kernel; `homes` has one home for each of its registers.
    pub fn new(homes: &'a [Home], out: W) -> Requests<'a, W> {
        Requests { homes, cycle: 0, out: Writer::new(out) }
    }

    /// Returns the writer.
    ///
    /// # Errors
    /// The first error of any write.
    pub fn finish(self) -> io::Result<W> {
        self.out.finish()
    }

    fn write(&mut self, event: &Event) {
        let &Event { slot, lanes, instruction, .. } = event;
        for word in words(instruction.reads(), self.homes) {
            self.out.request(self.cycle, Direction::Read, slot, word, lanes);
        }
        for word in words(instruction.writes(), self.homes) {
            self.out.request(self.cycle + 1, Direction::Write, slot, word, lanes);
        }
    }
}

impl<W: Write> Watch for Requests<'_, W> {
    fn executed(&mut self, event: &Event) {
        if event.lanes != 0 {
            self.write(event);
        }
        self.cycle += 1;
    }
}

/// The words of these registers, each once, in order.
fn words(registers: impl Iterator<Item = Reg>, homes: &[Home]) -> Vec<usize> {
    let mut words = Vec::new();
    for word in registers.flat_map(|reg| homes[reg.index()].words()) {
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}
