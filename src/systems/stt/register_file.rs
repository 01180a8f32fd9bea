//! The STT-RAM register file in the SM model: its scheme and events.

use super::scheme::Scheme;
use super::units::stt_bank::SttStorage;
use super::units::stt_register_file::{FileIn, In, Out};
use crate::sm::register_file::{Operation, StorageOnSm, events};
use crate::units::channels::ones;

/// Banks that performed a read in the previous cycle and answer in this one, bit n for bank n.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    all: u32,
    /// Banks of `all` with a direct restore.
    direct: u32,
    /// Banks of `all` with a selective restore.
    selective: u32,
}

impl StorageOnSm for SttStorage {
    type Mode = Scheme;
    type Memory = Reading;

    fn quiet(scheme: &Scheme) -> FileIn {
        scheme.inputs()
    }

    /// Reads by how they are served and restored (`dead` counts all dead reads, also those served
    /// by a buffer), then drains, writes of the array, and entries into the buffers.
    const BANK_EVENTS: &'static [&'static str] = &[
        "dead",
        "skipped",
        "selective",
        "direct",
        "unprotected",
        "write_buffer_hits",
        "read_buffer_hits",
        "drains",
        "array_writes",
        "buffered_writes",
        "buffered_reads",
    ];

    /// Stored ones in the entries that are restored directly, and selectively.
    const FILE_EVENTS: &'static [&'static str] = &["direct_ones", "selective_ones"];

    #[inline]
    fn observe(reading: &mut Reading, inputs: &In, outputs: &Out, operation: &mut Operation) {
        let (shared, own) = (&outputs.shared, &outputs.own);
        let answered = std::mem::replace(
            reading,
            Reading {
                all: shared.bank_read,
                direct: own.bank_direct,
                selective: own.bank_selective,
            },
        );
        let buffered = if inputs.own.write_buffer_en { shared.bank_write } else { 0 };
        operation.working = own.bank_working;
        operation.bank_events = events([
            own.bank_dead,
            own.bank_skipped,
            own.bank_selective,
            own.bank_direct,
            own.bank_unprotected,
            own.bank_from_writes,
            own.bank_from_reads,
            own.bank_drain,
            own.bank_drain | shared.bank_write & !buffered,
            buffered,
            own.bank_fill,
        ]);
        operation.file_events = events([
            restored_ones(answered, answered.direct, outputs),
            restored_ones(answered, answered.selective, outputs),
        ]);
    }
}

/// Ones in the answers of the banks in `restored`.
fn restored_ones(answered: Reading, restored: u32, outputs: &Out) -> u32 {
    if restored == 0 {
        return 0;
    }
    let valid = ones(outputs.shared.rsp_valid.into());
    let banks = ones(answered.all).zip(valid);
    let restored = banks.filter(|(bank, _)| restored >> bank & 1 != 0);
    let data = restored.flat_map(|(_, answer)| outputs.shared.rsp_data[answer]);
    data.map(u32::count_ones).sum()
}
