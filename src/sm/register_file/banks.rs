//! The channels of every file of banks.

use super::{Channels, Operation};
use crate::units::bank_file::{BankFile, In, InFile, Out, Params, SharedIn};
use crate::units::channels::{Requests, Responses, requests, responses};

/// A storage whose file of banks runs on the SM: its settings, its tables and its events.
pub trait StorageOnSm: InFile {
    /// Settings that are not in the configuration.
    type Mode: Clone + Send + Sync;

    /// The storage's own inputs in a cycle without requests.
    fn quiet(mode: &Self::Mode) -> Self::FileIn;

    /// The storage's own inputs in the cycles that load its tables, before the kernel starts.
    fn setup(_mode: &Self::Mode) -> Vec<Self::FileIn> {
        Vec::new()
    }

    /// [`Channels::BANK_EVENTS`].
    const BANK_EVENTS: &'static [&'static str] = &[];

    /// [`Channels::FILE_EVENTS`].
    const FILE_EVENTS: &'static [&'static str] = &[];

    /// [`Channels::Memory`].
    type Memory: Default;

    /// Adds the storage's events to an operation that has requests, reads and writes.
    fn observe(
        _memory: &mut Self::Memory,
        _inputs: &In<Self>,
        _outputs: &Out<Self>,
        _operation: &mut Operation,
    ) {
    }

    /// [`Channels::settles_in`].
    fn settles_in(_params: &Self::FileParams) -> u32 {
        0
    }
}

impl<S: StorageOnSm> Channels for BankFile<S> {
    type Mode = S::Mode;
    type Memory = S::Memory;

    fn quiet(mode: &S::Mode, regs_per_thread: usize, reset: bool) -> In<S> {
        let regs_per_thread = regs_per_thread as u16;
        let shared = SharedIn { rst_n: !reset, regs_per_thread, ..SharedIn::default() };
        In::<S> { shared, own: S::quiet(mode) }
    }

    fn setup(mode: &S::Mode, regs_per_thread: usize) -> Vec<In<S>> {
        let shared = Self::quiet(mode, regs_per_thread, false).shared;
        let loads = S::setup(mode).into_iter();
        loads.map(|own| In::<S> { shared: shared.clone(), own }).collect()
    }

    const KEEPS_ORDER: bool = true;

    #[inline]
    fn requests(inputs: &mut In<S>) -> Requests<'_> {
        let hints = S::hint_inputs(&mut inputs.own);
        Requests { hints, ..requests!(&mut inputs.shared) }
    }

    #[inline]
    fn responses(outputs: &Out<S>) -> Responses<'_> {
        responses!(&outputs.shared)
    }

    /// Writes are acknowledged when they are accepted, because the banks keep order.
    #[inline]
    fn written(inputs: &In<S>, outputs: &Out<S>) -> u8 {
        inputs.shared.write_valid & outputs.shared.write_ready
    }

    const BANK_EVENTS: &'static [&'static str] = S::BANK_EVENTS;

    const FILE_EVENTS: &'static [&'static str] = S::FILE_EVENTS;

    #[inline]
    fn operation(memory: &mut S::Memory, inputs: &In<S>, outputs: &Out<S>) -> Operation {
        let mut operation = Operation {
            request: outputs.shared.bank_request,
            read: outputs.shared.bank_read,
            write: outputs.shared.bank_write,
            ..Operation::default()
        };
        S::observe(memory, inputs, outputs, &mut operation);
        operation
    }

    fn settles_in(params: &Params<S>) -> u32 {
        S::settles_in(&params.own)
    }
}
