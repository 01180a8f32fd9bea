//! Computes how many CTAs fit into the register file and the scratchpad together, and which
//! registers of each CTA are in which of the two.
//!
//! A mix CTA keeps the registers below `Start_Reg` of each thread in the register file, and the
//! others in the scratchpad, where each register of a warp occupies 128 bytes. All mix CTAs have
//! the same `Start_Reg`. The paper's equations 7 to 9 allow fractions of registers and omit limits
//! (errata `exp-e01` to `exp-e03`). [`best_split`] instead tries all splits into integer numbers of
//! registers.
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
    /// Maximum share of a mix CTA's registers that may leave, percent (`expars.tau_percent`).
    pub tau_percent: usize,
    /// The first register that may leave.
    pub spill_from: usize,
}

/// How the CTAs of an SM are split.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Split {
    /// CTAs with all registers in the register file.
    pub ctas_rf: usize,
    /// Mix CTAs: CTAs with a part of their registers in the scratchpad.
    pub ctas_mix: usize,
    /// Registers per thread of a mix CTA that stay in the register file; all of them if there is no
    /// mix CTA.
    pub start_reg: usize,
}

impl Split {
    /// Resident CTAs.
    pub fn ctas(&self) -> usize {
        self.ctas_rf + self.ctas_mix
    }
}

/// The least `Start_Reg` of a thread with `registers` registers.
pub fn least_start(registers: usize, tau_percent: usize) -> usize {
    registers - registers * tau_percent / 100
}

/// Bytes of the scratchpad that the arrays of a CTA occupy.
pub fn shared_taken(shared_bytes: usize) -> usize {
    shared_bytes.next_multiple_of(SHARED_GRANULARITY)
}

/// The split with the most resident CTAs that a launch of `launched` CTAs can use. If mix CTAs do
/// not fit or are not needed, it has as many CTAs as the register file alone holds, maybe none.
pub fn best_split(needs: &KernelNeeds, sm: &Resources, bounds: Bounds, launched: usize) -> Split {
    let machine = Machine::new(needs, sm, bounds);
    let mut more = (machine.lower + 1..=machine.upper.min(launched)).rev();
    more.find_map(|ctas| machine.with_mix(ctas)).unwrap_or(machine.whole(machine.lower))
}

/// The split into `ctas` CTAs that moves the fewest registers to the scratchpad; among equal ones,
/// the one with the fewest mix CTAs. It has no mix CTA if the register file holds all registers.
/// `None` if the CTAs do not fit.
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
    /// Warp registers that the register file holds.
    lines: usize,
    /// Bytes of the scratchpad.
    scratchpad: usize,
    /// Maximum number of CTAs that the register file alone holds.
    lower: usize,
    /// Maximum number of CTAs by the capacity of both memories together and by all limits except
    /// that of the registers.
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

    /// Split into `ctas_rf` CTAs without a mix CTA.
    fn whole(&self, ctas_rf: usize) -> Split {
        Split { ctas_rf, ctas_mix: 0, start_reg: self.registers }
    }

    /// Best split into `ctas` CTAs with at least one mix CTA.
    fn with_mix(&self, ctas: usize) -> Option<Split> {
        let all = (1..=ctas).filter_map(|mix| self.mixed(ctas, mix));
        all.min_by_key(|split| {
            (split.ctas_mix * (self.registers - split.start_reg), split.ctas_mix)
        })
    }

    /// Split with `mix` mix CTAs that keeps the most registers in the register file. `None` if it
    /// does not fit.
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
