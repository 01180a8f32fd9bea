//! A decoded kernel, ready for analysis and execution.

use super::isa::{Instruction, Reg, Type};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// All kernels of a file, and its module variables.
#[derive(Clone, Debug)]
pub struct Program {
    /// The file, for messages.
    pub name: String,
    /// Decoded kernels, in the order of the text.
    pub kernels: Vec<Kernel>,
    /// Module variables in `.global` and `.const`, in the order of the text.
    pub variables: Vec<Variable>,
}

impl Program {
    /// The kernel with this name, if there is one.
    pub fn kernel(&self, name: &str) -> Option<&Kernel> {
        self.kernels.iter().find(|kernel| kernel.name == name)
    }
}

/// An entry function with its device functions inlined.
#[derive(Clone, Debug)]
pub struct Kernel {
    /// Name in the text.
    pub name: String,
    /// Instructions; a program counter or branch target is an index into them.
    pub code: Vec<Instruction>,
    /// Virtual registers; a [`Reg`] is an index into them.
    pub registers: Vec<Register>,
    /// Parameters, in the order of the text.
    pub params: Vec<Param>,
    /// Static shared memory per CTA, in bytes. Dynamic shared memory follows at the next multiple
    /// of 16.
    pub shared_bytes: u64,
    /// Local memory per thread, in bytes.
    pub local_bytes: u64,
    /// Names of the texture references in the code.
    pub textures: Vec<String>,
    /// Source files of the program, by number.
    pub files: BTreeMap<u32, String>,
    /// Threads per CTA that the text requires, x, y, z.
    pub required_threads: Option<[u32; 3]>,
}

impl Kernel {
    /// Source position of an instruction, such as `kernel.cu:12`.
    pub fn origin(&self, pc: usize) -> Option<String> {
        let origin = self.code.get(pc)?.origin?;
        Some(format!("{}:{}", self.files.get(&origin.file)?, origin.line))
    }

    /// Type of a virtual register.
    pub fn ty(&self, reg: Reg) -> Type {
        self.registers[reg.index()].ty
    }
}

/// A virtual register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// Name in the text.
    pub name: String,
    /// Type, which determines the width.
    pub ty: Type,
}

impl Register {
    /// Number of 32-bit words that the register takes; none for a predicate.
    pub fn words(&self) -> usize {
        match self.ty.bits() {
            1 => 0,
            64 => 2,
            _ => 1,
        }
    }
}

/// Place of a virtual register's value in a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Home {
    /// A 32-bit word.
    Word(usize),
    /// This word and the next one, which holds the upper half.
    Pair(usize),
    /// A predicate register.
    Predicate(usize),
}

impl Home {
    /// The words that it takes; empty for a predicate.
    pub fn words(self) -> Range<usize> {
        match self {
            Home::Predicate(_) => 0..0,
            home => home.numbers(),
        }
    }

    /// Whether two homes share a word or a predicate.
    pub fn overlaps(self, other: Home) -> bool {
        let (a, b) = (self.numbers(), other.numbers());
        self.is_predicate() == other.is_predicate() && a.start < b.end && b.start < a.end
    }

    /// True for a predicate register.
    pub fn is_predicate(self) -> bool {
        matches!(self, Home::Predicate(_))
    }

    /// Numbers of its words, or of its predicate.
    pub fn numbers(self) -> Range<usize> {
        match self {
            Home::Word(n) | Home::Predicate(n) => n..n + 1,
            Home::Pair(n) => n..n + 2,
        }
    }
}

impl Kernel {
    /// A separate home for every virtual register, in order.
    pub fn virtual_homes(&self) -> Vec<Home> {
        self.homes_of(|_| true)
    }

    /// A separate home for every virtual register that the code uses, in order. The homes of other
    /// registers have no meaning.
    pub fn named_homes(&self) -> Vec<Home> {
        let code = self.code.iter();
        let named: BTreeSet<Reg> =
            code.flat_map(|instruction| instruction.uses().chain(instruction.writes())).collect();
        self.homes_of(|reg| named.contains(&reg))
    }

    fn homes_of(&self, counts: impl Fn(Reg) -> bool) -> Vec<Home> {
        let (mut words, mut predicates) = (0, 0);
        let home = |(n, register): (usize, &Register)| {
            let takes = usize::from(counts(Reg(n as u32)));
            let take = |count: &mut usize, n: usize| std::mem::replace(count, *count + n * takes);
            match register.words() {
                0 => Home::Predicate(take(&mut predicates, 1)),
                1 => Home::Word(take(&mut words, 1)),
                n => Home::Pair(take(&mut words, n)),
            }
        };
        self.registers.iter().enumerate().map(home).collect()
    }
}

/// A parameter and its offset in the parameter space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Name in the text.
    pub name: String,
    /// Offset in the parameter space, bytes.
    pub offset: u64,
    /// Size, bytes.
    pub bytes: u64,
    /// Alignment, bytes.
    pub align: u64,
}

/// A module variable and its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// Name in the text.
    pub name: String,
    /// State space: `.global` or `.const`.
    pub space: super::isa::Space,
    /// Generic address, fixed at decoding.
    pub address: u64,
    /// Size, bytes.
    pub bytes: u64,
    /// Initial bytes; 0 where the text gives none.
    pub initial: Vec<u8>,
}

/// Address windows of the state spaces in the generic address space. All are below 4 GB, so that
/// programs with 32-bit addresses also run.
pub mod window {
    /// Shared variables of the running thread's CTA; 16 MB.
    pub const SHARED: u64 = 0x0100_0000;
    /// Local variables of the running thread; 16 MB.
    pub const LOCAL: u64 = 0x0200_0000;
    /// Kernel parameters; 16 MB.
    pub const PARAM: u64 = 0x0300_0000;
    /// Size of each of these three windows, in bytes.
    pub const BYTES: u64 = 0x0100_0000;
    /// Module variables in `.const`.
    pub const CONST: u64 = 0x0400_0000;
    /// Module variables in `.global`.
    pub const GLOBAL: u64 = 0x0800_0000;
    /// Buffers of a launch.
    pub const BUFFERS: u64 = 0x1000_0000;
}
