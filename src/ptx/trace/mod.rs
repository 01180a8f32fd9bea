//! Exchange of traces with Accel-Sim, and recorded register requests.
//!
//! Accel-Sim's trace-driven mode reads a folder: `kernelslist.g` says what the host does, line by
//! line, and each launch has a file `kernel-N.traceg`, which may be compressed (`.traceg.xz`), with the
//! instructions of every warp. [`Writer`] makes such a file from a run, [`Reader`] reads any;
//! [`Requests`] writes the requests to a register file instead.
//!
//! A trace has a header of lines `-key = value`, one line that starts with `#`, and then for each
//! CTA, between `#BEGIN_TB` and `#END_TB`, `thread block = x,y,z` and for each warp `warp = n`,
//! `insts = n` and `n` instructions:
//!
//! ```text
//! [line] PC mask dest_num [dests] opcode src_num [srcs] mem_width [form addresses] [immediate]
//! ```
//!
//! PC and mask are hexadecimal, registers are `R0` and so on. Addresses come in three forms: 0, one
//! for each lane of the mask; 1, the first lane's address and the distance of each to the next, of
//! lanes side by side; 2, the first lane's address and the distances. Tracers before version 3 put
//! the CTA's place and the warp's number before each instruction; from version 5 on an immediate
//! follows. The source line stands there only if the header says `-enable lineinfo = 1`.
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

/// Version of the binaries whose opcode names we write: Volta's.
pub const BINARY_VERSION: u32 = 70;

/// Version of the tracer whose format we write: the last one without immediates, which parsers for
/// later ones read as well.
pub const TRACER_VERSION: u32 = 4;

/// Registers of a thread that a trace can name: `R255` always reads zero.
pub const MAX_REGISTERS: usize = 255;

/// Bytes of an instruction, from Volta on.
pub const INSTRUCTION_BYTES: u64 = 16;

/// Header of a trace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Name of the kernel.
    pub name: String,
    /// Number of the launch, from 1.
    pub id: u64,
    /// CTAs, x, y, z.
    pub grid: [u32; 3],
    /// Threads of a CTA, x, y, z.
    pub block: [u32; 3],
    /// Bytes of shared memory of a CTA.
    pub shared_bytes: u64,
    /// Registers of a thread.
    pub registers: u32,
    /// Which opcodes occur: 70 for Volta.
    pub binary_version: u32,
    /// Number of the CUDA stream.
    pub stream: u64,
    /// Generic address at which shared memory begins.
    pub shared_base: u64,
    /// Generic address at which local memory begins.
    pub local_base: u64,
    /// Version of NVBit, on which the tracer is built.
    pub nvbit_version: String,
    /// Version of the tracer, which sets the format of an instruction.
    pub tracer_version: u32,
    /// Whether each instruction starts with its source line.
    pub line_info: bool,
}

impl Header {
    /// Header of a launch that is executed here.
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

    /// Warps of a CTA.
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
    /// The CTA's place in the grid.
    pub cta: [u32; 3],
    /// Its warps, in the order of the trace.
    pub warps: Vec<Warp>,
}

/// A warp's instructions, in the order in which it executed them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warp {
    /// Warp in its CTA.
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
    /// Lanes that execute.
    pub mask: u32,
    /// Numbers of the destination registers.
    pub dst: ArrayVec<u16, 8>,
    /// With its modifiers: `LDG.E.64`.
    pub opcode: Arc<str>,
    /// Numbers of the source registers.
    pub src: ArrayVec<u16, 8>,
    /// Accessed addresses; none if the width is 0.
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

    /// Direction of the access, from the opcode; none without addresses.
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

/// Where an instruction accesses memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Bytes for each lane.
    pub width: u32,
    /// One for each lane of the mask, the lowest first.
    pub addresses: Vec<u64>,
}

/// The lanes of a mask, ascending.
fn lanes(mask: u32) -> impl Iterator<Item = usize> {
    (0..LANES).filter(move |lane| mask >> lane & 1 != 0)
}

/// Whether the lanes of a mask lie side by side, or there are none.
fn side_by_side(mask: u32) -> bool {
    let low = mask >> mask.trailing_zeros().min(31);
    low & low.wrapping_add(1) == 0
}
