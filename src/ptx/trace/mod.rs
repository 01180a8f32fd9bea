//! Traces in Accel-Sim's format, and recorded register requests.
//!
//! Accel-Sim's trace-driven mode reads a folder. `kernelslist.g` lists the commands of the host,
//! one per line. Each launch has a file `kernel-N.traceg`, optionally compressed (`.traceg.xz`),
//! with the instructions of every warp. [`Writer`] writes such a file from a run, [`Reader`] reads
//! any. [`Requests`] writes the requests to a register file instead.
//!
//! A trace has a header of lines `-key = value`, then one line that starts with `#`, then the CTAs.
//! A CTA is between `#BEGIN_TB` and `#END_TB`: `thread block = x,y,z`, and for each warp
//! `warp = n`, `insts = n` and `n` instructions:
//!
//! ```text
//! [line] PC mask dest_num [dests] opcode src_num [srcs] mem_width [form addresses] [immediate]
//! ```
//!
//! PC and mask are hexadecimal, registers are `R0` and so on. Addresses have one of three forms:
//!
//! - 0: one address for each lane of the mask.
//! - 1: the first lane's address and one stride; the lanes must be contiguous.
//! - 2: the first lane's address and the distance of each address to the next.
//!
//! Tracers before version 3 put the CTA's index and the warp's number before each instruction. From
//! version 5 on an immediate follows. The source line is present only if the header contains
//! `-enable lineinfo = 1`.
//!
//! Source: the tracer `util/tracer_nvbit` and the parser `gpu-simulator/trace-parser` of
//! <https://github.com/accel-sim/accel-sim-framework>.

mod list;
mod read;
mod requests;
mod sass;
mod write;

pub use list::{Command, read_list};
pub use read::{Reader, Summary};
pub use requests::Requests;
pub use sass::{opcode, sass};
pub use write::Writer;

use super::exec::Geometry;
use super::kernel::window;
use crate::bits::LANES;
use arrayvec::ArrayVec;
use std::fmt;
use std::sync::Arc;

/// Version of the binaries whose opcode names are written: Volta's.
pub const BINARY_VERSION: u32 = 70;

/// Version of the tracer whose format is written: the last one without immediates. Parsers for
/// later versions read it, too.
pub const TRACER_VERSION: u32 = 4;

/// Maximum registers per thread in a trace: `R255` always reads zero.
pub const MAX_REGISTERS: usize = 255;

/// Bytes per instruction, from Volta on.
pub const INSTRUCTION_BYTES: u64 = 16;

/// Header of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Name of the kernel.
    pub name: String,
    /// Number of the launch, from 1.
    pub id: u64,
    /// CTAs in the grid, x, y, z.
    pub grid: [u32; 3],
    /// Threads per CTA, x, y, z.
    pub block: [u32; 3],
    /// Shared memory per CTA, in bytes.
    pub shared_bytes: u64,
    /// Registers per thread.
    pub registers: u32,
    /// Instruction set of the opcodes: 70 for Volta.
    pub binary_version: u32,
    /// Number of the CUDA stream.
    pub stream: u64,
    /// Generic address at which shared memory begins.
    pub shared_base: u64,
    /// Generic address at which local memory begins.
    pub local_base: u64,
    /// Version of NVBit, which the tracer is built on.
    pub nvbit_version: String,
    /// Version of the tracer, which defines the instruction format.
    pub tracer_version: u32,
    /// Whether each instruction starts with its source line.
    pub line_info: bool,
}

impl Header {
    /// Header for a launch that regforge executes.
    pub fn new(name: &str, geometry: &Geometry, registers: usize) -> Header {
        Header {
            name: name.into(),
            id: 1,
            grid: geometry.grid,
            block: geometry.block,
            shared_bytes: geometry.shared(),
            registers: registers as u32,
            binary_version: BINARY_VERSION,
            stream: 0,
            shared_base: window::SHARED,
            local_base: window::LOCAL,
            nvbit_version: "none".into(),
            tracer_version: TRACER_VERSION,
            line_info: false,
        }
    }

    /// Warps per CTA.
    pub fn warps(&self) -> u128 {
        let threads: u128 = self.block.iter().map(|&n| u128::from(n)).product();
        threads.div_ceil(LANES as u128)
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let triple = |[x, y, z]: [u32; 3]| format!("({x},{y},{z})");
        writeln!(f, "-kernel name = {}", self.name)?;
        writeln!(f, "-kernel id = {}", self.id)?;
        writeln!(f, "-grid dim = {}", triple(self.grid))?;
        writeln!(f, "-block dim = {}", triple(self.block))?;
        writeln!(f, "-shmem = {}", self.shared_bytes)?;
        writeln!(f, "-nregs = {}", self.registers)?;
        writeln!(f, "-binary version = {}", self.binary_version)?;
        writeln!(f, "-cuda stream id = {}", self.stream)?;
        writeln!(f, "-shmem base_addr = {:#018x}", self.shared_base)?;
        writeln!(f, "-local mem base_addr = {:#018x}", self.local_base)?;
        writeln!(f, "-nvbit version = {}", self.nvbit_version)?;
        writeln!(f, "-accelsim tracer version = {}", self.tracer_version)?;
        writeln!(f, "-enable lineinfo = {}", u8::from(self.line_info))?;
        writeln!(
            f,
            "\n#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num [reg_srcs] \
             mem_width [adrrescompress?] [mem_addresses]"
        )
    }
}

/// A CTA's instructions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// Index of the CTA in the grid.
    pub cta: [u32; 3],
    /// Its warps, in the order of the trace.
    pub warps: Vec<Warp>,
}

/// A warp's instructions, in the order in which it executed them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warp {
    /// Number of the warp in its CTA.
    pub number: u32,
    /// Executed instructions, in order.
    pub instructions: Vec<Instruction>,
}

/// An instruction that a warp executed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    /// Source line, if the trace has lines.
    pub line: Option<u32>,
    /// Address of the instruction, bytes.
    pub pc: u64,
    /// Executing lanes.
    pub mask: u32,
    /// Numbers of the destination registers.
    pub dst: ArrayVec<u16, 8>,
    /// Opcode with its modifiers: `LDG.E.64`.
    pub opcode: Arc<str>,
    /// Numbers of the source registers.
    pub src: ArrayVec<u16, 8>,
    /// Accessed addresses; `None` if the width is 0.
    pub memory: Option<Memory>,
    /// Immediate operand, from tracer version 5 on.
    pub immediate: Option<i64>,
}

/// Direction of a memory access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Reads.
    Load,
    /// Writes.
    Store,
    /// Reads, modifies and writes.
    Atomic,
}

impl Instruction {
    /// The opcode without modifiers.
    pub fn base(&self) -> &str {
        self.opcode.split('.').next().unwrap_or_default()
    }

    /// Direction of the access, derived from the opcode; `None` without addresses.
    pub fn direction(&self) -> Option<Direction> {
        self.memory.as_ref()?;
        match self.base() {
            "RED" => Some(Direction::Atomic),
            base if base.starts_with("ATOM") => Some(Direction::Atomic),
            base if base.starts_with("LD") => Some(Direction::Load),
            base if base.starts_with("ST") => Some(Direction::Store),
            _ => None,
        }
    }
}

/// Memory access of an instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Bytes per lane.
    pub width: u32,
    /// One address for each lane of the mask, the lowest lane first.
    pub addresses: Vec<u64>,
}

/// The lanes of a mask, ascending.
fn lanes(mask: u32) -> impl Iterator<Item = usize> {
    (0..LANES).filter(move |lane| mask >> lane & 1 != 0)
}

/// Whether the lanes of a mask are contiguous; true for an empty mask.
fn side_by_side(mask: u32) -> bool {
    let low = mask >> mask.trailing_zeros().min(31);
    low & low.wrapping_add(1) == 0
}
