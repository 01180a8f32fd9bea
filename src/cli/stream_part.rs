use crate::config::Gpu;
use crate::error::{Error, Place, Result};
use crate::stream::Stream;
use clap::Args;

/// The part of a recorded stream to replay, and its registers per thread.
#[derive(Args)]
pub struct StreamPart {
    /// Replays one bank of the stream only
    #[arg(long, value_name = "N", requires = "stream")]
    pub bank: Option<usize>,
    /// Registers per thread of the stream [default: its largest register number plus one]
    #[arg(long, value_name = "N", requires = "stream")]
    regs_per_thread: Option<usize>,
}

impl StreamPart {
    /// Rejects a bank that does not exist.
    pub fn check(&self, gpu: &Gpu) -> Result<()> {
        match self.bank {
            Some(bank) if bank >= gpu.banks => {
                let expected = format!("a bank below gpu.banks = {}", gpu.banks);
                Err(Error::input(Place::whole("--bank"), bank, expected))
            }
            _ => Ok(()),
        }
    }

    /// Registers per thread: the user's number, or by default the stream's largest register number
    /// plus one. Rejects a number that some register of the stream does not fit.
    pub fn regs_per_thread(&self, stream: &Stream) -> Result<usize> {
        let needed = stream.regs_per_thread();
        match self.regs_per_thread {
            Some(regs) if !(needed..=256).contains(&regs) => {
                let place = Place::whole("--regs-per-thread");
                Err(Error::input(place, regs, format!("{needed} (needed by the stream) to 256")))
            }
            regs => Ok(regs.unwrap_or(needed)),
        }
    }
}
