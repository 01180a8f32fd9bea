//! Quality of an approximate result: the output of a run with rounded values compared with the
//! exact run.
//!
//! Integers must be equal. For floats the measure is the largest deviation, relative to the exact
//! value. For an image, a buffer with `image_width`, it is the structural similarity of the entire
//! image.
//!
//! Source: Angerd et al. 2020, table 4 and section 5.3; similarity after Wang et al. 2004: windows
//! of 11 by 11 with Gaussian weights of standard deviation 1.5, cut off at the edges, K1 = 0.01, K2
//! = 0.03, and the mean over all pixels and channels. The range of values is that of the type; for
//! floats it is that of the exact image's channel.

use super::compare::absolute_error;
use super::{Buffer, Dtype, Element, Expect, Pixels};

/// The quality of one buffer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Quality {
    /// Whether all elements are equal.
    Same(bool),
    /// The largest `|got - want| / max(|want|, atol)`; 0 if nothing deviates.
    Deviation(f64),
    /// Structural similarity; 1 if the images are equal.
    Similarity(f64),
}

impl Buffer {
    /// Quality of a buffer after an approximate run, compared with the exact run; `None` if the
    /// launch expects nothing of the buffer.
    ///
    /// # Panics
    /// If `got` or `want` does not have the buffer's length.
    pub fn quality(&self, got: &[u8], want: &[u8]) -> Option<Quality> {
        let expect = self.expect.as_ref()?;
        let size = self.bytes();
        assert!(got.len() == size && want.len() == size, "bytes of buffer {}", self.name);
        let width = self.dtype.bytes();
        let decode = |bytes: &[u8]| -> Vec<Element> {
            bytes.chunks_exact(width).map(|bytes| self.dtype.decode(bytes)).collect()
        };
        let (got, want) = (decode(got), decode(want));
        Some(match self.pixels {
            Some(pixels) => Quality::Similarity(similarity(&got, &want, pixels, self.dtype)),
            None => match deviation(&got, &want, expect) {
                deviation if self.dtype.is_float() => Quality::Deviation(deviation),
                deviation => Quality::Same(deviation == 0.0),
            },
        })
    }
}

fn deviation(got: &[Element], want: &[Element], expect: &Expect) -> f64 {
    let pairs = got.iter().zip(want).enumerate().filter(|(index, _)| !expect.ignores(*index));
    let errors = pairs.map(|(_, (got, want))| match absolute_error(*got, *want) {
        0.0 => 0.0,
        error if error.is_finite() => error / want.to_f64().abs().max(expect.atol),
        error => error,
    });
    errors.fold(0.0, f64::max)
}

/// Pixels from the centre of a window to its edge.
const RADIUS: usize = 5;
const SIGMA: f64 = 1.5;
const K: [f64; 2] = [0.01, 0.03];

/// Weight of a pixel, indexed by the square of its distance from the centre of the window.
type Weights = [f64; 2 * RADIUS * RADIUS + 1];

/// Mean structural similarity of two images. It is 0 if a difference is NaN.
fn similarity(got: &[Element], want: &[Element], pixels: Pixels, dtype: Dtype) -> f64 {
    let Pixels { width, channels } = pixels;
    let channel = |of: &[Element], first: usize| -> Vec<f64> {
        of.iter().skip(first).step_by(channels).map(|one| one.to_f64()).collect()
    };
    let each = (0..channels).map(|n| of_channel(&channel(got, n), &channel(want, n), width, dtype));
    each.sum::<f64>() / channels as f64
}

fn of_channel(got: &[f64], want: &[f64], width: usize, dtype: Dtype) -> f64 {
    if got == want {
        return 1.0;
    }
    let range = match dtype.range() {
        Some((low, high)) => (high - low) as f64,
        None => {
            want.iter().copied().fold(f64::MIN, f64::max)
                - want.iter().copied().fold(f64::MAX, f64::min)
        }
    };
    let stable = K.map(|k| (k * range) * (k * range));
    let weights = std::array::from_fn(|square| libm::exp(-(square as f64) / (2.0 * SIGMA * SIGMA)));
    let window = |at| window(got, want, width, at, &weights);
    let pixels = (0..want.len()).map(|at| window(at).similarity(stable));
    let mean = pixels.sum::<f64>() / want.len() as f64;
    if mean.is_nan() { 0.0 } else { mean }
}

/// Weighted sums over a window.
#[derive(Clone, Copy, Default)]
struct Moments {
    weight: f64,
    first: [f64; 2],
    second: [f64; 2],
    mixed: f64,
}

impl Moments {
    fn similarity(&self, [luminance, contrast]: [f64; 2]) -> f64 {
        let [a, b] = self.first.map(|sum| sum / self.weight);
        let [aa, bb] = self.second.map(|sum| sum / self.weight);
        let (va, vb, ab) = (aa - a * a, bb - b * b, self.mixed / self.weight - a * b);
        let above = (2.0 * a * b + luminance) * (2.0 * ab + contrast);
        let below = (a * a + b * b + luminance) * (va + vb + contrast);
        if below == 0.0 { 1.0 } else { above / below }
    }
}

/// The window around a pixel, cut off at the edges of the image.
fn window(got: &[f64], want: &[f64], width: usize, at: usize, weights: &Weights) -> Moments {
    let (y, x) = (at / width, at % width);
    let mut sums = Moments::default();
    let around =
        |middle: usize, end: usize| middle.saturating_sub(RADIUS)..(middle + RADIUS + 1).min(end);
    for row in around(y, want.len().div_ceil(width)) {
        for column in around(x, width) {
            let n = row * width + column;
            let (Some(&a), Some(&b)) = (got.get(n), want.get(n)) else { continue };
            let weight = weights[row.abs_diff(y).pow(2) + column.abs_diff(x).pow(2)];
            sums.weight += weight;
            sums.first[0] += weight * a;
            sums.first[1] += weight * b;
            sums.second[0] += weight * a * a;
            sums.second[1] += weight * b * b;
            sums.mixed += weight * a * b;
        }
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Place;
    use crate::ptx::launch::Contents;

    fn buffer(dtype: Dtype, count: usize, pixels: Option<Pixels>) -> Buffer {
        let data = vec![0; count * dtype.bytes()];
        Buffer {
            name: "out".into(),
            dtype,
            count,
            contents: Contents::Undefined,
            relocs: Vec::new(),
            expect: Some(Expect { data, rtol: 0.0, atol: 0.5, ignore: None }),
            pixels,
            place: Place::whole("case.toml"),
        }
    }

    fn floats(values: &[f32]) -> Vec<u8> {
        values.iter().flat_map(|value| value.to_le_bytes()).collect()
    }

    #[test]
    fn integers_are_the_same_or_not() {
        let bytes = buffer(Dtype::U8, 3, None);
        assert_eq!(bytes.quality(&[1, 2, 3], &[1, 2, 3]), Some(Quality::Same(true)));
        assert_eq!(bytes.quality(&[1, 2, 4], &[1, 2, 3]), Some(Quality::Same(false)));
        let none = Buffer { expect: None, ..bytes };
        assert_eq!(none.quality(&[1, 2, 3], &[1, 2, 3]), None);
    }

    #[test]
    fn the_largest_deviation_counts() {
        let two = buffer(Dtype::F32, 2, None);
        let of = |got: [f32; 2], want: [f32; 2]| two.quality(&floats(&got), &floats(&want));
        assert_eq!(of([4.0, f32::NAN], [4.0, f32::NAN]), Some(Quality::Deviation(0.0)));
        assert_eq!(of([4.5, 8.5], [4.0, 8.0]), Some(Quality::Deviation(0.125)));
        assert_eq!(of([0.25, 8.0], [0.0, 8.0]), Some(Quality::Deviation(0.5)));
        assert_eq!(of([f32::NAN, 8.0], [0.0, 8.0]), Some(Quality::Deviation(f64::INFINITY)));
    }

    /// An image with a slope of bytes, 16 wide and 12 high.
    fn slope() -> Vec<u8> {
        (0..192u16).map(|n| (10 * (n % 16) + 5 * (n / 16)) as u8).collect()
    }

    fn similarity_of(got: &[u8]) -> f64 {
        match buffer(Dtype::U8, 192, Some(Pixels { width: 16, channels: 1 })).quality(got, &slope())
        {
            Some(Quality::Similarity(similarity)) => similarity,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn images_are_similar_as_far_as_their_structure_is() {
        assert_eq!(similarity_of(&slope()), 1.0);
        let one_off: Vec<u8> = slope().iter().map(|pixel| pixel + 1).collect();
        let noisy: Vec<u8> =
            slope().iter().enumerate().map(|(n, pixel)| pixel ^ (n * 37 % 32) as u8).collect();
        let turned: Vec<u8> = slope().into_iter().rev().collect();
        let [one_off, noisy, turned] = [one_off, noisy, turned].map(|got| similarity_of(&got));
        assert!(one_off > 0.99 && one_off < 1.0, "{one_off}");
        assert!(noisy > 0.5 && noisy < 0.99, "{noisy}");
        assert!(turned < 0.2, "{turned}");
    }

    /// One of two channels is equal; the pixels of the other channel lie between its own.
    #[test]
    fn channels_are_compared_one_by_one() {
        let pixels = Some(Pixels { width: 16, channels: 2 });
        let both = |second: &[u8]| -> Vec<u8> {
            slope().iter().zip(second).flat_map(|(a, b)| [*a, *b]).collect()
        };
        let turned: Vec<u8> = slope().into_iter().rev().collect();
        let image = buffer(Dtype::U8, 384, pixels);
        let quality = image.quality(&both(&turned), &both(&slope()));
        assert_eq!(quality, Some(Quality::Similarity((1.0 + similarity_of(&turned)) / 2.0)));
    }

    #[test]
    fn what_is_no_number_is_not_similar() {
        let image = buffer(Dtype::F32, 4, Some(Pixels { width: 2, channels: 1 }));
        let got = image.quality(&floats(&[1.0, f32::NAN, 2.0, 3.0]), &floats(&[1.0; 4]));
        assert_eq!(got, Some(Quality::Similarity(0.0)));
    }
}
