//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    Fault::new("rf_thread_value_truncator", "&& !huge;", ";").in_lockstep(&[]),
    Fault::new("rf_value_truncator", "second[s] && next[n]", "second[s]")
        .in_lockstep(&[])
        .refutes(6, &[]),
    Fault::new("rf_thread_value_truncator", "(rest[0] || rest[2])", "rest[0]").refutes(0, &[]),
    Fault::new("rf_thread_value_truncator", "|by_16[8:0]", "by_16[8]").refutes(5, &[]),
    Fault::new("rf_thread_value_truncator", "tiny && !almost", "tiny").refutes(7, &[]),
    Fault::new("rf_thread_value_truncator", "!below && (&number_i[22:18])", "(&number_i[22:18])")
        .refutes(12, &[]),
];
