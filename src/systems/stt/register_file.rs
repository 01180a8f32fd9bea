//! The STT-RAM register file's channels.

use super::units::restore_selector;
use super::units::stt_register_file::{FileIn, In, Out, SttRegisterFile};
use crate::sm::register_file::{Channels, Operation};
use crate::units::bank_file::SharedIn;
use crate::units::channels::{Requests, Responses, requests, responses};

/// What a register file does with its reads and writes.
#[derive(Clone, Debug)]
pub struct Mode {
    pub restore: restore_selector::Mode,
    pub early_out: bool,
    pub write_buffer: bool,
    pub read_buffer: bool,
    pub cancel: bool,
}

/// The paper's: both buffers, and the restore that suits.
impl Default for Mode {
    fn default() -> Self {
        Mode {
            restore: restore_selector::Mode::Adaptive,
            early_out: false,
            write_buffer: true,
            read_buffer: true,
            cancel: false,
        }
    }
}

impl Mode {
    /// The inputs of a cycle beside the channels.
    pub fn inputs(&self) -> FileIn {
        FileIn {
            read_dead: 0,
            read_promote: 0,
            restore_mode: self.restore,
            early_out: self.early_out,
            write_buffer_en: self.write_buffer,
            read_buffer_en: self.read_buffer,
            cancel_en: self.cancel,
        }
    }
}

impl Channels for SttRegisterFile {
    type Mode = Mode;

    fn quiet(mode: &Mode, regs_per_thread: usize, reset: bool) -> In {
        let regs_per_thread = regs_per_thread as u16;
        let shared = SharedIn { rst_n: !reset, regs_per_thread, ..SharedIn::default() };
        In { shared, own: mode.inputs() }
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
    fn operation(outputs: &Out) -> Operation {
        Operation {
            request: outputs.shared.bank_request,
            read: outputs.shared.bank_read,
            write: outputs.shared.bank_write,
            ..Operation::default()
        }
    }
}
