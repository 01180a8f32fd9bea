//! The arithmetic of [`Placer`], one register at a time.

use super::{In, Out, Params};
use crate::stream::Placer;

/// Behavioural model of the placement: combinational, without state.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
}

impl Model {
    fn place(&self, i: &In) -> (usize, usize) {
        let placer = Placer {
            placement: self.params.placement,
            banks: self.params.banks,
            regs_per_thread: usize::from(i.regs_per_thread),
        };
        placer.place(i.warp, i.reg)
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
        let (bank, entry) = self.place(i);
        Out { bank: bank as u8, entry: entry as u16 }
    }

    fn tick(&mut self, _: &In) {}

    fn accepts(&self, i: &In) -> bool {
        u16::from(i.reg) < i.regs_per_thread && self.place(i).1 < self.params.entries
    }
}
