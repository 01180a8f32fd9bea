//! The STT-RAM register file's own parts, beside those of every file: hints per channel, the
//! scheme, and outputs for the operations of each bank.

use super::{In, Out, Params, stim};
use crate::config::Config;
use crate::emit::Owner;
use crate::error::{Error, Result};
use crate::ports;
use crate::stream::StreamReplay;
use crate::systems::stt::config::Stt;
use crate::systems::stt::scheme::Scheme;
use crate::systems::stt::units::restore_selector;
use crate::systems::stt::units::stt_bank::{
    Action, DEAD, OwnIn, PROMOTE, Served, StorageParams, SttStorage,
};
use crate::units::bank::Storage;
use crate::units::bank_file::{InFile, Parts, Player, Shared};
use crate::units::channels::{Hints, READ_PORTS};
use crate::units::{Fault, placement, request_arbiter};
use askama::Template;

/// Parameters beside those of every file.
#[derive(Clone, Debug)]
pub struct FileParams {
    pub storage: StorageParams,
    /// Number of banks.
    pub banks: usize,
}

ports! {
    /// Inputs beside those of every file.
    #[derive(Copy)]
    pub struct FileIn(params: &FileParams) -> Direction::Input {
        /// bit n: read n is dead (the last before a write)
        read_dead: u8 = READ_PORTS;
        /// bit n: the register of read n is read often
        read_promote: u8 = READ_PORTS;
        /// None 0, Selective 1, Direct 2, Adaptive 3
        restore_mode: restore_selector::Mode = restore_selector::Mode::BITS;
        /// a selective restore ends early if nothing was lost
        early_out: bool = 1;
        /// writes enter the write buffers
        write_buffer_en: bool = 1;
        /// the read buffers answer reads and are filled
        read_buffer_en: bool = 1;
        /// a dead read drops its register's buffered write
        cancel_en: bool = 1;
    }
}

ports! {
    /// Outputs beside those of every file; bit b is bank b. Each read in `bank_read` is in exactly
    /// one of the first six.
    #[derive(Copy)]
    pub struct FileOut(params: &FileParams) -> Direction::Output {
        /// bit b: read of bank b from its write buffer
        bank_from_writes: u32 = params.banks;
        /// bit b: read of bank b from its read buffer
        bank_from_reads: u32 = params.banks;
        /// bit b: dead array read of bank b, not restored
        bank_skipped: u32 = params.banks;
        /// bit b: array read of bank b, never restored
        bank_unprotected: u32 = params.banks;
        /// bit b: array read of bank b, restored selectively
        bank_selective: u32 = params.banks;
        /// bit b: array read of bank b, restored directly
        bank_direct: u32 = params.banks;
        /// bit b: dead read of bank b, from array or buffer
        bank_dead: u32 = params.banks;
        /// bit b: bank b starts to drain a buffered write
        bank_drain: u32 = params.banks;
        /// bit b: bank b's read will fill its read buffer
        bank_fill: u32 = params.banks;
        /// bit b: bank b is busy or drains without a request
        bank_working: u32 = params.banks;
    }
}

const OWNER: Owner = Owner { unit: SttStorage::FILE, keys: SttStorage::FILE_KEYS };

#[derive(Template)]
#[template(path = "stt/file_wires.v", escape = "none")]
struct Wires {
    /// Whether a read of the array may hold a bank for several cycles.
    holds: bool,
}

#[derive(Template)]
#[template(path = "stt/file_arbitration.v", escape = "none")]
struct Arbitration {
    holds: bool,
}

#[derive(Template)]
#[template(path = "stt/file_bank.v", escape = "none")]
struct Connections;

impl InFile for SttStorage {
    const FILE: &'static str = "stt_register_file";
    const FILE_MODULE: &'static str = "rf_stt_register_file";
    const FILE_SUMMARY: &'static str = "complete STT-RAM register file: banks, arbiter, placement";
    const FILE_CONTRACT: &'static str = include_str!("contract.md");
    const FILE_KEYS: &'static [&'static str] = &[
        "gpu.banks",
        "gpu.warps",
        "gpu.collector_units",
        "gpu.operand_slots",
        "gpu.placement",
        "gpu.request_stage",
        "gpu.registers",
        "stt.bank_ports",
        "stt.max_banks",
        "stt.read_queue_depth",
        "stt.write_buffer_depth",
        "stt.read_cycles",
        "stt.write_cycles",
        "stt.buffered_writes",
        "stt.buffered_reads",
        "stt.drain_from",
        "stt.drain_first_from",
        "stt.disturb",
        "stt.node_nm",
    ];
    const FILE_FAULTS: &'static [Fault] = super::faults::FAULTS;
    const FILE_PARTS: [(Owner, &'static str); 2] =
        [(OWNER, "rf_stt_placement"), (OWNER, "rf_stt_request_arbiter")];
    const MOVES: bool = true;
    const GOES_ON: bool = true;

    type FileParams = FileParams;
    type FileIn = FileIn;
    type FileOut = FileOut;
    type FileScenarios = stim::Scenarios;
    type FileDriver = stim::Schemes;

    fn file_params(config: &Config) -> Params {
        let (bank, gpu) = (SttStorage::params(config), config.gpu());
        let shared = Shared {
            placement: placement::Params {
                placement: gpu.placement,
                banks: gpu.banks,
                warps: gpu.warps,
                entries: bank.own.array.entries,
            },
            request_arbiter: request_arbiter::Params {
                banks: gpu.banks,
                max_banks: Stt::from(config).max_banks.min(gpu.banks),
            },
            front: bank.shared,
            request_stage: gpu.request_stage,
        };
        Params { shared, own: FileParams { storage: bank.own, banks: gpu.banks } }
    }

    fn storage_params(params: &FileParams) -> &StorageParams {
        &params.storage
    }

    #[inline]
    fn bank_inputs(inputs: &FileIn, _: usize, _: bool) -> OwnIn {
        OwnIn {
            read_hints: 0,
            restore_mode: inputs.restore_mode,
            early_out: inputs.early_out,
            write_buffer_en: inputs.write_buffer_en,
            read_buffer_en: inputs.read_buffer_en,
            cancel_en: inputs.cancel_en,
        }
    }

    #[inline]
    fn hint_inputs(inputs: &mut FileIn) -> Option<Hints<'_>> {
        Some(Hints { dead: &mut inputs.read_dead, promote: &mut inputs.read_promote })
    }

    #[inline]
    fn channel_hints(inputs: &FileIn, channel: usize) -> u8 {
        ((inputs.read_dead >> channel & 1) * DEAD)
            | ((inputs.read_promote >> channel & 1) * PROMOTE)
    }

    #[inline]
    fn note(outputs: &mut FileOut, bank: usize, action: Action) {
        let bit = 1 << bank;
        match action.served() {
            Served::Nothing => {}
            Served::WriteBuffer => outputs.bank_from_writes |= bit,
            Served::ReadBuffer => outputs.bank_from_reads |= bit,
            Served::Skipped => outputs.bank_skipped |= bit,
            Served::Unprotected => outputs.bank_unprotected |= bit,
            Served::Selective => outputs.bank_selective |= bit,
            Served::Direct => outputs.bank_direct |= bit,
        }
        outputs.bank_dead |= u32::from(action.reads_dead()) << bank;
        outputs.bank_drain |= u32::from(action.drains()) << bank;
        outputs.bank_fill |= u32::from(action.fills()) << bank;
        outputs.bank_working |= u32::from(action.works()) << bank;
    }

    fn file_parts(params: &FileParams) -> Result<Parts> {
        let holds = params.storage.array.selector.read_cycles > 1;
        let wires = Wires { holds };
        let arbitration = Arbitration { holds };
        Ok(Parts {
            arbitration: arbitration.render().map_err(Error::emission(Self::FILE))?,
            channel_hints: "{read_promote_i[hc], read_dead_i[hc]}",
            bank_wires: wires.render().map_err(Error::emission(Self::FILE))?,
            connections: Connections.render().map_err(Error::emission(Self::FILE))?,
            designs: Vec::new(),
        })
    }

    fn file_scenarios(inputs: &In, outputs: &Out) -> stim::Scenarios {
        stim::scenarios(inputs, outputs)
    }

    fn player(_: &Params, _: &StreamReplay) -> Result<Box<dyn Player<Self>>> {
        Ok(Box::new(Plays(Scheme::CORBAR)))
    }
}

/// Holds one scheme during the replay of a stream.
struct Plays(Scheme);

impl Player<SttStorage> for Plays {
    fn next(&mut self) -> (FileIn, bool) {
        (self.0.inputs(), true)
    }
}
