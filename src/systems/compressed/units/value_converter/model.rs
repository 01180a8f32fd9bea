//! The converter's behaviour: [`Format::extend`] of each lane.

use super::{In, Out, Params};
use crate::bits::float::Format;

#[derive(Clone, Debug)]
pub struct Model {
    subnormals: bool,
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        Model { subnormals: params.subnormals }
    }

    #[inline]
    fn outputs(&self, i: &In) -> Out {
        let extended = |format: Format| i.data.map(|code| format.extend(code, self.subnormals));
        Out { data: Format::of_slices(i.slices.into()).map_or(i.data, extended) }
    }

    fn tick(&mut self, _: &In) {}

    fn accepts(&self, i: &In) -> bool {
        Format::of_slices(i.slices.into()).is_some()
    }
}
