//! Assumptions about what Angerd et al. leave open.

use super::simulated::NO_STAGES;
use crate::papers::assumptions::common::{COLLECTORS, L1_LATENCY, MEMORY};
use crate::papers::assumptions::{Assumption, Choice, Headline, Open};
use crate::papers::simulated::{LARGE, SMALL};

pub const OPEN: Open = Open {
    headlines: &[
        Headline::gain("sdc-ipc-max", 0),
        Headline::gain("sdc-ipc-avg-high", 0),
        Headline::gain("sdc-ipc-avg-perfect", 0),
        Headline::gain("sdc-ipc-range", 0),
    ],
    assumptions: &[
        Assumption {
            name: "added pipeline stages",
            ours: "those of our RTL",
            others: &[Choice::flags("none", &[NO_STAGES])],
            reason: "Section 3.2.7 gives each new stage one cycle, section 3.2.8 gives extraction \
                     none, and neither says how long a collector unit is held for them. \"None\" \
                     is the lower bound of the cost: the same CTAs on a conventional register \
                     file.",
        },
        Assumption {
            name: "bank operations per cycle",
            ours: "one read or one write",
            others: &[Choice::keys("one read and one write", &["sram.bank_ports=1r1w"])],
            reason: "Section 3.1 gives a bank one read port and one write port. GPGPU-Sim, the \
                     paper's simulator, lets a bank either read or write in a cycle.",
        },
        Assumption {
            name: "input size",
            ours: "the launch angerd-2020.toml",
            others: &[Choice::flags("small", &[SMALL]), Choice::flags("large", &[LARGE])],
            reason: "Section 5 names no inputs. The small launches are those of the kernels' \
                     tests; CFD's has blocks of 64 threads. The large launches have four times as \
                     many CTAs, CFD's eleven times.",
        },
        MEMORY,
        L1_LATENCY,
        COLLECTORS,
    ],
};
