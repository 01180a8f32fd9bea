//! The modifiers of an opcode, taken one by one.

use crate::error::nearest;
use crate::ptx::isa::{Float, FloatMode, Rounding, Type};

/// What is expected where an opcode or its modifiers are not modelled.
pub const MODELLED: &str = "an instruction that is modelled";

/// Why an instruction is not taken: what was found, what was expected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    pub found: String,
    pub expected: String,
}

impl Refused {
    pub fn new(found: impl Into<String>, expected: impl Into<String>) -> Refused {
        Refused { found: found.into(), expected: expected.into() }
    }
}

/// Modifiers of an opcode, without dots. A decoder removes those that it handles.
pub struct Modifiers<'a> {
    opcode: &'a str,
    left: Vec<&'a str>,
    /// Names that a decoder looked for, for messages.
    known: Vec<&'static str>,
    /// Types that were taken, for messages.
    types: Vec<&'static str>,
}

impl<'a> Modifiers<'a> {
    pub fn new(opcode: &'a str, modifiers: &[&'a str]) -> Modifiers<'a> {
        Modifiers { opcode, left: modifiers.to_vec(), known: Vec::new(), types: Vec::new() }
    }

    /// Takes this one away, if it is there.
    pub fn flag(&mut self, name: &'static str) -> bool {
        self.known.push(name);
        let found = self.left.iter().position(|modifier| *modifier == name);
        found.map(|n| self.left.remove(n)).is_some()
    }

    /// Takes away the first that a table knows.
    pub fn one_of<T: Copy>(&mut self, table: &[(&'static str, T)]) -> Option<T> {
        self.known.extend(table.iter().map(|(name, _)| name));
        let known = |modifier: &str| table.iter().find(|(name, _)| *name == modifier);
        let n = self.left.iter().position(|modifier| known(modifier).is_some())?;
        known(self.left.remove(n)).map(|(_, value)| *value)
    }

    /// Takes away the one that a table knows, with its name. `what` says what it is.
    ///
    /// # Errors
    /// There are two.
    pub fn at_most_one<T: Copy>(
        &mut self,
        table: &[(&'static str, T)],
        what: &str,
    ) -> Result<Option<(&'static str, T)>, Refused> {
        self.known.extend(table.iter().map(|(name, _)| name));
        let find = |modifier: &&str| table.iter().find(|(name, _)| name == modifier).copied();
        let found: Vec<(&str, T)> = self.left.iter().filter_map(find).collect();
        self.left.retain(|modifier| find(modifier).is_none());
        match found.as_slice() {
            [] => Ok(None),
            [one] => Ok(Some(*one)),
            [(first, _), (second, _), ..] => {
                let found = format!("'.{first}' with '.{second}'");
                Err(Refused::new(found, format!("at most one {what}")))
            }
        }
    }

    /// The same, without its name; there must be one if it is `required`.
    pub fn one<T: Copy>(
        &mut self,
        table: &[(&'static str, T)],
        what: &str,
        required: bool,
    ) -> Result<Option<T>, Refused> {
        match self.at_most_one(table, what)? {
            None if required => {
                let names: Vec<&str> = table.iter().map(|(name, _)| *name).collect();
                let expected = format!("{} with one of .{}", self.opcode, names.join(", ."));
                Err(Refused::new(self.text(), expected))
            }
            found => Ok(found.map(|(_, value)| value)),
        }
    }

    /// The one of a table that there must be.
    pub fn exactly_one<T: Copy>(
        &mut self,
        table: &[(&'static str, T)],
        what: &str,
    ) -> Result<T, Refused> {
        let found = self.one(table, what, true)?;
        found.ok_or_else(|| Refused::new(self.text(), what))
    }

    /// Takes away all of these: hints that change no result.
    pub fn ignore(&mut self, names: &[&'static str]) {
        self.known.extend(names);
        self.left.retain(|modifier| !names.contains(modifier));
    }

    /// Takes away all that begin so.
    pub fn ignore_prefixed(&mut self, prefixes: &[&str]) {
        self.left.retain(|modifier| !prefixes.iter().any(|prefix| modifier.starts_with(prefix)));
    }

    /// Takes away those that begin so, if there are any.
    pub fn flag_prefixed(&mut self, prefix: &str) -> bool {
        let before = self.left.len();
        self.left.retain(|modifier| !modifier.starts_with(prefix));
        self.left.len() < before
    }

    /// Takes away the first type.
    pub fn ty(&mut self) -> Result<Type, Refused> {
        let ty = self.one_of(TYPES);
        let ty = ty.ok_or_else(|| self.refused("a type", TYPES.iter().map(|(name, _)| *name)))?;
        self.types.push(type_name(ty));
        Ok(ty)
    }

    /// Takes away what modifies a floating-point operation on this type.
    pub fn float_mode(&mut self, op: Float, ty: Type) -> Result<FloatMode, Refused> {
        let Some((modes, required)) = modes(op, ty) else {
            return Err(self.not_of(ty, "a type that it has"));
        };
        // `mad` of PTX before 2.0 rounds as the machine likes.
        let required = required && self.opcode != "mad";
        let mode = self.one(modes, "rounding", required)?.unwrap_or_default();
        let (flush, saturate) = flags(op, ty, mode.approximate);
        Ok(FloatMode {
            flush: flush && self.flag("ftz"),
            saturate: saturate && self.flag("sat"),
            ..mode
        })
    }

    /// That the opcode has no such type.
    pub fn not_of(&self, ty: Type, expected: impl Into<String>) -> Refused {
        Refused::new(format!("'{}' of type .{}", self.opcode, type_name(ty)), expected)
    }

    /// Nothing may be left.
    pub fn finish(self) -> Result<(), Refused> {
        match self.left.first() {
            None => Ok(()),
            Some(first) if ARITHMETIC.contains(first) && !self.known.contains(first) => {
                let expected = format!("no .{first} with type .{}", self.types.join("."));
                Err(Refused::new(self.text(), expected))
            }
            Some(_) => Err(self.refused(MODELLED, self.known.iter().copied())),
        }
    }

    /// That the first modifier which is left is none of these.
    fn refused(&self, expected: &str, known: impl Iterator<Item = &'static str>) -> Refused {
        let first = self.left.first().copied().unwrap_or_default();
        let expected = match nearest(first, known) {
            // It is known, but stands there twice or beside one that excludes it.
            nearest if nearest == first => expected.to_string(),
            nearest => format!("{expected}; the nearest modifier is .{nearest}"),
        };
        Refused::new(self.text(), expected)
    }

    /// The opcode with the modifiers that are left, for messages.
    pub fn text(&self) -> String {
        let mut text = self.opcode.to_string();
        self.left.iter().for_each(|modifier| text.extend([".", modifier]));
        format!("'{text}'")
    }
}

/// Modifiers of arithmetic, which some types have and others not.
const ARITHMETIC: &[&str] = &[
    "lo", "hi", "wide", "cc", "sat", "ftz", "NaN", "approx", "full", "rn", "rz", "rm", "rp", "rni",
    "rzi", "rmi", "rpi",
];

const fn rounded(rounding: Rounding) -> FloatMode {
    FloatMode { rounding, flush: false, saturate: false, approximate: false }
}

const APPROXIMATE: FloatMode = FloatMode { approximate: true, ..rounded(Rounding::NearestEven) };

/// How a quotient may be computed. Parts of the table are for other operations.
const MODES: &[(&str, FloatMode)] = &[
    ("full", APPROXIMATE),
    ("approx", APPROXIMATE),
    ("rn", rounded(Rounding::NearestEven)),
    ("rz", rounded(Rounding::Zero)),
    ("rm", rounded(Rounding::Down)),
    ("rp", rounded(Rounding::Up)),
];

/// Roundings and approximations that an operation has in a type, and whether the text must say
/// which; none if it has no such type.
fn modes(op: Float, ty: Type) -> Option<(&'static [(&'static str, FloatMode)], bool)> {
    use Float::{Abs, Add, Div, Fma, Max, MaxNan, Min, MinNan, Mul, Neg, Sub};
    let approximate = &MODES[1..2];
    let (nearest, rounded) = (&MODES[2..3], &MODES[2..]);
    match (op, ty) {
        (Add | Sub | Mul, Type::F32 | Type::F64) => Some((rounded, false)),
        (Fma, Type::F32 | Type::F64) => Some((rounded, true)),
        (Abs | Neg | Min | Max, _) | (MinNan | MaxNan, _) => Some((&[], false)),
        (Float::CopySign, Type::F32 | Type::F64) => Some((&[], false)),
        (Add | Sub | Mul, _) => Some((nearest, false)),
        (Fma, _) => Some((nearest, true)),
        (Div, Type::F32) => Some((MODES, true)),
        (Float::Sqrt | Div, Type::F64) => Some((rounded, true)),
        (Float::Rcp | Float::Sqrt, Type::F32) | (Float::Rcp, Type::F64) => {
            Some((&MODES[1..], true))
        }
        (Float::Rsqrt, Type::F32 | Type::F64) => Some((approximate, true)),
        (Float::Sin | Float::Cos | Float::Lg2, Type::F32) => Some((approximate, true)),
        (Float::Ex2 | Float::Tanh, ty) if ty != Type::F64 => Some((approximate, true)),
        _ => None,
    }
}

/// Whether an operation may flush subnormal numbers in a type, and whether it may saturate.
fn flags(op: Float, ty: Type, approximate: bool) -> (bool, bool) {
    let flush = match (op, ty) {
        (Float::Tanh | Float::CopySign, _) => false,
        (_, Type::F32) => true,
        (Float::Ex2, _) => matches!(ty, Type::Bf16 | Type::Bf16x2),
        (_, Type::F64) => approximate,
        _ => matches!(ty, Type::F16 | Type::F16x2),
    };
    let saturate = matches!(op, Float::Add | Float::Sub | Float::Mul | Float::Fma)
        && matches!(ty, Type::F32 | Type::F16 | Type::F16x2);
    (flush, saturate)
}

/// Roundings of conversions, to a float and to an integral value.
pub const ROUNDINGS: &[(&str, Rounding)] = &[
    ("rn", Rounding::NearestEven),
    ("rz", Rounding::Zero),
    ("rm", Rounding::Down),
    ("rp", Rounding::Up),
];
pub const INTEGRAL: &[(&str, Rounding)] = &[
    ("rni", Rounding::NearestEven),
    ("rzi", Rounding::Zero),
    ("rmi", Rounding::Down),
    ("rpi", Rounding::Up),
];

const TYPES: &[(&str, Type)] = &[
    ("pred", Type::Pred),
    ("b8", Type::B8),
    ("b16", Type::B16),
    ("b32", Type::B32),
    ("b64", Type::B64),
    ("u8", Type::U8),
    ("u16", Type::U16),
    ("u32", Type::U32),
    ("u64", Type::U64),
    ("s8", Type::S8),
    ("s16", Type::S16),
    ("s32", Type::S32),
    ("s64", Type::S64),
    ("f16", Type::F16),
    ("f16x2", Type::F16x2),
    ("bf16", Type::Bf16),
    ("bf16x2", Type::Bf16x2),
    ("f32", Type::F32),
    ("f64", Type::F64),
];

/// The name of a type, without its dot.
pub fn type_name(ty: Type) -> &'static str {
    TYPES.iter().find(|(_, known)| *known == ty).map_or("", |(name, _)| name)
}

/// The type of that name.
pub fn ty(name: &str) -> Option<Type> {
    TYPES.iter().find(|(known, _)| *known == name).map(|(_, ty)| *ty)
}
