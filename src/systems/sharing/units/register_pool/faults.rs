//! Faults that the unit's checks must find.

use crate::units::{Fault, Keys};

const KEYS: Keys = &["gpu.banks=4", "gpu.registers=1024", "gpu.warps=8"];

pub const FAULTS: &[Fault] = &[
    // A count that forgets a channel, a map, a borrow.
    fault("less_0 ^ less_1 ^ less_2", "less_0 ^ less_1").refutes(0, &[]),
    fault("one_less & ~more", "one_less").in_lockstep(KEYS).refutes(0, &[]),
    fault("two_less | borrow", "two_less").refutes(0, &[]),
    // A held register is offered, a mapped one, one of a later bank.
    fault("~(left | holds | taken)", "~(left | taken)").in_lockstep(KEYS).refutes(0, &[]),
    fault("~(left | holds | taken)", "~(sum_0 | holds | taken)").refutes(0, &[]),
    fault("~(left | holds | taken)", "~(left | holds)").refutes(0, &[]),
    fault("(|behind) ? first_behind : first_of_all", "first_of_all").refutes(0, &[]),
    fault("if (m > k) last = 1'b0", "if (m < k) last = 1'b0").refutes(0, &[]),
    fault("spare_q & ~kept_q", "spare_q").refutes(1, &[]),
    fault("kept_q & ~more & ~taken", "kept_q & ~taken").refutes(1, &[]),
    fault("released & ~unmap_recorded_i", "released").refutes(1, &[]),
    fault("if (m < k) names = names + 2'd1", "").in_lockstep(KEYS),
    fault("+ {1'b0, released_q[2]}", "").in_lockstep(KEYS),
    // The lowest register of each eight counts, not of the first eight alone.
    fault("if (!first[e])", "if (1'b0)").in_lockstep(&[]),
    // Registers whose numbers differ in the highest bit are taken for one.
    fault("(map_phys_i == unmap_phys_i[5*k +: 5])", "(map_phys_i[3:0] == unmap_phys_i[5*k +: 4])")
        .in_lockstep(KEYS),
    fault(
        "(unmap_phys_i[5*m +: 5] == unmap_phys_i[5*k +: 5])",
        "(unmap_phys_i[5*m +: 4] == unmap_phys_i[5*k +: 4])",
    )
    .in_lockstep(KEYS),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_register_pool", from, to)
}
