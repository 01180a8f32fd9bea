//! Random requests on the channels: kernels of random size; reads and writes of few registers, of
//! one bank, or of all registers; changing rates.

use super::channels::{READ_PORTS, Requests, Responses, WRITE_PORTS, ones};
use crate::stream::Placer;
use crate::units::dice::{Dice, scaled};
use crate::units::{placement, read_queue};

/// Registers that are accessed in a phase.
#[derive(Clone, Copy)]
enum Target {
    Few,
    OneBank(usize),
    All,
}

/// Makes requests for registers of the running kernel. A refused request is offered again. A
/// register is read only if all its lanes were written since reset.
pub struct Traffic {
    /// The random sequence, shared with the unit's stimulus.
    pub dice: Dice,
    placement: placement::Params,
    collector_units: usize,
    operand_slots: usize,
    /// Chances of a read and of a write on each channel, out of 256.
    chance: [u8; 2],
    target: Target,
    /// Warps of the running kernel.
    warps: usize,
    /// Registers per thread of the running kernel.
    regs: usize,
    /// Lanes that were written since reset, by warp and register.
    written: Vec<u32>,
}

/// Warps and registers per thread of a random kernel that fits the banks.
pub fn random_kernel(placement: &placement::Params, dice: &mut Dice) -> (usize, usize) {
    let entries = placement.entries;
    let mut warps = 1 + dice.below(placement.warps);
    loop {
        let most = (entries * placement.banks / warps).clamp(1, 256);
        let regs = 1 + dice.below(most);
        let last = warps as u8 - 1;
        let rows = (0..regs).map(|reg| placer(placement, regs).place(last, reg as u8).1);
        if rows.max().unwrap_or(0) < entries {
            return (warps, regs);
        }
        warps = warps.div_ceil(2);
    }
}

fn placer(shape: &placement::Params, regs_per_thread: usize) -> Placer {
    let placement::Params { placement, banks, .. } = *shape;
    Placer { placement, banks, regs_per_thread }
}

impl Traffic {
    /// Random requests from a seed; idle until a kernel and a phase begin.
    pub fn new(placement: &placement::Params, queue: &read_queue::Params, seed: u64) -> Self {
        Traffic {
            dice: Dice::new(seed),
            placement: placement.clone(),
            collector_units: queue.collector_units,
            operand_slots: queue.operand_slots,
            chance: [0; 2],
            target: Target::All,
            warps: 1,
            regs: 1,
            written: vec![0; 64 << 8],
        }
    }

    /// Registers per thread of the running kernel.
    pub fn regs_per_thread(&self) -> u16 {
        self.regs as u16
    }

    /// Begins another kernel that fits, after a reset.
    pub fn new_kernel(&mut self) {
        self.written.fill(0);
        (self.warps, self.regs) = random_kernel(&self.placement, &mut self.dice);
    }

    /// Changes the rates and the target for a new phase, from random bytes.
    pub fn new_phase(&mut self, [read, write, target, bank]: [u8; 4]) {
        self.chance = [read, write];
        self.target = match target % 4 {
            0 => Target::Few,
            1 => Target::OneBank(usize::from(scaled(bank, self.placement.banks))),
            _ => Target::All,
        };
    }

    fn placer(&self, regs_per_thread: usize) -> Placer {
        placer(&self.placement, regs_per_thread)
    }

    /// A random warp and one of its registers.
    fn register(&mut self) -> (u8, u8) {
        let (warps, regs) = match self.target {
            Target::Few => (self.warps.min(2), self.regs.min(3)),
            _ => (self.warps, self.regs),
        };
        for _ in 0..16 {
            let (warp, reg) = (self.dice.below(warps) as u8, self.dice.below(regs) as u8);
            match self.target {
                Target::OneBank(bank) if self.placer(self.regs).place(warp, reg).0 != bank => {}
                _ => return (warp, reg),
            }
        }
        (0, 0)
    }

    fn lanes_written(&mut self, warp: u8, reg: u8) -> &mut u32 {
        &mut self.written[usize::from(warp) << 8 | usize::from(reg)]
    }

    /// Notes that a register is undefined until it is written again.
    pub fn forget(&mut self, warp: u8, reg: u8) {
        *self.lanes_written(warp, reg) = 0;
    }

    /// Notes the accepted writes. Not called in a cycle of reset.
    pub fn observe(&mut self, requests: &Requests, responses: &Responses) {
        for n in ones((*requests.write_valid & responses.write_ready).into()) {
            let register = self.lanes_written(requests.write_warp[n], requests.write_reg[n]);
            *register |= requests.write_lane_mask[n];
        }
    }

    /// Replaces the requests of the last cycle by those of the next.
    pub fn offer(&mut self, requests: &mut Requests, responses: &Responses) {
        let reads_refused = *requests.read_valid & !responses.read_ready;
        let writes_refused = *requests.write_valid & !responses.write_ready;
        self.offer_reads(requests, reads_refused);
        self.offer_writes(requests, writes_refused);
    }

    fn offer_reads(&mut self, next: &mut Requests, refused: u8) {
        *next.read_valid = refused;
        for n in (0..READ_PORTS).filter(|n| refused >> n & 1 == 0) {
            let random = self.dice.bytes();
            let (warp, reg) = self.register();
            if random[0] > self.chance[0] || *self.lanes_written(warp, reg) != u32::MAX {
                continue;
            }
            *next.read_valid |= 1 << n;
            (next.read_warp[n], next.read_reg[n]) = (warp, reg);
            next.read_cu[n] = scaled(random[1], self.collector_units);
            next.read_slot[n] = scaled(random[2], self.operand_slots);
        }
    }

    fn offer_writes(&mut self, next: &mut Requests, refused: u8) {
        *next.write_valid = refused;
        for n in (0..WRITE_PORTS).filter(|n| refused >> n & 1 == 0) {
            if self.dice.bytes()[0] > self.chance[1] {
                continue;
            }
            *next.write_valid |= 1 << n;
            (next.write_warp[n], next.write_reg[n]) = self.register();
            next.write_lane_mask[n] = self.dice.lane_mask();
            next.write_data[n] = self.dice.warp_register();
        }
    }
}
