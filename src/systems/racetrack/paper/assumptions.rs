//! Assumptions that Liang and Wang leave open.

use super::simulated::{FREE_SHIFTS, MOST_CTAS};
use crate::papers::assumptions::common::{COLLECTORS, L1_LATENCY, MEMORY};
use crate::papers::assumptions::{Assumption, Choice, Headline, Open};
use crate::papers::simulated::SMALL;

pub const OPEN: Open = Open {
    headlines: &[Headline::gain("rm-perf-gain-avg", 0), Headline::gain("rm-energy-saving", 1)],
    assumptions: &[
        Assumption {
            name: "shift for a request",
            ours: "takes one of four operations",
            others: &[Choice::flags("takes none", &[FREE_SHIFTS])],
            reason: "Section 4.4 limits busy banks to four in a cycle and lets a chosen bank shift \
                     if it is not aligned (Fig. 10). It does not say whether banks that are not \
                     chosen may shift for a request, too.",
        },
        Assumption {
            name: "number of CTAs",
            ours: "by three profiles",
            others: &[Choice::flags("as many as fit", &[MOST_CTAS])],
            reason: "Section 4.2 profiles the shifts' cost and does not say whether mapping and \
                     preshifting are on. Ours are off, so that the cost is overestimated; as many as \
                     fit ignores the cost.",
        },
        Assumption {
            name: "read queue of a bank",
            ours: "8 reads",
            others: &[
                Choice::keys("2 reads", &["racetrack.read_queue_depth=2"]),
                Choice::keys("48 reads", &["racetrack.read_queue_depth=48"]),
            ],
            reason: "Section 2.3 gives no depth. 48 are the operands of all 16 collector units, so \
                     that the queue never fills.",
        },
        Assumption {
            name: "write buffer of a bank",
            ours: "2 writes",
            others: &[Choice::keys("1 write", &["racetrack.write_buffer_depth=1"])],
            reason: "Section 5 has two entries in each bank, which are 4 KB, and 2 KB in all, which \
                     are one entry in each bank (erratum rm-e03).",
        },
        Assumption {
            name: "L1 size",
            ours: "16 KB",
            others: &[Choice::keys("32 KB", &["l1.sets=64"])],
            reason: "Table 2 lists 16 and 32 KB and does not say which result has which.",
        },
        Assumption {
            name: "input size",
            ours: "the launch liang-2016.toml",
            others: &[Choice::flags("small", &[SMALL])],
            reason: "Section 5 names no inputs. The small launches are those of the kernels' tests.",
        },
        MEMORY,
        L1_LATENCY,
        COLLECTORS,
    ],
};
