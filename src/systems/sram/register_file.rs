//! The SRAM register file's channels.

use super::units::sram_register_file::{In, Out, SramRegisterFile};
use crate::sm::register_file::{Channels, Operation};
use crate::units::bank_file::SharedIn;
use crate::units::channels::{Requests, Responses, requests, responses};

impl Channels for SramRegisterFile {
    type Memory = ();
    type Mode = ();

    fn quiet(_: &(), regs_per_thread: usize, reset: bool) -> In {
        let regs_per_thread = regs_per_thread as u16;
        let shared = SharedIn { rst_n: !reset, regs_per_thread, ..SharedIn::default() };
        In { shared, ..In::default() }
    }

    const KEEPS_ORDER: bool = true;

    #[inline]
    fn requests(inputs: &mut In) -> Requests<'_> {
        requests!(&mut inputs.shared)
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

    #[inline]
    fn operation(_: &mut (), _: &In, outputs: &Out) -> Operation {
        Operation {
            request: outputs.shared.bank_request,
            read: outputs.shared.bank_read,
            write: outputs.shared.bank_write,
            ..Operation::default()
        }
    }
}
