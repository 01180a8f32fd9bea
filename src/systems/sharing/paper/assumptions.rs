//! Our assumptions where Jeon et al. leave a choice open, and alternatives.

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
            ours: "lanes from lane 0 on; found while a warp maps the register",
            others: &[Choice::flags("any run, rows of lanes, kept registers", &[EXTENSIONS])],
            reason: "Section 4.2 gives an entry a base, a stride and an active count, but no first \
                     lane. Section 3 does not say how long a loaded register can be found.",
        },
        ACTIVE_WARPS,
        Assumption {
            name: "loads waiting for another load's data",
            ours: "16",
            others: &[Choice::keys("64", &["sharing.waiting=64"])],
            reason: "Section 3 states no limit. 64 is the maximum of our unit.",
        },
        Assumption {
            name: "dead registers",
            ours: "released early",
            others: &[Choice::keys("kept until overwritten", &["sharing.release=false"])],
            reason: "Section 4 takes its baseline from a paper that releases dead registers, and \
                     does not say whether sharing does so too. A released register later needs a \
                     new physical register; our pool supplies one per cycle.",
        },
        Assumption {
            name: "L1 size",
            ours: "16 KB",
            others: &[Choice::keys("48 KB", &["l1.sets=96"])],
            reason: "The paper gives no size. Fermi offers 16 or 48 KB.",
        },
        MEMORY,
        L1_LATENCY,
        COLLECTORS,
    ],
};
