//! Assumptions that Zhang et al. leave open. Inputs are the small ones: large ones take minutes for
//! each point.

use super::simulated::FREE_BUFFERS;
use crate::papers::assumptions::common::{COLLECTORS, MEMORY};
use crate::papers::assumptions::{Assumption, Better, Choice, Headline, Open};

pub const OPEN: Open = Open {
    headlines: &[
        Headline::share("stt-perf-rd", Better::Higher),
        Headline::share("stt-perf-corbar", Better::Higher),
        Headline::share("stt-energy-corbar", Better::Lower),
    ],
    assumptions: &[
        Assumption {
            name: "leakage of the buffers",
            ours: "as SRAM of their size",
            others: &[Choice::flags("none", &[FREE_BUFFERS])],
            reason: "Section 5.2 does not say whether the energy has the leakage of the SRAM \
                     buffers of section 5.3.",
        },
        Assumption {
            name: "write buffer goes before reads from",
            ours: "3 writes on",
            others: &[
                Choice::keys("1 write on", &["stt.drain_first_from=1"]),
                Choice::keys("4 writes on", &["stt.drain_first_from=4"]),
            ],
            reason: "Section 4 does not say when the buffer is drained. A bank's buffer holds four \
                     writes.",
        },
        Assumption {
            name: "read queue of a bank",
            ours: "8 reads",
            others: &[
                Choice::keys("2 reads", &["stt.read_queue_depth=2"]),
                Choice::keys("48 reads", &["stt.read_queue_depth=48"]),
            ],
            reason: "The paper gives no depth. 48 are the operands of all 16 collector units, so \
                     that the queue never fills.",
        },
        Assumption {
            name: "register that is twice a source",
            ours: "read once",
            others: &[Choice::keys("read twice", &["sm.duplicate_reads=repeated"])],
            reason: "The paper does not say it; GPGPU-Sim reads it twice (add_read_requests).",
        },
        Assumption {
            name: "clock of the register file",
            ours: "700 MHz",
            others: &[Choice::keys("1400 MHz", &["gpu.clock_mhz=1400", "stt.write_cycles=8"])],
            reason: "Table I has cycles at 700 MHz, table III a shader clock of 1400 MHz, at which \
                     a write takes 8 cycles.",
        },
        MEMORY,
        COLLECTORS,
    ],
};
