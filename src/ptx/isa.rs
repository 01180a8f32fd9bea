//! Instructions with all that their text leaves to be worked out: types, registers by number,
//! addresses of symbols, branch targets.
//!
//! Every instruction has the same shape, so that analyses need not know operations: it writes the
//! registers in [`Instruction::dst`], reads the operands in [`Instruction::src`], and perhaps is
//! guarded. [`Op`] says what happens in between, and holds no operand. Calls do not occur: device
//! functions are inlined where they are called.

/// Type of a value or of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    Pred,
    B8,
    B16,
    B32,
    B64,
    U8,
    U16,
    U32,
    U64,
    S8,
    S16,
    S32,
    S64,
    F16,
    /// Two halves in 32 bits, the first one lowest.
    F16x2,
    Bf16,
    Bf16x2,
    F32,
    F64,
}

impl Type {
    pub fn bits(self) -> u32 {
        match self {
            Type::Pred => 1,
            Type::B8 | Type::U8 | Type::S8 => 8,
            Type::B16 | Type::U16 | Type::S16 | Type::F16 | Type::Bf16 => 16,
            Type::B32 | Type::U32 | Type::S32 | Type::F32 | Type::F16x2 | Type::Bf16x2 => 32,
            Type::B64 | Type::U64 | Type::S64 | Type::F64 => 64,
        }
    }

    pub fn bytes(self) -> u64 {
        u64::from(self.bits().div_ceil(8))
    }

    pub fn is_signed(self) -> bool {
        matches!(self, Type::S8 | Type::S16 | Type::S32 | Type::S64)
    }

    pub fn is_float(self) -> bool {
        use Type::{Bf16, Bf16x2, F16, F16x2, F32, F64};
        matches!(self, F16 | F16x2 | Bf16 | Bf16x2 | F32 | F64)
    }
}

/// A register of a kernel: an index into its registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg(pub u32);

impl Reg {
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// What an instruction reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    Reg(Reg),
    /// A constant, the same for every lane: the bits of its type, or an integer of 64 bits.
    Imm(u64),
    Special(Special),
}

/// A register that nobody writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Special {
    /// Thread in its CTA, by dimension: x 0, y 1, z 2.
    Tid(u8),
    /// Threads of a CTA.
    Ntid(u8),
    /// CTA in the grid.
    Ctaid(u8),
    /// CTAs of the grid.
    Nctaid(u8),
    LaneId,
    /// Warp in its CTA.
    WarpId,
    NwarpId,
    SmId,
    NsmId,
    GridId,
    LaneMaskEq,
    LaneMaskLe,
    LaneMaskLt,
    LaneMaskGe,
    LaneMaskGt,
    /// Instructions that the warp has executed, or cycles where there are cycles.
    Clock,
    ClockHi,
    Clock64,
    GlobalTimer,
    DynamicSharedSize,
    TotalSharedSize,
    /// Of 32 registers that a driver sets, all 0.
    Env(u8),
}

/// Execute only where a predicate is true, or false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    pub reg: Reg,
    pub negated: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Instruction {
    pub guard: Option<Guard>,
    pub op: Op,
    /// What is written; nothing where the text has `_`.
    pub dst: Vec<Option<Reg>>,
    pub src: Vec<Operand>,
    /// Line of the PTX text.
    pub line: u32,
    /// Where it comes from, if the compiler says so.
    pub origin: Option<Origin>,
}

/// A line of the program from which PTX was compiled, of `.loc`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    /// Number of one of the kernel's files.
    pub file: u32,
    pub line: u32,
}

impl Instruction {
    /// Registers that are written, predicates too.
    pub fn writes(&self) -> impl Iterator<Item = Reg> + '_ {
        self.dst.iter().copied().flatten()
    }

    /// Registers that are read as operands, predicates too, the guard not; one that stands twice
    /// comes twice.
    pub fn reads(&self) -> impl Iterator<Item = Reg> + '_ {
        self.src.iter().filter_map(|operand| match operand {
            Operand::Reg(reg) => Some(*reg),
            _ => None,
        })
    }

    /// Registers that are read at all, the guard's first.
    pub fn uses(&self) -> impl Iterator<Item = Reg> + '_ {
        self.guard.iter().map(|guard| guard.reg).chain(self.reads())
    }
}

/// What an instruction does.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// One value from up to four, each lane by itself.
    Compute(Compute),
    /// Two values are compared, each lane by itself.
    Compare(Compare),
    /// A predicate from one value, each lane by itself.
    Classify(Classify),
    /// One predicate from others.
    Logic(Logic),
    /// `dst = src[2] ? src[0] : src[1]`, the last a predicate.
    Select(Type),
    /// Several values of this type side by side in one, the first lowest.
    Pack(Type),
    /// One value taken apart into several of this type, the lowest first.
    Unpack(Type),
    /// Extended-precision arithmetic.
    Carry(Carry),
    /// Address, then nothing more.
    Load(Access),
    /// Address, then the values.
    Store(Access),
    /// Address, then one operand, or two for compare and swap: the one to compare with first.
    Atomic(Atomic),
    /// Coordinates; a texture object's handle before them if the texture has no name.
    Texture(Texture),
    /// Value, lane operand, clamp and segment mask, and perhaps the member mask. Writes the value
    /// and perhaps a predicate that says whether the source lane was in range.
    Shuffle(Shuffle),
    /// A predicate, and perhaps the member mask.
    Vote { kind: Vote, negated: bool },
    /// Lanes that hold the same value of this type; any 0, all 1.
    Match { all: bool, ty: Type },
    /// Writes the mask of active lanes.
    ActiveMask,
    /// To an instruction, by its number.
    Branch(usize),
    /// To one of several, by the operand.
    BranchIndexed(Vec<usize>),
    /// Barrier number, and perhaps the number of threads.
    Barrier(Barrier),
    /// All lanes of a warp; they are in lock step anyhow.
    WarpBarrier,
    /// Memory fence.
    Fence,
    /// The thread ends.
    Exit,
    /// The kernel is aborted.
    Trap,
    /// Hints: prefetch, discard and the like.
    Nop,
}

impl Op {
    /// Whether source `n` of so many is a predicate, also where it is a constant.
    pub fn reads_predicate(&self, n: usize, count: usize) -> bool {
        match self {
            Op::Logic(_) => true,
            Op::Select(_) | Op::Compare(_) => n == 2,
            Op::Vote { .. } => n == 0,
            Op::Carry(carry) => carry.carry_in && n + 1 == count,
            Op::Barrier(Barrier::Sync | Barrier::Arrive) => false,
            Op::Barrier(_) => n + 1 == count,
            _ => false,
        }
    }

    /// Whether destination `n` is a predicate.
    pub fn writes_predicate(&self, n: usize) -> bool {
        match self {
            Op::Logic(_) | Op::Classify(_) => true,
            Op::Compare(compare) => compare.value.is_none(),
            Op::Vote { kind, .. } => *kind != Vote::Ballot,
            Op::Carry(_) | Op::Shuffle(_) | Op::Match { .. } => n == 1,
            Op::Barrier(kind) => !matches!(kind, Barrier::CountTrue { .. }),
            _ => false,
        }
    }

    /// How many destinations it may have at most.
    pub fn most_destinations(&self) -> usize {
        match self {
            Op::Compare(compare) => 1 + usize::from(compare.value.is_none()),
            Op::Carry(_) | Op::Shuffle(_) => 2,
            Op::Match { all, .. } => 1 + usize::from(*all),
            Op::Load(_) | Op::Unpack(_) => 8,
            Op::Texture(_) => 4,
            _ => 1,
        }
    }
}

/// How a floating-point result is rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rounding {
    #[default]
    NearestEven,
    Zero,
    Down,
    Up,
}

/// What modifies floating-point arithmetic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FloatMode {
    pub rounding: Rounding,
    /// Subnormal inputs and results are zero, with their sign.
    pub flush: bool,
    /// The result is clamped to [0, 1], NaN to 0.
    pub saturate: bool,
    /// The text asks for an approximation only.
    pub approximate: bool,
}

/// One value from others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Compute {
    Move(Type),
    Integer(Integer, Type),
    Float(Float, Type, FloatMode),
    Convert(Convert),
    /// `dst = src[2] >= 0 ? src[0] : src[1]`: type of the values, whether the last is an f32, and
    /// then whether its subnormals count as 0.
    SelectSign {
        ty: Type,
        float: bool,
        flush: bool,
    },
    /// Permutes the eight bytes of two words by the third operand.
    Permute(Permute),
}

/// A predicate from one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Classify {
    /// Whether a generic address is in a space.
    IsSpace(Space),
    /// Whether a float of this type is of a kind.
    Float(FloatKind, Type),
}

/// Integer and bitwise operations. Operands in the order of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Integer {
    Add,
    AddSaturate,
    Sub,
    SubSaturate,
    MulLo,
    MulHi,
    /// The result is twice as wide as the type.
    MulWide,
    MadLo,
    MadHi,
    MadHiSaturate,
    MadWide,
    Mul24Lo,
    Mul24Hi,
    Mad24Lo,
    Mad24Hi,
    Mad24HiSaturate,
    /// `|a - b| + c`.
    SumAbsDiff,
    Div,
    Rem,
    Abs,
    Neg,
    Min,
    Max,
    /// The result of these four is 32 bits wide.
    PopCount,
    CountLeadingZeros,
    FindLeadingBit,
    FindLeadingBitShift,
    Reverse,
    /// Value, position, length.
    Extract,
    /// Field, value, position, length.
    Insert,
    And,
    Or,
    Xor,
    Not,
    /// `a == 0 ? 1 : 0`.
    LogicalNot,
    ShiftLeft,
    ShiftRight,
    /// Any function of three bits, by its table.
    Logic3(u8),
    /// Low word, high word, distance. The distance is taken modulo 32, or clamped to 32.
    FunnelLeft {
        wrap: bool,
    },
    FunnelRight {
        wrap: bool,
    },
    /// Four products of bytes and an addend; which of the first two are signed.
    Dot4 {
        signed: [bool; 2],
    },
    /// Two products of halves with bytes and an addend; the bytes are the upper two if `high`.
    Dot2 {
        signed: [bool; 2],
        high: bool,
    },
    /// Absolute differences of four bytes; `add` sums them to the third operand, else they stay
    /// apart and inactive bytes are of the third. Which of the first two are signed.
    AbsDiff4 {
        signed: [bool; 2],
        add: bool,
    },
}

/// Floating-point operations. Operands in the order of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Float {
    Add,
    Sub,
    Mul,
    Fma,
    Div,
    Abs,
    Neg,
    Min,
    Max,
    /// NaN if an operand is NaN.
    MinNan,
    MaxNan,
    Rcp,
    Sqrt,
    Rsqrt,
    Sin,
    Cos,
    Lg2,
    Ex2,
    Tanh,
    /// Magnitude of the second operand, sign of the first.
    CopySign,
}

/// Conversion of a number to another type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Convert {
    pub from: Type,
    pub to: Type,
    pub rounding: Rounding,
    /// Float to float of the same type, to an integral value.
    pub to_integral: bool,
    pub flush: bool,
    pub saturate: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Permute {
    /// Each nibble of the selector picks a byte.
    Index,
    ForwardExtract,
    BackwardExtract,
    Replicate,
    EdgeLeft,
    EdgeRight,
    Replicate16,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatKind {
    Finite,
    Infinite,
    Number,
    NotANumber,
    Normal,
    Subnormal,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compare {
    pub test: Test,
    /// Type of the operands.
    pub ty: Type,
    pub flush: bool,
    /// How the result is combined with the third operand, a predicate, and whether that is negated.
    pub combine: Option<(Logic, bool)>,
    /// A value of this type, all ones or 1.0 where true, instead of one or two predicates, of which
    /// the second is that of the negated test.
    pub value: Option<Type>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    /// The same, true also if an operand is NaN.
    UnorderedEqual,
    UnorderedNotEqual,
    UnorderedLess,
    UnorderedLessEqual,
    UnorderedGreater,
    UnorderedGreaterEqual,
    /// Whether both are numbers, or one is NaN.
    Numbers,
    NotANumber,
}

/// Operations on predicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Logic {
    Move,
    And,
    Or,
    Xor,
    Not,
}

/// Arithmetic with the condition code, a predicate of its own that is the last destination where it
/// is written and the last source where it is read. It holds the carry, of a subtraction the borrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Carry {
    pub kind: CarryKind,
    pub ty: Type,
    pub carry_in: bool,
    pub carry_out: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CarryKind {
    Add,
    Sub,
    MadLo,
    MadHi,
}

/// Where memory lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Space {
    Generic,
    Global,
    Shared,
    Local,
    Const,
    Param,
}

/// A load or store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    pub space: Space,
    /// Of each element.
    pub ty: Type,
    /// 1, 2, 4 or 8 elements side by side.
    pub elements: u8,
    /// Added to the address operand.
    pub offset: i64,
    /// Whether addresses wrap at 32 bits.
    pub narrow: bool,
    pub volatile: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atomic {
    /// Of one element.
    pub access: Access,
    pub op: AtomicOp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomicOp {
    And,
    Or,
    Xor,
    Exchange,
    CompareAndSwap,
    Add,
    /// `old >= operand ? 0 : old + 1`.
    Increment,
    /// `old == 0 || old > operand ? operand : old - 1`.
    Decrement,
    Min,
    Max,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texture {
    /// A texture reference of the kernel; else the first operand is a handle.
    pub reference: Option<usize>,
    pub geometry: TextureGeometry,
    /// Type of the four values.
    pub to: Type,
    /// Type of the coordinates: S32 or F32.
    pub coordinates: Type,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextureGeometry {
    D1,
    D2,
    D3,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shuffle {
    Up,
    Down,
    Butterfly,
    Index,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Vote {
    All,
    Any,
    Uniform,
    Ballot,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Barrier {
    /// Waits until all have arrived.
    Sync,
    Arrive,
    /// Waits, and writes the number of threads whose predicate, the last source, is true, or whether
    /// it is of all or of any.
    CountTrue {
        negated: bool,
    },
    AllTrue {
        negated: bool,
    },
    AnyTrue {
        negated: bool,
    },
}
