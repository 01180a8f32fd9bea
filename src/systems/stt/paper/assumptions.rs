//! Choices that Zhang et al. leave open, with ours and the alternatives. They are run on small
//! inputs, because large ones take minutes per point.

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
            ours: "that of SRAM of their size",
            others: &[Choice::flags("none", &[FREE_BUFFERS])],
            reason: "Section 5.2 does not say whether the energy includes the leakage of the SRAM \
                     buffers of section 5.3.",
        },
        Assumption {
            name: "write buffer has priority from",
            ours: "3 buffered writes",
            others: &[
                Choice::keys("1 buffered write", &["stt.drain_first_from=1"]),
                Choice::keys("4 buffered writes", &["stt.drain_first_from=4"]),
            ],
            reason: "Section 4 does not say when the buffer drains. The buffer of a bank holds \
                     four writes.",
        },
        Assumption {
            name: "read queue per bank",
            ours: "8 reads",
            others: &[
                Choice::keys("2 reads", &["stt.read_queue_depth=2"]),
                Choice::keys("48 reads", &["stt.read_queue_depth=48"]),
            ],
            reason: "The paper gives no depth. 48 is the number of operands of all 16 collector \
                     units, so the queue never fills.",
        },
        Assumption {
            name: "register named twice as a source",
            ours: "read once",
            others: &[Choice::keys("read twice", &["sm.duplicate_reads=repeated"])],
            reason: "The paper does not say; GPGPU-Sim reads it twice (add_read_requests).",
        },
        Assumption {
            name: "clock of the register file",
            ours: "700 MHz",
            others: &[Choice::keys("1400 MHz", &["gpu.clock_mhz=1400", "stt.write_cycles=8"])],
            reason: "Table I gives cycles at 700 MHz, table III a shader clock of 1400 MHz, at \
                     which a write takes 8 cycles.",
        },
        MEMORY,
        COLLECTORS,
    ],
};
