//! What Yu et al. leave open. Inputs are the small ones: large ones take minutes for each point.

use super::simulated::{AS_STATED, FREE_PREFS, ROOM};
use crate::papers::assumptions::common::{COLLECTORS, MEMORY};
use crate::papers::assumptions::{Assumption, Better, Choice, Headline, Open};

const fn headline(id: &'static str) -> Headline {
    Headline { id, part: 0, neutral: 0.0, better: Better::Higher }
}

pub static OPEN: Open = Open {
    headlines: &[
        headline("exp-perf"),
        headline("exp-perf-lrr"),
        headline("exp-perf-gto"),
        headline("exp-perf-tl"),
        headline("exp-perf-ltlws-lrr"),
    ],
    assumptions: &[
        Assumption {
            name: "registers in shared memory",
            ours: "with sound rules",
            others: &[
                Choice::flags("as stated", &[AS_STATED]),
                Choice::flags("PREF takes no issue slot", &[FREE_PREFS]),
                Choice::flags("take no time", &[ROOM]),
            ],
            reason: "The page with the rules of bundles is missing (gap exp-gap-page6), and section \
                     3.2 calls a PREF's cost negligible. The last value is the upper bound: the same \
                     CTAs on a register file that holds them.",
        },
        Assumption {
            name: "bundles count",
            ours: "registers that any split may move",
            others: &[Choice::keys("those of the launch's split", &["expars.bundles=launch"])],
            reason: "The page with the rules of bundles is missing (gap exp-gap-page6).",
        },
        Assumption {
            name: "weight of a reference in a loop",
            ours: "1",
            others: &[Choice::keys("10 for each level", &["expars.loop_weight=10"])],
            reason: "Section 3.2 counts references at compile time and does not mention loops. 10 is \
                     usual in register allocation.",
        },
        Assumption {
            name: "active warps of a two-level scheduler",
            ours: "6",
            others: &[
                Choice::keys("4", &["sm.active_warps=4"]),
                Choice::keys("24", &["sm.active_warps=24"]),
            ],
            reason: "Section 4 names a two-level scheduler and no number. 6 is GPGPU-Sim's, 24 are \
                     all warps of a scheduler.",
        },
        MEMORY,
        COLLECTORS,
    ],
};
