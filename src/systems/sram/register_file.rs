//! The SRAM register file's channels.

use super::units::sram_register_file::{In, Out, SramRegisterFile};
use crate::sm::register_file::{Channels, Operation};
use crate::units::channels::{Requests, Responses, requests, responses};

impl Channels for SramRegisterFile {
    type Mode = ();

    fn quiet(_: &(), regs_per_thread: usize, reset: bool) -> In {
        In { rst_n: !reset, regs_per_thread: regs_per_thread as u16, ..In::default() }
    }

    const KEEPS_ORDER: bool = true;

    #[inline]
    fn requests(inputs: &mut In) -> Requests<'_> {
        requests!(inputs)
    }

    #[inline]
    fn responses(outputs: &Out) -> Responses<'_> {
        responses!(outputs)
    }

    /// At once: its banks keep order.
    #[inline]
    fn written(inputs: &In, outputs: &Out) -> u8 {
        inputs.write_valid & outputs.write_ready
    }

    #[inline]
    fn operation(outputs: &Out) -> Operation {
        Operation {
            request: outputs.bank_request,
            read: outputs.bank_read,
            write: outputs.bank_write,
            ..Operation::default()
        }
    }
}
