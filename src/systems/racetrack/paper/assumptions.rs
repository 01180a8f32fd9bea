//! Choices that Liang and Wang leave open, with ours and the alternatives.

use super::simulated::{FREE_SHIFTS, MOST_CTAS};
use crate::papers::assumptions::common::{COLLECTORS, L1_LATENCY, MEMORY};
use crate::papers::assumptions::{Assumption, Choice, Headline, Open};
use crate::papers::simulated::SMALL;

pub const OPEN: Open = Open {
    headlines: &[Headline::gain("rm-perf-gain-avg", 0), Headline::gain("rm-energy-saving", 1)],
    assumptions: &[
        Assumption {
            name: "shift for a request",
            ours: "takes one of the four operations per cycle",
            others: &[Choice::flags("takes none", &[FREE_SHIFTS])],
            reason: "Section 4.4 limits busy banks to four per cycle, and lets a chosen bank shift \
                     if it is not aligned (Fig. 10). It does not say whether banks that are not \
                     chosen may also shift for a request.",
        },
        Assumption {
            name: "number of CTAs",
            ours: "chosen from three profiles",
            others: &[Choice::flags("maximum that fits", &[MOST_CTAS])],
            reason: "Section 4.2 profiles the cost of shifts, and does not say whether mapping and \
                     preshifting are on. They are off in our profiles, which overestimates the \
                     cost; the maximum that fits ignores it.",
        },
        Assumption {
            name: "read queue per bank",
            ours: "8 reads",
            others: &[
                Choice::keys("2 reads", &["racetrack.read_queue_depth=2"]),
                Choice::keys("48 reads", &["racetrack.read_queue_depth=48"]),
            ],
            reason: "Section 2.3 gives no depth. 48 is the number of operands of all 16 collector \
                     units, so the queue never fills.",
        },
        Assumption {
            name: "write buffer per bank",
            ours: "2 writes",
            others: &[Choice::keys("1 write", &["racetrack.write_buffer_depth=1"])],
            reason: "Section 5 states two entries per bank, which are 4 KB in total, and also 2 KB \
                     in total, which is one entry per bank (erratum rm-e03).",
        },
        Assumption {
            name: "L1 size",
            ours: "16 KB",
            others: &[Choice::keys("32 KB", &["l1.sets=64"])],
            reason: "Table 2 lists 16 and 32 KB, and does not say which result uses which size.",
        },
        Assumption {
            name: "input size",
            ours: "the launch liang-2016.toml",
            others: &[Choice::flags("small", &[SMALL])],
            reason: "Section 5 names no inputs. The kernels' tests use the small launches.",
        },
        MEMORY,
        L1_LATENCY,
        COLLECTORS,
    ],
};
