use super::{In, Out, Params, SharingRegisterFile};
use crate::units::Stimulus;
use bitflags::bitflags;
bitflags! {
    /// What stimulus must reach.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const NOTHING = 1 << 0;
    }
}
pub fn reachable(_: &Params) -> Scenarios {
    Scenarios::all()
}
pub fn scenarios(_: &In, _: &Out) -> Scenarios {
    Scenarios::all()
}
pub struct Random;
impl Random {
    pub fn new(_: &Params, _: u64) -> Self {
        Random
    }
}
impl Stimulus<SharingRegisterFile> for Random {
    fn next(&mut self, i: &In, _: &Out) -> In {
        i.clone()
    }
}
