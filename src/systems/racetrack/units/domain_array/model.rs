//! The array's behaviour: a plain memory, addressed by port region and head.

use super::{In, Op, Out, Params};
use crate::bits::{WarpRegister, merge_lanes};
use crate::systems::racetrack::units::PortRegions;

#[derive(Clone, Debug)]
pub struct Model {
    registers: Vec<WarpRegister>,
    geometry: PortRegions,
    head: usize,
    read_valid: bool,
    read_data: WarpRegister,
}

impl Model {
    #[inline]
    fn position(&self, port: u8) -> usize {
        usize::from(port) * self.geometry.offsets + self.head
    }

    /// The clock edge, with nothing copied that the operation does not need.
    #[inline]
    pub fn perform(&mut self, op: Op, port: u8, lane_mask: u32, write_data: &WarpRegister) {
        self.read_valid = op == Op::Read;
        match op {
            Op::Nop => {}
            Op::Read => self.read_data = self.registers[self.position(port)],
            Op::Write => {
                let position = self.position(port);
                merge_lanes(&mut self.registers[position], write_data, lane_mask);
            }
            Op::ShiftLeft => self.head -= 1,
            Op::ShiftRight => self.head += 1,
        }
    }

    /// The tape is declared to be at rest.
    pub fn reset(&mut self) {
        self.read_valid = false;
        self.head = self.geometry.rest_offset();
    }

    /// What the read of the cycle before gave. State only.
    #[inline]
    pub fn read_data(&self) -> &WarpRegister {
        &self.read_data
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        let geometry = params.geometry;
        Model {
            registers: vec![[0; 32]; geometry.positions()],
            geometry,
            head: geometry.rest_offset(),
            read_valid: false,
            read_data: [0; 32],
        }
    }

    #[inline]
    fn outputs(&self, _: &In) -> Out {
        Out { read_valid: self.read_valid, read_data: self.read_data }
    }

    #[inline]
    fn tick(&mut self, i: &In) {
        match i.rst_n {
            true => self.perform(i.op, i.port, i.lane_mask, &i.write_data),
            false => self.reset(),
        }
    }

    fn accepts(&self, i: &In) -> bool {
        let within = match i.op {
            Op::ShiftLeft => self.head > 0,
            Op::ShiftRight => self.head + 1 < self.geometry.offsets,
            _ => true,
        };
        !i.rst_n || within && self.geometry.contains(i.port, 0)
    }
}
