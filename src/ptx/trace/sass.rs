//! Names of PTX operations in a trace: Volta's machine instructions.

use crate::ptx::isa::{
    Access, Atomic, AtomicOp, Barrier, Carry, CarryKind, Classify, Compare, Compute, Convert,
    Float, Instruction, Integer, Op, Operand, Shuffle, Space, Type, Vote,
};

/// The closest machine instruction. An operation that Volta's compiler splits into several
/// instructions, such as a division or a 64-bit addition, has the name of the instruction that does
/// most of the work.
pub fn sass(op: &Op) -> &'static str {
    match op {
        Op::Compute(compute) => self::compute(compute),
        Op::Compare(compare) => self::compare(compare),
        Op::Classify(Classify::IsSpace(_)) => "QSPC.E",
        Op::Classify(Classify::Float(_, Type::F64)) => "DSETP",
        Op::Classify(Classify::Float(..)) => "FSETP",
        Op::Logic(_) | Op::Select(Type::Pred) => "PLOP3.LUT",
        Op::Select(ty) => select(ty.is_float()),
        Op::Pack(ty) | Op::Unpack(ty) if ty.bits() < 32 => "PRMT",
        Op::Pack(_) | Op::Unpack(_) => "MOV",
        Op::Carry(Carry { kind: CarryKind::Add | CarryKind::Sub, .. }) => "IADD3.X",
        Op::Carry(Carry { kind: CarryKind::MadLo | CarryKind::MadHi, .. }) => "IMAD.X",
        Op::Load(access) => match access.space {
            Space::Generic => "LD.E",
            Space::Global => "LDG.E",
            Space::Shared => "LDS",
            Space::Local => "LDL",
            Space::Const | Space::Param => "LDC",
        },
        Op::Store(access) => match access.space {
            Space::Global => "STG.E",
            Space::Shared => "STS",
            Space::Local => "STL",
            Space::Generic | Space::Const | Space::Param => "ST.E",
        },
        Op::Atomic(atomic) => match atomic.access.space {
            Space::Global => "ATOMG.E",
            Space::Shared => "ATOMS",
            Space::Generic | Space::Local | Space::Const | Space::Param => "ATOM.E",
        },
        Op::Texture(_) => "TEX",
        Op::Shuffle(Shuffle::Up) => "SHFL.UP",
        Op::Shuffle(Shuffle::Down) => "SHFL.DOWN",
        Op::Shuffle(Shuffle::Butterfly) => "SHFL.BFLY",
        Op::Shuffle(Shuffle::Index) => "SHFL.IDX",
        Op::Vote { kind: Vote::All, .. } => "VOTE.ALL",
        Op::Vote { kind: Vote::Any | Vote::Ballot, .. } | Op::ActiveMask => "VOTE.ANY",
        Op::Vote { kind: Vote::Uniform, .. } => "VOTE.EQ",
        Op::Match { all: true, .. } => "MATCH.ALL",
        Op::Match { all: false, .. } => "MATCH.ANY",
        Op::Reduce { .. } => "REDUX",
        Op::Branch(_) => "BRA",
        Op::BranchIndexed(_) => "BRX",
        Op::Barrier(Barrier::Sync) => "BAR.SYNC",
        Op::Barrier(Barrier::Arrive) => "BAR.ARV",
        Op::Barrier(Barrier::CountTrue { .. }) => "BAR.RED.POPC",
        Op::Barrier(Barrier::AllTrue { .. }) => "BAR.RED.AND",
        Op::Barrier(Barrier::AnyTrue { .. }) => "BAR.RED.OR",
        Op::WarpBarrier => "WARPSYNC",
        Op::Fence(_) => "MEMBAR",
        Op::Exit => "EXIT",
        Op::Trap => "BPT.TRAP",
        Op::Nop => "NOP",
    }
}

/// The full opcode of an instruction: [`sass`] with the suffixes that depend on its operands and on
/// the width of an access.
pub fn opcode(instruction: &Instruction) -> String {
    let name = sass(&instruction.op);
    match &instruction.op {
        Op::Compute(Compute::Move(_)) if matches!(instruction.src[..], [Operand::Special(_)]) => {
            "S2R".into()
        }
        Op::Load(access) | Op::Store(access) => format!("{name}{}", width_suffix(access)),
        Op::Atomic(atomic) => {
            let unused = instruction.writes().next().is_none();
            let name = if unused && name != "ATOMS" { "RED.E" } else { name };
            format!("{name}{}{}", atomic_suffix(atomic), width_suffix(&atomic.access))
        }
        _ => name.into(),
    }
}

/// Bytes of an access in a trace; 0 if the trace has no addresses for it. Constants and parameters
/// come from a constant bank, which traces omit.
pub fn trace_width(op: &Op) -> u64 {
    match op {
        Op::Load(Access { space: Space::Const | Space::Param, .. }) => 0,
        Op::Load(access) | Op::Store(access) | Op::Atomic(Atomic { access, .. }) => bytes(access),
        _ => 0,
    }
}

fn bytes(access: &Access) -> u64 {
    access.ty.bytes() * u64::from(access.elements)
}

/// Accel-Sim derives the width from the opcode and does not know signed widths.
fn width_suffix(access: &Access) -> &'static str {
    match bytes(access) {
        1 => ".U8",
        2 => ".U16",
        8 => ".64",
        16 => ".128",
        32 => ".256",
        _ => "",
    }
}

fn atomic_suffix(atomic: &Atomic) -> &'static str {
    match atomic.op {
        AtomicOp::And => ".AND",
        AtomicOp::Or => ".OR",
        AtomicOp::Xor => ".XOR",
        AtomicOp::Exchange => ".EXCH",
        AtomicOp::CompareAndSwap => ".CAS",
        AtomicOp::Add => ".ADD",
        AtomicOp::Increment => ".INC",
        AtomicOp::Decrement => ".DEC",
        AtomicOp::Min => ".MIN",
        AtomicOp::Max => ".MAX",
    }
}

fn select(float: bool) -> &'static str {
    if float { "FSEL" } else { "SEL" }
}

fn is_half(ty: Type) -> bool {
    matches!(ty, Type::F16 | Type::F16x2 | Type::Bf16 | Type::Bf16x2)
}

/// Selects a name by type: half, double, or other.
fn by_float(
    ty: Type,
    half: &'static str,
    double: &'static str,
    single: &'static str,
) -> &'static str {
    match ty {
        ty if is_half(ty) => half,
        Type::F64 => double,
        _ => single,
    }
}

fn compute(compute: &Compute) -> &'static str {
    match compute {
        Compute::Move(_) => "MOV",
        Compute::Integer(integer, _) => self::integer(*integer),
        Compute::Float(float, ty, _) => self::float(*float, *ty),
        Compute::Convert(convert) => self::convert(convert),
        Compute::SelectSign { float, .. } => select(*float),
        Compute::Permute(_) => "PRMT",
    }
}

fn integer(op: Integer) -> &'static str {
    use Integer::*;
    match op {
        Add | AddSaturate | Sub | SubSaturate | Neg => "IADD3",
        MulHi | MadHi | MadHiSaturate => "IMAD.HI",
        MulWide | MadWide => "IMAD.WIDE",
        MulLo | MadLo | Mul24Lo | Mul24Hi | Mad24Lo | Mad24Hi | Mad24HiSaturate => "IMAD",
        Div | Rem => "IMAD",
        SumAbsDiff => "VABSDIFF",
        AbsDiff4 { .. } => "VABSDIFF4",
        Abs => "IABS",
        Min | Max => "IMNMX",
        PopCount => "POPC",
        CountLeadingZeros | FindLeadingBit => "FLO.U32",
        FindLeadingBitShift => "FLO.U32.SH",
        Reverse => "BREV",
        Extract => "SGXT",
        Insert | And | Or | Xor | Not | LogicalNot | Logic3(_) => "LOP3.LUT",
        ShiftLeft | FunnelLeft { .. } => "SHF.L",
        ShiftRight | FunnelRight { .. } => "SHF.R",
        Dot4 { .. } => "IDP.4A",
        Dot2 { .. } => "IDP.2A",
    }
}

fn float(op: Float, ty: Type) -> &'static str {
    match op {
        Float::Add | Float::Sub | Float::Abs | Float::Neg => by_float(ty, "HADD2", "DADD", "FADD"),
        Float::Mul => by_float(ty, "HMUL2", "DMUL", "FMUL"),
        Float::Fma => by_float(ty, "HFMA2", "DFMA", "FFMA"),
        Float::Min | Float::Max | Float::MinNan | Float::MaxNan => {
            by_float(ty, "FMNMX", "DSETP", "FMNMX")
        }
        Float::Div | Float::Rcp => by_float(ty, "MUFU.RCP", "MUFU.RCP64H", "MUFU.RCP"),
        Float::Sqrt => "MUFU.SQRT",
        Float::Rsqrt => by_float(ty, "MUFU.RSQ", "MUFU.RSQ64H", "MUFU.RSQ"),
        Float::Sin => "MUFU.SIN",
        Float::Cos => "MUFU.COS",
        Float::Lg2 => "MUFU.LG2",
        Float::Ex2 => "MUFU.EX2",
        Float::Tanh => "MUFU.TANH",
        Float::CopySign => "LOP3.LUT",
    }
}

fn convert(convert: &Convert) -> &'static str {
    match (convert.from.is_float(), convert.to.is_float()) {
        (true, true) if convert.to_integral => "FRND",
        (true, true) => "F2F",
        (true, false) => "F2I",
        (false, true) => "I2F",
        (false, false) => "I2I",
    }
}

fn compare(compare: &Compare) -> &'static str {
    let value = compare.value.is_some();
    match compare.ty {
        ty if is_half(ty) => {
            if value {
                "HSET2"
            } else {
                "HSETP2"
            }
        }
        Type::F64 => "DSETP",
        Type::F32 => {
            if value {
                "FSET"
            } else {
                "FSETP"
            }
        }
        _ => "ISETP",
    }
}
