//! Recorded streams of register-file requests: which warp asked for which register when.
//!
//! A stream is a CSV file, perhaps compressed with xz, with the columns `cycle,op,warp,reg,mask`:
//! the cycle from which the request is offered, `R` or `W`, the warp slot, the thread's register
//! number, and the active lanes as eight hex digits. Requests stand in the order in which the
//! register file saw them. Values are not recorded: [`write_data`] makes ones that a checker can
//! predict.

mod placement;
mod read;

pub use placement::Placer;

use crate::bits::{LANES, WarpRegister, splitmix64};
use crate::config::Gpu;
use crate::error::{Error, Place, Result};
use serde::Deserialize;

/// A whole stream in memory.
#[derive(Clone, Debug)]
pub struct Stream {
    /// The file, for messages.
    pub name: String,
    pub requests: Vec<Request>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Direction {
    #[serde(rename = "R")]
    Read,
    #[serde(rename = "W")]
    Write,
}

/// One line of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Earliest cycle at which it is offered.
    pub cycle: u64,
    pub direction: Direction,
    /// Warp slot.
    pub warp: u8,
    /// Register of the thread.
    pub reg: u8,
    pub lane_mask: u32,
}

/// A request as the bank that holds its register sees it.
#[derive(Clone, Copy, Debug)]
pub struct BankRequest {
    pub cycle: u64,
    pub warp: u8,
    pub reg: u8,
    /// Entry of the bank.
    pub entry: usize,
    pub action: Action,
}

#[derive(Clone, Copy, Debug)]
pub enum Action {
    /// For an operand slot of a collector unit.
    Read { cu: u8, slot: u8 },
    /// The `number`th write of its register; 0 is the one that initialises it.
    Write { lane_mask: u32, number: u32 },
}

/// What the `number`th write of a register writes: of each lane a hash of all four.
pub fn write_data(warp: u8, reg: u8, number: u32) -> WarpRegister {
    let register = u64::from(warp) << 8 | u64::from(reg);
    let write = (u64::from(number) << 16 | register) << 8;
    std::array::from_fn(|lane| splitmix64(write | lane as u64) as u32)
}

impl Stream {
    /// Registers of a thread: the largest number that occurs, plus one.
    pub fn regs_per_thread(&self) -> usize {
        self.requests.iter().map(|request| usize::from(request.reg) + 1).max().unwrap_or(1)
    }

    /// The requests of one bank, in order.
    ///
    /// # Errors
    /// [`Error::Input`] if a register lies beyond the bank's `entries`.
    pub fn bank(
        &self,
        bank: usize,
        entries: usize,
        placer: &Placer,
        gpu: &Gpu,
    ) -> Result<Vec<BankRequest>> {
        let mut writes = vec![0; 256 << 8];
        let mut requests = Vec::new();
        for (n, request) in self.requests.iter().enumerate() {
            let Request { cycle, warp, reg, .. } = *request;
            let (its_bank, entry) = placer.place(warp, reg);
            if its_bank != bank {
                continue;
            }
            if entry >= entries {
                return Err(self.does_not_fit(warp, entries, placer));
            }
            let action = match request.direction {
                Direction::Read => Action::Read {
                    cu: (n % gpu.collector_units) as u8,
                    slot: (n % gpu.operand_slots) as u8,
                },
                Direction::Write => {
                    let number: &mut u32 = &mut writes[usize::from(warp) << 8 | usize::from(reg)];
                    *number += 1;
                    Action::Write { lane_mask: request.lane_mask, number: *number }
                }
            };
            requests.push(BankRequest { cycle, warp, reg, entry, action });
        }
        Ok(requests)
    }

    fn does_not_fit(&self, warp: u8, entries: usize, placer: &Placer) -> Error {
        let needed = (usize::from(warp) + 1) * placer.regs_per_thread;
        let there = entries * placer.banks;
        let found = format!(
            "warp {warp} with {} registers a thread: {needed} warp registers",
            placer.regs_per_thread
        );
        Error::input(Place::whole(&self.name), found, format!("at most {there}"))
    }
}

const _: () = assert!(LANES <= 1 << 8, "a lane's number fits the hash");
