//! Assumptions on the streaming multiprocessor that several papers leave open.

use super::{Assumption, Choice};

/// Hold time and number of collector units. One assumption, as latches take entries of their own.
pub const COLLECTORS: Assumption = Assumption {
    name: "collector units (SP + SFU + memory)",
    ours: "6 + 8 + 2, each held for 4 cycles or more",
    others: &[
        Choice::keys("each held for 2 cycles", &["sm.latches=true", "gpu.collector_units=24"]),
        Choice::keys(
            "12 + 8 + 4",
            &["sm.sp_collectors=12", "sm.memory_collectors=4", "gpu.collector_units=24"],
        ),
        Choice::keys(
            "12 + 8 + 4, each held for 2 cycles",
            &[
                "sm.latches=true",
                "sm.sp_collectors=12",
                "sm.memory_collectors=4",
                "gpu.collector_units=32",
            ],
        ),
    ],
    reason: "The paper names GPGPU-Sim, no hold time, and no units of each class. GPGPU-Sim has \
             latches before and behind the collector units (ID_OC, OC_EX) and holds one for 2 \
             cycles; ours reads real banks without latches. 6 + 8 + 2 are those of GPGPU-Sim's GTX \
             480; 12 + 8 + 4 doubles the classes that limit, the most that a read can name beside \
             latches.",
};

/// Active warps of a scheduler with two levels.
pub const ACTIVE_WARPS: Assumption = Assumption {
    name: "active warps of a two-level scheduler",
    ours: "6",
    others: &[
        Choice::keys("4", &["sm.active_warps=4"]),
        Choice::keys("24", &["sm.active_warps=24"]),
    ],
    reason: "Section 4 names a two-level scheduler and no number. 6 is GPGPU-Sim's, 24 are all warps \
             of a scheduler.",
};

/// Share of L2 and DRAM.
pub const MEMORY: Assumption = Assumption {
    name: "memory of the simulated SM",
    ours: "its share of L2 and DRAM",
    others: &[
        Choice::keys("all of L2 and DRAM", &["gpu.sms=1"]),
        Choice::keys("every load hits in L1", &["l1.always_hits=true"]),
    ],
    reason: "The paper simulates all SMs and does not say how many have work. One SM alone has all \
             of the memory system; an L1 that always hits bounds what any memory system can give.",
};

/// Latency of an L1 hit.
pub const L1_LATENCY: Assumption = Assumption {
    name: "L1 hit latency",
    ours: "1 cycle",
    others: &[Choice::keys("34 cycles", &["l1.latency=34", "l1.pipelined=true"])],
    reason: "The paper names GPGPU-Sim and no version. Version 3.2.2 has 1 cycle, version 4.2 has \
             35, of which the last is the write-back's.",
};
