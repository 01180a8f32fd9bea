//! Finds the slices of 4 bits that each virtual register needs, and how its value is restored.
//!
//! Whether a word is an integer or a float depends on its uses, not on its type, because compilers
//! keep floats in `.b32`. It is a float if some instruction reads or writes it as an f32 and none
//! reads or writes it as bits. Moves, selections and shuffles only copy a value, so the registers
//! that they connect have one class: if one of them is read as bits, all are integers.
//!
//! A float may be rounded to a narrower format. An integer takes the slices that its range needs
//! and is restored exactly. Values of 64 bits take two full registers, predicates none. 16-bit
//! floats count as 16-bit integers.

use super::ranges::Ranges;
use crate::bits::float::Format;
use crate::ptx::isa::{AtomicOp, Classify, Compute, Instruction, Op, Operand, Reg, Type};
use crate::ptx::kernel::Kernel;
use crate::systems::compressed::indirection::{SLICE_BITS, SLICES};
use petgraph::unionfind::UnionFind;

/// Kind of value in a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Class {
    Predicate,
    /// A value of 64 bits.
    Pair,
    /// A value whose bits must be restored exactly.
    Integer,
    /// A value that is used only as an f32.
    Float,
}

/// Slices that a register needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Need {
    /// 1 to 8; 16 for a pair and 0 for a predicate.
    pub slices: usize,
    /// Whether the value is sign extended.
    pub signed: bool,
    /// Whether the value is a float in the format of its slices.
    pub float: bool,
}

impl Need {
    /// A full register.
    pub const WHOLE: Need = Need { slices: SLICES, signed: false, float: false };
    /// Two full registers.
    pub const PAIR: Need = Need { slices: 2 * SLICES, signed: false, float: false };
}

/// The class of each register.
pub fn classes(kernel: &Kernel) -> Vec<Class> {
    let mut evidence = Evidence {
        connected: UnionFind::new(kernel.registers.len()),
        roles: vec![Roles::default(); kernel.registers.len()],
    };
    kernel.code.iter().for_each(|instruction| evidence.add(instruction));
    let mut joined = vec![Roles::default(); kernel.registers.len()];
    for (reg, roles) in evidence.roles.iter().enumerate() {
        let all = &mut joined[evidence.connected.find(reg)];
        all.float |= roles.float;
        all.bits |= roles.bits;
    }
    let class = |(reg, ty): (usize, Type)| match (ty, ty.bits()) {
        (Type::Pred, _) => Class::Predicate,
        (_, 64) => Class::Pair,
        (_, 32) if joined[evidence.connected.find(reg)].is_float() => Class::Float,
        _ => Class::Integer,
    };
    kernel.registers.iter().map(|register| register.ty).enumerate().map(class).collect()
}

/// Slices that each register needs: integers by `ranges`, floats by `formats` (by register).
/// Without ranges or formats, the registers of that class keep 32 bits.
pub fn needs(classes: &[Class], ranges: Option<&Ranges>, formats: Option<&[Format]>) -> Vec<Need> {
    let need = |(reg, class): (usize, &Class)| match class {
        Class::Predicate => Need::default(),
        Class::Pair => Need::PAIR,
        Class::Float => formats.map_or(Need::WHOLE, |formats| of_format(formats[reg])),
        Class::Integer => ranges.map_or(Need::WHOLE, |ranges| of_range(ranges, Reg(reg as u32))),
    };
    classes.iter().enumerate().map(need).collect()
}

fn of_format(format: Format) -> Need {
    match format.slices() {
        SLICES => Need::WHOLE,
        slices => Need { slices, signed: false, float: true },
    }
}

/// Need of an integer. A register that is never written keeps all 32 bits.
fn of_range(ranges: &Ranges, reg: Reg) -> Need {
    let width = ranges.of(reg).map(|range| range.width());
    let slices = width.map_or(SLICES, |width| (width.bits as usize).div_ceil(SLICE_BITS));
    match width {
        Some(width) if slices < SLICES => Need { slices, signed: width.signed, float: false },
        _ => Need::WHOLE,
    }
}

/// All uses of a register's value.
#[derive(Clone, Copy, Default)]
struct Roles {
    float: bool,
    bits: bool,
}

impl Roles {
    fn is_float(self) -> bool {
        self.float && !self.bits
    }
}

/// How an instruction uses an operand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    /// Copied unchanged.
    Copy,
    Float,
    Bits,
}

impl Role {
    fn of(ty: Type) -> Role {
        match ty {
            Type::F32 => Role::Float,
            Type::B32 => Role::Copy,
            _ => Role::Bits,
        }
    }

    /// The role in an instruction that computes with numbers, where `.b32` means bits.
    fn of_number(ty: Type) -> Role {
        if ty == Type::F32 { Role::Float } else { Role::Bits }
    }
}

struct Evidence {
    /// Sets of registers that copy values to each other.
    connected: UnionFind<usize>,
    roles: Vec<Roles>,
}

impl Evidence {
    fn add(&mut self, instruction: &Instruction) {
        let Instruction { op, dst, src, .. } = instruction;
        for (n, operand) in src.iter().enumerate() {
            let Operand::Reg(reg) = *operand else { continue };
            self.note(reg, source_role(op, n));
            let handed_on = hands_on(op, n).then(|| dst.first().copied().flatten()).flatten();
            if let Some(to) = handed_on {
                self.connected.union(reg.index(), to.index());
            }
        }
        for reg in dst.iter().flatten() {
            self.note(*reg, destination_role(op));
        }
    }

    fn note(&mut self, reg: Reg, role: Role) {
        let roles = &mut self.roles[reg.index()];
        roles.float |= role == Role::Float;
        roles.bits |= role == Role::Bits;
    }
}

/// Whether the instruction may copy source `n` unchanged to its first destination.
fn hands_on(op: &Op, n: usize) -> bool {
    match op {
        Op::Compute(Compute::Move(ty)) => n == 0 && ty.bits() == 32,
        Op::Compute(Compute::SelectSign { ty, .. }) | Op::Select(ty) => n < 2 && ty.bits() == 32,
        Op::Shuffle(_) => n == 0,
        _ => false,
    }
}

fn source_role(op: &Op, n: usize) -> Role {
    match op {
        _ if hands_on(op, n) => Role::Copy,
        Op::Compute(Compute::Float(_, ty, _)) => Role::of_number(*ty),
        Op::Compute(Compute::Convert(convert)) => Role::of_number(convert.from),
        Op::Compute(Compute::SelectSign { float: true, .. }) if n == 2 => Role::Float,
        Op::Compare(compare) => Role::of_number(compare.ty),
        Op::Classify(Classify::Float(_, ty)) => Role::of_number(*ty),
        Op::Store(access) if n > 0 => Role::of(access.ty),
        Op::Atomic(atomic) if n > 0 && atomic.op == AtomicOp::Add => {
            Role::of_number(atomic.access.ty)
        }
        Op::Texture(texture) => Role::of_number(texture.coordinates),
        _ => Role::Bits,
    }
}

fn destination_role(op: &Op) -> Role {
    match op {
        _ if hands_on(op, 0) => Role::Copy,
        Op::Compute(Compute::Float(_, ty, _)) => Role::of_number(*ty),
        Op::Compute(Compute::Convert(convert)) => Role::of_number(convert.to),
        Op::Compare(compare) => compare.value.map_or(Role::Bits, Role::of_number),
        Op::Load(access) => Role::of(access.ty),
        Op::Atomic(atomic) if atomic.op == AtomicOp::Add => Role::of_number(atomic.access.ty),
        Op::Texture(texture) => Role::of_number(texture.to),
        _ => Role::Bits,
    }
}
