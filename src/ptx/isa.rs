//! Decoded instructions: types, registers by number, addresses of symbols and branch targets are
//! resolved.
//!
//! Every instruction has the same shape, so that analyses need not know the operations. It writes
//! the registers in [`Instruction::dst`], reads the operands in [`Instruction::src`], and may have
//! a guard. [`Op`] is the operation, without operands. There are no calls: device functions are
//! inlined at their calls.

/// Type of a value or of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Type {
    /// `.pred`: predicate, 1 bit.
    Pred,
    /// `.b8`: untyped, 8 bits.
    B8,
    /// `.b16`: untyped, 16 bits.
    B16,
    /// `.b32`: untyped, 32 bits.
    B32,
    /// `.b64`: untyped, 64 bits.
    B64,
    /// `.u8`: unsigned integer, 8 bits.
    U8,
    /// `.u16`: unsigned integer, 16 bits.
    U16,
    /// `.u32`: unsigned integer, 32 bits.
    U32,
    /// `.u64`: unsigned integer, 64 bits.
    U64,
    /// `.s8`: signed integer, 8 bits.
    S8,
    /// `.s16`: signed integer, 16 bits.
    S16,
    /// `.s32`: signed integer, 32 bits.
    S32,
    /// `.s64`: signed integer, 64 bits.
    S64,
    /// `.f16`: IEEE 754 half precision, 16 bits.
    F16,
    /// `.f16x2`: two halves in 32 bits, the first one lowest.
    F16x2,
    /// `.bf16`: 8 bits of exponent and 7 of fraction, 16 bits in all.
    Bf16,
    /// `.bf16x2`: two `.bf16` in 32 bits, the first one lowest.
    Bf16x2,
    /// `.f32`: IEEE 754 single precision, 32 bits.
    F32,
    /// `.f64`: IEEE 754 double precision, 64 bits.
    F64,
}

impl Type {
    /// Width of a value, bits.
    pub fn bits(self) -> u32 {
        match self {
            Type::Pred => 1,
            Type::B8 | Type::U8 | Type::S8 => 8,
            Type::B16 | Type::U16 | Type::S16 | Type::F16 | Type::Bf16 => 16,
            Type::B32 | Type::U32 | Type::S32 | Type::F32 | Type::F16x2 | Type::Bf16x2 => 32,
            Type::B64 | Type::U64 | Type::S64 | Type::F64 => 64,
        }
    }

    /// Size of a value in memory, in bytes; 1 for a predicate.
    pub fn bytes(self) -> u64 {
        u64::from(self.bits().div_ceil(8))
    }

    /// True for `.s8`, `.s16`, `.s32` and `.s64`.
    pub fn is_signed(self) -> bool {
        matches!(self, Type::S8 | Type::S16 | Type::S32 | Type::S64)
    }

    /// True for floating-point types, packed pairs included.
    pub fn is_float(self) -> bool {
        use Type::{Bf16, Bf16x2, F16, F16x2, F32, F64};
        matches!(self, F16 | F16x2 | Bf16 | Bf16x2 | F32 | F64)
    }
}

/// A register of a kernel: an index into its registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Reg(pub u32);

impl Reg {
    /// The register number as an index into the kernel's registers.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// Source operand of an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operand {
    /// A virtual register.
    Reg(Reg),
    /// A constant, the same for every lane: the bits of its type, or an integer of 64 bits.
    Imm(u64),
    /// A special register, such as `%tid.x`.
    Special(Special),
}

impl Operand {
    /// The register, if the operand is one.
    pub fn register(self) -> Option<Reg> {
        match self {
            Operand::Reg(reg) => Some(reg),
            _ => None,
        }
    }
}

/// A read-only special register.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Special {
    /// Index of the thread in its CTA, by dimension: x 0, y 1, z 2.
    Tid(u8),
    /// Threads per CTA, by dimension.
    Ntid(u8),
    /// Index of the CTA in the grid, by dimension.
    Ctaid(u8),
    /// CTAs in the grid, by dimension.
    Nctaid(u8),
    /// `%laneid`: lane in the warp, 0 to 31.
    LaneId,
    /// Number of the warp in its CTA.
    WarpId,
    /// `%nwarpid`: warps per CTA.
    NwarpId,
    /// `%smid`: number of the SM, 0 without an SM.
    SmId,
    /// `%nsmid`: number of simulated SMs, 1 without an SM.
    NsmId,
    /// `%gridid`: number of the grid, always 0.
    GridId,
    /// `%lanemask_eq`: the lane's own bit.
    LaneMaskEq,
    /// `%lanemask_le`: bits of the lane itself and of all lower lanes.
    LaneMaskLe,
    /// `%lanemask_lt`: bits of all lower lanes.
    LaneMaskLt,
    /// `%lanemask_ge`: bits of the lane itself and of all higher lanes.
    LaneMaskGe,
    /// `%lanemask_gt`: bits of all higher lanes.
    LaneMaskGt,
    /// `%clock`: cycles on an SM, else instructions that the warp has executed.
    Clock,
    /// `%clock_hi`, `%globaltimer_hi`: upper 32 bits of the same count.
    ClockHi,
    /// `%clock64`: the same count, 64 bits.
    Clock64,
    /// `%globaltimer`: the same count as `%clock64`, not in nanoseconds.
    GlobalTimer,
    /// `%dynamic_smem_size`: dynamic shared memory of a CTA, bytes.
    DynamicSharedSize,
    /// `%total_smem_size`: static and dynamic shared memory of a CTA, bytes.
    TotalSharedSize,
    /// One of 32 registers that a driver sets; always 0.
    Env(u8),
}

/// Guard: the instruction executes only where a predicate is true or, negated, false.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Guard {
    /// The predicate that is tested.
    pub reg: Reg,
    /// `@!p`: executes where the predicate is false.
    pub negated: bool,
}

/// A decoded instruction: guard, operation, destinations, sources.
#[derive(Clone, Debug, PartialEq)]
pub struct Instruction {
    /// `@p` or `@!p`; `None` if the instruction is unconditional.
    pub guard: Option<Guard>,
    /// Operation with its types and modifiers, without operands.
    pub op: Op,
    /// Destinations; `None` where the text has `_`.
    pub dst: Vec<Option<Reg>>,
    /// Sources, in the order that [`Op`] gives for the operation.
    pub src: Vec<Operand>,
    /// Line of the PTX text.
    pub line: u32,
    /// Line of the source program, if the compiler gives it.
    pub origin: Option<Origin>,
}

/// A line of the source program, from `.loc`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Origin {
    /// Number of one of the kernel's files.
    pub file: u32,
    /// Line in that file.
    pub line: u32,
}

impl Instruction {
    /// Registers that are written, including predicates.
    pub fn writes(&self) -> impl Iterator<Item = Reg> + '_ {
        self.dst.iter().copied().flatten()
    }

    /// Registers that are read as operands, including predicates but not the guard. A register that
    /// is read twice is listed twice.
    pub fn reads(&self) -> impl Iterator<Item = Reg> + '_ {
        self.src.iter().filter_map(|operand| operand.register())
    }

    /// All registers that are read, the guard first.
    pub fn uses(&self) -> impl Iterator<Item = Reg> + '_ {
        self.guard.iter().map(|guard| guard.reg).chain(self.reads())
    }
}

/// Operation of an instruction.
#[derive(Clone, Debug, PartialEq)]
pub enum Op {
    /// Computes one value from up to four, in each lane separately.
    Compute(Compute),
    /// Compares two values, in each lane separately.
    Compare(Compare),
    /// Computes a predicate from one value, in each lane separately.
    Classify(Classify),
    /// Computes a predicate from other predicates.
    Logic(Logic),
    /// `dst = src[2] ? src[0] : src[1]`, the last a predicate.
    Select(Type),
    /// Packs several values of this type into one, the first in the lowest bits.
    Pack(Type),
    /// Unpacks one value into several of this type, the lowest first.
    Unpack(Type),
    /// Extended-precision arithmetic.
    Carry(Carry),
    /// Source: the address.
    Load(Access),
    /// Sources: the address, then the values.
    Store(Access),
    /// Sources: the address, then one operand; for compare and swap two, the comparison value
    /// first.
    Atomic(Atomic),
    /// Sources: the coordinates; before them the handle of a texture object, if the texture has no
    /// name.
    Texture(Texture),
    /// Sources: value, lane operand, clamp and segment mask, and optionally the member mask. Writes
    /// the value and optionally a predicate: whether the source lane was in range.
    Shuffle(Shuffle),
    /// `vote`: sources are a predicate, and optionally the member mask.
    Vote {
        /// Function of the lanes' predicates.
        kind: Vote,
        /// `!p`: inverts each predicate first.
        negated: bool,
    },
    /// `match`: lanes that hold the same value of a type.
    Match {
        /// `.all`: the mask of the members if all hold the same value, else 0. Otherwise `.any`:
        /// the mask of the members that hold this lane's value.
        all: bool,
        /// Type of the values.
        ty: Type,
    },
    /// `redux`: sources are a value and the member mask. Writes the reduction of the members'
    /// values.
    Reduce {
        /// `.add`, `.min`, `.max`, `.and`, `.or` or `.xor`.
        op: AtomicOp,
        /// Type of the values, of 32 bits.
        ty: Type,
    },
    /// Writes the mask of active lanes.
    ActiveMask,
    /// Branches to an instruction, by its number.
    Branch(usize),
    /// Branches to one of several instructions, selected by the operand.
    BranchIndexed(Vec<usize>),
    /// Sources: barrier number, and optionally the number of threads.
    Barrier(Barrier),
    /// Barrier of the lanes of a warp; without effect, because they execute in lock step.
    WarpBarrier,
    /// `membar`, `fence`: orders earlier and later accesses, as seen by the threads in the scope.
    Fence(Scope),
    /// The thread ends.
    Exit,
    /// The kernel is aborted.
    Trap,
    /// Hints without effect, such as prefetch and discard.
    Nop,
}

impl Op {
    /// Effect on the reuse of loaded values. A fence of a CTA does not end reuse: a CTA is on one
    /// SM, which always sees its own stores. An acquiring access ends reuse in any scope. An
    /// ordered load, or one that bypasses the SM's cache, never gets an old value.
    pub fn reuse(&self) -> Reuse {
        match self {
            Op::Fence(scope) if *scope != Scope::Cta => Reuse::Ends,
            Op::Load(access) | Op::Atomic(Atomic { access, .. }) if access.order.acquires() => {
                Reuse::Ends
            }
            Op::Load(access) if access.may_be_reused() => Reuse::Allowed,
            _ => Reuse::Neither,
        }
    }

    /// Whether the result comes from outside the SM: a load or an atomic operation on global or
    /// local memory or on a generic address, or a texture fetch.
    pub fn is_far(&self) -> bool {
        let far =
            |access: &Access| matches!(access.space, Space::Global | Space::Local | Space::Generic);
        match self {
            Op::Load(access) => far(access),
            Op::Atomic(atomic) => far(&atomic.access),
            Op::Texture(_) => true,
            _ => false,
        }
    }

    /// Whether source `n` of `count` is a predicate, including a constant one.
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
}

/// How a floating-point result is rounded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Rounding {
    /// `.rn`, `.rni`: to the nearest value, ties to even.
    #[default]
    NearestEven,
    /// `.rz`, `.rzi`: towards zero.
    Zero,
    /// `.rm`, `.rmi`: towards negative infinity.
    Down,
    /// `.rp`, `.rpi`: towards positive infinity.
    Up,
}

/// Modifiers of floating-point arithmetic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct FloatMode {
    /// Rounding of the result.
    pub rounding: Rounding,
    /// Whether subnormal inputs and results become zero of the same sign.
    pub flush: bool,
    /// Whether the result is clamped to [0, 1], with NaN becoming 0.
    pub saturate: bool,
    /// Whether the text requests only an approximation.
    pub approximate: bool,
}

/// Computation of one value from others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Compute {
    /// `mov`: copies the bits of a value of this type.
    Move(Type),
    /// Integer or bitwise operation on operands of this type.
    Integer(Integer, Type),
    /// Floating-point operation on operands of this type.
    Float(Float, Type, FloatMode),
    /// `cvt`: converts a number to another type.
    Convert(Convert),
    /// `slct`: `dst = src[2] >= 0 ? src[0] : src[1]`.
    SelectSign {
        /// Type of the two values.
        ty: Type,
        /// True if the last operand is an `.f32`, false if it is an `.s32`.
        float: bool,
        /// `.ftz`: a subnormal last operand counts as 0.
        flush: bool,
    },
    /// Permutes the eight bytes of two words by the third operand.
    Permute(Permute),
}

/// Computation of a predicate from one value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Classify {
    /// Whether a generic address is in a space.
    IsSpace(Space),
    /// Tests the class of a float of this type.
    Float(FloatKind, Type),
}

/// Integer and bitwise operations. Operands are in the order of the PTX text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Integer {
    /// `add`: sum, wraps.
    Add,
    /// `add.sat`: sum, clamped to the range of the type.
    AddSaturate,
    /// `sub`: difference, wraps.
    Sub,
    /// `sub.sat`: difference, clamped to the range of the type.
    SubSaturate,
    /// `mul.lo`: lower half of the product.
    MulLo,
    /// `mul.hi`: upper half of the product.
    MulHi,
    /// `mul.wide`: product. The result is twice as wide as the type.
    MulWide,
    /// `mad.lo`: lower half of the product, plus the addend.
    MadLo,
    /// `mad.hi`: upper half of the product, plus the addend.
    MadHi,
    /// `mad.hi.sat`: like `mad.hi`, with the sum clamped to the range of the type.
    MadHiSaturate,
    /// `mad.wide`: product plus addend. Addend and result are twice as wide as the type.
    MadWide,
    /// `mul24.lo`: bits 31 to 0 of the product of two 24-bit numbers.
    Mul24Lo,
    /// `mul24.hi`: bits 47 to 16 of the product of two 24-bit numbers.
    Mul24Hi,
    /// `mad24.lo`: `mul24.lo` plus the addend.
    Mad24Lo,
    /// `mad24.hi`: `mul24.hi` plus the addend.
    Mad24Hi,
    /// `mad24.hi.sat`: like `mad24.hi`, with the sum clamped to the range of the type.
    Mad24HiSaturate,
    /// `sad`: `|a - b| + c`.
    SumAbsDiff,
    /// `div`: quotient, rounded towards zero; all ones for a divisor of 0.
    Div,
    /// `rem`: remainder with the sign of the dividend; the dividend for a divisor of 0.
    Rem,
    /// `abs`: absolute value.
    Abs,
    /// `neg`: negation in two's complement.
    Neg,
    /// `min`: smaller operand.
    Min,
    /// `max`: larger operand.
    Max,
    /// `popc`: number of ones. The result of this and the next three is 32 bits wide.
    PopCount,
    /// `clz`: number of leading zeros.
    CountLeadingZeros,
    /// `bfind`: position of the highest bit that differs from the sign; all ones if there is none.
    FindLeadingBit,
    /// `bfind.shiftamt`: left shift that moves this bit to the highest position.
    FindLeadingBitShift,
    /// `brev`: bits in reverse order.
    Reverse,
    /// `bfe`: extracts a bit field. Value, position, length.
    Extract,
    /// `bfi`: inserts a bit field. Field, value, position, length.
    Insert,
    /// `and`: bitwise AND.
    And,
    /// `or`: bitwise OR.
    Or,
    /// `xor`: bitwise exclusive OR.
    Xor,
    /// `not`: bitwise complement.
    Not,
    /// `a == 0 ? 1 : 0`.
    LogicalNot,
    /// `shl`: left shift; 0 for distances of the type's width or more.
    ShiftLeft,
    /// `shr`: right shift, arithmetic for signed types, else logical.
    ShiftRight,
    /// `lop3`: any function of three bits, given by its table.
    Logic3(u8),
    /// `shf.l`: upper word of a two-word value after a left shift. Low word, high word, distance.
    FunnelLeft {
        /// `.wrap`: the distance is taken modulo 32; else `.clamp`: at most 32.
        wrap: bool,
    },
    /// `shf.r`: lower word of a two-word value after a right shift. Low word, high word, distance.
    FunnelRight {
        /// `.wrap`: the distance is taken modulo 32; else `.clamp`: at most 32.
        wrap: bool,
    },
    /// `dp4a`: sum of four products of bytes, plus an addend.
    Dot4 {
        /// Which of the first two operands are signed.
        signed: [bool; 2],
    },
    /// `dp2a`: sum of two products of a half and a byte, plus an addend.
    Dot2 {
        /// Which of the first two operands are signed.
        signed: [bool; 2],
        /// `.hi`: the bytes are the upper two of the second operand; else `.lo`: the lower two.
        high: bool,
    },
    /// `vabsdiff4`: absolute differences of four bytes, inactive bytes from the third operand.
    AbsDiff4 {
        /// Which of the first two operands are signed.
        signed: [bool; 2],
        /// `.add`: adds the differences to the third operand; otherwise each stays in its byte.
        add: bool,
    },
}

/// Floating-point operations. Operands are in the order of the PTX text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Float {
    /// `add`: sum.
    Add,
    /// `sub`: difference.
    Sub,
    /// `mul`: product.
    Mul,
    /// `fma`, `mad`: product plus addend, rounded once.
    Fma,
    /// `div`: quotient.
    Div,
    /// `abs`: absolute value.
    Abs,
    /// `neg`: negation.
    Neg,
    /// `min`: smaller operand; if one is NaN, the other one.
    Min,
    /// `max`: larger operand; if one is NaN, the other one.
    Max,
    /// `min.NaN`: smaller operand; NaN if an operand is NaN.
    MinNan,
    /// `max.NaN`: larger operand; NaN if an operand is NaN.
    MaxNan,
    /// `rcp`: reciprocal.
    Rcp,
    /// `sqrt`: square root.
    Sqrt,
    /// `rsqrt`: reciprocal of the square root.
    Rsqrt,
    /// `sin`: sine of an angle in radians.
    Sin,
    /// `cos`: cosine of an angle in radians.
    Cos,
    /// `lg2`: logarithm to base 2.
    Lg2,
    /// `ex2`: power of 2.
    Ex2,
    /// `tanh`: hyperbolic tangent.
    Tanh,
    /// `copysign`: magnitude of the second operand, sign of the first.
    CopySign,
}

/// Conversion of a number to another type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Convert {
    /// Type of the source.
    pub from: Type,
    /// Type of the result.
    pub to: Type,
    /// Rounding of the result.
    pub rounding: Rounding,
    /// Whether a float is rounded to an integral value of the same type.
    pub to_integral: bool,
    /// `.ftz`: subnormal `.f32` sources and results become zero of the same sign.
    pub flush: bool,
    /// `.sat`: the result is clamped: a float to [0, 1], an integer to the range of `to`.
    pub saturate: bool,
}

/// Mode of `prmt`: the bytes that it selects from two words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Permute {
    /// Each nibble of the selector selects a byte.
    Index,
    /// `.f4e`: four bytes from the selected one upwards.
    ForwardExtract,
    /// `.b4e`: four bytes from the selected one downwards.
    BackwardExtract,
    /// `.rc8`: the selected byte four times.
    Replicate,
    /// `.ecl`: byte n of the first word, or the selected byte if that is higher.
    EdgeLeft,
    /// `.ecr`: byte n of the first word, or the selected byte if that is lower.
    EdgeRight,
    /// `.rc16`: the selected half twice.
    Replicate16,
}

/// Class of floating-point numbers that `testp` tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatKind {
    /// `.finite`: neither infinite nor NaN.
    Finite,
    /// `.infinite`: positive or negative infinity.
    Infinite,
    /// `.number`: not NaN.
    Number,
    /// `.notanumber`: NaN.
    NotANumber,
    /// `.normal`: a normal number or zero.
    Normal,
    /// `.subnormal`: a subnormal number, not zero.
    Subnormal,
}

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compare {
    /// Comparison operator.
    pub test: Test,
    /// Type of the operands.
    pub ty: Type,
    /// `.ftz`: subnormal `.f32` operands count as 0.
    pub flush: bool,
    /// Combination of the result with the third operand, a predicate, and whether that is negated.
    pub combine: Option<(Logic, bool)>,
    /// Type of the result, all ones or 1.0 where true. `None` for one or two predicates; the second
    /// is the result of the negated test.
    pub value: Option<Type>,
}

/// Comparison operator of `set` and `setp`. The first six are false if an operand is NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Test {
    /// `.eq`: equal.
    Equal,
    /// `.ne`: not equal.
    NotEqual,
    /// `.lt`, `.lo`: less.
    Less,
    /// `.le`, `.ls`: less or equal.
    LessEqual,
    /// `.gt`, `.hi`: greater.
    Greater,
    /// `.ge`, `.hs`: greater or equal.
    GreaterEqual,
    /// `.equ`: equal. This and the next five are also true if an operand is NaN.
    UnorderedEqual,
    /// `.neu`: not equal.
    UnorderedNotEqual,
    /// `.ltu`: less.
    UnorderedLess,
    /// `.leu`: less or equal.
    UnorderedLessEqual,
    /// `.gtu`: greater.
    UnorderedGreater,
    /// `.geu`: greater or equal.
    UnorderedGreaterEqual,
    /// `.num`: both operands are numbers.
    Numbers,
    /// `.nan`: an operand is NaN.
    NotANumber,
}

/// Operations on predicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Logic {
    /// `mov`: the predicate itself.
    Move,
    /// `and`: both.
    And,
    /// `or`: at least one.
    Or,
    /// `xor`: exactly one.
    Xor,
    /// `not`: the complement.
    Not,
}

/// Arithmetic with the condition code, a separate predicate: the last destination if it is written,
/// the last source if it is read. It holds the carry, or the borrow of a subtraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Carry {
    /// Operation that uses the carry.
    pub kind: CarryKind,
    /// Type of operands and result, 32 or 64 bits.
    pub ty: Type,
    /// `addc`, `subc`, `madc`: reads the condition code.
    pub carry_in: bool,
    /// `.cc`: writes the condition code.
    pub carry_out: bool,
}

/// Operation of extended-precision arithmetic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CarryKind {
    /// `add.cc`, `addc`: sum plus carry.
    Add,
    /// `sub.cc`, `subc`: difference minus borrow.
    Sub,
    /// `mad.lo.cc`, `madc.lo`: lower half of the product, plus addend and carry.
    MadLo,
    /// `mad.hi.cc`, `madc.hi`: upper half of the product, plus addend and carry.
    MadHi,
}

/// State space of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Space {
    /// No state space: the window of a generic address selects the memory.
    Generic,
    /// `.global`: device memory.
    Global,
    /// `.shared`: memory of a CTA.
    Shared,
    /// `.local`: memory of a thread.
    Local,
    /// `.const`: read-only memory of the module.
    Const,
    /// `.param`: parameters of the kernel.
    Param,
}

/// A load or store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Access {
    /// State space of the address.
    pub space: Space,
    /// Type of an element.
    pub ty: Type,
    /// 1, 2, 4 or 8 adjacent elements.
    pub elements: u8,
    /// Added to the address operand.
    pub offset: i64,
    /// Whether addresses are computed modulo 2^32.
    pub narrow: bool,
    /// Order with accesses of other threads. It changes no result here, because warps take turns.
    pub order: Order,
    /// Cache operator.
    pub cache: Cache,
}

impl Access {
    /// A weak access to one element without an offset, cached at all levels.
    pub fn plain(space: Space, ty: Type) -> Access {
        let (order, cache) = (Order::Weak, Cache::All);
        Access { space, ty, elements: 1, offset: 0, narrow: false, order, cache }
    }

    /// Whether a load may reuse a value loaded earlier from global memory. A generic address may be
    /// one of global memory.
    fn may_be_reused(&self) -> bool {
        matches!(self.space, Space::Global | Space::Generic)
            && self.order == Order::Weak
            && !matches!(self.cache, Cache::Level2 | Cache::Never)
    }
}

/// Threads that an ordered access or a fence affects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    /// `.cta`: threads of the CTA.
    Cta,
    /// `.cluster`: threads of CTAs that are scheduled together on several SMs.
    Cluster,
    /// `.gpu`, `.gl`: threads of the device.
    Gpu,
    /// `.sys`: all threads, including those of the host and of other devices.
    System,
}

/// Order of an access with accesses of other threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Order {
    /// `.weak`, or nothing: no order except by fences and barriers.
    Weak,
    /// `.volatile`: race detection ignores the access.
    Volatile,
    /// `.relaxed`: accesses to the same address are ordered.
    Relaxed(Scope),
    /// `.acquire`: later accesses are performed after it.
    Acquire(Scope),
    /// `.release`: earlier accesses are performed before it.
    Release(Scope),
    /// `.acq_rel`: both.
    AcquireRelease(Scope),
    /// `.mmio`: performed exactly as often as the program says.
    Mmio,
}

impl Order {
    /// Whether later accesses of the thread see what other threads released before.
    pub fn acquires(self) -> bool {
        matches!(self, Order::Acquire(_) | Order::AcquireRelease(_))
    }
}

/// Cache operator of an access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cache {
    /// `.ca`, `.wb`, or nothing: at all levels.
    All,
    /// `.cg`: in L2 only.
    Level2,
    /// `.cs`: likely not accessed again soon.
    Streaming,
    /// `.lu`: not accessed again.
    LastUse,
    /// `.cv`: not cached; every load fetches again.
    Never,
    /// `.wt`: written through L2 to the memory of the host.
    WriteThrough,
}

/// Effect of an instruction on hardware that keeps values loaded from global memory and reuses them
/// for later loads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reuse {
    /// A load that may reuse an earlier value, and whose value later loads may reuse.
    Allowed,
    /// Later loads must not reuse values that were loaded before this instruction.
    Ends,
    /// No effect on reuse in general. A store or an atomic operation replaces only the data that it
    /// writes.
    Neither,
}

/// `atom`, `red`: read-modify-write of one element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Atomic {
    /// Access to one element.
    pub access: Access,
    /// Operation that computes the new value.
    pub op: AtomicOp,
}

/// Operation of `atom` and `red`, which computes the new value. `redux` supports some of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomicOp {
    /// `.and`: bitwise AND.
    And,
    /// `.or`: bitwise OR.
    Or,
    /// `.xor`: bitwise exclusive OR.
    Xor,
    /// `.exch`: the operand.
    Exchange,
    /// `.cas`: the second operand if the old value equals the first.
    CompareAndSwap,
    /// `.add`: sum.
    Add,
    /// `.inc`: `old >= operand ? 0 : old + 1`.
    Increment,
    /// `.dec`: `old == 0 || old > operand ? operand : old - 1`.
    Decrement,
    /// `.min`: smaller value.
    Min,
    /// `.max`: larger value.
    Max,
}

/// `tex`: fetch of a texel's four channels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Texture {
    /// Index of a texture reference of the kernel; if `None`, the first operand is a handle.
    pub reference: Option<usize>,
    /// Number of coordinates.
    pub geometry: TextureGeometry,
    /// Type of the four values.
    pub to: Type,
    /// Type of the coordinates: S32 or F32.
    pub coordinates: Type,
}

/// Geometry of a texture fetch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TextureGeometry {
    /// `.1d`: coordinate x.
    D1,
    /// `.2d`: coordinates x and y.
    D2,
}

/// Mode of `shfl`: the lane from which a value is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shuffle {
    /// `.up`: own lane minus the operand.
    Up,
    /// `.down`: own lane plus the operand.
    Down,
    /// `.bfly`: own lane XOR the operand.
    Butterfly,
    /// `.idx`: the lane that the operand names.
    Index,
}

/// Mode of `vote`: the result formed from the lanes' predicates.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Vote {
    /// `.all`: true in all lanes.
    All,
    /// `.any`: true in at least one lane.
    Any,
    /// `.uni`: the same in all lanes.
    Uniform,
    /// `.ballot`: mask of the lanes in which it is true.
    Ballot,
}

/// Operation of `bar` and `barrier` on a barrier of the CTA.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Barrier {
    /// `bar.sync`: waits until all threads have arrived.
    Sync,
    /// `bar.arrive`: arrives without waiting.
    Arrive,
    /// `bar.red.popc`: waits, and writes the number of threads whose predicate, the last source, is
    /// true.
    CountTrue {
        /// `!p`: counts threads whose predicate is false.
        negated: bool,
    },
    /// `bar.red.and`: waits, and writes whether the predicate of all threads is true.
    AllTrue {
        /// `!p`: inverts each predicate first.
        negated: bool,
    },
    /// `bar.red.or`: waits, and writes whether the predicate of any thread is true.
    AnyTrue {
        /// `!p`: inverts each predicate first.
        negated: bool,
    },
}
