//! Recorded streams of register-file requests: which warp requested which register at which cycle.
//!
//! A stream is a CSV file, optionally compressed with xz, with the columns `cycle,op,warp,reg,mask`
//! and optionally `hint`:
//!
//! - `cycle`: the earliest cycle at which the request is offered.
//! - `op`: `R` for a read, `W` for a write.
//! - `warp`: the warp slot.
//! - `reg`: the thread's register number.
//! - `mask`: the active lanes as eight hexadecimal digits.
//! - `hint`: for a read, whether its register is dead (`d`), read often (`p`), both (`dp`) or
//!   neither (`-`).
//!
//! Requests are in the order in which the register file saw them, at most 1,000,000 cycles apart.
//! Values are not recorded: [`write_data`] generates values that a checker can predict.

mod placement;
mod read;
mod write;

pub use placement::Placer;
pub use write::Writer;

use crate::bits::{LANES, WarpRegister, splitmix64};
use crate::config::{Gpu, Options};
use crate::error::{Error, Place, Result};

/// A complete stream in memory.
#[derive(Clone, Debug)]
pub struct Stream {
    /// The file, for messages.
    pub name: String,
    pub requests: Vec<Request>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Read,
    Write,
}

/// Hints of a read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hint {
    /// The register is not read again before it is written.
    pub dead: bool,
    /// The register is likely to be read often.
    pub promote: bool,
}

/// One request of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request {
    /// Earliest cycle at which the request is offered.
    pub cycle: u64,
    pub direction: Direction,
    /// Warp slot.
    pub warp: u8,
    /// Register number of the thread.
    pub reg: u8,
    pub lane_mask: u32,
    /// Hints of a read; empty for a write.
    pub hint: Hint,
}

/// Requests for a unit to replay.
#[derive(Clone, Debug)]
pub struct StreamReplay {
    /// In program order.
    pub requests: Vec<BankRequest>,
    pub regs_per_thread: usize,
    /// Banks of the register file that the stream was placed in.
    pub banks: usize,
    /// Options of the unit that replays it.
    pub options: Options,
}

/// One write of every register that occurs, with all lanes active.
pub fn initial_writes(requests: &[BankRequest], entries: usize) -> Vec<BankRequest> {
    let mut seen = std::collections::HashSet::new();
    debug_assert!(requests.iter().all(|request| request.entry < entries));
    let first = requests.iter().filter(|request| seen.insert((request.bank, request.entry)));
    let action = Action::Write { lane_mask: u32::MAX, number: 0 };
    first.map(|request| BankRequest { cycle: 0, action, ..*request }).collect()
}

/// A request with the bank and entry of its register.
#[derive(Clone, Copy, Debug)]
pub struct BankRequest {
    pub bank: usize,
    pub cycle: u64,
    pub warp: u8,
    pub reg: u8,
    /// Entry of the bank.
    pub entry: usize,
    pub action: Action,
}

#[derive(Clone, Copy, Debug)]
pub enum Action {
    /// A read for an operand slot of a collector unit.
    Read { cu: u8, slot: u8, hint: Hint },
    /// The `number`th write of its register; number 0 initialises the register.
    Write { lane_mask: u32, number: u32 },
}

/// Data of the `number`th write of a register: for each lane, a hash of warp, register, number and
/// lane.
pub fn write_data(warp: u8, reg: u8, number: u32) -> WarpRegister {
    let register = u64::from(warp) << 8 | u64::from(reg);
    let write = (u64::from(number) << 16 | register) << 8;
    std::array::from_fn(|lane| splitmix64(write | lane as u64) as u32)
}

impl Stream {
    /// Registers per thread: the largest register number plus one.
    pub fn regs_per_thread(&self) -> usize {
        self.requests.iter().map(|request| usize::from(request.reg) + 1).max().unwrap_or(1)
    }

    /// The stream with a bank and entry for every register.
    ///
    /// # Errors
    /// [`Error::Input`] if a bank has too few `entries`.
    pub fn place(&self, gpu: &Gpu, regs_per_thread: usize, entries: usize) -> Result<Placed<'_>> {
        let placer = Placer::new(gpu, regs_per_thread);
        let needed =
            self.requests.iter().map(|request| placer.place(request.warp, request.reg).1 + 1);
        let needed = needed.max().unwrap_or(0);
        if needed > entries {
            let found = format!(
                "{regs_per_thread} registers per thread, {needed} entries in each of {} banks",
                gpu.banks
            );
            let expected = format!("at most {entries} entries");
            return Err(Error::input(Place::whole(&self.name), found, expected));
        }
        Ok(Placed { stream: self, placer, gpu: gpu.clone() })
    }
}

/// A stream whose registers are placed in banks and entries.
pub struct Placed<'a> {
    stream: &'a Stream,
    placer: Placer,
    gpu: Gpu,
}

impl Placed<'_> {
    pub fn regs_per_thread(&self) -> usize {
        self.placer.regs_per_thread
    }

    /// The requests of bank `only`, or of all banks, in order.
    pub fn requests(&self, only: Option<usize>) -> Vec<BankRequest> {
        let mut writes = vec![0; 256 << 8];
        let mut requests = Vec::new();
        for (n, request) in self.stream.requests.iter().enumerate() {
            let Request { cycle, warp, reg, .. } = *request;
            let (bank, entry) = self.placer.place(warp, reg);
            if only.is_some_and(|only| only != bank) {
                continue;
            }
            let action = match request.direction {
                Direction::Read => Action::Read {
                    cu: (n % self.gpu.collector_units) as u8,
                    slot: (n % self.gpu.operand_slots) as u8,
                    hint: request.hint,
                },
                Direction::Write => {
                    let number: &mut u32 = &mut writes[usize::from(warp) << 8 | usize::from(reg)];
                    *number += 1;
                    Action::Write { lane_mask: request.lane_mask, number: *number }
                }
            };
            requests.push(BankRequest { bank, cycle, warp, reg, entry, action });
        }
        requests
    }
}

const _: () = assert!(LANES <= 1 << 8, "a lane's number fits the hash");
