//! A kernel's instructions as the pipeline needs them: execution unit, latency, registers.

use super::collector::Overlaps;
use crate::config::{Cycles, DoublePrecision, DuplicateReads, IntegerMultiply, Sm as SmConfig};
use crate::error::{Error, Place, Result};
use crate::ptx::exec::{Code, Place as Source, Ready};
use crate::ptx::isa::{Compute, Float, Integer, Op, Reuse, Type};
use crate::ptx::kernel::Home;
use arrayvec::ArrayVec;
use serde::Serialize;

/// Maximum registers that an instruction reads: twelve values of 64 bits.
pub const MAX_READS: usize = 24;

/// Maximum registers that an instruction writes: eight values of 64 bits.
pub const MAX_WRITES: usize = 16;

/// Class of execution unit of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// The SPs: everything that no other class takes.
    Sp,
    /// The SFUs: division, `rcp`, `sqrt`, `sin` and the like, and integer products if configured.
    Sfu,
    /// The load/store unit: loads, stores, atomics and texture fetches.
    Memory,
    /// No unit: the instruction takes effect when it is issued.
    Control,
}

impl Class {
    /// Classes with collector units.
    pub const COLLECTED: [Class; 3] = [Class::Sp, Class::Sfu, Class::Memory];
}

/// A set of a thread's registers and predicates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Registers {
    words: [u64; 4],
    predicates: u64,
}

impl Registers {
    pub fn insert(&mut self, reg: u8) {
        self.words[usize::from(reg >> 6)] |= 1 << (reg & 63);
    }

    pub fn contains(&self, reg: u8) -> bool {
        self.words[usize::from(reg >> 6)] >> (reg & 63) & 1 != 0
    }

    /// Registers of the set.
    fn all(&self) -> impl Iterator<Item = u8> {
        (0..=u8::MAX).filter(|reg| self.contains(*reg))
    }

    pub fn remove(&mut self, reg: u8) {
        self.words[usize::from(reg >> 6)] &= !(1 << (reg & 63));
    }

    pub fn insert_predicate(&mut self, n: usize) {
        self.predicates |= 1 << n;
    }

    pub fn remove_predicate(&mut self, n: usize) {
        self.predicates &= !(1 << n);
    }

    #[inline]
    pub fn add(&mut self, other: &Registers) {
        self.words.iter_mut().zip(other.words).for_each(|(mine, theirs)| *mine |= theirs);
        self.predicates |= other.predicates;
    }

    #[inline]
    pub fn meets(&self, other: &Registers) -> bool {
        let common = self.words.iter().zip(other.words).fold(0, |all, (a, b)| all | (a & b));
        common | (self.predicates & other.predicates) != 0
    }
}

/// Source of an operand's value.
#[derive(Clone, Copy, Debug)]
pub enum Operand {
    /// A collected register, by its index in [`Instruction::reads`].
    Word(u8),
    /// Two collected registers, the low word first.
    Pair(u8, u8),
    /// A predicate register, taken at issue.
    Predicate(usize),
    Truth(bool),
    /// Index in [`Code::constants`].
    Constant(usize),
    /// Index in [`Code::specials`].
    Special(usize),
}

/// Source of a register's new value: the destination operand, and whether the register gets its
/// upper half.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    pub reg: u8,
    pub value: u8,
    pub high: bool,
}

/// The compiler's hints for a read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hint {
    /// No lane of the warp reads the register again before it is written.
    pub dead: bool,
    /// As `dead`, on condition that all living lanes of the warp are on the path.
    pub dead_if_converged: bool,
    /// The register is likely to be read often.
    pub promote: bool,
}

/// Registers whose values end at an instruction, from the compiler.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    /// Registers that are dead in all lanes of the warp once the instruction has read its operands.
    /// The instruction may write them afterwards.
    pub registers: Vec<u8>,
    /// For a load: the old value of its destination is dead in all lanes that do not execute it.
    pub whole: bool,
    /// For a load: it is not offered to the register file.
    pub alone: bool,
}

/// An instruction as the pipeline needs it.
#[derive(Clone, Debug)]
pub struct Instruction {
    pub class: Class,
    /// Cycles from its start to its result. Memory decides the latency of memory instructions.
    pub latency: u64,
    /// Cycles for which it occupies its unit.
    pub initiation: u64,
    /// Registers to collect.
    pub reads: ArrayVec<u8, MAX_READS>,
    /// Hints for each of these reads.
    pub hints: ArrayVec<Hint, MAX_READS>,
    pub operands: Vec<Operand>,
    pub writes: ArrayVec<Written, MAX_WRITES>,
    /// Predicates that it writes: storage, destination operand.
    pub predicates: ArrayVec<(usize, u8), 2>,
    /// Registers and predicates that it reads or writes, its guard and registers that share storage
    /// included. None may be pending at issue.
    pub touched: Registers,
    /// Registers and predicates that it writes.
    pub written: Registers,
    /// Whether it waits until the warp's older memory instructions have taken effect.
    pub fences: bool,
    /// Whether its operands decide the next instruction of the warp.
    pub decides: bool,
    /// Whether its result normally comes from outside of the SM.
    pub far: bool,
    /// Destination of a load that other warps may share.
    pub shares: Option<u8>,
    /// Whether loaded data in registers may be stale after it.
    pub flushes: bool,
    /// For a load: [`Ends::whole`].
    pub whole: bool,
}

/// All instructions of a kernel. `hints` has the hints for each instruction's reads, in order; it
/// may be empty.
///
/// # Errors
/// [`Error::Input`] if the kernel has more registers or predicates than a warp can hold.
pub fn decode(
    code: &Code,
    config: &SmConfig,
    times: Times,
    overlaps: &Overlaps,
    hints: &[Vec<Hint>],
    ends: &[Ends],
) -> Result<Vec<Instruction>> {
    let place = || Place::whole(&code.kernel.name);
    if code.words > 256 || code.predicates > 64 {
        let found = format!("{} registers, {} predicates", code.words, code.predicates);
        return Err(Error::input(place(), found, "at most 256 registers and 64 predicates"));
    }
    let all = code.instructions.iter().zip(&code.kernel.code);
    Ok(all
        .enumerate()
        .map(|(pc, (ready, instruction))| {
            let mut one = one(ready, &instruction.op, config, times);
            let known = hints.get(pc).map_or(&[][..], |hints| hints);
            let hint = |n: usize| known.get(n).copied().unwrap_or_default();
            one.hints = (0..one.reads.len()).map(hint).collect();
            if let Some(ends) = ends.get(pc) {
                one.whole = ends.whole;
                one.shares = one.shares.filter(|_| !ends.alone);
            }
            let touched = one.touched;
            for reg in touched.all() {
                overlaps[usize::from(reg)].iter().for_each(|other| one.touched.insert(*other));
            }
            one
        })
        .collect())
}

/// Latencies and initiation intervals of a configuration.
#[derive(Clone, Copy)]
pub struct Times<'a> {
    pub latency: &'a Cycles,
    pub initiation: &'a Cycles,
}

fn one(ready: &Ready, op: &Op, config: &SmConfig, times: Times) -> Instruction {
    let kind = kind(op);
    let mut instruction = Instruction {
        class: class(op, kind, config),
        latency: kind.of(times.latency),
        initiation: kind.of(times.initiation),
        reads: ArrayVec::new(),
        hints: ArrayVec::new(),
        operands: Vec::with_capacity(ready.src.len()),
        writes: ArrayVec::new(),
        predicates: ArrayVec::new(),
        touched: Registers::default(),
        written: Registers::default(),
        fences: matches!(op, Op::Barrier(_) | Op::Fence(_)),
        decides: matches!(op, Op::Barrier(_) | Op::BranchIndexed(_)),
        far: op.is_far(),
        shares: None,
        flushes: op.reuse() == Reuse::Ends,
        whole: false,
    };
    for source in &ready.src {
        let operand = operand(*source, config.duplicate_reads, &mut instruction.reads);
        if let Operand::Predicate(n) = operand {
            instruction.touched.insert_predicate(n);
        }
        instruction.operands.push(operand);
    }
    if let Some((guard, _)) = ready.guard {
        instruction.touched.insert_predicate(guard);
    }
    for (n, home) in ready.dst.iter().enumerate() {
        let Some(home) = *home else { continue };
        for (half, reg) in home.words().enumerate() {
            let written = Written { reg: reg as u8, value: n as u8, high: half == 1 };
            instruction.writes.push(written);
            instruction.written.insert(reg as u8);
        }
        if let Home::Predicate(predicate) = home {
            instruction.predicates.push((predicate, n as u8));
            instruction.written.insert_predicate(predicate);
        }
    }
    instruction.shares = match (op, &instruction.writes[..]) {
        (Op::Load(access), [written]) if access.ty.bytes() == 4 && op.reuse() == Reuse::Allowed => {
            Some(written.reg)
        }
        _ => None,
    };
    instruction.reads.iter().for_each(|reg| instruction.touched.insert(*reg));
    instruction.touched.add(&instruction.written);
    // Only control instructions that read registers need a collector unit.
    if instruction.decides {
        let collects = !instruction.reads.is_empty();
        instruction.class = if collects { Class::Sp } else { Class::Control };
    }
    instruction
}

fn operand(
    source: Source,
    duplicates: DuplicateReads,
    reads: &mut ArrayVec<u8, MAX_READS>,
) -> Operand {
    let mut collect = |reg: usize| {
        let known = reads.iter().position(|other| usize::from(*other) == reg);
        if known.is_none() || duplicates == DuplicateReads::Repeated {
            reads.push(reg as u8);
        }
        known.unwrap_or(reads.len() - 1) as u8
    };
    match source {
        Source::Register(Home::Word(reg)) => Operand::Word(collect(reg)),
        Source::Register(Home::Pair(low)) => Operand::Pair(collect(low), collect(low + 1)),
        Source::Register(Home::Predicate(n)) => Operand::Predicate(n),
        Source::Constant(n) => Operand::Constant(n),
        Source::Special(n) => Operand::Special(n),
        Source::Truth(truth) => Operand::Truth(truth),
    }
}

/// GPGPU-Sim's kinds of instructions, which differ in latency.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Timing {
    Arithmetic(Arithmetic, Width),
    Special,
    Shuffle,
    Other,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Arithmetic {
    Add,
    Max,
    Mul,
    Mad,
    Div,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Width {
    Integer,
    Single,
    Double,
}

impl Timing {
    fn of(self, cycles: &Cycles) -> u64 {
        use Arithmetic::{Add, Div, Mad, Max, Mul};
        use Width::{Double, Integer, Single};
        match self {
            Timing::Arithmetic(Add, Integer) => cycles.int_add,
            Timing::Arithmetic(Max, Integer) => cycles.int_max,
            Timing::Arithmetic(Mul, Integer) => cycles.int_mul,
            Timing::Arithmetic(Mad, Integer) => cycles.int_mad,
            Timing::Arithmetic(Div, Integer) => cycles.int_div,
            Timing::Arithmetic(Add, Single) => cycles.fp_add,
            Timing::Arithmetic(Max, Single) => cycles.fp_max,
            Timing::Arithmetic(Mul, Single) => cycles.fp_mul,
            Timing::Arithmetic(Mad, Single) => cycles.fp_mad,
            Timing::Arithmetic(Div, Single) => cycles.fp_div,
            Timing::Arithmetic(Add, Double) => cycles.dp_add,
            Timing::Arithmetic(Max, Double) => cycles.dp_max,
            Timing::Arithmetic(Mul, Double) => cycles.dp_mul,
            Timing::Arithmetic(Mad, Double) => cycles.dp_mad,
            Timing::Arithmetic(Div, Double) => cycles.dp_div,
            Timing::Special => cycles.special,
            Timing::Shuffle => cycles.shuffle,
            Timing::Other => cycles.other,
        }
    }
}

fn kind(op: &Op) -> Timing {
    let compute = match op {
        Op::Compute(compute) => compute,
        Op::Carry(_) => return Timing::Arithmetic(Arithmetic::Add, Width::Integer),
        Op::Shuffle(_) => return Timing::Shuffle,
        _ => return Timing::Other,
    };
    match compute {
        Compute::Integer(integer, _) => integer_kind(*integer),
        Compute::Float(float, ty, _) => float_kind(*float, *ty),
        _ => Timing::Other,
    }
}

fn integer_kind(integer: Integer) -> Timing {
    use Integer::{
        Add, AddSaturate, Div, Dot2, Dot4, Mad24Hi, Mad24HiSaturate, Mad24Lo, MadHi, MadHiSaturate,
        MadLo, MadWide, Max, Min, Mul24Hi, Mul24Lo, MulHi, MulLo, MulWide, Rem, Sub, SubSaturate,
        SumAbsDiff,
    };
    let arithmetic = match integer {
        Add | AddSaturate | Sub | SubSaturate | SumAbsDiff => Arithmetic::Add,
        Min | Max => Arithmetic::Max,
        MulLo | MulHi | MulWide | Mul24Lo | Mul24Hi => Arithmetic::Mul,
        MadLo
        | MadHi
        | MadHiSaturate
        | MadWide
        | Mad24Lo
        | Mad24Hi
        | Mad24HiSaturate
        | Dot2 { .. }
        | Dot4 { .. } => Arithmetic::Mad,
        Div | Rem => Arithmetic::Div,
        _ => return Timing::Other,
    };
    Timing::Arithmetic(arithmetic, Width::Integer)
}

fn float_kind(float: Float, ty: Type) -> Timing {
    let arithmetic = match float {
        Float::Add | Float::Sub => Arithmetic::Add,
        Float::Min | Float::Max | Float::MinNan | Float::MaxNan => Arithmetic::Max,
        Float::Mul => Arithmetic::Mul,
        Float::Fma => Arithmetic::Mad,
        Float::Div => Arithmetic::Div,
        Float::Abs | Float::Neg | Float::CopySign => return Timing::Other,
        Float::Rcp | Float::Sqrt | Float::Rsqrt | Float::Sin | Float::Cos => {
            return Timing::Special;
        }
        Float::Lg2 | Float::Ex2 | Float::Tanh => return Timing::Special,
    };
    Timing::Arithmetic(arithmetic, if ty == Type::F64 { Width::Double } else { Width::Single })
}

fn class(op: &Op, kind: Timing, config: &SmConfig) -> Class {
    match op {
        Op::Load(_) | Op::Store(_) | Op::Atomic(_) | Op::Texture(_) => return Class::Memory,
        Op::Branch(_) | Op::Exit | Op::Trap | Op::WarpBarrier | Op::Fence(_) | Op::Nop => {
            return Class::Control;
        }
        _ => {}
    }
    match kind {
        Timing::Special | Timing::Arithmetic(Arithmetic::Div, _) => Class::Sfu,
        Timing::Arithmetic(Arithmetic::Mul | Arithmetic::Mad, Width::Integer)
            if config.integer_multiply == IntegerMultiply::Sfu =>
        {
            Class::Sfu
        }
        Timing::Arithmetic(_, Width::Double) if config.double_precision == DoublePrecision::Sfu => {
            Class::Sfu
        }
        _ => Class::Sp,
    }
}
