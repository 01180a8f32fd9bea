//! Faults that the unit's checks must find.

use crate::units::Fault;

pub const FAULTS: &[Fault] = &[
    Fault::new("rf_sram_memory", " && wmask_i[n]", "").in_lockstep(&[]),
    Fault::new("rf_sram_bank", "queue_valid && !buffer_serviceable", "queue_valid")
        .in_lockstep(&[])
        .refutes(0, &[]),
    Fault::new("rf_sram_write_buffer", "front_valid_o && !waits[front_q]", "front_valid_o")
        .in_lockstep(&[]),
    Fault::new("rf_sram_write_buffer", "front_valid_o && !waits", "front_valid_o || waits")
        .refutes(0, &[]),
    Fault::new("rf_sram_bank", "rsp_cu_q   <= queue_cu", "rsp_cu_q   <= read_cu_i").refutes(0, &[]),
    Fault::new("rf_sram_memory", " && wmask_i", "").refutes(1, &[]),
    Fault::new("rf_sram_bank", "grant_i && read_wanted", "1'b0 && read_wanted").refutes(2, &[]),
    Fault::new("rf_sram_bank", "queue_valid && !read_younger", "queue_valid").refutes(3, &[]),
    Fault::new(
        "rf_sram_bank",
        "queue_valid && !read_younger",
        "queue_valid && !(read_younger || (read_blocked && buffer_serviceable))",
    )
    .refutes(3, &[]),
    Fault::new("rf_sram_write_buffer", "|(match & ~waits)", "match[front_q]").refutes(4, &[]),
    Fault::new("rf_sram_bank", "queue_valid && !read_younger", "queue_valid && !read_blocked")
        .refutes(5, &[]),
];
