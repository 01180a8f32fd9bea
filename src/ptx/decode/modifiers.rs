//! The modifiers of an opcode, taken one by one.

use crate::error::nearest;
use crate::ptx::isa::{FloatMode, Rounding, Type};

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
}

impl<'a> Modifiers<'a> {
    pub fn new(opcode: &'a str, modifiers: &[&'a str]) -> Modifiers<'a> {
        Modifiers { opcode, left: modifiers.to_vec(), known: Vec::new() }
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
        self.one_of(TYPES)
            .ok_or_else(|| self.refused("a type", TYPES.iter().map(|(name, _)| *name)))
    }

    /// Takes away what modifies floating-point arithmetic.
    pub fn float_mode(&mut self) -> FloatMode {
        let rounding = self.one_of(&[
            ("rn", Rounding::NearestEven),
            ("rz", Rounding::Zero),
            ("rm", Rounding::Down),
            ("rp", Rounding::Up),
        ]);
        let approximate = self.flag("approx") | self.flag("full");
        FloatMode {
            rounding: rounding.unwrap_or_default(),
            flush: self.flag("ftz"),
            saturate: self.flag("sat"),
            approximate,
        }
    }

    /// Nothing may be left.
    pub fn finish(self) -> Result<(), Refused> {
        match self.left.is_empty() {
            true => Ok(()),
            false => Err(self.refused(MODELLED, self.known.iter().copied())),
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
