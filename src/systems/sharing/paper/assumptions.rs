//! What Jeon et al. leave open.

use super::simulated::EXTENSIONS;
use crate::papers::assumptions::common::{COLLECTORS, L1_LATENCY, MEMORY};
use crate::papers::assumptions::{Assumption, Better, Choice, Headline, Open};

const fn headline(id: &'static str) -> Headline {
    Headline { id, part: 0, neutral: 0.0, better: Better::Higher }
}

pub static OPEN: Open = Open {
    headlines: &[
        headline("loc-matmul-naive"),
        headline("loc-cnn-e2e-speedup"),
        headline("loc-traffic"),
        headline("loc-saving-abstract"),
    ],
    assumptions: &[
        Assumption {
            name: "loads that may share",
            ours: "lanes from lane 0 on, while a warp maps the register",
            others: &[Choice::flags("any run of lanes, rows, kept registers", &[EXTENSIONS])],
            reason: "Section 4.2 gives an entry base, stride and active count, and no first lane; \
                     section 3 does not say how long a loaded register can be found.",
        },
        Assumption {
            name: "active warps of a scheduler",
            ours: "6",
            others: &[
                Choice::keys("4", &["sm.active_warps=4"]),
                Choice::keys("24", &["sm.active_warps=24"]),
            ],
            reason: "Section 4 names a two-level scheduler and no number. 6 is GPGPU-Sim's, 24 are \
                     all warps of a scheduler.",
        },
        Assumption {
            name: "loads that wait for data of another",
            ours: "16",
            others: &[Choice::keys("64", &["sharing.waiting=64"])],
            reason: "Section 3 has no such limit. 64 is the most that our unit can have.",
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
