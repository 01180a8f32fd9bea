use super::{In, Out, Params};
use crate::bits::{LANES, WarpRegister};
use crate::systems::sharing::config::MergeRule;

#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    job: In,
    busy: bool,
    asked: [bool; 2],
    answered: [bool; 2],
    refused: u8,
    data: WarpRegister,
}

fn signed(shift: u8) -> i32 {
    i32::from((shift << 2) as i8 >> 2)
}

impl Model {
    fn next(&self) -> Option<usize> {
        (0..2).find(|n| !self.answered[*n]).filter(|n| self.busy && !self.asked[*n])
    }
    fn take(&mut self, which: usize, data: &WarpRegister) {
        let j = &self.job;
        if j.copy {
            self.data = *data;
            return;
        }
        let shift = signed([j.a_shift, j.b_shift][which]);
        let plain = self.params.rule == MergeRule::Plain;
        for lane in 0..LANES {
            let range = if which == 0 { j.first..=j.split } else { j.split + 1..=j.last };
            let from = lane as i32 + shift;
            if (plain || range.contains(&(lane as u8))) && (0..32).contains(&from) {
                self.data[lane] |= data[from as usize];
            }
        }
    }
}

impl crate::units::Model for Model {
    type Params = Params;
    type In = In;
    type Out = Out;
    fn new(params: &Params) -> Self {
        Model {
            params: params.clone(),
            job: In::default(),
            busy: false,
            asked: [false; 2],
            answered: [false; 2],
            refused: 0,
            data: [0; LANES],
        }
    }
    fn outputs(&self, _: &In) -> Out {
        if !self.busy {
            return Out::default();
        }
        let phys = [self.job.a_phys, self.job.b_phys];
        let next = self.next();
        Out {
            busy: true,
            held: u8::from(!self.answered[0]) | u8::from(!self.answered[1]) << 1,
            held_phys: phys,
            read_valid: next.is_some(),
            read_which: next == Some(1),
            read_phys: next.map_or(0, |n| phys[n]),
            read_urgent: self.refused >= 16,
            write_valid: self.answered == [true; 2],
            write_phys: self.job.dest_phys,
            write_data: self.data,
        }
    }
    fn tick(&mut self, i: &In) {
        if !i.rst_n {
            self.busy = false;
            return;
        }
        if i.start {
            self.job = *i;
            self.busy = true;
            self.asked = [false, i.copy];
            self.answered = [false, i.copy];
            self.refused = 0;
            self.data = [0; LANES];
            return;
        }
        if let Some(n) = self.next() {
            if i.read_ready {
                self.asked[n] = true;
                self.refused = 0;
            } else {
                self.refused = (self.refused + 1).min(16);
            }
        }
        if i.rsp_valid {
            let which = usize::from(i.rsp_which);
            self.take(which, &i.rsp_data);
            self.answered[which] = true;
        }
        if self.busy && self.answered == [true; 2] && i.write_ready {
            self.busy = false;
        }
    }
}
