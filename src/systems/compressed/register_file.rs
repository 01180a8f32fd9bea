//! The register file of packed registers behind the channels of the SM model.

use super::indirection::Indirection;
use super::units::compressed_register_file::{
    CompressedRegisterFile, In, MAX_COLLECTORS, Out, Params, SharedIn,
};
use super::units::storages::PackedStorage;
use crate::sm::register_file::{Channels, Operation, events};
use crate::units::channels::{Requests, Responses, requests};

/// Collector unit of each answer channel: every unit has its own channel.
const COLLECTORS: [u8; MAX_COLLECTORS] = {
    let mut all = [0; MAX_COLLECTORS];
    let mut n = 0;
    while n < MAX_COLLECTORS {
        all[n] = n as u8;
        n += 1;
    }
    all
};

/// What a register file of packed registers is loaded with and how its storage operates.
#[derive(Clone, Debug, Default)]
pub struct PackedMode<M> {
    /// The indirection table of the kernel, by architectural register.
    pub table: Vec<Indirection>,
    /// The storage's mode.
    pub storage: M,
}

impl<S: PackedStorage> Channels for CompressedRegisterFile<S> {
    type Memory = ();
    type Mode = PackedMode<S::Mode>;

    fn quiet(mode: &Self::Mode, regs_per_thread: usize, reset: bool) -> In<S> {
        let regs_per_thread = regs_per_thread as u16;
        let shared = SharedIn { rst_n: !reset, regs_per_thread, ..SharedIn::default() };
        In::<S> { shared, own: S::mode_inputs(&mode.storage) }
    }

    fn setup(mode: &Self::Mode, regs_per_thread: usize) -> Vec<In<S>> {
        let quiet = Self::quiet(mode, regs_per_thread, false);
        let load = |(register, entry): (usize, &Indirection)| {
            let mut inputs = quiet.clone();
            inputs.shared.load_valid = true;
            inputs.shared.load_register = register as u8;
            inputs.shared.load_entry = entry.word();
            inputs
        };
        let loads = S::mode_loads(&mode.storage).into_iter();
        let loads = loads.map(|own| In::<S> { own, ..quiet.clone() });
        mode.table.iter().enumerate().map(load).chain(loads).collect()
    }

    /// The banks serve writes before reads.
    const KEEPS_ORDER: bool = false;

    fn registers(mode: &Self::Mode, _: usize) -> usize {
        mode.table.len()
    }

    fn overlap(mode: &Self::Mode, a: u8, b: u8) -> bool {
        let entry = |register: u8| mode.table.get(usize::from(register));
        a == b || entry(a).zip(entry(b)).is_some_and(|(a, b)| a.overlaps(b))
    }

    #[inline]
    fn requests(inputs: &mut In<S>) -> Requests<'_> {
        requests!(&mut inputs.shared)
    }

    #[inline]
    fn responses(outputs: &Out<S>) -> Responses<'_> {
        let outputs = &outputs.shared;
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
    fn written(_: &In<S>, outputs: &Out<S>) -> u8 {
        outputs.shared.written
    }

    const BANK_EVENTS: &'static [&'static str] = S::EVENTS;

    /// Operands converted from narrow floats.
    const FILE_EVENTS: &'static [&'static str] = &["conversions"];

    fn settles_in(params: &Params<S>) -> u32 {
        S::settles_in(&params.own)
    }

    #[inline]
    fn operation(_: &mut (), _: &In<S>, outputs: &Out<S>) -> Operation {
        let shared = &outputs.shared;
        Operation {
            request: shared.bank_request,
            read: shared.bank_read,
            write: shared.bank_write,
            bank_events: S::happens(&outputs.own, shared.bank_grant),
            file_events: events([shared.converted.count_ones()]),
            ..Operation::default()
        }
    }
}
