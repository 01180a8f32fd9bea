//! Assumptions that Yu et al. (2018) leave open.

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
            name: "rules for spilled registers",
            ours: "our sound rules",
            others: &[
                Choice::flags("as stated in the paper", &[AS_STATED]),
                Choice::flags("sound, PREF takes no issue slot", &[FREE_PREFS]),
                Choice::flags("spilled registers cost no time", &[ROOM]),
            ],
            reason: "The page with the rules for bundles is missing (gap exp-gap-page6), and \
                     section 3.2 calls the cost of a PREF negligible. The last value is the upper \
                     bound: the same CTAs on a register file that holds all their registers.",
        },
        Assumption {
            name: "registers counted in bundles",
            ours: "all that any split may spill",
            others: &[Choice::keys("those of the launch's split", &["expars.bundles=launch"])],
            reason: "The page with the rules for bundles is missing (gap exp-gap-page6).",
        },
        Assumption {
            name: "weight of a reference in a loop",
            ours: "1",
            others: &[Choice::keys("10 per loop level", &["expars.loop_weight=10"])],
            reason: "Section 3.2 counts references at compile time and does not mention loops. A \
                     weight of 10 is usual in register allocation.",
        },
        ACTIVE_WARPS,
        MEMORY,
        COLLECTORS,
    ],
};
