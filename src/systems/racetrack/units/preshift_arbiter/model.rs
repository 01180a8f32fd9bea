//! Model of the preshift arbiter; it has no state.

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
        let may = i.preshift_en || i.aligned_only;
        Out { preshift: if may { i.request & !i.busy & !i.aligned } else { 0 } }
    }

    fn tick(&mut self, _: &In) {}
}
