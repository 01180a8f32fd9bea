//! Computes the pattern by its definition: guesses it from the first lanes, then checks every lane.

use super::{In, Out, Params};
use crate::systems::sharing::config::{AddressCheck, SharedLanes};

/// The address pattern of a regular load. Addresses and distances are in words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    /// Address of the first active lane.
    pub base: u32,
    /// Distance from one lane to the next.
    pub stride: u16,
    /// First active lane of each row.
    pub first: u8,
    /// Last active lane of each row.
    pub last: u8,
    /// Address of the last active lane in the last row: the highest one.
    pub end: u32,
    /// log2 of the number of rows.
    pub rows: u8,
    /// Distance from one row to the next.
    pub pitch: u32,
}

/// Behavioural model of the unit: combinational, without state.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
}

impl Model {
    /// The pattern of a regular load, in the first form that fits.
    pub fn pattern(&self, i: &In) -> Option<Pattern> {
        let outside = i.lanes & !self.inside(i);
        let unaligned = (0..self.params.lanes)
            .fold(0, |bits, lane| bits | ((i.lanes >> lane & 1) * (i.address[lane] & 3)));
        if i.bytes != 2 || i.lanes == 0 || outside != 0 || unaligned != 0 {
            return None;
        }
        (0..self.params.forms()).find_map(|rows| self.in_rows(i, rows))
    }

    /// The pattern of a load that consists of 2^rows rows.
    fn in_rows(&self, i: &In, rows: u8) -> Option<Pattern> {
        let width = self.params.lanes >> rows;
        let row = i.lanes & (u32::MAX >> (32 - width));
        let first = row.trailing_zeros() as usize;
        let count = row.count_ones() as usize;
        let run = count > 0 && row >> first == u32::MAX >> (32 - count);
        let same = (0..1 << rows).fold(0, |lanes, n| lanes | row << (n * width)) == i.lanes;
        if !run || !same || self.params.active == SharedLanes::Prefix && first > 0 {
            return None;
        }
        let word = |lane: usize| i.address[lane] >> 2;
        let base = word(first);
        let stride = if count > 1 { word(first + 1).checked_sub(base)? } else { 0 };
        let pitch = if rows > 0 { word(first + width).checked_sub(base)? } else { 0 };
        if stride >> self.params.stride_bits != 0 {
            return None;
        }
        let expected = |n: usize, lane: usize| base + n as u32 * pitch + lane as u32 * stride;
        let fits =
            |n: usize| (0..count).all(|lane| word(n * width + first + lane) == expected(n, lane));
        (0..1 << rows).all(fits).then(|| Pattern {
            base,
            stride: stride as u16,
            first: first as u8,
            last: (first + count - 1) as u8,
            end: expected((1 << rows) - 1, count - 1),
            rows,
            pitch,
        })
    }

    /// Lowest and highest word that active lanes inside the window touch.
    pub fn range(&self, i: &In) -> Option<(u32, u32)> {
        let mut counted = i.lanes & self.inside(i);
        if counted == 0 {
            return None;
        }
        let (mut low, mut high) = (u32::MAX, 0);
        while counted != 0 {
            let address = i.address[counted.trailing_zeros() as usize];
            (low, high) = (low.min(address), high.max(address));
            counted &= counted - 1;
        }
        let end = (high + (1 << i.bytes) - 1) >> 2;
        Some((low >> 2, end.min(self.params.last_word())))
    }

    fn inside(&self, i: &In) -> u32 {
        match self.params.check {
            AddressCheck::Sound => i.inside,
            AddressCheck::LowBits => u32::MAX,
        }
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        Model { params: params.clone() }
    }

    #[inline]
    fn outputs(&self, i: &In) -> Out {
        let found = self.pattern(i);
        let Pattern { base, stride, first, last, end, rows, pitch } = found.unwrap_or_default();
        let range = self.range(i);
        let (low, high) = range.unwrap_or_default();
        Out {
            regular: found.is_some(),
            base,
            stride,
            first,
            last,
            end,
            rows,
            pitch,
            touches: range.is_some(),
            low,
            high,
        }
    }

    fn tick(&mut self, _: &In) {}

    fn accepts(&self, i: &In) -> bool {
        i.bytes <= 5
    }
}
