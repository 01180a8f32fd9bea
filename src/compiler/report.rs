//! All compile-time figures of a kernel.

use super::allocate::allocate;
use super::liveness::Liveness;
use super::occupancy::{KernelNeeds, Limit, Resources};
use super::values::{Values, split_webs};
use crate::ptx::cfg::Cfg;
use crate::ptx::isa::Op;
use crate::ptx::kernel::Kernel;
use serde::Serialize;

/// Resources of a kernel and its occupancy.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figures {
    pub kernel: String,
    pub instructions: usize,
    /// Basic blocks.
    pub blocks: usize,
    /// Natural loops.
    pub loops: usize,
    pub barriers: usize,
    /// 32-bit words per thread after allocation.
    pub registers: usize,
    /// Registers per thread assumed for occupancy: `registers`, unless the user gave a number.
    pub registers_given: usize,
    pub predicates: usize,
    /// Maximum words live at once.
    pub live_maximum: usize,
    pub live_predicates: usize,
    /// Shared memory per CTA in bytes, static and dynamic.
    pub shared_bytes: u64,
    /// Local memory per thread in bytes.
    pub local_bytes: u64,
    /// Mean number of reads per definition in the code.
    pub reads_per_value: f64,
    pub threads_per_cta: usize,
    /// Maximum resident CTAs per SM.
    pub ctas: usize,
    pub warps: usize,
    /// Resident threads in percent of the SM's maximum.
    pub occupancy: f64,
    /// Resources that allow no further CTA.
    pub limits: Vec<Limit>,
}

/// Parts of a launch that these figures depend on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CtaShape {
    pub threads_per_cta: usize,
    /// Dynamic shared memory per CTA, in bytes.
    pub shared_bytes: usize,
    /// Registers per thread from the user, for a figure of another compiler.
    pub registers: Option<usize>,
}

/// All figures of a kernel. Register figures are computed after splitting registers into webs.
/// Registers from the user are used as given, even below what the PTX needs: a paper's figure comes
/// from another compiler.
pub fn figures(kernel: &Kernel, launch: &CtaShape, sm: &Resources) -> Figures {
    let webs = split_webs(kernel);
    let cfg = Cfg::new(&webs);
    let live = Liveness::new(&webs, &cfg);
    let live_maximum = live.maximum(&webs, &cfg);
    let allocation = allocate(&webs, &cfg, &live);
    let registers_given = launch.registers.unwrap_or(allocation.registers);
    let residency = sm.residency(&KernelNeeds {
        threads_per_cta: launch.threads_per_cta,
        regs_per_thread: registers_given,
        shared_bytes: (kernel.shared_bytes as usize).saturating_add(launch.shared_bytes),
    });
    let is_barrier = |op: &Op| matches!(op, Op::Barrier(_));
    Figures {
        kernel: kernel.name.clone(),
        instructions: kernel.code.len(),
        blocks: cfg.blocks().len(),
        loops: cfg.loops().len(),
        barriers: kernel.code.iter().filter(|i| is_barrier(&i.op)).count(),
        registers: allocation.registers,
        registers_given,
        predicates: allocation.predicates,
        live_maximum: live_maximum.words,
        live_predicates: live_maximum.predicates,
        shared_bytes: kernel.shared_bytes + launch.shared_bytes as u64,
        local_bytes: kernel.local_bytes,
        reads_per_value: Values::new(&webs, &cfg).mean_reads(),
        threads_per_cta: launch.threads_per_cta,
        ctas: residency.tlp,
        warps: residency.warps,
        occupancy: residency.occupancy,
        limits: residency.limits,
    }
}

impl Figures {
    /// Column names of [`Figures::row`].
    pub const HEADER: [&str; 12] = [
        "kernel",
        "instructions",
        "blocks",
        "loops",
        "barriers",
        "registers",
        "live maximum",
        "predicates",
        "reads per value",
        "shared bytes",
        "CTAs (limit)",
        "occupancy",
    ];

    /// The figures as a table row.
    pub fn row(&self) -> Vec<String> {
        let limits: Vec<String> = self.limits.iter().map(Limit::to_string).collect();
        vec![
            self.kernel.clone(),
            self.instructions.to_string(),
            self.blocks.to_string(),
            self.loops.to_string(),
            self.barriers.to_string(),
            self.registers_given.to_string(),
            self.live_maximum.to_string(),
            self.predicates.to_string(),
            format!("{:.2}", self.reads_per_value),
            self.shared_bytes.to_string(),
            format!("{} ({})", self.ctas, limits.join(", ")),
            format!("{:.1} %", self.occupancy),
        ]
    }
}
