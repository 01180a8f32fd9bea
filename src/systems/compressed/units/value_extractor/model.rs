//! The extractor's behaviour:
//! [`Indirection::extract`](crate::systems::compressed::indirection::Indirection::extract).

use super::{In, Out, Params};

#[derive(Clone, Debug)]
pub struct Model;

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(_: &Params) -> Self {
        Model
    }

    #[inline]
    fn outputs(&self, i: &In) -> Out {
        let placed = i.placed();
        Out { data: placed.extract(i.part.into(), &i.data) }
    }

    fn tick(&mut self, _: &In) {}

    fn accepts(&self, i: &In) -> bool {
        let placed = i.placed();
        placed.is_legal() && (!i.part || placed.is_split())
    }
}

#[cfg(test)]
mod tests {
    use crate::systems::compressed::indirection::{Indirection, SLICE_BITS};

    /// The paper's rule: one sign nibble in all slices that the last part does not fill.
    fn single_pad(placed: &Indirection, part: usize, data: &[u32; 1]) -> [u32; 1] {
        let [own] = placed.extract(part, data);
        let start = if part == 0 { 0 } else { placed.masks[0].count_ones() };
        let padded = placed.signed && own >> 31 == 1;
        [if padded { own | ((1 << (SLICE_BITS as u32 * start)) - 1) } else { own }]
    }

    /// With the paper's rule part 0 of a split negative value reads as all ones. The rule is right
    /// for values that are not split, unsigned or not negative (sdc-e02).
    #[test]
    fn a_single_pad_destroys_split_negative_values() {
        let read =
            |rule: fn(&Indirection, usize, &[u32; 1]) -> [u32; 1], placed: &Indirection, value| {
                let part = |part| rule(placed, part, &placed.scatter(part, &[value]))[0];
                part(0) | part(1)
            };
        let split =
            Indirection { registers: [0, 1], masks: [0x07, 0x03], signed: true, float: false };
        assert_eq!(read(Indirection::extract, &split, 0xf_8123), 0xffff_8123);
        assert_eq!(read(single_pad, &split, 0xf_8123), 0xffff_8fff);
        let whole = Indirection { masks: [0x1f, 0], ..split };
        let unsigned = Indirection { signed: false, ..split };
        for (placed, value, expected) in [
            (whole, 0xf_8123, 0xffff_8123),
            (unsigned, 0xf_8123, 0xf_8123),
            (split, 0x7_8123, 0x7_8123),
        ] {
            assert_eq!(read(single_pad, &placed, value), expected);
            assert_eq!(read(Indirection::extract, &placed, value), expected);
        }
    }
}
