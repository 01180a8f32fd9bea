//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    // A write to what others share, or that leaves its entry; a copy while another one is under way.
    fault("write_mapped_i & (write_single_i | write_fill_i)", "write_mapped_i").in_lockstep(&[]),
    fault("alone & write_recorded_i & ~write_fill_i", "3'd0").in_lockstep(&[]),
    fault("(~copies | {3{!merging_i}})", "3'd7").in_lockstep(&[]),
    // A hit whose data is not there yet, and a merge without a free register.
    fault("shares && hit_ready_i", "shares").in_lockstep(&[]),
    fault("room && can_take_i", "room").in_lockstep(&[]),
    // Writes that loads keep back for ever, a load that no fill of channel 1 wakes, or that waits on.
    fault("kept_back_q != Patience", "1'b1").in_lockstep(&[]),
    fault("if (fill_valid_i[f] && ", "if (fill_valid_i[f] && f != 1 && ")
        .in_lockstep(&[])
        .refutes(0, &[]),
    fault("(due_q & ~told) | filled", "due_q | filled").in_lockstep(&[]).refutes(0, &[]),
    // A fill of a register whose number is like the one that loads wait for; a table that seems to
    // have room as long as its first place is free. The proof has registers of two bits.
    fault(
        "(fill_phys_i[10*f +: 10] == phys)",
        "((fill_phys_i[10*f +: 10] | 10'h200) == (phys | 10'h200))",
    )
    .in_lockstep(&[]),
    fault("!(&taken_q);", "!(&taken_q[Waiting-1:1]);").in_lockstep(&[]),
];

const fn fault(from: &'static str, to: &'static str) -> Fault {
    Fault::new("rf_mapping_controller", from, to)
}
