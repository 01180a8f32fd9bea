//! Assumptions on the streaming multiprocessor that several papers leave open.

use super::{Assumption, Choice};

/// Hold time and number of collector units. They are one assumption, because a latch and a
/// collector unit each take an entry of `gpu.collector_units`.
pub const COLLECTORS: Assumption = Assumption {
    name: "collector units (SP + SFU + memory)",
    ours: "6 + 8 + 2, each held for at least 4 cycles",
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
    reason: "The paper names GPGPU-Sim, but neither the hold time nor the number of units per \
             class. GPGPU-Sim has latches before and after the collector units (ID_OC, OC_EX) and \
             holds a unit for 2 cycles; ours has no latches and reads modelled banks. GPGPU-Sim's \
             GTX 480 has 6 + 8 + 2. 12 + 8 + 4 doubles the limiting classes, the maximum that a \
             read request can address together with latches.",
};

/// Active warps of a two-level scheduler.
pub const ACTIVE_WARPS: Assumption = Assumption {
    name: "active warps of a two-level scheduler",
    ours: "6",
    others: &[
        Choice::keys("4", &["sm.active_warps=4"]),
        Choice::keys("24", &["sm.active_warps=24"]),
    ],
    reason: "Section 4 names a two-level scheduler without this number. GPGPU-Sim uses 6; 24 are \
             all warps of a scheduler.",
};

/// The simulated SM's share of L2 and DRAM.
pub const MEMORY: Assumption = Assumption {
    name: "memory of the simulated SM",
    ours: "its share of L2 and DRAM",
    others: &[
        Choice::keys("all of L2 and DRAM", &["gpu.sms=1"]),
        Choice::keys("every load hits in L1", &["l1.always_hits=true"]),
    ],
    reason: "The paper simulates all SMs, and does not say how many have work. A single active SM \
             has the complete memory system. An L1 that always hits is the upper bound for any \
             memory system.",
};

/// Latency of an L1 hit.
pub const L1_LATENCY: Assumption = Assumption {
    name: "L1 hit latency",
    ours: "1 cycle",
    others: &[Choice::keys("34 cycles", &["l1.latency=34", "l1.pipelined=true"])],
    reason: "The paper names GPGPU-Sim without a version. Version 3.2.2 takes 1 cycle; version 4.2 \
             takes 35, the last of which is the write-back.",
};
