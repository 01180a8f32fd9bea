//! Operand counts and types of operations.

use crate::ptx::isa::{Barrier, Compute, Float, Integer, Op, Type, Vote};

/// Number of values that an operation reads.
pub fn sources_of(compute: &Compute) -> usize {
    match compute {
        Compute::Move(_) | Compute::Convert(_) => 1,
        Compute::SelectSign { .. } | Compute::Permute(_) => 3,
        Compute::Integer(op, _) => match op {
            Integer::Abs
            | Integer::Neg
            | Integer::PopCount
            | Integer::CountLeadingZeros
            | Integer::FindLeadingBit
            | Integer::FindLeadingBitShift
            | Integer::Reverse
            | Integer::Not
            | Integer::LogicalNot => 1,
            Integer::Insert => 4,
            Integer::MadLo
            | Integer::MadHi
            | Integer::MadHiSaturate
            | Integer::MadWide
            | Integer::Mad24Lo
            | Integer::Mad24Hi
            | Integer::Mad24HiSaturate
            | Integer::SumAbsDiff
            | Integer::Extract
            | Integer::Logic3(_)
            | Integer::FunnelLeft { .. }
            | Integer::FunnelRight { .. }
            | Integer::Dot4 { .. }
            | Integer::Dot2 { .. }
            | Integer::AbsDiff4 { .. } => 3,
            _ => 2,
        },
        Compute::Float(op, ..) => match op {
            Float::Fma => 3,
            Float::Add
            | Float::Sub
            | Float::Mul
            | Float::Div
            | Float::Min
            | Float::Max
            | Float::MinNan
            | Float::MaxNan
            | Float::CopySign => 2,
            _ => 1,
        },
    }
}

/// Type of the first result of an operation; a predicate if it has no other type.
pub fn result_type(op: &Op) -> Type {
    match op {
        Op::Compute(Compute::Move(ty) | Compute::SelectSign { ty, .. }) | Op::Select(ty) => *ty,
        Op::Compute(Compute::Integer(op, ty)) => match op {
            Integer::MulWide | Integer::MadWide => twice_as_wide(*ty),
            Integer::PopCount | Integer::CountLeadingZeros => Type::U32,
            Integer::FindLeadingBit | Integer::FindLeadingBitShift => Type::U32,
            _ => *ty,
        },
        Op::Compute(Compute::Float(_, ty, _)) => *ty,
        Op::Compute(Compute::Convert(convert)) => convert.to,
        Op::Compute(Compute::Permute(_)) => Type::B32,
        Op::Compare(compare) => compare.value.unwrap_or(Type::Pred),
        Op::Carry(carry) => carry.ty,
        Op::Shuffle(_) | Op::ActiveMask | Op::Match { .. } => Type::B32,
        Op::Reduce { ty, .. } => *ty,
        Op::Vote { kind: Vote::Ballot, .. } | Op::Barrier(Barrier::CountTrue { .. }) => Type::B32,
        _ => Type::Pred,
    }
}

/// Whether an operation may write a predicate in addition to its first result.
pub fn has_second_result(op: &Op) -> bool {
    match op {
        Op::Compare(compare) => compare.value.is_none(),
        Op::Match { all, .. } => *all,
        _ => matches!(op, Op::Shuffle(_)),
    }
}

/// Type of the product of two values of this type.
pub fn twice_as_wide(ty: Type) -> Type {
    match ty {
        Type::U16 => Type::U32,
        Type::S16 => Type::S32,
        Type::S32 => Type::S64,
        _ => Type::U64,
    }
}
