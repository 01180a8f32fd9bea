//! Decodes an opcode and its modifiers.

use super::memory;
use super::modifiers::{INTEGRAL, MODELLED, Modifiers, ROUNDINGS, Refused, type_name};
use super::shape::twice_as_wide;
use crate::error::nearest;
use crate::ptx::isa::{
    Access, Atomic, AtomicOp, Barrier, Carry, CarryKind, Classify, Compare, Compute, Convert,
    Float, FloatKind, Integer, Logic, Op, Permute, Shuffle, Space, Test, Texture, TextureGeometry,
    Type, Vote,
};
use Type::{B16, B32, B64, F32, F64, Pred, S16, S32, S64, U16, U32, U64};
use half::{bf16, f16};

impl Form {
    /// Number of operands, if the form fixes it.
    pub fn operands(&self) -> Option<usize> {
        Some(match self {
            Form::Value(_) | Form::Effect(_) | Form::Texture(..) | Form::Call => return None,
            Form::Load(_) | Form::Store(_) | Form::Move(_) | Form::BranchIndexed => 2,
            Form::ToGeneric(..) | Form::FromGeneric(..) | Form::Reduction(_) => 2,
            Form::Atomic(atomic) => 3 + usize::from(atomic.op == AtomicOp::CompareAndSwap),
            Form::Logic3 => 5,
            Form::ConvertPair(_) => 3,
            Form::Branch => 1,
            Form::Return => 0,
        })
    }
}

/// A decoded opcode.
#[derive(Clone, Debug)]
pub struct Decoded {
    pub form: Form,
    /// Types of the sources, used to read constants; the last type applies to all further sources.
    pub sources: Vec<Type>,
}

/// Operands of an opcode, in text order.
#[derive(Clone, Debug)]
pub enum Form {
    /// Destination, then sources.
    Value(Op),
    /// Sources only.
    Effect(Op),
    /// Registers or a tuple of them, then an address.
    Load(Access),
    /// An address, then a value or a tuple of them.
    Store(Access),
    /// Destination, address, operands.
    Atomic(Atomic),
    /// Address, operands.
    Reduction(Atomic),
    /// A value, or a tuple of parts on either side.
    Move(Type),
    /// Destination, value.
    ToGeneric(Space, Type),
    FromGeneric(Space, Type),
    /// Destination, three values, and the table as a constant.
    Logic3,
    /// Destination, the upper and the lower half's value.
    ConvertPair(Convert),
    /// Tuple, texture, coordinates.
    Texture(TextureGeometry, Type, Type),
    Branch,
    BranchIndexed,
    Call,
    Return,
}

fn value(op: Op, sources: &[Type]) -> Decoded {
    Decoded { form: Form::Value(op), sources: sources.to_vec() }
}

fn effect(op: Op) -> Decoded {
    Decoded { form: Form::Effect(op), sources: vec![U32] }
}

fn form(form: Form) -> Decoded {
    Decoded { form, sources: vec![U64] }
}

/// Decodes an opcode.
///
/// # Errors
/// If the opcode or a modifier is not modelled.
pub fn decode(base: &str, modifiers: &[&str]) -> Result<Decoded, Refused> {
    let Some((_, one)) = OPCODES.iter().find(|(names, _)| names.contains(&base)) else {
        let known = OPCODES.iter().flat_map(|(names, _)| names.iter().copied());
        let expected = format!("{MODELLED}; the nearest is {}", nearest(base, known));
        return Err(Refused::new(format!("'{base}'"), expected));
    };
    let mut m = Modifiers::new(base, modifiers);
    let decoded = one(base, &mut m)?;
    m.finish()?;
    Ok(decoded)
}

type Decode = fn(&str, &mut Modifiers) -> Result<Decoded, Refused>;

/// All modelled opcodes, each with the function that decodes its modifiers.
const OPCODES: &[(&[&str], Decode)] = &[
    (&["mov"], |_, m| match m.ty()? {
        Pred => Ok(value(Op::Logic(Logic::Move), &[Pred])),
        ty => Ok(Decoded { form: Form::Move(ty), sources: vec![ty] }),
    }),
    (&["add", "sub", "addc", "subc"], add),
    (&["mul", "mad", "madc"], multiply),
    (&["mul24", "mad24"], multiply24),
    (&["fma"], |_, m| float(Float::Fma, m)),
    (&["div", "min", "max", "abs", "neg"], either),
    (&["rem"], |_, m| integer(Integer::Rem, m)),
    (&["sad"], |_, m| integer(Integer::SumAbsDiff, m)),
    (&["popc"], |_, m| integer(Integer::PopCount, m)),
    (&["clz"], |_, m| integer(Integer::CountLeadingZeros, m)),
    (&["brev"], |_, m| integer(Integer::Reverse, m)),
    (&["bfind"], |_, m| match m.flag("shiftamt") {
        true => integer(Integer::FindLeadingBitShift, m),
        false => integer(Integer::FindLeadingBit, m),
    }),
    (&["bfe"], |_, m| shifted(Integer::Extract, m, 1)),
    (&["bfi"], |_, m| shifted(Integer::Insert, m, 2)),
    (&["shl"], |_, m| shifted(Integer::ShiftLeft, m, 1)),
    (&["shr"], |_, m| shifted(Integer::ShiftRight, m, 1)),
    (&["and"], |_, m| bitwise(Integer::And, Logic::And, m)),
    (&["or"], |_, m| bitwise(Integer::Or, Logic::Or, m)),
    (&["xor"], |_, m| bitwise(Integer::Xor, Logic::Xor, m)),
    (&["not"], |_, m| bitwise(Integer::Not, Logic::Not, m)),
    (&["cnot"], |_, m| integer(Integer::LogicalNot, m)),
    (&["lop3"], |_, m| {
        m.ty()?;
        Ok(Decoded { form: Form::Logic3, sources: vec![B32] })
    }),
    (&["shf"], |_, m| funnel(m)),
    (&["prmt"], |_, m| permute(m)),
    (&["dp4a", "dp2a"], dot),
    (&["vabsdiff4"], |_, m| {
        let types = [m.ty()?, m.ty()?, m.ty()?];
        let signed = [types[1].is_signed(), types[2].is_signed()];
        let op = Integer::AbsDiff4 { signed, add: m.flag("add") };
        integer_of(op, types[0], &[U32], m)
    }),
    (&["set", "setp"], compare),
    (&["selp"], |_, m| {
        let ty = m.ty()?;
        Ok(value(Op::Select(ty), &[ty, ty, Pred]))
    }),
    (&["slct"], |_, m| {
        let (ty, by) = (m.ty()?, m.ty()?);
        let float = by == F32;
        let op = Compute::SelectSign { ty, float, flush: float && m.flag("ftz") };
        Ok(value(Op::Compute(op), &[ty, ty, by]))
    }),
    (&["cvt"], |_, m| convert(m)),
    (&["cvta"], |_, m| {
        let to = m.flag("to");
        let space = m.exactly_one(SPACES, "state space")?;
        let ty = m.ty()?;
        match to {
            true => Ok(form(Form::FromGeneric(space, ty))),
            false => Ok(form(Form::ToGeneric(space, ty))),
        }
    }),
    (&["isspacep"], |_, m| {
        let space = m.exactly_one(SPACES, "state space")?;
        Ok(value(Op::Classify(Classify::IsSpace(space)), &[U64]))
    }),
    (&["testp"], |_, m| {
        let kind = m.exactly_one(NUMBERS, "kind of number")?;
        let ty = m.ty()?;
        Ok(value(Op::Classify(Classify::Float(kind, ty)), &[ty]))
    }),
    (&["rcp"], |_, m| float(Float::Rcp, m)),
    (&["sqrt"], |_, m| float(Float::Sqrt, m)),
    (&["rsqrt"], |_, m| float(Float::Rsqrt, m)),
    (&["sin"], |_, m| float(Float::Sin, m)),
    (&["cos"], |_, m| float(Float::Cos, m)),
    (&["lg2"], |_, m| float(Float::Lg2, m)),
    (&["ex2"], |_, m| float(Float::Ex2, m)),
    (&["tanh"], |_, m| float(Float::Tanh, m)),
    (&["copysign"], |_, m| float(Float::CopySign, m)),
    (&["ld", "ldu"], |base, m| {
        let access = memory::access(base, m)?;
        Ok(Decoded { form: Form::Load(access), sources: vec![U64] })
    }),
    (&["st"], |base, m| {
        let access = memory::access(base, m)?;
        Ok(Decoded { form: Form::Store(access), sources: vec![access.ty] })
    }),
    (&["atom", "red"], |base, m| {
        let atomic = memory::atomic(base, m)?;
        let sources = vec![atomic.access.ty];
        let form = if base == "atom" { Form::Atomic(atomic) } else { Form::Reduction(atomic) };
        Ok(Decoded { form, sources })
    }),
    (&["tex"], |_, m| texture(m)),
    (&["bra"], |_, m| {
        m.ignore(&["uni"]);
        Ok(form(Form::Branch))
    }),
    (&["brx"], |_, m| {
        m.exactly_one(&[("idx", ())], "kind of branch")?;
        m.ignore(&["uni"]);
        Ok(Decoded { form: Form::BranchIndexed, sources: vec![U32] })
    }),
    (&["call"], |_, m| {
        m.ignore(&["uni"]);
        Ok(form(Form::Call))
    }),
    (&["ret"], |_, m| {
        m.ignore(&["uni"]);
        Ok(form(Form::Return))
    }),
    (&["exit"], |_, _| Ok(effect(Op::Exit))),
    (&["trap"], |_, _| Ok(effect(Op::Trap))),
    (&["bar", "barrier"], |_, m| barrier(m)),
    (&["membar", "fence"], |base, m| Ok(effect(Op::Fence(memory::fence(base, m)?)))),
    (&["shfl"], |_, m| shuffle(m)),
    (&["vote"], |_, m| vote(m)),
    (&["match"], |_, m| {
        m.ignore(&["sync"]);
        let all = m.exactly_one(&[("any", false), ("all", true)], "kind of match")?;
        let ty = m.ty()?;
        Ok(value(Op::Match { all, ty }, &[ty, U32]))
    }),
    (&["redux"], |_, m| reduce(m)),
    (&["activemask"], |_, m| {
        m.ty()?;
        Ok(value(Op::ActiveMask, &[U32]))
    }),
    (&["prefetch", "prefetchu", "discard", "applypriority"], |_, m| {
        m.ignore(&["global", "local", "L1", "L2"]);
        m.ignore_prefixed(&["L1::", "L2::"]);
        Ok(Decoded { form: Form::Effect(Op::Nop), sources: vec![U64] })
    }),
    (&["nanosleep", "pmevent", "brkpt"], |_, m| {
        m.ignore(&["u32", "mask"]);
        Ok(effect(Op::Nop))
    }),
];

const NUMBERS: &[(&str, FloatKind)] = &[
    ("finite", FloatKind::Finite),
    ("infinite", FloatKind::Infinite),
    ("number", FloatKind::Number),
    ("notanumber", FloatKind::NotANumber),
    ("normal", FloatKind::Normal),
    ("subnormal", FloatKind::Subnormal),
];

fn integer(op: Integer, m: &mut Modifiers) -> Result<Decoded, Refused> {
    let ty = m.ty()?;
    integer_of(op, ty, &[ty], m)
}

fn integer_of(op: Integer, ty: Type, sources: &[Type], m: &Modifiers) -> Result<Decoded, Refused> {
    expect(types_of(op), ty, m)?;
    Ok(value(Op::Compute(Compute::Integer(op, ty)), sources))
}

/// Rejects a type that is not in this list.
fn expect(types: &[Type], ty: Type, m: &Modifiers) -> Result<(), Refused> {
    if types.contains(&ty) {
        return Ok(());
    }
    let names: Vec<&str> = types.iter().map(|ty| type_name(*ty)).collect();
    Err(m.not_of(ty, format!(".{}", names.join(", ."))))
}

/// Integer types, unsigned first, and untyped bits; from 16 or from 32 bits upwards.
const NUMBERS_16: &[Type] = &[U16, U32, U64, S16, S32, S64];
const NUMBERS_32: &[Type] = &[U32, U64, S32, S64];
const BITS_16: &[Type] = &[B16, B32, B64];
const BITS_32: &[Type] = &[B32, B64];

/// The types that the ISA allows for an operation.
fn types_of(op: Integer) -> &'static [Type] {
    use Integer as I;
    match op {
        I::And | I::Or | I::Xor | I::Not | I::LogicalNot | I::ShiftLeft => BITS_16,
        I::ShiftRight => &[B16, B32, B64, U16, U32, U64, S16, S32, S64],
        I::PopCount | I::CountLeadingZeros | I::Reverse | I::Insert => BITS_32,
        I::FindLeadingBit | I::FindLeadingBitShift | I::Extract => NUMBERS_32,
        I::FunnelLeft { .. } | I::FunnelRight { .. } => &[B32],
        I::Abs | I::Neg => &[S16, S32, S64],
        I::AddSaturate | I::SubSaturate | I::MadHiSaturate | I::Mad24HiSaturate => &[S32],
        I::MulWide | I::MadWide => &[U16, U32, S16, S32],
        I::Mul24Lo | I::Mul24Hi | I::Mad24Lo | I::Mad24Hi => &[U32, S32],
        I::Dot4 { .. } | I::Dot2 { .. } | I::AbsDiff4 { .. } => &[U32, S32],
        _ => NUMBERS_16,
    }
}

/// The operands after the first `values` ones are 32-bit positions or distances.
fn shifted(op: Integer, m: &mut Modifiers, values: usize) -> Result<Decoded, Refused> {
    let ty = m.ty()?;
    let mut sources = vec![ty; values];
    sources.push(U32);
    integer_of(op, ty, &sources, m)
}

fn bitwise(op: Integer, logic: Logic, m: &mut Modifiers) -> Result<Decoded, Refused> {
    let ty = m.ty()?;
    match ty {
        Pred => Ok(value(Op::Logic(logic), &[Pred])),
        _ => integer_of(op, ty, &[ty], m),
    }
}

fn float(op: Float, m: &mut Modifiers) -> Result<Decoded, Refused> {
    let ty = m.ty()?;
    match ty.is_float() {
        true => float_of(op, ty, m),
        false => Err(m.not_of(ty, "a floating-point type")),
    }
}

fn float_of(op: Float, ty: Type, m: &mut Modifiers) -> Result<Decoded, Refused> {
    let mode = m.float_mode(op, ty)?;
    Ok(value(Op::Compute(Compute::Float(op, ty, mode)), &[ty]))
}

fn add(base: &str, m: &mut Modifiers) -> Result<Decoded, Refused> {
    let subtract = base.starts_with("sub");
    let carry_in = base.ends_with('c');
    let ty = m.ty()?;
    if ty.is_float() && !carry_in {
        return float_of(if subtract { Float::Sub } else { Float::Add }, ty, m);
    }
    let carry_out = m.flag("cc");
    if carry_in || carry_out {
        let kind = if subtract { CarryKind::Sub } else { CarryKind::Add };
        return carry(Carry { kind, ty, carry_in, carry_out }, m);
    }
    let op = match (subtract, ty == S32 && m.flag("sat")) {
        (false, false) => Integer::Add,
        (false, true) => Integer::AddSaturate,
        (true, false) => Integer::Sub,
        (true, true) => Integer::SubSaturate,
    };
    integer_of(op, ty, &[ty], m)
}

fn carry(op: Carry, m: &Modifiers) -> Result<Decoded, Refused> {
    match op.ty {
        U32 | S32 | U64 | S64 => Ok(value(Op::Carry(op), &[op.ty])),
        ty => Err(m.not_of(ty, "an integer of 32 or 64 bits")),
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Lo,
    Hi,
    Wide,
}

const PARTS: &[(&str, Part)] = &[("lo", Part::Lo), ("hi", Part::Hi), ("wide", Part::Wide)];

fn multiply(base: &str, m: &mut Modifiers) -> Result<Decoded, Refused> {
    let ty = m.ty()?;
    if ty.is_float() && base != "madc" {
        return float_of(if base == "mul" { Float::Mul } else { Float::Fma }, ty, m);
    }
    let part = m.exactly_one(PARTS, "part of the product")?;
    let (carry_in, carry_out) = (base == "madc", base != "mul" && m.flag("cc"));
    if carry_in || carry_out {
        let kind = match part {
            Part::Lo => CarryKind::MadLo,
            Part::Hi => CarryKind::MadHi,
            Part::Wide => return Err(Refused::new("'.wide' with a carry", ".lo or .hi")),
        };
        return carry(Carry { kind, ty, carry_in, carry_out }, m);
    }
    let op = match (base, part) {
        ("mul", Part::Lo) => Integer::MulLo,
        ("mul", Part::Hi) => Integer::MulHi,
        ("mul", Part::Wide) => Integer::MulWide,
        (_, Part::Lo) => Integer::MadLo,
        (_, Part::Hi) if ty == S32 && m.flag("sat") => Integer::MadHiSaturate,
        (_, Part::Hi) => Integer::MadHi,
        (_, Part::Wide) => Integer::MadWide,
    };
    let addend = if part == Part::Wide { twice_as_wide(ty) } else { ty };
    integer_of(op, ty, &[ty, ty, addend], m)
}

fn multiply24(base: &str, m: &mut Modifiers) -> Result<Decoded, Refused> {
    let ty = m.ty()?;
    let op = match (base, m.exactly_one(&PARTS[..2], "part of the product")?) {
        ("mul24", Part::Lo) => Integer::Mul24Lo,
        ("mul24", _) => Integer::Mul24Hi,
        (_, Part::Lo) => Integer::Mad24Lo,
        _ if ty == S32 && m.flag("sat") => Integer::Mad24HiSaturate,
        _ => Integer::Mad24Hi,
    };
    integer_of(op, ty, &[ty], m)
}

/// Operations that exist for both integers and floats.
fn either(base: &str, m: &mut Modifiers) -> Result<Decoded, Refused> {
    let ty = m.ty()?;
    let nan = ty.is_float() && ty != F64 && matches!(base, "min" | "max") && m.flag("NaN");
    let (whole, real) = match base {
        "div" => (Integer::Div, Float::Div),
        "min" => (Integer::Min, if nan { Float::MinNan } else { Float::Min }),
        "max" => (Integer::Max, if nan { Float::MaxNan } else { Float::Max }),
        "abs" => (Integer::Abs, Float::Abs),
        _ => (Integer::Neg, Float::Neg),
    };
    match ty.is_float() {
        true => float_of(real, ty, m),
        false => integer_of(whole, ty, &[ty], m),
    }
}

fn funnel(m: &mut Modifiers) -> Result<Decoded, Refused> {
    let left = m.exactly_one(&[("l", true), ("r", false)], "direction")?;
    let wrap = m.exactly_one(&[("wrap", true), ("clamp", false)], "treatment of long distances")?;
    let op = if left { Integer::FunnelLeft { wrap } } else { Integer::FunnelRight { wrap } };
    integer(op, m)
}

fn permute(m: &mut Modifiers) -> Result<Decoded, Refused> {
    let mode = m.one_of(&[
        ("f4e", Permute::ForwardExtract),
        ("b4e", Permute::BackwardExtract),
        ("rc8", Permute::Replicate),
        ("ecl", Permute::EdgeLeft),
        ("ecr", Permute::EdgeRight),
        ("rc16", Permute::Replicate16),
    ]);
    m.ty()?;
    Ok(value(Op::Compute(Compute::Permute(mode.unwrap_or(Permute::Index))), &[B32]))
}

fn dot(base: &str, m: &mut Modifiers) -> Result<Decoded, Refused> {
    let high = base == "dp2a" && m.exactly_one(&PARTS[..2], "half of the bytes")? == Part::Hi;
    let types = [m.ty()?, m.ty()?];
    let signed = types.map(Type::is_signed);
    let op = match base {
        "dp4a" => Integer::Dot4 { signed },
        _ => Integer::Dot2 { signed, high },
    };
    let ty = if signed[0] || signed[1] { S32 } else { U32 };
    integer_of(op, ty, &[ty], m)
}

/// Comparisons: the first two apply to all types, the next four to numbers, the next four to
/// unsigned integers, the last eight to floats.
const TESTS: &[(&str, Test)] = &[
    ("eq", Test::Equal),
    ("ne", Test::NotEqual),
    ("lt", Test::Less),
    ("le", Test::LessEqual),
    ("gt", Test::Greater),
    ("ge", Test::GreaterEqual),
    ("lo", Test::Less),
    ("ls", Test::LessEqual),
    ("hi", Test::Greater),
    ("hs", Test::GreaterEqual),
    ("equ", Test::UnorderedEqual),
    ("neu", Test::UnorderedNotEqual),
    ("ltu", Test::UnorderedLess),
    ("leu", Test::UnorderedLessEqual),
    ("gtu", Test::UnorderedGreater),
    ("geu", Test::UnorderedGreaterEqual),
    ("num", Test::Numbers),
    ("nan", Test::NotANumber),
];

fn compare(base: &str, m: &mut Modifiers) -> Result<Decoded, Refused> {
    let to = if base == "set" { Some(m.ty()?) } else { None };
    let ty = m.ty()?;
    let tests = match ty {
        Type::B8 | B16 | B32 | B64 => TESTS[..2].to_vec(),
        _ if ty.is_float() => [&TESTS[..6], &TESTS[10..]].concat(),
        _ if ty.is_signed() => TESTS[..6].to_vec(),
        _ => TESTS[..10].to_vec(),
    };
    let test = m.exactly_one(&tests, "comparison")?;
    let combine = m.one_of(&[("and", Logic::And), ("or", Logic::Or), ("xor", Logic::Xor)]);
    let flush = matches!(ty, F32 | Type::F16 | Type::F16x2) && m.flag("ftz");
    let combine = combine.map(|logic| (logic, false));
    let op = Op::Compare(Compare { test, ty, flush, combine, value: to });
    Ok(value(op, &[ty, ty, Pred]))
}

fn convert(m: &mut Modifiers) -> Result<Decoded, Refused> {
    let (to, from) = (m.ty()?, m.ty()?);
    let to_integral = to == from && to.is_float();
    let (table, required) = match (to.is_float(), from.is_float()) {
        (true, true) if to_integral => (INTEGRAL, false),
        (true, true) if to.bits() > from.bits() => (&[][..], false),
        (true, _) => (ROUNDINGS, true),
        (false, true) => (INTEGRAL, true),
        (false, false) => (&[][..], false),
    };
    let rounding = m.one(table, "rounding", required)?;
    let flush = (to == F32 || from == F32) && m.flag("ftz");
    let saturate = !holds_all(to, from) && m.flag("sat");
    let to_integral = to_integral && rounding.is_some();
    let rounding = rounding.unwrap_or_default();
    let convert = Convert { from, to, rounding, to_integral, flush, saturate };
    let pair = match to {
        Type::F16x2 => Some(Type::F16),
        Type::Bf16x2 => Some(Type::Bf16),
        _ => None,
    };
    Ok(match pair {
        Some(to) => {
            let form = Form::ConvertPair(Convert { to, ..convert });
            Decoded { form, sources: vec![from] }
        }
        None => value(Op::Compute(Compute::Convert(convert)), &[from]),
    })
}

/// Whether one integer type can represent every value of another, so that saturation has no effect.
fn holds_all(to: Type, from: Type) -> bool {
    let integers = !to.is_float() && !from.is_float();
    let sign = !from.is_signed() && to.is_signed();
    integers && to.bits() >= from.bits() + u32::from(sign) && to.is_signed() >= from.is_signed()
}

pub(super) const SPACES: &[(&str, Space)] = &[
    ("global", Space::Global),
    ("shared", Space::Shared),
    ("shared::cta", Space::Shared),
    ("local", Space::Local),
    ("const", Space::Const),
    ("param", Space::Param),
    ("param::entry", Space::Param),
    ("param::func", Space::Param),
];

fn texture(m: &mut Modifiers) -> Result<Decoded, Refused> {
    let geometries = [("1d", TextureGeometry::D1), ("2d", TextureGeometry::D2)];
    let geometry = m.exactly_one(&geometries, "geometry")?;
    m.exactly_one(&[("v4", ())], "number of values")?;
    let (to, coordinates) = (m.ty()?, m.ty()?);
    let form = Form::Texture(geometry, to, coordinates);
    Ok(Decoded { form, sources: vec![coordinates] })
}

/// The texture instruction, after its texture has been resolved.
pub fn sampling(
    reference: Option<usize>,
    geometry: TextureGeometry,
    to: Type,
    coordinates: Type,
) -> Op {
    Op::Texture(Texture { reference, geometry, to, coordinates })
}

fn barrier(m: &mut Modifiers) -> Result<Decoded, Refused> {
    if m.flag("warp") {
        m.exactly_one(&[("sync", ())], "kind of barrier")?;
        return Ok(effect(Op::WarpBarrier));
    }
    m.ignore(&["cta", "aligned"]);
    let kinds = [("sync", Some(Barrier::Sync)), ("arrive", Some(Barrier::Arrive)), ("red", None)];
    if let Some(kind) = m.exactly_one(&kinds, "kind of barrier")? {
        return Ok(effect(Op::Barrier(kind)));
    }
    let reductions = [
        ("popc", Barrier::CountTrue { negated: false }),
        ("and", Barrier::AllTrue { negated: false }),
        ("or", Barrier::AnyTrue { negated: false }),
    ];
    let kind = m.exactly_one(&reductions, "reduction")?;
    m.ty()?;
    Ok(value(Op::Barrier(kind), &[U32]))
}

fn shuffle(m: &mut Modifiers) -> Result<Decoded, Refused> {
    m.ignore(&["sync"]);
    let kinds = [
        ("up", Shuffle::Up),
        ("down", Shuffle::Down),
        ("bfly", Shuffle::Butterfly),
        ("idx", Shuffle::Index),
    ];
    let kind = m.exactly_one(&kinds, "kind of shuffle")?;
    m.ty()?;
    Ok(value(Op::Shuffle(kind), &[B32, U32]))
}

fn vote(m: &mut Modifiers) -> Result<Decoded, Refused> {
    m.ignore(&["sync"]);
    let kinds =
        [("all", Vote::All), ("any", Vote::Any), ("uni", Vote::Uniform), ("ballot", Vote::Ballot)];
    let kind = m.exactly_one(&kinds, "kind of vote")?;
    m.ty()?;
    Ok(value(Op::Vote { kind, negated: false }, &[Pred, U32]))
}

/// `redux`; `.f32`, which exists on sm_100a, is refused.
fn reduce(m: &mut Modifiers) -> Result<Decoded, Refused> {
    const NUMBERS: &[Type] = &[U32, S32];
    m.exactly_one(&[("sync", ())], ".sync")?;
    let ops = [
        ("add", (AtomicOp::Add, NUMBERS)),
        ("min", (AtomicOp::Min, NUMBERS)),
        ("max", (AtomicOp::Max, NUMBERS)),
        ("and", (AtomicOp::And, &[B32])),
        ("or", (AtomicOp::Or, &[B32])),
        ("xor", (AtomicOp::Xor, &[B32])),
    ];
    let (op, types) = m.exactly_one(&ops, "operation")?;
    let ty = m.ty()?;
    expect(types, ty, m)?;
    Ok(value(Op::Reduce { op, ty }, &[ty, U32]))
}

/// The bits of a constant in the text, for an operand of this type.
pub fn constant(number: Number, ty: Type) -> u64 {
    match (number, ty) {
        (Number::Integer(value), _) => value,
        (Number::Double(bits), Type::F16) => f16::from_f64(f64::from_bits(bits)).to_bits().into(),
        (Number::Double(bits), Type::Bf16) => bf16::from_f64(f64::from_bits(bits)).to_bits().into(),
        (Number::Single(bits), Type::F16) => f16::from_f32(f32::from_bits(bits)).to_bits().into(),
        (Number::Single(bits), Type::Bf16) => bf16::from_f32(f32::from_bits(bits)).to_bits().into(),
        (Number::Single(bits), F64) => f64::from(f32::from_bits(bits)).to_bits(),
        (Number::Single(bits), _) => bits.into(),
        (Number::Double(bits), F32) => (f64::from_bits(bits) as f32).to_bits().into(),
        (Number::Double(bits), _) => bits,
    }
}

/// A number as written in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    Integer(u64),
    /// `0f...`.
    Single(u32),
    /// `0d...`, or with a decimal point.
    Double(u64),
}

impl Number {
    /// Whether the number is legal for an operand of this type: an integer for integers and bits, a
    /// float for floats and for bits of the same width.
    pub fn is_of(self, ty: Type) -> bool {
        match self {
            Number::Integer(_) => !ty.is_float(),
            Number::Single(_) => ty.is_float() || ty == B32,
            Number::Double(_) => ty.is_float() || ty == B64,
        }
    }
}

/// Whether an opcode is modelled, whatever its operands.
pub fn supported(base: &str, modifiers: &[&str]) -> bool {
    decode(base, modifiers).is_ok()
}
