//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    fault("&& far[i]", "&& 1'b0").in_lockstep(&[]).refutes(0, &[]),
    fault("for (i = 0; i < Lanes - 2; i", "for (i = 1; i < Lanes - 2; i")
        .in_lockstep(&[])
        .refutes(0, &[]),
    fault("if (|(starts >> (i + 1)))", "if (1'b0)")
        .in_lockstep(&["sharing.lanes=run"])
        .refutes(0, &["sharing.lanes=run"]),
    fault("if (lanes_i[i] != lanes_i[i+Width])", "if (1'b0)")
        .in_lockstep(&["sharing.lanes=run", "sharing.rows=true"])
        .refutes(0, &["sharing.lanes=run", "sharing.rows=true"]),
    fault("one_run && (&equal)", "one_run")
        .in_lockstep(&["sharing.lanes=run", "sharing.rows=true"])
        .refutes(0, &["sharing.lanes=run", "sharing.rows=true"]),
    fault(" && !(|unaligned)", "").in_lockstep(&[]).refutes(0, &[]),
    fault("(counted == lanes_i)", "1'b1").in_lockstep(&[]).refutes(0, &[]),
    fault("- 6'd1; // bytes", "- 6'd2; // bytes").in_lockstep(&[]).refutes(0, &[]),
    fault("if (counted[4*g+y])", "if (1'b1)").in_lockstep(&[]).refutes(0, &[]),
    fault("(lower[4] && !over)", "lower[4]").in_lockstep(&[]).refutes(0, &[]),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_address_pattern", from, to)
}
