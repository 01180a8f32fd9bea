//! Intervals of integers that stand for words of bits.
//!
//! An interval contains a word of w bits if it contains a number that equals the word modulo 2^w.
//! So -1 and 2^32 - 1 are the same word of 32 bits. Whether a register is signed depends on its
//! interval, not on the types of its instructions: a register with -1 to 10 takes five bits and is
//! sign extended for every reader. [`Interval::view`] gives the numbers that an instruction sees
//! when it reads the word as a type.
//!
//! Every interval is within [-2^(w-1), 2^w - 1], so that 128 bits are enough for all results of
//! 64-bit words except products.

use crate::ptx::isa::Type;

/// The numbers from `low` to `high`, both included; `low <= high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Interval {
    pub low: i128,
    pub high: i128,
}

/// Number of low bits that keep a word, and how it is extended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Width {
    /// At least 1.
    pub bits: u32,
    /// Whether the word is sign extended, not zero extended.
    pub signed: bool,
}

impl Width {
    /// Extends the low `bits` bits of a word to 32 bits.
    pub fn restore(self, word: u32) -> u32 {
        let spare = 32 - self.bits.min(32);
        match self.signed {
            true => ((word << spare) as i32 >> spare) as u32,
            false => word << spare >> spare,
        }
    }
}

/// Bits of a non-negative number.
fn length(number: i128) -> u32 {
    128 - number.leading_zeros()
}

impl Interval {
    pub const ZERO: Interval = Interval { low: 0, high: 0 };

    pub const fn new(low: i128, high: i128) -> Interval {
        Interval { low, high }
    }

    pub fn of(number: impl Into<i128>) -> Interval {
        let number = number.into();
        Interval { low: number, high: number }
    }

    /// All words of `bits` bits.
    pub fn full(bits: u32) -> Interval {
        Interval { low: -1 << (bits - 1), high: (1 << bits) - 1 }
    }

    pub fn unsigned(bits: u32) -> Interval {
        Interval { low: 0, high: (1 << bits) - 1 }
    }

    pub fn signed(bits: u32) -> Interval {
        Interval { low: -1 << (bits - 1), high: (1 << (bits - 1)) - 1 }
    }

    /// All numbers of an integer type. For other types, all words as unsigned numbers.
    pub fn of_type(ty: Type) -> Interval {
        match ty.is_signed() {
            true => Interval::signed(ty.bits()),
            false => Interval::unsigned(ty.bits()),
        }
    }

    pub fn contains(self, number: i128) -> bool {
        self.low <= number && number <= self.high
    }

    pub fn includes(self, other: Interval) -> bool {
        self.low <= other.low && other.high <= self.high
    }

    /// Whether it contains a word of `bits` bits.
    pub fn has_word(self, word: u64, bits: u32) -> bool {
        let numbers = [i128::from(word), i128::from(word) - (1 << bits)];
        numbers.into_iter().any(|number| self.contains(number))
    }

    pub fn is_negative(self) -> bool {
        self.low < 0
    }

    /// The smallest interval that includes both.
    pub fn union(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    pub fn intersection(self, other: Interval) -> Option<Interval> {
        let (low, high) = (self.low.max(other.low), self.high.min(other.high));
        (low <= high).then_some(Interval { low, high })
    }

    /// Width that keeps every word of the interval; unsigned if no number is negative (SDC-I19).
    pub fn width(self) -> Width {
        match self.is_negative() {
            false => Width { bits: length(self.high).max(1), signed: false },
            true => Width { bits: self.signed_bits(), signed: true },
        }
    }

    /// Bits of a signed type that can hold every number of the interval.
    pub fn signed_bits(self) -> u32 {
        let side = |number: i128| length(if number < 0 { -number - 1 } else { number });
        side(self.low).max(side(self.high)) + 1
    }

    /// The interval moved by a multiple of 2^bits into `bounds`, if it fits.
    fn moved(self, bits: u32, bounds: Interval) -> Option<Interval> {
        let by = (self.low - bounds.low).div_euclid(1 << bits) << bits;
        let moved = Interval { low: self.low - by, high: self.high - by };
        bounds.includes(moved).then_some(moved)
    }

    /// The interval seen by an instruction that reads the low `bits` bits as a number.
    pub fn view(self, bits: u32, signed: bool) -> Interval {
        let all = if signed { Interval::signed(bits) } else { Interval::unsigned(bits) };
        self.moved(bits, all).unwrap_or(all)
    }

    /// The interval seen by an instruction that reads a value of type `ty`.
    pub fn view_as(self, ty: Type) -> Interval {
        self.view(ty.bits(), ty.is_signed())
    }

    /// The words of `bits` bits that remain when all higher bits are dropped. If there is a choice
    /// of numbers for them, those that need few bits.
    pub fn wrapped(self, bits: u32) -> Interval {
        let (signed, unsigned) = (Interval::signed(bits), Interval::unsigned(bits));
        let choices = [self.moved(bits, signed), self.moved(bits, unsigned)];
        let within = Interval::full(bits).includes(self).then_some(self);
        choices.into_iter().flatten().next().or(within).unwrap_or(Interval::full(bits))
    }

    pub fn plus(self, other: Interval) -> Interval {
        Interval { low: self.low + other.low, high: self.high + other.high }
    }

    pub fn minus(self, other: Interval) -> Interval {
        self.plus(other.negated())
    }

    pub fn negated(self) -> Interval {
        Interval { low: -self.high, high: -self.low }
    }

    /// Bitwise complement.
    pub fn complement(self) -> Interval {
        Interval { low: -self.high - 1, high: -self.low - 1 }
    }

    pub fn abs(self) -> Interval {
        match (self.low >= 0, self.high <= 0) {
            (true, _) => self,
            (_, true) => self.negated(),
            _ => Interval { low: 0, high: self.high.max(-self.low) },
        }
    }

    pub fn min(self, other: Interval) -> Interval {
        Interval { low: self.low.min(other.low), high: self.high.min(other.high) }
    }

    pub fn max(self, other: Interval) -> Interval {
        Interval { low: self.low.max(other.low), high: self.high.max(other.high) }
    }

    /// Both ends clamped to `bounds`.
    pub fn clamped(self, bounds: Interval) -> Interval {
        let clamp = |number: i128| number.clamp(bounds.low, bounds.high);
        Interval { low: clamp(self.low), high: clamp(self.high) }
    }

    /// Range of a function that is monotone in each operand for every value of the other one: the
    /// hull of its values at the corners. None if a value is so large that sums might overflow.
    fn corners(self, other: Interval, of: impl Fn(i128, i128) -> Option<i128>) -> Option<Interval> {
        let pairs = [self.low, self.high].map(|a| [(a, other.low), (a, other.high)]);
        let fits = |number: &i128| number.unsigned_abs() < 1 << 120;
        let corner = |(a, b)| of(a, b).filter(fits).map(Interval::of);
        let mut all = pairs.into_iter().flatten().map(corner);
        let first = all.next()??;
        all.try_fold(first, |hull, corner| Some(hull.union(corner?)))
    }

    pub fn times(self, other: Interval) -> Option<Interval> {
        self.corners(other, i128::checked_mul)
    }

    /// Division by 2^n, rounded down.
    pub fn shifted_down(self, n: u32) -> Interval {
        Interval { low: self.low >> n, high: self.high >> n }
    }

    /// Division by 2 to the powers in `by`, 0 to 127, rounded down.
    pub fn shifted_right(self, by: Interval) -> Option<Interval> {
        self.corners(by, |a, n| Some(a >> n))
    }

    /// Multiplication by 2 to the powers in `by`, 0 to 63.
    pub fn shifted_left(self, by: Interval) -> Option<Interval> {
        self.corners(by, |a, n| a.checked_mul(1 << n))
    }

    /// Division, rounded towards zero. None if 0 is among the divisors.
    pub fn over(self, other: Interval) -> Option<Interval> {
        if other.contains(0) {
            return None;
        }
        self.corners(other, |a, b| a.checked_div(b))
    }

    /// Remainder of a division that rounds towards zero. The remainder of a division by 0 is the
    /// dividend.
    pub fn remainder(self, other: Interval) -> Interval {
        let most = other.low.abs().max(other.high.abs()) - 1;
        let bounds = Interval { low: if self.low < 0 { -most } else { 0 }, high: most.max(0) };
        let left = match most < 0 {
            true => self,
            false => Interval {
                low: bounds.low.max(self.low.min(0)),
                high: bounds.high.min(self.high.max(0)),
            },
        };
        if other.contains(0) { left.union(self) } else { left }
    }

    /// Range of any bitwise function of these intervals: signed, with as many bits as the widest
    /// operand. Unsigned, if no operand is negative and the function maps zeros to 0.
    pub fn bitwise(all: &[Interval], zero_to_zero: bool) -> Interval {
        let plain = all.iter().all(|one| !one.is_negative());
        match plain && zero_to_zero {
            true => Interval::unsigned(all.iter().map(|one| length(one.high)).max().unwrap_or(1)),
            false => Interval::signed(all.iter().map(|one| one.signed_bits()).max().unwrap_or(1)),
        }
    }

    /// Bitwise AND.
    pub fn and(self, other: Interval) -> Interval {
        match (self.is_negative(), other.is_negative()) {
            (false, false) => Interval { low: 0, high: self.high.min(other.high) },
            (false, true) => Interval { low: 0, high: self.high },
            (true, false) => Interval { low: 0, high: other.high },
            (true, true) => Interval::bitwise(&[self, other], true),
        }
    }

    /// Bitwise OR.
    pub fn or(self, other: Interval) -> Interval {
        let all = Interval::bitwise(&[self, other], true);
        match self.is_negative() || other.is_negative() {
            true => all,
            false => Interval { low: self.low.max(other.low), ..all },
        }
    }

    /// Range of the bit lengths of the numbers, which must not be negative.
    pub fn lengths(self) -> Interval {
        Interval { low: length(self.low).into(), high: length(self.high).into() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_interval(bits: u32) -> impl Strategy<Value = Interval> {
        let all = Interval::full(bits);
        let number = prop_oneof![all.low..=all.high, -20i128..20, Just(all.low), Just(all.high)];
        let number = number.prop_map(move |n| n.clamp(all.low, all.high));
        (number.clone(), number).prop_map(|(a, b)| Interval::new(a.min(b), a.max(b)))
    }

    /// A number between the ends.
    fn pick(within: Interval, at: u64) -> i128 {
        let span = (within.high - within.low + 1) as u128;
        within.low + (u128::from(at) % span) as i128
    }

    proptest! {
        /// SDC-I19: what is kept of a word in as many bits as its range needs brings it back.
        #[test]
        fn words_come_back_from_the_bits_of_their_range(range in any_interval(32), at: u64) {
            let word = pick(range, at) as u32;
            let width = range.wrapped(32).width();
            prop_assert!(range.wrapped(32).has_word(word.into(), 32));
            prop_assert!((1..=33).contains(&width.bits));
            let kept = word & (u32::MAX >> 32u32.saturating_sub(width.bits).min(31));
            prop_assert_eq!(width.restore(kept), word, "{:?}", width);
        }

        #[test]
        fn views_have_the_numbers_that_are_read(range in any_interval(32), at: u64) {
            let number = pick(range, at);
            for (bits, signed) in [(8, false), (8, true), (16, true), (32, false), (32, true)] {
                let low = number as u32;
                let spare = 32 - bits;
                let read = match signed {
                    true => i128::from((low << spare) as i32 >> spare),
                    false => i128::from(low << spare >> spare),
                };
                prop_assert!(range.view(bits, signed).contains(read), "{bits} {signed}");
            }
        }

        #[test]
        fn arithmetic_includes_every_result(
            (a, b) in (any_interval(33), any_interval(33)), (at, bt) in any::<(u64, u64)>(), n in 0u32..40,
        ) {
            let (x, y) = (pick(a, at), pick(b, bt));
            prop_assert!(a.plus(b).contains(x + y) && a.minus(b).contains(x - y));
            prop_assert!(a.abs().contains(x.abs()) && a.complement().contains(!x));
            prop_assert!(a.min(b).contains(x.min(y)) && a.max(b).contains(x.max(y)));
            prop_assert!(a.times(b).is_some_and(|all| all.contains(x * y)));
            prop_assert!(a.and(b).contains(x & y) && a.or(b).contains(x | y), "{x} {y}");
            prop_assert!(Interval::bitwise(&[a, b], true).contains(x ^ y));
            prop_assert!(Interval::bitwise(&[a, b], false).contains(!(x ^ y)));
            prop_assert!(a.shifted_down(n).contains(x >> n));
            prop_assert!(a.remainder(b).contains(if y == 0 { x } else { x % y }), "{x} % {y}");
            if let Some(all) = a.over(b) {
                prop_assert!(all.contains(x / y));
            }
        }
    }

    #[test]
    fn widths_are_by_sign_where_something_is_negative() {
        let width = |low, high| {
            let Width { bits, signed } = Interval::new(low, high).width();
            (bits, signed)
        };
        assert_eq!(width(0, 0), (1, false));
        assert_eq!(width(0, 15), (4, false));
        assert_eq!(width(-1, 0), (1, true));
        assert_eq!(width(-8, 7), (4, true));
        assert_eq!(width(-8, 8), (5, true));
        assert_eq!(width(0, (1 << 32) - 1), (32, false));
        assert_eq!(Interval::of(0xffff_fff0u32).wrapped(32), Interval::of(-16));
        assert_eq!(Interval::new(5, 1 << 40).wrapped(32), Interval::full(32));
    }
}
