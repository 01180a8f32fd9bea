//! Behaviour of the scratchpad: rows of words, and a count of passes while a register waits.

use super::{In, Out, Params};
use crate::bits::{LANES, WarpRegister, merge_lanes};

#[derive(Clone, Debug)]
pub struct Model {
    max_shared_run: u8,
    rows: Vec<WarpRegister>,
    /// Passes in a row while a register access waits.
    run: u8,
    /// Last word read from each bank.
    read: WarpRegister,
    answered: u32,
    fetched: bool,
}

impl Model {
    /// Whether a pass is accepted. State only.
    #[inline]
    pub fn pass_ready(&self) -> bool {
        self.run < self.max_shared_run
    }

    /// Performs a pass.
    #[inline]
    fn pass(&mut self, i: &In) {
        for bank in 0..LANES {
            let enable = i.pass_enable[bank];
            if enable == 0 {
                continue;
            }
            let word = &mut self.rows[usize::from(i.pass_row[bank])][bank];
            if i.pass_stores {
                let bytes =
                    (0..4).fold(0, |mask, n| mask | (0xff * u32::from(enable >> n & 1)) << (8 * n));
                *word = *word & !bytes | i.pass_data[bank] & bytes;
            } else {
                self.read[bank] = *word;
                self.answered |= 1 << bank;
            }
        }
    }

    /// Reads or writes a register.
    #[inline]
    fn register(&mut self, i: &In) {
        let row = &mut self.rows[usize::from(i.register_row)];
        if i.register_writes {
            merge_lanes(row, &i.register_data, i.register_lanes);
        } else {
            (self.read, self.fetched) = (*row, true);
        }
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;

    fn new(params: &Params) -> Self {
        Model {
            max_shared_run: params.max_shared_run,
            rows: vec![[0; LANES]; params.rows],
            run: 0,
            read: [0; LANES],
            answered: 0,
            fetched: false,
        }
    }

    #[inline]
    fn outputs(&self, i: &In) -> Out {
        let pass_ready = self.pass_ready();
        Out {
            pass_ready,
            answered: self.answered,
            words: std::array::from_fn(|bank| self.read[bank] * (self.answered >> bank & 1)),
            register_granted: i.register_valid && !(i.pass_valid && pass_ready),
            fetched: self.fetched,
            fetched_data: self.read,
        }
    }

    #[inline]
    fn tick(&mut self, i: &In) {
        (self.answered, self.fetched) = (0, false);
        if !i.rst_n {
            self.run = 0;
        } else if i.pass_valid && self.pass_ready() {
            self.pass(i);
            self.run = if i.register_valid { self.run + 1 } else { 0 };
        } else {
            self.run = 0;
            if i.register_valid {
                self.register(i);
            }
        }
    }

    fn accepts(&self, i: &In) -> bool {
        let exists = |row: u16| usize::from(row) < self.rows.len();
        let of_pass = i.pass_row.iter().zip(i.pass_enable);
        let passes = of_pass.into_iter().all(|(row, enable)| enable == 0 || exists(*row));
        (!i.pass_valid || passes) && (!i.register_valid || exists(i.register_row))
    }
}
