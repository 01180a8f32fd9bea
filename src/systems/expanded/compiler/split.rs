//! How many CTAs fit into register file and scratchpad together, and where the registers of each
//! lie.
//!
//! A mix CTA keeps the registers below `Start_Reg` of each thread in the register file and has the
//! others in the scratchpad, a line of 128 bytes for a register of a warp. All mix CTAs have one
//! `Start_Reg`. The paper's equations 7 to 9 count fractions of registers and lose limits (errata
//! `exp-e01` to `exp-e03`); [`best_split`] tries all splits into whole registers instead.
//!
//! Source: Yu et al. 2018, section 3.3.1.

use crate::bits::LANES;
use crate::compiler::occupancy::{KernelNeeds, Resources};
use crate::systems::expanded::units::register_allocation_table::REGISTER_BYTES;

/// The shared memory of a CTA begins at a multiple of this, bytes.
const SHARED_GRANULARITY: usize = 16;

/// Limits of a split.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    /// Most of a mix CTA's registers that may leave, in percent (`expars.tau_percent`).
    pub tau_percent: usize,
    /// The first register that may leave.
    pub spill_from: usize,
}

/// How the CTAs of an SM are split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// CTAs with all registers in the register file.
    pub ctas_rf: usize,
    /// CTAs with a part of them in the scratchpad.
    pub ctas_mix: usize,
    /// Registers of a thread of a mix CTA that stay; all if there is no mix CTA.
    pub start_reg: usize,
}

impl Split {
    /// Resident CTAs.
    pub fn ctas(&self) -> usize {
        self.ctas_rf + self.ctas_mix
    }
}

/// Least `Start_Reg` of a thread with `registers` registers.
pub fn least_start(registers: usize, tau_percent: usize) -> usize {
    registers - registers * tau_percent / 100
}

/// Bytes of the scratchpad that the arrays of a CTA take.
pub fn shared_taken(shared_bytes: usize) -> usize {
    shared_bytes.next_multiple_of(SHARED_GRANULARITY)
}

/// The split into the most CTAs of which a launch with `launched` has a use; maybe none at all.
/// Where the register file holds all of those, as many as it holds.
pub fn best_split(needs: &KernelNeeds, sm: &Resources, bounds: Bounds, launched: usize) -> Split {
    let machine = Machine::new(needs, sm, bounds);
    let mut more = (machine.lower + 1..=machine.upper.min(launched)).rev();
    more.find_map(|ctas| machine.with_mix(ctas)).unwrap_or(machine.whole(machine.lower))
}

/// The split into `ctas` CTAs that moves the fewest registers of threads; among equal ones that
/// with the fewest mix CTAs, none if the register file holds all registers. `None` if the CTAs do
/// not fit.
pub fn split_into(
    ctas: usize,
    needs: &KernelNeeds,
    sm: &Resources,
    bounds: Bounds,
) -> Option<Split> {
    let machine = Machine::new(needs, sm, bounds);
    match ctas {
        ctas if ctas <= machine.lower => Some(machine.whole(ctas)),
        ctas if ctas > machine.upper => None,
        ctas => machine.with_mix(ctas),
    }
}

/// An SM and the CTAs of one kernel.
struct Machine {
    /// Warps of a CTA.
    warps: usize,
    /// Registers of a thread.
    registers: usize,
    /// Bytes of the arrays of a CTA.
    shared: usize,
    /// Registers of warps that the register file holds.
    lines: usize,
    /// Bytes of the scratchpad.
    scratchpad: usize,
    /// CTAs that the register file holds.
    lower: usize,
    /// CTAs that all limits but that of the registers allow, and both memories together.
    upper: usize,
    bounds: Bounds,
}

impl Machine {
    fn new(needs: &KernelNeeds, sm: &Resources, bounds: Bounds) -> Machine {
        let registers = needs.regs_per_thread.next_multiple_of(sm.register_granularity.max(1));
        let needs = KernelNeeds { shared_bytes: shared_taken(needs.shared_bytes), ..*needs };
        let others = sm.residency(&KernelNeeds { regs_per_thread: 0, ..needs }).tlp;
        let warps = needs.threads_per_cta.div_ceil(LANES);
        let lines = sm.registers / LANES;
        let taken = registers * warps * REGISTER_BYTES + needs.shared_bytes;
        let both = (lines * REGISTER_BYTES + sm.shared_bytes).checked_div(taken).unwrap_or(others);
        Machine {
            warps,
            registers,
            shared: needs.shared_bytes,
            lines,
            scratchpad: sm.shared_bytes,
            lower: sm.residency(&needs).tlp,
            upper: others.min(both),
            bounds,
        }
    }

    /// Split into `ctas_rf` CTAs, none of them mixed.
    fn whole(&self, ctas_rf: usize) -> Split {
        Split { ctas_rf, ctas_mix: 0, start_reg: self.registers }
    }

    /// Best split into `ctas` CTAs, at least one of them mixed.
    fn with_mix(&self, ctas: usize) -> Option<Split> {
        let all = (1..=ctas).filter_map(|mix| self.mixed(ctas, mix));
        all.min_by_key(|split| {
            (split.ctas_mix * (self.registers - split.start_reg), split.ctas_mix)
        })
    }

    /// Split with `mix` mix CTAs that keeps the most registers in the register file.
    fn mixed(&self, ctas: usize, mix: usize) -> Option<Split> {
        let room = self.lines.checked_sub((ctas - mix) * self.registers * self.warps)?;
        let start_reg = (room / (mix * self.warps)).min(self.registers.checked_sub(1)?);
        let moved = self.registers - start_reg;
        let bytes = ctas * self.shared + mix * moved * self.warps * REGISTER_BYTES;
        let fits = start_reg >= self.bounds.spill_from
            && 100 * moved <= self.bounds.tau_percent * self.registers
            && bytes <= self.scratchpad;
        fits.then_some(Split { ctas_rf: ctas - mix, ctas_mix: mix, start_reg })
    }
}
