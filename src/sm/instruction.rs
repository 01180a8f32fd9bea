//! A kernel's instructions as the pipeline needs them: which unit, how long, which registers.

use super::collector::Overlaps;
use crate::config::{Cycles, DoublePrecision, DuplicateReads, IntegerMultiply, Sm as SmConfig};
use crate::error::{Error, Place, Result};
use crate::ptx::exec::{Code, Place as Source, Ready};
use crate::ptx::isa::{Compute, Float, Integer, Op, Reuse, Type};
use crate::ptx::kernel::Home;
use arrayvec::ArrayVec;
use serde::Serialize;

/// Most registers that an instruction reads: twelve values of 64 bits.
pub const MAX_READS: usize = 24;

/// Most registers that an instruction writes: eight values of 64 bits.
pub const MAX_WRITES: usize = 16;

/// Which execution unit takes an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Class {
    /// The SPs: everything that no other class takes.
    Sp,
    /// The SFUs: division, `rcp`, `sqrt`, `sin` and the like, and integer products if configured.
    Sfu,
    /// The load/store unit: loads, stores, atomics and texture fetches.
    Memory,
    /// None: it takes effect when it is issued.
    Control,
}

impl Class {
    /// Those that have collector units.
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

    /// Its registers.
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

/// Where an operand's value comes from.
#[derive(Clone, Copy, Debug)]
pub enum Operand {
    /// A collected register, by its place among [`Instruction::reads`].
    Word(u8),
    /// Two of them, the low word first.
    Pair(u8, u8),
    /// A predicate register, taken at issue.
    Predicate(usize),
    Truth(bool),
    /// Of [`Code::constants`].
    Constant(usize),
    /// Of [`Code::specials`].
    Special(usize),
}

/// Where a register's new value comes from: which destination, and whether its upper half.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    pub reg: u8,
    pub value: u8,
    pub high: bool,
}

/// What the compiler knows of a read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hint {
    /// No lane of the warp reads the register again before it is written.
    pub dead: bool,
    /// The same if all living lanes of the warp are on the path.
    pub dead_if_converged: bool,
    /// The register is likely to be read often.
    pub promote: bool,
}

/// What ends with an instruction, as the compiler knows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ends {
    /// Registers that no lane of the warp needs any more once the instruction has read its operands;
    /// it may write them afterwards.
    pub registers: Vec<u8>,
    /// Of a load: no lane that does not execute it needs the old value of the register that it fills.
    pub whole: bool,
    /// Of a load: the register file is not asked for its data.
    pub alone: bool,
}

/// An instruction as the pipeline needs it.
#[derive(Clone, Debug)]
pub struct Instruction {
    pub class: Class,
    /// Cycles from its start to its result; of memory instructions memory decides.
    pub latency: u64,
    /// Cycles for which it holds its unit.
    pub initiation: u64,
    /// Registers to collect.
    pub reads: ArrayVec<u8, MAX_READS>,
    /// What is known of each of these reads.
    pub hints: ArrayVec<Hint, MAX_READS>,
    pub operands: Vec<Operand>,
    pub writes: ArrayVec<Written, MAX_WRITES>,
    /// Predicates that it writes: home, destination.
    pub predicates: ArrayVec<(usize, u8), 2>,
    /// What it reads and writes, the guard too, and what shares storage with it: none of them may be
    /// pending when it issues.
    pub touched: Registers,
    /// What it writes.
    pub written: Registers,
    /// Whether it must wait until the warp's memory instructions have taken effect.
    pub fences: bool,
    /// Whether it decides, when it has its operands, where the warp goes.
    pub decides: bool,
    /// Whether its result comes from beyond the SM, as a rule.
    pub far: bool,
    /// The register that it fills, if it is a load that other warps may share.
    pub shares: Option<u8>,
    /// Whether registers that hold what was loaded may be out of date after it.
    pub flushes: bool,
    /// Of a load: [`Ends::whole`].
    pub whole: bool,
}

/// All instructions of a kernel, with what is known of each one's reads in order; nothing if `hints` is
/// empty.
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
    // Only registers need a collector unit to decide where to go.
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

/// The kinds of instructions that differ in time, as GPGPU-Sim has them.
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
