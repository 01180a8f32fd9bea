//! Comparison of a buffer with its expected contents.

use super::{Buffer, Element, Expect};
use std::fmt;

/// Comparison of one buffer with its expected contents.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Name of the buffer.
    pub buffer: String,
    /// Elements that were compared.
    pub compared: usize,
    /// Elements that the launch excludes.
    pub ignored: usize,
    /// Elements beyond the tolerance.
    pub mismatching: usize,
    /// Largest `|got - want|`, if any element differs; infinite if a NaN or an infinity differs.
    pub worst_absolute: Option<Worst>,
    /// Largest `|got - want| / |want|`; elements with `want` = 0 are left out.
    pub worst_relative: Option<Worst>,
    /// The first element beyond the tolerance.
    pub first: Option<Mismatch>,
}

/// The largest error and the first element that has it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Worst {
    /// Index of the element in the buffer.
    pub index: usize,
    /// The error: absolute, or relative to `|want|`.
    pub error: f64,
}

/// An element beyond the tolerance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mismatch {
    /// Index of the element in the buffer.
    pub index: usize,
    /// Value after the launch.
    pub got: Element,
    /// Expected value.
    pub want: Element,
}

impl Comparison {
    /// True if every compared element is within the tolerance.
    pub fn agrees(&self) -> bool {
        self.mismatching == 0
    }
}

impl fmt::Display for Comparison {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Comparison { buffer, compared, mismatching, .. } = self;
        match &self.first {
            None => write!(f, "{buffer}: {compared} elements agree"),
            Some(Mismatch { index, got, want }) => write!(
                f,
                "{buffer}: {mismatching} of {compared} elements differ, first {buffer}[{index}]: \
                 got {got}, expected {want}"
            ),
        }
    }
}

impl Buffer {
    /// Compares the buffer's contents after the launch with the expected ones; `None` if the launch
    /// expects none.
    ///
    /// A float passes if `|got - want| <= atol + rtol * |want|`. NaN equals NaN, and an infinity
    /// equals only itself. An integer must be equal unless there is a tolerance.
    ///
    /// # Panics
    /// If `after` does not have the buffer's length.
    pub fn compare(&self, after: &[u8]) -> Option<Comparison> {
        let expect = self.expect.as_ref()?;
        assert_eq!(after.len(), self.bytes(), "bytes of buffer {}", self.name);
        let width = self.dtype.bytes();
        let pairs = after.chunks_exact(width).zip(expect.data.chunks_exact(width)).enumerate();
        let mut result = Comparison::none(&self.name);
        for (index, (got, want)) in pairs {
            match expect.ignores(index) {
                true => result.ignored += 1,
                false => {
                    let (got, want) = (self.dtype.decode(got), self.dtype.decode(want));
                    result.add(Mismatch { index, got, want }, expect);
                }
            }
        }
        Some(result)
    }
}

impl Expect {
    pub(super) fn ignores(&self, index: usize) -> bool {
        self.ignore.as_ref().is_some_and(|ignore| {
            let index = index as u64 % ignore.period;
            ignore.from <= index && index < ignore.to
        })
    }

    fn tolerates(&self, error: f64, want: f64) -> bool {
        error == 0.0 || (error.is_finite() && error <= self.atol + self.rtol * want.abs())
    }
}

impl Comparison {
    fn none(buffer: &str) -> Comparison {
        Comparison {
            buffer: buffer.to_string(),
            compared: 0,
            ignored: 0,
            mismatching: 0,
            worst_absolute: None,
            worst_relative: None,
            first: None,
        }
    }

    fn add(&mut self, pair: Mismatch, expect: &Expect) {
        self.compared += 1;
        let error = absolute_error(pair.got, pair.want);
        if error == 0.0 {
            return;
        }
        let want = pair.want.to_f64();
        keep_worst(&mut self.worst_absolute, pair.index, error);
        if want != 0.0 {
            let relative = if error.is_finite() { error / want.abs() } else { error };
            keep_worst(&mut self.worst_relative, pair.index, relative);
        }
        if !expect.tolerates(error, want) {
            self.mismatching += 1;
            self.first.get_or_insert(pair);
        }
    }
}

fn keep_worst(worst: &mut Option<Worst>, index: usize, error: f64) {
    if worst.is_none_or(|worst| worst.error < error) {
        *worst = Some(Worst { index, error });
    }
}

/// 0 if both are equal; infinite if a NaN or an infinity differs.
pub(super) fn absolute_error(got: Element, want: Element) -> f64 {
    if let (Element::Int(got), Element::Int(want)) = (got, want) {
        // Exact: two different 64-bit integers may round to the same float.
        return (got - want).unsigned_abs() as f64;
    }
    let (got, want) = (got.to_f64(), want.to_f64());
    match got == want || (got.is_nan() && want.is_nan()) {
        true => 0.0,
        false if got.is_nan() || want.is_nan() => f64::INFINITY,
        false => (got - want).abs(),
    }
}
