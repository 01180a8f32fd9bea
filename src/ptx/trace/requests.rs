//! Recording what a kernel asks of a register file.

use crate::ptx::exec::{Event, Watch};
use crate::ptx::isa::Reg;
use crate::ptx::kernel::Home;
use crate::stream::{Direction, Writer};
use std::io::{self, Write};

/// Writes the register requests of a run as CSV, columns `cycle,op,warp,reg,mask`, as
/// [`crate::stream`] reads them.
///
/// The timing is the executor's, not that of an SM: every cycle one warp executes one instruction.
/// Its source registers are read in that cycle, each once, a value of 64 bits as two registers; its
/// destinations are written in the next one. The mask has the lanes that execute, of reads too. An
/// instruction that no lane executes asks for nothing, but takes its cycle. The caller sees to it that
/// a stream can name the registers and warps.
pub struct Requests<'a, W: Write> {
    homes: &'a [Home],
    cycle: u64,
    out: Writer<W>,
}

impl<'a, W: Write> Requests<'a, W> {
    /// Records a kernel whose registers have these homes.
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
