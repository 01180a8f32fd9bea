//! Expected answers to a bank's reads, computed from the requests alone.

use crate::bits::{WarpRegister, merge_lanes};
use crate::stream::{Action, BankRequest, write_data};
use std::collections::VecDeque;

/// Tracks the value of every register of a bank in program order, and checks the answer to each
/// read.
pub struct Checker {
    registers: Vec<WarpRegister>,
    /// Expected answers, in order: collector unit, operand slot, data.
    waiting: VecDeque<(u8, u8, WarpRegister)>,
    /// Correct answers so far.
    pub right: u64,
    /// Wrong answers so far.
    pub wrong: u64,
    /// Hash of all answers so far, in order.
    pub answers: blake3::Hasher,
}

impl Checker {
    pub fn new(entries: usize) -> Self {
        Checker {
            registers: vec![[0; 32]; entries],
            waiting: VecDeque::new(),
            right: 0,
            wrong: 0,
            answers: blake3::Hasher::new(),
        }
    }

    /// Notes an accepted request.
    pub fn accept(&mut self, request: &BankRequest) {
        let register = &mut self.registers[request.entry];
        match request.action {
            Action::Read { cu, slot, .. } => self.waiting.push_back((cu, slot, *register)),
            Action::Write { lane_mask, number } => {
                let data = write_data(request.warp, request.reg, number);
                merge_lanes(register, &data, lane_mask);
            }
        }
    }

    /// Checks an answer of the bank.
    pub fn answer(&mut self, cu: u8, slot: u8, data: &WarpRegister) {
        match self.waiting.pop_front() == Some((cu, slot, *data)) {
            true => self.right += 1,
            false => self.wrong += 1,
        }
        self.answers.update(&[cu, slot]);
        data.iter().for_each(|lane| _ = self.answers.update(&lane.to_le_bytes()));
    }

    pub fn none_waits(&self) -> bool {
        self.waiting.is_empty()
    }
}
