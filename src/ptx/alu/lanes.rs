//! Numbers in the lanes of registers, and functions applied to all lanes.
//!
//! Everything here is inlined into its caller, so that it is compiled for the caller's instruction
//! set.

use super::{Source, Value};
use crate::bits::{LANES, WarpRegister};

/// A number that one lane holds in one or two registers. Bits above the type's width are ignored on
/// reads and written as 0.
pub trait Lane: Copy {
    fn read(src: &Source, lane: usize) -> Self;
    fn write(self, out: &mut Value, lane: usize);
}

/// Numbers of at most 32 bits, converted through the unsigned type of their width.
macro_rules! narrow_lane {
    ($($ty:ty: $unsigned:ty),*) => {$(
        impl Lane for $ty {
            #[inline(always)]
            fn read(src: &Source, lane: usize) -> Self {
                src.lo[lane] as Self
            }
            #[inline(always)]
            fn write(self, out: &mut Value, lane: usize) {
                out.lo[lane] = u32::from(self as $unsigned);
            }
        }
    )*};
}
narrow_lane!(u8: u8, i8: u8, u16: u16, i16: u16, u32: u32, i32: u32);

impl Lane for u64 {
    #[inline(always)]
    fn read(src: &Source, lane: usize) -> Self {
        u64::from(src.hi[lane]) << 32 | u64::from(src.lo[lane])
    }
    #[inline(always)]
    fn write(self, out: &mut Value, lane: usize) {
        out.lo[lane] = self as u32;
        out.hi[lane] = (self >> 32) as u32;
    }
}

impl Lane for i64 {
    #[inline(always)]
    fn read(src: &Source, lane: usize) -> Self {
        u64::read(src, lane) as i64
    }
    #[inline(always)]
    fn write(self, out: &mut Value, lane: usize) {
        (self as u64).write(out, lane);
    }
}

impl Lane for f32 {
    #[inline(always)]
    fn read(src: &Source, lane: usize) -> Self {
        f32::from_bits(src.lo[lane])
    }
    #[inline(always)]
    fn write(self, out: &mut Value, lane: usize) {
        out.lo[lane] = self.to_bits();
    }
}

impl Lane for f64 {
    #[inline(always)]
    fn read(src: &Source, lane: usize) -> Self {
        f64::from_bits(u64::read(src, lane))
    }
    #[inline(always)]
    fn write(self, out: &mut Value, lane: usize) {
        self.to_bits().write(out, lane);
    }
}

/// A function of one number, in every lane.
#[inline(always)]
pub fn map1<A: Lane, R: Lane>(src: &[Source], out: &mut Value, f: impl Fn(A) -> R) {
    let a = src[0];
    for lane in 0..LANES {
        f(A::read(&a, lane)).write(out, lane);
    }
}

/// A function of two numbers, in every lane.
#[inline(always)]
pub fn map2<A: Lane, B: Lane, R: Lane>(src: &[Source], out: &mut Value, f: impl Fn(A, B) -> R) {
    let (a, b) = (src[0], src[1]);
    for lane in 0..LANES {
        f(A::read(&a, lane), B::read(&b, lane)).write(out, lane);
    }
}

/// A function of three numbers, in every lane.
#[inline(always)]
pub fn map3<A: Lane, B: Lane, C: Lane, R: Lane>(
    src: &[Source],
    out: &mut Value,
    f: impl Fn(A, B, C) -> R,
) {
    let (a, b, c) = (src[0], src[1], src[2]);
    for lane in 0..LANES {
        f(A::read(&a, lane), B::read(&b, lane), C::read(&c, lane)).write(out, lane);
    }
}

/// A function of two numbers, a position and a length, in every lane.
#[inline(always)]
pub fn map4<A: Lane, R: Lane>(src: &[Source], out: &mut Value, f: impl Fn(A, A, u32, u32) -> R) {
    let (a, b, c, d) = (src[0], src[1], src[2].lo, src[3].lo);
    for lane in 0..LANES {
        f(A::read(&a, lane), A::read(&b, lane), c[lane], d[lane]).write(out, lane);
    }
}

/// A mask of the lanes for which a function is true.
#[inline(always)]
pub fn lanes_where(f: impl Fn(usize) -> bool) -> u32 {
    let mut bits: WarpRegister = [0; LANES];
    for (lane, bit) in bits.iter_mut().enumerate() {
        *bit = u32::from(f(lane)) << lane;
    }
    bits.iter().fold(0, |mask, bit| mask | bit)
}

/// Whether a mask contains a lane.
#[inline(always)]
pub fn has_lane(mask: u32, lane: usize) -> bool {
    mask >> lane & 1 != 0
}
