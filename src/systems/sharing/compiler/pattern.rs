//! Address patterns of warp loads.
//!
//! A load has a pattern if each active lane `i` loads the word `base + i * stride`. Hardware may
//! also restrict which lanes are active ([`Shape`]).

use crate::bits::LANES;

/// Size in bytes of the window within which addresses are compared.
pub const WINDOW: u64 = 1 << 26;

/// Maximum stride, words.
pub const MAX_STRIDE: u32 = 511;

/// Active lanes of a load with a pattern, from the simplest for hardware to the most general.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// Lanes from lane 0 on, without a gap.
    Prefix,
    /// A run of adjacent lanes that begins after lane 0.
    Run,
    /// Two rows of 16 lanes or four of 8: each has the same run and stride, and the distances from
    /// one row to the next are equal.
    Rows,
    /// Any other lanes.
    Scattered,
}

/// The shape of a load of these words of the window; none if the load has no pattern.
pub fn shape(lanes: u32, words: &[u32; LANES]) -> Option<Shape> {
    let is_line = line(lanes, words).is_some();
    match lanes {
        0 => None,
        _ if is_line && is_run(lanes) && lanes & 1 != 0 => Some(Shape::Prefix),
        _ if is_line && is_run(lanes) => Some(Shape::Run),
        _ if [16, 8].into_iter().any(|width| is_rows(lanes, words, width)) => Some(Shape::Rows),
        _ => is_line.then_some(Shape::Scattered),
    }
}

/// Base and stride, if the words of these lanes have one stride.
fn line(lanes: u32, words: &[u32]) -> Option<(u32, u32)> {
    let first = lanes.trailing_zeros() as usize;
    let second = (lanes & lanes.wrapping_sub(1)).trailing_zeros() as usize;
    let start = *words.get(first)?;
    let stride = match words.get(second) {
        Some(next) => next.checked_sub(start)?.checked_div((second - first) as u32)?,
        None => 0,
    };
    let base = start.checked_sub(first as u32 * stride)?;
    let fits = |(lane, word): (usize, &u32)| {
        lanes >> lane & 1 == 0 || *word == base + lane as u32 * stride
    };
    (stride <= MAX_STRIDE && words.iter().enumerate().all(fits)).then_some((base, stride))
}

/// Whether the lanes are adjacent, without a gap.
fn is_run(lanes: u32) -> bool {
    lanes != 0 && lanes.count_ones() == u32::BITS - lanes.leading_zeros() - lanes.trailing_zeros()
}

/// Whether all rows of `width` lanes have the same run and stride, at equal distances.
fn is_rows(lanes: u32, words: &[u32; LANES], width: usize) -> bool {
    let of_row = |lanes: u32| lanes & ((1 << width) - 1);
    let run = of_row(lanes);
    let alike = (0..LANES).step_by(width).all(|first| of_row(lanes >> first) == run);
    let rows: Option<Vec<(u32, u32)>> = words.chunks(width).map(|words| line(run, words)).collect();
    let Some(rows) = rows.filter(|_| alike && is_run(run)) else { return false };
    let pitch = |n: usize| rows[n].0.wrapping_sub(rows[n - 1].0);
    (1..rows.len()).all(|n| rows[n].1 == rows[0].1 && pitch(n) == pitch(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(lanes: u32, word: impl Fn(u32) -> u32) -> Option<Shape> {
        shape(lanes, &std::array::from_fn(|lane| word(lane as u32)))
    }

    #[test]
    fn lanes_on_a_line_have_a_pattern() {
        assert_eq!(of(u32::MAX, |i| 100 + i), Some(Shape::Prefix));
        assert_eq!(of(0x1fff, |i| 100 + 511 * i), Some(Shape::Prefix));
        assert_eq!(of(u32::MAX, |_| 7), Some(Shape::Prefix));
        assert_eq!(of(1, |_| 7), Some(Shape::Prefix));
        assert_eq!(of(0xff00, |i| 100 + 3 * i), Some(Shape::Run));
        assert_eq!(of(0x8000_0000, |_| 7), Some(Shape::Run));
        assert_eq!(of(0x5555_5555, |i| 100 + 3 * i), Some(Shape::Scattered));
        assert_eq!(of(0b1001, |i| [0, 9, 9, 3][i as usize % 4]), Some(Shape::Scattered));
    }

    #[test]
    fn others_have_none() {
        assert_eq!(of(0, |i| i), None);
        assert_eq!(of(u32::MAX, |i| 100 + 512 * i), None);
        assert_eq!(of(u32::MAX, |i| 100 - i), None);
        assert_eq!(of(u32::MAX, |i| i * i), None);
        assert_eq!(of(u32::MAX, |i| if i == 31 { 30 } else { i }), None);
        assert_eq!(of(0b101, |i| i / 2), None, "half a word a lane");
        assert_eq!(of(0b1100, |i| [0, 0, 2, 3][i as usize % 4]), Some(Shape::Run), "base 0");
        assert_eq!(of(0b1100, |i| [0, 0, 1, 3][i as usize % 4]), None, "base below the window");
    }

    #[test]
    fn rows_are_alike_and_equally_far_apart() {
        assert_eq!(of(u32::MAX, |i| 100 + i / 16 * 64 + i % 16), Some(Shape::Rows));
        assert_eq!(of(u32::MAX, |i| 1000 - i / 16 * 64 + i % 16), Some(Shape::Rows));
        assert_eq!(of(u32::MAX, |i| 100 + i / 8 * 64), Some(Shape::Rows));
        assert_eq!(of(0x0ff0_0ff0, |i| 100 + i / 16 * 64 + 2 * (i % 16)), Some(Shape::Rows));
        assert_eq!(of(0x0101_0101, |i| 100 + i / 8 * 999), Some(Shape::Rows));
        assert_eq!(of(u32::MAX, |i| 100 + (i / 8) * (i / 8) * 64 + i % 8), None);
        assert_eq!(of(u32::MAX, |i| 100 + i / 16 * 64 + i % 16 * (1 + i / 16)), None);
        assert_eq!(of(0xffff_7fff, |i| 100 + i / 16 * 64 + i % 16), None);
        assert_eq!(of(0x0000_ffff, |i| 100 + i), Some(Shape::Prefix));
        assert_eq!(of(u32::MAX, |i| 100 + i / 4 * 64 + i % 4), None, "rows of 4");
    }
}
