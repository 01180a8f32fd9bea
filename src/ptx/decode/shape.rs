//! Operand counts and types of operations.

use crate::ptx::isa::{Compute, Float, Integer, Op, Type, Vote};

/// How many values an operation reads.
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

/// Type of the value that an operation writes; none where its width is the register's in any case.
pub fn result_type(op: &Op) -> Option<Type> {
    match op {
        Op::Compute(Compute::Move(ty) | Compute::SelectSign { ty, .. }) | Op::Select(ty) => {
            Some(*ty)
        }
        Op::Compute(Compute::Integer(op, ty)) => match (op, ty) {
            (Integer::MulWide | Integer::MadWide, Type::U16) => Some(Type::U32),
            (Integer::MulWide | Integer::MadWide, Type::S16) => Some(Type::S32),
            (Integer::MulWide | Integer::MadWide, _) => None,
            (Integer::PopCount | Integer::CountLeadingZeros, _) => Some(Type::U32),
            (Integer::FindLeadingBit | Integer::FindLeadingBitShift, _) => Some(Type::U32),
            _ => Some(*ty),
        },
        Op::Compute(Compute::Float(_, ty, _)) => Some(*ty),
        Op::Compute(Compute::Convert(convert)) => Some(convert.to),
        Op::Compute(Compute::Permute(_)) => Some(Type::B32),
        Op::Compare(compare) => compare.value,
        Op::Carry(carry) => Some(carry.ty),
        Op::Shuffle(_) | Op::ActiveMask | Op::Match { .. } => Some(Type::B32),
        Op::Vote { kind: Vote::Ballot, .. } => Some(Type::B32),
        _ => None,
    }
}
