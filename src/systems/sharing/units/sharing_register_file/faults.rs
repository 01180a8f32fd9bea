//! Faults that the unit's checks must find.

use crate::units::Fault;

/// Proofs of the file with the request stage, and of how soon its banks serve a merge.
const STAGE: usize = 1;
const SERVES: usize = 2;
const SERVES_TWO_PORTS: usize = 3;

pub const FAULTS: &[Fault] = &[
    // A change by a write, by a walk or by both does not leave the old register.
    Fault::new(
        "rf_sharing_register_file",
        "map_set ? change_mapped[0] : writer_mapped",
        "change_mapped[0]",
    )
    .refutes(0, &[]),
    Fault::new("rf_sharing_register_file", "released[0] || walks, unmaps", "released[0], unmaps")
        .refutes(0, &[]),
    Fault::new(
        "rf_sharing_register_file",
        "wire walk_go = !release_valid_i[0];",
        "wire walk_go = 1'b1;",
    )
    .refutes(0, &[]),
    // A read of what is not mapped, of another channel's register, one that replaces another.
    Fault::new(
        "rf_sharing_register_file",
        "read_mapped_q[k] <= map_read_mapped[k]",
        "read_mapped_q[k] <= 1'b1",
    )
    .refutes(0, &[]),
    Fault::new(
        "rf_sharing_register_file",
        "<= map_read_phys[2*k +: 2]",
        "<= map_read_phys[0 +: 2]",
    )
    .refutes(0, &[]),
    Fault::new("rf_sharing_register_file", "read_valid_i & read_room & map", "read_valid_i & map")
        .refutes(0, &[]),
    // A write to what others share, or that leaves its entry; lanes that were never written.
    Fault::new(
        "rf_mapping_controller",
        "write_mapped_i & (write_single_i | write_fill_i)",
        "write_mapped_i",
    )
    .refutes(0, &[]),
    Fault::new("rf_mapping_controller", "alone & write_recorded_i & ~write_fill_i", "3'd0")
        .refutes(0, &[]),
    Fault::new("rf_sharing_register_file", "write_set | write_fill_i", "write_fill_i")
        .refutes(0, &[]),
    // A store or a fence that deletes nothing.
    Fault::new("rf_sharing_register_file", "(kind_q == 2'd1) && touches_q", "1'b0").refutes(0, &[]),
    Fault::new("rf_sharing_register_file", "judged_q && (kind_q == 2'd2)", "1'b0").refutes(0, &[]),
    // A walked register whose entry of the table is not asked for.
    Fault::new("rf_sharing_register_file", "walks || change_mapped[4]", "change_mapped[4]")
        .refutes(0, &[]),
    // A source that is written or taken before it is read; a lane of the wrong source.
    Fault::new("rf_sharing_register_file", "(held[0] && phys ==", "(1'b0 && phys ==")
        .refutes(0, &[]),
    Fault::new("rf_register_pool", "~(left | holds | taken)", "~(left | taken)").refutes(0, &[]),
    Fault::new("rf_merge_unit", "from_first & ~behind_split", "from_first").refutes(0, &[]),
    // With the request stage: an access, a read or a write before an older release, the place of
    // another register, a fill that is none, a request that is held twice.
    Fault::new("rf_sharing_register_file", "access_room && all_released", "access_room")
        .refutes(STAGE, &[]),
    Fault::new("rf_sharing_register_file", "all_released ? ~read_stays", "1'b1 ? ~read_stays")
        .refutes(STAGE, &[]),
    Fault::new("rf_sharing_register_file", "all_released ? ~write_stays", "1'b1 ? ~write_stays")
        .refutes(STAGE, &[]),
    Fault::new(
        "rf_sharing_register_file",
        "<= release_entry[1*c +: 1]",
        "<= release_entry[0 +: 1]",
    )
    .refutes(STAGE, &[]),
    Fault::new(
        "rf_sharing_register_file",
        "held_fill_q[c] <= write_fill_i[c]",
        "held_fill_q[c] <= 1'b0",
    )
    .refutes(STAGE, &[]),
    Fault::new(
        "rf_sharing_register_file",
        "write_stays   = held_write_q & ~write_go",
        "write_stays   = held_write_q",
    )
    .refutes(STAGE, &[]),
    Fault::new("rf_sharing_register_file", "all_released ? ~read_stays", "1'b1 ? ~read_stays")
        .in_lockstep(&["gpu.request_stage=true"]),
    // Reads, or writes, that go on before an urgent merge.
    Fault::new(
        "rf_sharing_register_file",
        "(~read_valid_q | reads_gone) & ~{ReadPorts{urgent_read}}",
        "~read_valid_q | reads_gone",
    )
    .refutes(SERVES, &[]),
    Fault::new(
        "rf_sharing_register_file",
        "(~write_valid_q | written) & ~{WritePorts{merge_urgent}}",
        "~write_valid_q | written",
    )
    .refutes(SERVES, &[]),
    // A bank whose read waits for a write that waits for it, with one port and with two.
    Fault::new(
        "rf_sram_bank",
        "queue_valid && !buffer_serviceable",
        "queue_valid && !buffer_valid",
    )
    .refutes(SERVES, &[]),
    Fault::new("rf_sram_bank", "queue_valid && !read_younger", "queue_valid && !read_blocked")
        .refutes(SERVES_TWO_PORTS, &[]),
];
