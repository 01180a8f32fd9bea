//! The register file of packed registers: its channels.

use super::indirection::Indirection;
use super::units::compressed_register_file::{CompressedRegisterFile, In, MAX_COLLECTORS, Out};
use crate::sm::register_file::{Channels, Operation, events};
use crate::units::channels::{Requests, Responses, requests};

/// Every collector unit has an answer channel of its own.
const COLLECTORS: [u8; MAX_COLLECTORS] = {
    let mut all = [0; MAX_COLLECTORS];
    let mut n = 0;
    while n < MAX_COLLECTORS {
        all[n] = n as u8;
        n += 1;
    }
    all
};

impl Channels for CompressedRegisterFile {
    /// The indirection table, by architectural register: where a kernel's registers lie.
    type Memory = ();
    type Mode = Vec<Indirection>;

    fn quiet(_: &Self::Mode, regs_per_thread: usize, reset: bool) -> In {
        In { rst_n: !reset, regs_per_thread: regs_per_thread as u16, ..In::default() }
    }

    fn setup(table: &Self::Mode, regs_per_thread: usize) -> Vec<In> {
        let load = |(register, entry): (usize, &Indirection)| In {
            load_valid: true,
            load_register: register as u8,
            load_entry: entry.word(),
            ..Self::quiet(table, regs_per_thread, false)
        };
        table.iter().enumerate().map(load).collect()
    }

    /// The banks serve writes before reads.
    const KEEPS_ORDER: bool = false;

    fn registers(table: &Self::Mode, _: usize) -> usize {
        table.len()
    }

    fn overlap(table: &Self::Mode, a: u8, b: u8) -> bool {
        let entry = |register: u8| table.get(usize::from(register));
        a == b || entry(a).zip(entry(b)).is_some_and(|(a, b)| a.overlaps(b))
    }

    #[inline]
    fn requests(inputs: &mut In) -> Requests<'_> {
        requests!(inputs)
    }

    #[inline]
    fn responses(outputs: &Out) -> Responses<'_> {
        Responses {
            read_ready: outputs.read_ready,
            write_ready: outputs.write_ready,
            rsp_valid: outputs.rsp_valid,
            rsp_cu: &COLLECTORS,
            rsp_slot: &outputs.rsp_slot,
            rsp_data: &outputs.rsp_data,
            request: outputs.bank_request,
            read: outputs.bank_read,
            write: outputs.bank_write,
        }
    }

    #[inline]
    fn written(_: &In, outputs: &Out) -> u8 {
        outputs.written
    }

    /// Operands that were converted from narrow floats.
    const FILE_EVENTS: &'static [&'static str] = &["conversions"];

    #[inline]
    fn operation(_: &mut (), _: &In, outputs: &Out) -> Operation {
        Operation {
            request: outputs.bank_request,
            read: outputs.bank_read,
            write: outputs.bank_write,
            file_events: events([outputs.converted.count_ones()]),
            ..Operation::default()
        }
    }
}
