use crate::config::Gpu;
use crate::error::{Error, Place, Result};
use crate::stream::Stream;
use clap::Args;

/// Which part of a recorded stream counts, and how its registers are placed.
#[derive(Args)]
pub struct StreamPart {
    /// Replays one bank of the stream only
    #[arg(long, value_name = "N", requires = "stream")]
    pub bank: Option<usize>,
    /// Registers per thread of the stream; if absent, the largest register that occurs plus one
    #[arg(long, value_name = "N", requires = "stream")]
    regs_per_thread: Option<usize>,
}

impl StreamPart {
    /// Refuses a bank that is not there.
    pub fn check(&self, gpu: &Gpu) -> Result<()> {
        match self.bank {
            Some(bank) if bank >= gpu.banks => {
                let expected = format!("a bank below gpu.banks = {}", gpu.banks);
                Err(Error::input(Place::whole("--bank"), bank, expected))
            }
            _ => Ok(()),
        }
    }

    /// Registers of a thread: as asked, if all that occur fit, else as many as occur.
    pub fn regs_per_thread(&self, stream: &Stream) -> Result<usize> {
        let needed = stream.regs_per_thread();
        match self.regs_per_thread {
            Some(regs) if !(needed..=256).contains(&regs) => {
                let place = Place::whole("--regs-per-thread");
                Err(Error::input(place, regs, format!("{needed} (what occurs) to 256")))
            }
            regs => Ok(regs.unwrap_or(needed)),
        }
    }
}
