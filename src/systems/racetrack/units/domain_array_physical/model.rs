//! Model with domains that really move. A slot holds one domain of each of the 1,024 wires.

use super::{In, Out, Params};
use crate::bits::{WarpRegister, merge_lanes};
use crate::systems::racetrack::units::PortRegions;
use crate::systems::racetrack::units::shift_controller::Op;

#[derive(Clone, Debug)]
pub struct Model {
    /// `positions + offsets - 1` slots, from the left end of the wires to the right end.
    slots: Vec<WarpRegister>,
    geometry: PortRegions,
    read_valid: bool,
    read_data: WarpRegister,
}

impl Model {
    /// Slot of an access port.
    fn port_slot(&self, port: u8) -> usize {
        (usize::from(port) + 1) * self.geometry.offsets - 1
    }

    fn perform(&mut self, i: &In) {
        let at = self.port_slot(i.port);
        let last = self.slots.len() - 1;
        match i.op {
            Op::Nop => {}
            Op::Read => self.read_data = self.slots[at],
            Op::Write => merge_lanes(&mut self.slots[at], &i.write_data, i.lane_mask),
            Op::ShiftRight => {
                self.slots.copy_within(1.., 0);
                self.slots[last] = [0; 32];
            }
            Op::ShiftLeft => {
                self.slots.copy_within(..last, 1);
                self.slots[0] = [0; 32];
            }
        }
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        let geometry = params.geometry;
        Model {
            slots: vec![[0; 32]; geometry.positions() + geometry.offsets - 1],
            geometry,
            read_valid: false,
            read_data: [0; 32],
        }
    }

    fn outputs(&self, _: &In) -> Out {
        Out { read_valid: self.read_valid, read_data: self.read_data }
    }

    fn tick(&mut self, i: &In) {
        self.read_valid = i.rst_n && i.op == Op::Read;
        if i.rst_n {
            self.perform(i);
        }
    }

    fn accepts(&self, i: &In) -> bool {
        self.geometry.contains(i.port, 0)
    }
}
