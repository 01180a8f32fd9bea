//! The truncator's behaviour: [`Format::truncate`] of each lane, then
//! [`Indirection::scatter`](crate::systems::compressed::indirection::Indirection::scatter).

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
        let placed = i.placed();
        let format = Format::of_slices(placed.slices()).filter(|_| placed.converts());
        let rounded = |format: Format| i.data.map(|n| format.truncate(n, self.subnormals));
        let values = format.map_or(i.data, rounded);
        Out { masks: i.masks, data: [0, 1].map(|part| placed.scatter(part, &values)) }
    }

    fn tick(&mut self, _: &In) {}

    fn accepts(&self, i: &In) -> bool {
        i.placed().is_legal()
    }
}
