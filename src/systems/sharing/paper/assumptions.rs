//! Assumptions that Jeon et al. leave open.

use super::simulated::EXTENSIONS;
use crate::papers::assumptions::common::{ACTIVE_WARPS, COLLECTORS, L1_LATENCY, MEMORY};
use crate::papers::assumptions::{Assumption, Choice, Headline, Open};

pub const OPEN: Open = Open {
    headlines: &[
        Headline::gain("loc-matmul-naive", 0),
        Headline::gain("loc-cnn-e2e-speedup", 0),
        Headline::gain("loc-traffic", 0),
        Headline::gain("loc-saving-abstract", 0),
    ],
    assumptions: &[
        Assumption {
            name: "loads that may share",
            ours: "lanes from lane 0 on, while a warp maps the register",
            others: &[Choice::flags("any run of lanes, rows, kept registers", &[EXTENSIONS])],
            reason: "Section 4.2 gives an entry base, stride and active count, and no first lane; \
                     section 3 does not say how long a loaded register can be found.",
        },
        ACTIVE_WARPS,
        Assumption {
            name: "loads that wait for data of another",
            ours: "16",
            others: &[Choice::keys("64", &["sharing.waiting=64"])],
            reason: "Section 3 has no such limit. 64 is the most that our unit can have.",
        },
        Assumption {
            name: "registers that nobody needs",
            ours: "released before they are written",
            others: &[Choice::keys("kept until they are written", &["sharing.release=false"])],
            reason: "Section 4 takes its baseline from a paper that releases dead registers, and does \
                     not say whether sharing does. A released register needs a new physical one, of \
                     which our pool gives one a cycle.",
        },
        Assumption {
            name: "L1 size",
            ours: "16 KB",
            others: &[Choice::keys("48 KB", &["l1.sets=96"])],
            reason: "The paper gives no size. Fermi has 16 or 48 KB.",
        },
        MEMORY,
        L1_LATENCY,
        COLLECTORS,
    ],
};
