//! Assumptions that Yu et al. leave open.

use super::simulated::{AS_STATED, FREE_PREFS, ROOM};
use crate::papers::assumptions::common::{ACTIVE_WARPS, COLLECTORS, MEMORY};
use crate::papers::assumptions::{Assumption, Choice, Headline, Open};

pub const OPEN: Open = Open {
    headlines: &[
        Headline::gain("exp-perf", 0),
        Headline::gain("exp-perf-lrr", 0),
        Headline::gain("exp-perf-gto", 0),
        Headline::gain("exp-perf-tl", 0),
        Headline::gain("exp-perf-ltlws-lrr", 0),
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
        ACTIVE_WARPS,
        MEMORY,
        COLLECTORS,
    ],
};
