//! The modifiers of an opcode, removed one by one as they are decoded.

use crate::error::nearest;
use crate::ptx::isa::{Float, FloatMode, Rounding, Type};

/// Expectation in the error for an unmodelled opcode or modifier.
pub const MODELLED: &str = "a modelled instruction";

/// Reason for rejecting an instruction: what was found, what was expected.
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
    /// Types that were removed, for messages.
    types: Vec<&'static str>,
}

impl<'a> Modifiers<'a> {
    pub fn new(opcode: &'a str, modifiers: &[&'a str]) -> Modifiers<'a> {
        Modifiers { opcode, left: modifiers.to_vec(), known: Vec::new(), types: Vec::new() }
    }

    /// Removes this modifier; returns whether it was present.
    pub fn flag(&mut self, name: &'static str) -> bool {
        self.known.push(name);
        let found = self.left.iter().position(|modifier| *modifier == name);
        found.map(|n| self.left.remove(n)).is_some()
    }

    /// Removes the first modifier that is in a table and returns its value.
    pub fn one_of<T: Copy>(&mut self, table: &[(&'static str, T)]) -> Option<T> {
        self.known.extend(table.iter().map(|(name, _)| name));
        let known = |modifier: &str| table.iter().find(|(name, _)| *name == modifier);
        let n = self.left.iter().position(|modifier| known(modifier).is_some())?;
        known(self.left.remove(n)).map(|(_, value)| *value)
    }

    /// Removes the only modifier that is in a table and returns its name and value. `what` names it
    /// in messages.
    ///
    /// # Errors
    /// If there are two.
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

    /// Like [`Modifiers::at_most_one`], without the name; an error if it is `required` and missing.
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

    /// Removes the modifier that is in a table; an error if there is none, or more than one.
    pub fn exactly_one<T: Copy>(
        &mut self,
        table: &[(&'static str, T)],
        what: &str,
    ) -> Result<T, Refused> {
        let found = self.one(table, what, true)?;
        found.ok_or_else(|| Refused::new(self.text(), what))
    }

    /// Removes all of these modifiers: hints that change no result.
    pub fn ignore(&mut self, names: &[&'static str]) {
        self.known.extend(names);
        self.left.retain(|modifier| !names.contains(modifier));
    }

    /// Removes all modifiers with one of these prefixes.
    pub fn ignore_prefixed(&mut self, prefixes: &[&str]) {
        self.left.retain(|modifier| !prefixes.iter().any(|prefix| modifier.starts_with(prefix)));
    }

    /// Removes all modifiers with this prefix; returns whether there were any.
    pub fn flag_prefixed(&mut self, prefix: &str) -> bool {
        let before = self.left.len();
        self.left.retain(|modifier| !modifier.starts_with(prefix));
        self.left.len() < before
    }

    /// Removes the first type modifier.
    pub fn ty(&mut self) -> Result<Type, Refused> {
        let ty = self.one_of(TYPES);
        let ty = ty.ok_or_else(|| self.refused("a type", TYPES.iter().map(|(name, _)| *name)))?;
        self.types.push(type_name(ty));
        Ok(ty)
    }

    /// Removes the modifiers of a floating-point operation on this type.
    pub fn float_mode(&mut self, op: Float, ty: Type) -> Result<FloatMode, Refused> {
        let Some((modes, required)) = modes(op, ty) else {
            return Err(self.not_of(ty, "a type of this instruction"));
        };
        // `mad` of PTX before 2.0 has a rounding that depends on the machine.
        let required = required && self.opcode != "mad";
        let mode = self.one(modes, "rounding", required)?.unwrap_or_default();
        let (flush, saturate) = flags(op, ty, mode.approximate);
        Ok(FloatMode {
            flush: flush && self.flag("ftz"),
            saturate: saturate && self.flag("sat"),
            ..mode
        })
    }

    /// The error that the opcode does not support the type.
    pub fn not_of(&self, ty: Type, expected: impl Into<String>) -> Refused {
        Refused::new(format!("'{}' of type .{}", self.opcode, type_name(ty)), expected)
    }

    /// Checks that no modifier is left.
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

    /// The error that the first remaining modifier is not one of these.
    fn refused(&self, expected: &str, known: impl Iterator<Item = &'static str>) -> Refused {
        let first = self.left.first().copied().unwrap_or_default();
        let expected = match nearest(first, known) {
            // It is known, but occurs twice or with another that excludes it.
            nearest if nearest == first => expected.to_string(),
            nearest => format!("{expected}; the nearest modifier is .{nearest}"),
        };
        Refused::new(self.text(), expected)
    }

    /// The opcode with the remaining modifiers, for messages.
    pub fn text(&self) -> String {
        let mut text = self.opcode.to_string();
        self.left.iter().for_each(|modifier| text.extend([".", modifier]));
        format!("'{text}'")
    }
}

/// Modifiers of arithmetic that only some types support.
const ARITHMETIC: &[&str] = &[
    "lo", "hi", "wide", "cc", "sat", "ftz", "NaN", "approx", "full", "rn", "rz", "rm", "rp", "rni",
    "rzi", "rmi", "rpi",
];

const fn rounded(rounding: Rounding) -> FloatMode {
    FloatMode { rounding, flush: false, saturate: false, approximate: false }
}

const APPROXIMATE: FloatMode = FloatMode { approximate: true, ..rounded(Rounding::NearestEven) };

/// Modes of a division. Parts of the table are used for other operations.
const MODES: &[(&str, FloatMode)] = &[
    ("full", APPROXIMATE),
    ("approx", APPROXIMATE),
    ("rn", rounded(Rounding::NearestEven)),
    ("rz", rounded(Rounding::Zero)),
    ("rm", rounded(Rounding::Down)),
    ("rp", rounded(Rounding::Up)),
];

/// Roundings and approximations of an operation in a type, and whether the text must name one;
/// `None` if the operation does not support the type.
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

/// The type with this name.
pub fn ty(name: &str) -> Option<Type> {
    TYPES.iter().find(|(known, _)| *known == name).map(|(_, ty)| *ty)
}
