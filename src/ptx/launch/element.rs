//! Elements of arrays: their types, bytes and values.

use arrayvec::ArrayVec;
use std::fmt;

/// The bytes of an element, lowest first.
pub type ElementBytes = ArrayVec<u8, 8>;

/// Type of an array's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dtype {
    /// Unsigned integer, 8 bits.
    U8,
    /// Signed integer, 8 bits.
    I8,
    /// Unsigned integer, 16 bits.
    U16,
    /// Signed integer, 16 bits.
    I16,
    /// Unsigned integer, 32 bits.
    U32,
    /// Signed integer, 32 bits.
    I32,
    /// Unsigned integer, 64 bits.
    U64,
    /// Signed integer, 64 bits.
    I64,
    /// IEEE 754 single precision, 32 bits.
    F32,
    /// IEEE 754 double precision, 64 bits.
    F64,
}

impl Dtype {
    /// Every element type.
    pub const ALL: [Dtype; 10] = [
        Dtype::U8,
        Dtype::I8,
        Dtype::U16,
        Dtype::I16,
        Dtype::U32,
        Dtype::I32,
        Dtype::U64,
        Dtype::I64,
        Dtype::F32,
        Dtype::F64,
    ];

    /// Name in a launch description.
    pub fn name(self) -> &'static str {
        match self {
            Dtype::U8 => "u8",
            Dtype::I8 => "i8",
            Dtype::U16 => "u16",
            Dtype::I16 => "i16",
            Dtype::U32 => "u32",
            Dtype::I32 => "i32",
            Dtype::U64 => "u64",
            Dtype::I64 => "i64",
            Dtype::F32 => "f32",
            Dtype::F64 => "f64",
        }
    }

    /// The type with this [`Dtype::name`].
    pub fn named(name: &str) -> Option<Dtype> {
        Dtype::ALL.into_iter().find(|dtype| dtype.name() == name)
    }

    /// Bytes of one element.
    pub fn bytes(self) -> usize {
        match self {
            Dtype::U8 | Dtype::I8 => 1,
            Dtype::U16 | Dtype::I16 => 2,
            Dtype::U32 | Dtype::I32 | Dtype::F32 => 4,
            Dtype::U64 | Dtype::I64 | Dtype::F64 => 8,
        }
    }

    /// True for `f32` and `f64`.
    pub fn is_float(self) -> bool {
        matches!(self, Dtype::F32 | Dtype::F64)
    }

    /// Smallest and largest value of an integer type.
    pub(super) fn range(self) -> Option<(i128, i128)> {
        match self {
            Dtype::U8 => Some((u8::MIN.into(), u8::MAX.into())),
            Dtype::I8 => Some((i8::MIN.into(), i8::MAX.into())),
            Dtype::U16 => Some((u16::MIN.into(), u16::MAX.into())),
            Dtype::I16 => Some((i16::MIN.into(), i16::MAX.into())),
            Dtype::U32 => Some((u32::MIN.into(), u32::MAX.into())),
            Dtype::I32 => Some((i32::MIN.into(), i32::MAX.into())),
            Dtype::U64 => Some((u64::MIN.into(), u64::MAX.into())),
            Dtype::I64 => Some((i64::MIN.into(), i64::MAX.into())),
            Dtype::F32 | Dtype::F64 => None,
        }
    }

    /// Decodes an element from its bytes, little-endian.
    pub fn decode(self, bytes: &[u8]) -> Element {
        let mut wide = [0; 8];
        wide[..self.bytes()].copy_from_slice(bytes);
        let word = u64::from_le_bytes(wide);
        match self {
            Dtype::U8 | Dtype::U16 | Dtype::U32 | Dtype::U64 => Element::Int(word.into()),
            Dtype::I8 => Element::Int((word as i8).into()),
            Dtype::I16 => Element::Int((word as i16).into()),
            Dtype::I32 => Element::Int((word as i32).into()),
            Dtype::I64 => Element::Int((word as i64).into()),
            Dtype::F32 => Element::F32(f32::from_bits(word as u32)),
            Dtype::F64 => Element::F64(f64::from_bits(word)),
        }
    }

    /// Encodes a whole number: rounded for a float type, truncated to the width for an integer
    /// type.
    pub(super) fn encode_int(self, value: i128) -> ElementBytes {
        match self.is_float() {
            true => self.encode_float(value as f64),
            false => value.to_le_bytes().into_iter().take(self.bytes()).collect(),
        }
    }

    /// Encodes a number in a float type.
    pub(super) fn encode_float(self, value: f64) -> ElementBytes {
        match self {
            Dtype::F32 => (value as f32).to_le_bytes().into_iter().collect(),
            _ => value.to_le_bytes().into(),
        }
    }
}

impl fmt::Display for Dtype {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An element's value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Element {
    /// Value of an integer of any type.
    Int(i128),
    /// Value of an `f32`.
    F32(f32),
    /// Value of an `f64`.
    F64(f64),
}

impl Element {
    /// The value, rounded if it is an integer of more than 53 bits.
    pub fn to_f64(self) -> f64 {
        match self {
            Element::Int(value) => value as f64,
            Element::F32(value) => value.into(),
            Element::F64(value) => value,
        }
    }
}

impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Element::Int(value) => write!(f, "{value}"),
            Element::F32(value) => write!(f, "{value:?}"),
            Element::F64(value) => write!(f, "{value:?}"),
        }
    }
}
