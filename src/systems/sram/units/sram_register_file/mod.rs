#![doc = include_str!("contract.md")]

mod faults;

use super::sram_array;
use super::sram_bank::{OwnIn, Scenarios, SramStorage};
use crate::config::Config;
use crate::emit::Owner;
use crate::error::Result;
use crate::ports;
use crate::stream::StreamReplay;
use crate::systems::sram::config::Sram;
use crate::units::bank::Storage;
use crate::units::bank_file::{self, BankFile, Driver, InFile, Parts, Player, Shared};
use crate::units::{Fault, placement, request_arbiter};

pub type SramRegisterFile = BankFile<SramStorage>;
pub type Params = bank_file::Params<SramStorage>;
pub type In = bank_file::In<SramStorage>;
pub type Out = bank_file::Out<SramStorage>;
pub type Model = bank_file::Model<SramStorage>;

ports! {
    /// No inputs beside those of every file.
    #[derive(Copy)]
    pub struct FileIn(params: &sram_array::Params) -> Direction::Input {}
}

ports! {
    /// No outputs beside those of every file.
    #[derive(Copy)]
    pub struct FileOut(params: &sram_array::Params) -> Direction::Output {}
}

/// The driver and the player of no inputs.
#[derive(Default)]
pub struct Nothing;

impl Driver<SramStorage> for Nothing {}

impl Player<SramStorage> for Nothing {
    fn next(&mut self) -> (FileIn, bool) {
        (FileIn {}, true)
    }
}

const OWNER: Owner = Owner { unit: SramStorage::FILE, keys: SramStorage::FILE_KEYS };

impl InFile for SramStorage {
    const FILE: &'static str = "sram_register_file";
    const FILE_MODULE: &'static str = "rf_sram_register_file";
    const FILE_SUMMARY: &'static str =
        "complete SRAM register file (the baseline): banks, arbiter, placement";
    const FILE_CONTRACT: &'static str = include_str!("contract.md");
    const FILE_KEYS: &'static [&'static str] = &[
        "gpu.banks",
        "gpu.warps",
        "gpu.collector_units",
        "gpu.operand_slots",
        "gpu.placement",
        "gpu.request_stage",
        "gpu.registers",
        "sram.bank_ports",
        "sram.read_queue_depth",
        "sram.write_buffer_depth",
        "sram.max_banks",
    ];
    const FILE_FAULTS: &'static [Fault] = faults::FAULTS;
    const FILE_PARTS: [(Owner, &'static str); 2] =
        [(OWNER, "rf_sram_placement"), (OWNER, "rf_sram_request_arbiter")];
    const MOVES: bool = false;
    const GOES_ON: bool = false;

    type FileParams = sram_array::Params;
    type FileIn = FileIn;
    type FileOut = FileOut;
    type FileScenarios = Scenarios;
    type FileDriver = Nothing;

    fn file_params(config: &Config) -> Params {
        let (bank, gpu) = (SramStorage::params(config), config.gpu());
        let shared = Shared {
            placement: placement::Params {
                placement: gpu.placement,
                banks: gpu.banks,
                warps: gpu.warps,
                entries: bank.own.entries,
            },
            request_arbiter: request_arbiter::Params {
                banks: gpu.banks,
                max_banks: Sram::from(config).max_banks.min(gpu.banks),
            },
            front: bank.shared,
            request_stage: gpu.request_stage,
        };
        Params { shared, own: bank.own }
    }

    fn storage_params(params: &sram_array::Params) -> &sram_array::Params {
        params
    }

    #[inline]
    fn bank_inputs(_: &FileIn, _: usize, _: bool) -> OwnIn {
        OwnIn {}
    }

    fn file_parts(_: &sram_array::Params) -> Result<Parts> {
        Ok(Parts {
            arbitration: ARBITRATION.into(),
            channel_hints: "",
            bank_wires: String::new(),
            connections: String::new(),
            designs: Vec::new(),
        })
    }

    fn file_scenarios(_: &In, _: &Out) -> Scenarios {
        Scenarios::empty()
    }

    fn player(_: &Params, _: &StreamReplay) -> Result<Box<dyn Player<SramStorage>>> {
        Ok(Box::new(Nothing))
    }
}

const ARBITRATION: &str = "
  // No bank is ever busy with an earlier write, and none has to be aligned.
  wire [Banks-1:0] aligned = {Banks{1'b0}};
  wire [Banks-1:0] busy    = {Banks{1'b0}};
  wire aligned_only        = 1'b0;";
