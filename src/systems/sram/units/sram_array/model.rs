//! Model of the SRAM array: a memory with registered read data.

use super::{In, Out, Params};
use crate::bits::WarpRegister;
use crate::units::bank::Write;

#[derive(Clone, Debug)]
pub struct Model {
    registers: Vec<WarpRegister>,
    two_ports: bool,
    read_valid: bool,
    read_data: WarpRegister,
}

impl Model {
    /// Clock edge of the read port with a read.
    #[inline]
    pub fn read(&mut self, entry: u16) {
        self.read_valid = true;
        self.read_data = self.registers[usize::from(entry)];
    }

    /// Clock edge of the read port without a read.
    #[inline]
    pub fn rest(&mut self) {
        self.read_valid = false;
    }

    /// Clock edge of the write port with a write.
    #[inline]
    pub fn write(&mut self, write: &Write<'_>) {
        write.merge_into(&mut self.registers[usize::from(write.row)]);
    }

    /// Whether the array has this entry.
    pub fn holds(&self, entry: u16) -> bool {
        usize::from(entry) < self.registers.len()
    }

    /// Whether the previous cycle was a read. State only.
    #[inline]
    pub fn read_valid(&self) -> bool {
        self.read_valid
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
        Model {
            registers: vec![[0; 32]; params.entries],
            two_ports: params.two_ports,
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
        match i.rst_n && i.read {
            true => self.read(i.read_entry),
            false => self.rest(),
        }
        if i.rst_n && i.write {
            self.write(&Write {
                row: i.write_entry,
                lane_mask: i.lane_mask,
                bits: u32::MAX,
                data: &i.write_data,
            });
        }
    }

    fn accepts(&self, i: &In) -> bool {
        let meet = i.read && i.write && (!self.two_ports || i.read_entry == i.write_entry);
        self.holds(i.read_entry) && self.holds(i.write_entry) && !meet
    }
}
