//! The SRAM register file's unit under another name, outside of the registry.

use regforge::config::Config;
use regforge::emit::Design;
use regforge::error::Result;
use regforge::sm::register_file::{Channels, Operation, events};
use regforge::systems::sram::units::sram_register_file::{
    In, Model, Out, Params, SramRegisterFile,
};
use regforge::units::Unit;
use regforge::units::channels::{Requests, Responses};

pub struct ExtraFile;

impl Unit for ExtraFile {
    const NAME: &'static str = "extra_register_file";
    const SUMMARY: &'static str = "the SRAM register file of another system";
    const CONTRACT: &'static str = SramRegisterFile::CONTRACT;
    const KEYS: &'static [&'static str] = SramRegisterFile::KEYS;

    type Model = Model;
    type Random = <SramRegisterFile as Unit>::Random;

    fn params(config: &Config) -> Params {
        SramRegisterFile::params(config)
    }

    fn design(params: &Params) -> Result<Design> {
        SramRegisterFile::design(params)
    }
}

impl Channels for ExtraFile {
    type Memory = ();
    type Mode = ();

    const KEEPS_ORDER: bool = SramRegisterFile::KEEPS_ORDER;

    /// Pairs of banks that read in the same cycle.
    const FILE_EVENTS: &'static [&'static str] = &["pairs_read"];

    fn quiet(mode: &(), regs_per_thread: usize, reset: bool) -> In {
        SramRegisterFile::quiet(mode, regs_per_thread, reset)
    }

    fn requests(inputs: &mut In) -> Requests<'_> {
        SramRegisterFile::requests(inputs)
    }

    fn responses(outputs: &Out) -> Responses<'_> {
        SramRegisterFile::responses(outputs)
    }

    fn written(inputs: &In, outputs: &Out) -> u8 {
        SramRegisterFile::written(inputs, outputs)
    }

    fn operation(_: &mut (), inputs: &In, outputs: &Out) -> Operation {
        let pairs = outputs.shared.bank_read & outputs.shared.bank_read >> 1;
        Operation {
            file_events: events([pairs.count_ones()]),
            ..SramRegisterFile::operation(&mut (), inputs, outputs)
        }
    }
}
