//! Model of the logical array: a memory that is addressed by port region and head position.

use super::{In, Op, Out, Params};
use crate::bits::WarpRegister;
use crate::systems::racetrack::units::PortRegions;
use crate::units::bank::Write;

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

    /// Clock edge of a cycle with `op` on the register of this port region at the head's offset. It
    /// copies only the data that the operation needs.
    #[inline]
    pub fn perform(&mut self, op: Op, port: u8, write: Option<&Write<'_>>) {
        self.read_valid = op == Op::Read;
        match op {
            Op::Nop => {}
            Op::Read => self.read_data = self.registers[self.position(port)],
            Op::Write => {
                let position = self.position(port);
                if let Some(write) = write {
                    write.merge_into(&mut self.registers[position]);
                }
            }
            Op::ShiftLeft => self.head -= 1,
            Op::ShiftRight => self.head += 1,
        }
    }

    /// Declares the present position to be the rest position.
    pub fn reset(&mut self) {
        self.read_valid = false;
        self.head = self.geometry.rest_offset();
    }

    /// Data of the last read. State only.
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
            true => {
                let (lane_mask, data) = (i.lane_mask, &i.write_data);
                let row = self.position(i.port) as u16;
                let write = Write { row, lane_mask, bits: u32::MAX, data };
                self.perform(i.op, i.port, Some(&write));
            }
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
