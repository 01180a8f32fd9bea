//! The STT-RAM register file's channels.

use super::scheme::Scheme;
use super::units::stt_bank::SttStorage;
use super::units::stt_register_file::{In, Out, SttRegisterFile};
use crate::sm::register_file::{Channels, Operation, events};
use crate::units::bank_file::{InFile, SharedIn};
use crate::units::channels::{Requests, Responses, ones, requests, responses};

/// Banks that performed a read in the cycle before: they answer in this one.
#[derive(Clone, Copy, Debug, Default)]
pub struct Reading {
    all: u32,
    direct: u32,
    selective: u32,
}

impl Channels for SttRegisterFile {
    type Mode = Scheme;
    type Memory = Reading;

    fn quiet(scheme: &Scheme, regs_per_thread: usize, reset: bool) -> In {
        let regs_per_thread = regs_per_thread as u16;
        let shared = SharedIn { rst_n: !reset, regs_per_thread, ..SharedIn::default() };
        In { shared, own: scheme.inputs() }
    }

    const KEEPS_ORDER: bool = true;

    #[inline]
    fn requests(inputs: &mut In) -> Requests<'_> {
        Requests {
            hints: SttStorage::hint_inputs(&mut inputs.own),
            ..requests!(&mut inputs.shared)
        }
    }

    #[inline]
    fn responses(outputs: &Out) -> Responses<'_> {
        responses!(&outputs.shared)
    }

    /// At once: its banks keep order.
    #[inline]
    fn written(inputs: &In, outputs: &Out) -> u8 {
        inputs.shared.write_valid & outputs.shared.write_ready
    }

    /// Reads by what became of them, dead ones wherever they are answered; what goes to the array and
    /// into the buffers.
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

    /// Ones among the entries that are restored.
    const FILE_EVENTS: &'static [&'static str] = &["direct_ones", "selective_ones"];

    #[inline]
    fn operation(reading: &mut Reading, inputs: &In, outputs: &Out) -> Operation {
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
        Operation {
            request: shared.bank_request,
            read: shared.bank_read,
            write: shared.bank_write,
            working: own.bank_working,
            stuck: false,
            bank_events: events([
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
            ]),
            file_events: events([
                restored_ones(answered, answered.direct, outputs),
                restored_ones(answered, answered.selective, outputs),
            ]),
        }
    }
}

/// Ones in the answers of those of the banks that read.
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
