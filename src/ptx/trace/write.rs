//! Writes a trace while a kernel runs.

use super::sass::{opcode, trace_width};
use super::{Header, INSTRUCTION_BYTES, lanes, side_by_side};
use crate::bits::LANES;
use crate::ptx::exec::{Event, Geometry, Watch};
use crate::ptx::isa::{Instruction, Op};
use crate::ptx::kernel::{Home, Kernel};
use std::fmt::Write as _;
use std::io::{self, Write};

/// Maximum source registers that Accel-Sim's parser accepts.
const MAX_SOURCES: usize = 4;

/// Writes the trace of a run whose CTAs run one after the other, as with [`Schedule::default`].
///
/// An instruction names its first destination register, as machine code does, and up to four
/// different source registers. A 64-bit value is named by its first register; predicates are not
/// named. Only one CTA's instructions are in memory at a time.
///
/// [`Schedule::default`]: crate::ptx::exec::Schedule
pub struct Writer<'a, W: Write> {
    geometry: &'a Geometry,
    /// For each instruction, the text between the mask and the addresses.
    fixed: Vec<Fixed>,
    /// The CTA that is running.
    cta: Option<u64>,
    warps: Vec<Warp>,
    out: W,
    /// First failure.
    failure: Option<io::Error>,
}

/// Constant part of an instruction's line.
struct Fixed {
    text: String,
    has_addresses: bool,
}

/// A warp's lines so far.
#[derive(Clone, Default)]
struct Warp {
    text: String,
    instructions: u64,
    /// Lanes whose thread has not ended.
    alive: u32,
}

impl<'a, W: Write> Writer<'a, W> {
    /// Writes the header. `homes` has one home for each register of the kernel.
    pub fn new(
        header: &Header,
        kernel: &Kernel,
        homes: &[Home],
        geometry: &'a Geometry,
        mut out: W,
    ) -> Writer<'a, W> {
        let failure = write!(out, "{header}").err();
        let fixed = kernel.code.iter().map(|instruction| Fixed::new(instruction, homes)).collect();
        Writer { geometry, fixed, cta: None, warps: Vec::new(), out, failure }
    }

    /// Writes the last CTA.
    ///
    /// # Errors
    /// The first error of any write.
    pub fn finish(mut self) -> io::Result<W> {
        self.write_cta();
        match self.failure {
            Some(failure) => Err(failure),
            None => Ok(self.out),
        }
    }

    /// Writes the CTA that has ended and starts another one.
    fn begin(&mut self, cta: u64) {
        self.write_cta();
        self.cta = Some(cta);
        let warp = |n: usize| {
            let threads = (self.geometry.threads() - n * LANES).min(LANES);
            Warp { alive: u32::MAX >> (LANES - threads), ..Warp::default() }
        };
        self.warps = (0..self.geometry.warps()).map(warp).collect();
    }

    fn write_cta(&mut self) {
        let Some(cta) = self.cta.take() else { return };
        for warp in self.warps.iter_mut().filter(|warp| warp.alive != 0) {
            // The warp ran past the end of the code. Accel-Sim waits until every thread has an
            // exit, so one is added.
            let pc = self.fixed.len() as u64 * INSTRUCTION_BYTES;
            warp.push(pc, warp.alive, &Fixed::exit(), &[]);
        }
        if self.failure.is_none() {
            self.failure = write_block(&mut self.out, self.geometry.cta(cta), &self.warps).err();
        }
    }
}

impl<W: Write> Watch for Writer<'_, W> {
    fn executed(&mut self, event: &Event) {
        if self.cta != Some(event.cta) {
            self.begin(event.cta);
        }
        let warp = &mut self.warps[event.warp];
        let pc = event.pc as u64 * INSTRUCTION_BYTES;
        warp.push(pc, event.lanes, &self.fixed[event.pc], event.addresses);
        if event.instruction.op == Op::Exit {
            warp.alive &= !event.lanes;
        }
    }
}

impl Warp {
    fn push(&mut self, pc: u64, mask: u32, fixed: &Fixed, addresses: &[u64]) {
        self.instructions += 1;
        let text = &mut self.text;
        // Writing to a string does not fail.
        let _ = write!(text, "{pc:04x} {mask:08x} {}", fixed.text);
        if fixed.has_addresses {
            let addresses: Vec<u64> = lanes(mask).map(|lane| addresses[lane]).collect();
            push_addresses(text, mask, &addresses);
        }
        text.push('\n');
    }
}

impl Fixed {
    fn new(instruction: &Instruction, homes: &[Home]) -> Fixed {
        let first_word = |reg: crate::ptx::isa::Reg| homes[reg.index()].words().next();
        let mut sources: Vec<usize> = Vec::new();
        for word in instruction.reads().filter_map(first_word) {
            if !sources.contains(&word) && sources.len() < MAX_SOURCES {
                sources.push(word);
            }
        }
        let destination = instruction.writes().find_map(first_word);
        let names = |words: &[usize]| -> String {
            let names = words.iter().map(|word| format!(" R{word}"));
            format!("{}{}", words.len(), names.collect::<String>())
        };
        let width = trace_width(&instruction.op);
        let text = format!(
            "{} {} {} {width}",
            names(destination.as_slice()),
            opcode(instruction),
            names(&sources)
        );
        Fixed { text, has_addresses: width > 0 }
    }

    fn exit() -> Fixed {
        Fixed { text: "0 EXIT 0 0".into(), has_addresses: false }
    }
}

/// Compresses addresses as the tracer does: a base and a stride if contiguous lanes have a constant
/// stride, else a base and the distance of each address to the next.
fn push_addresses(text: &mut String, mask: u32, addresses: &[u64]) {
    let base = addresses.first().copied().unwrap_or(0);
    let distance = |pair: &[u64]| pair[1].wrapping_sub(pair[0]) as i64;
    let distances: Vec<i64> = addresses.windows(2).map(distance).collect();
    let _ = match stride(mask, &distances) {
        Some(stride) => write!(text, " 1 {base:#x} {stride}"),
        None => {
            let distances = distances.iter().map(|distance| format!(" {distance}"));
            write!(text, " 2 {base:#x}{}", distances.collect::<String>())
        }
    };
}

/// The distance of each address to the next, if it is constant and the lanes are contiguous.
/// Accel-Sim stores it in 32 bits. An empty mask has a stride of 0, as in the tracer.
fn stride(mask: u32, distances: &[i64]) -> Option<i32> {
    match distances {
        [] if mask == 0 => Some(0),
        [first, rest @ ..] if side_by_side(mask) && rest.iter().all(|other| other == first) => {
            i32::try_from(*first).ok()
        }
        _ => None,
    }
}

fn write_block(out: &mut impl Write, [x, y, z]: [u32; 3], warps: &[Warp]) -> io::Result<()> {
    writeln!(out, "\n#BEGIN_TB\n\nthread block = {x},{y},{z}")?;
    for (n, warp) in warps.iter().enumerate() {
        write!(out, "\nwarp = {n}\ninsts = {}\n{}", warp.instructions, warp.text)?;
    }
    writeln!(out, "\n#END_TB")
}
