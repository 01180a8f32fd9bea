//! Model of the STT-RAM array: cells, latch and the data of the last read.

use super::{Disturbance, In, Op, Out, Params};
use crate::bits::{WarpRegister, merge_lanes};

#[derive(Clone, Debug)]
pub struct Model {
    cells: Vec<WarpRegister>,
    disturbance: Disturbance,
    /// State of the random draws.
    state: u64,
    latch: WarpRegister,
    lane_mask: u32,
    read_data: WarpRegister,
    read_valid: bool,
    sensed: bool,
}

impl Model {
    /// Whether the array has this entry.
    pub fn holds(&self, entry: u16) -> bool {
        usize::from(entry) < self.cells.len()
    }

    /// Whether the previous cycle was the last of a read. State only.
    #[inline]
    pub fn read_valid(&self) -> bool {
        self.read_valid
    }

    /// Data of the last read or reverse read. State only.
    #[inline]
    pub fn read_data(&self) -> &WarpRegister {
        &self.read_data
    }

    /// Whether a reverse read ended in the previous cycle and found a lost one. State only.
    #[inline]
    pub fn disturbed(&self) -> bool {
        self.sensed && self.lost().any(|lost| lost != 0)
    }

    /// Ones of the latch that the last read did not give, by lane.
    #[inline]
    fn lost(&self) -> impl Iterator<Item = u32> {
        self.latch.iter().zip(&self.read_data).map(|(latch, sensed)| latch & !sensed)
    }

    /// Clock edge of a cycle of this operation. `load` is the lane mask and data of a write for the
    /// latch.
    #[inline]
    pub fn clock(&mut self, op: Op, last: bool, entry: u16, load: Option<(u32, &WarpRegister)>) {
        let was_read = self.read_valid;
        let given = self.read_data;
        (self.read_valid, self.sensed) = (last && op == Op::Read, last && op == Op::Reverse);
        if last {
            self.perform(op, usize::from(entry));
        }
        match load {
            Some((lane_mask, data)) => (self.lane_mask, self.latch) = (lane_mask, *data),
            None if was_read => self.latch = given,
            None => {}
        }
    }

    /// The effect of an operation, in its last cycle.
    #[inline]
    fn perform(&mut self, op: Op, entry: usize) {
        let cells = &mut self.cells[entry];
        match op {
            Op::Idle => {}
            Op::Read => {
                self.read_data = *cells;
                self.disturbance.apply(&mut self.state, entry as u16, cells);
            }
            Op::Reverse => self.read_data = *cells,
            Op::Write => merge_lanes(cells, &self.latch, self.lane_mask),
            Op::Selective | Op::Direct => {
                for (lane, cell) in cells.iter_mut().enumerate() {
                    let ones = self.latch[lane];
                    *cell |= if op == Op::Direct { ones } else { ones & !self.read_data[lane] };
                }
            }
        }
    }

    /// Returns to the reset state; the contents stay.
    pub fn clear(&mut self) {
        (self.read_valid, self.sensed, self.state) = (false, false, 0);
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        Model {
            cells: vec![[0; 32]; params.entries],
            disturbance: params.disturbance.clone(),
            state: 0,
            latch: [0; 32],
            lane_mask: 0,
            read_data: [0; 32],
            read_valid: false,
            sensed: false,
        }
    }

    #[inline]
    fn outputs(&self, _: &In) -> Out {
        Out {
            read_valid: self.read_valid,
            read_data: self.read_data,
            sensed: self.sensed,
            disturbed: self.disturbed(),
        }
    }

    #[inline]
    fn tick(&mut self, i: &In) {
        match i.rst_n {
            true => {
                let load = i.load.then_some((i.lane_mask, &i.write_data));
                self.clock(i.op, i.last, i.entry, load);
            }
            false => self.clear(),
        }
    }

    fn accepts(&self, i: &In) -> bool {
        self.holds(i.entry) && (!i.load || i.op == Op::Write && !i.last)
    }
}
