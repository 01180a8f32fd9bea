//! Extension of a storage for packed registers: SRAM here, others in folders of combinations.

use super::packed_bank::{self, Timing, checks};
use crate::bits::bits_for;
use crate::config::Config;
use crate::emit::Proof;
use crate::error::Result;
use crate::sm::register_file::{MAX_EVENTS, events};
use crate::systems::compressed::indirection::SLICES;
use crate::systems::sram::units::sram_array;
use crate::systems::sram::units::sram_bank::SramStorage;
use crate::systems::sram::units::sram_register_file::FileIn;
use crate::units::bank::{Front, Part};
use crate::units::bank_file::{self, InFile};
use crate::units::{Fault, Position, read_queue, write_buffer};

/// How a unit over a storage is called, and what shapes it.
pub struct Named {
    /// Name of the unit.
    pub name: &'static str,
    /// Its module.
    pub module: &'static str,
    /// Purpose, in one line.
    pub summary: &'static str,
    /// Paths of the keys that shape it.
    pub keys: &'static [&'static str],
    /// Faults that its checks must find.
    pub faults: &'static [Fault],
}

/// A storage that can be written by slices, whose banks make a register file of packed registers.
pub trait PackedStorage: InFile {
    /// Its bank.
    const PACKED_BANK: Named;
    /// Its register file.
    const PACKED_FILE: Named;

    /// How the register file is run, beside its indirection table.
    type Mode: Clone + Send + Sync;

    /// The parameters of a file of its banks, with registers that are written by slices. Queue and
    /// buffer of the front are not used.
    fn packed_params(config: &Config) -> bank_file::Params<Self>;

    /// Proofs of its banks.
    ///
    /// # Errors
    /// Errors of emission.
    fn packed_proofs() -> Result<Vec<Proof>>;

    /// The inputs of a cycle beside the channels.
    fn mode_inputs(mode: &Self::Mode) -> Self::FileIn;

    /// The same in the cycles that set it up before a kernel begins.
    fn mode_loads(_mode: &Self::Mode) -> Vec<Self::FileIn> {
        Vec::new()
    }

    /// Names of the events of a bank beside reads, writes and waits.
    const EVENTS: &'static [&'static str] = &[];

    /// For each of them, the banks in which it happens.
    #[inline]
    fn happens(_outputs: &Self::FileOut, _grant: u32) -> [u32; MAX_EVENTS] {
        events([])
    }

    /// Cycles after a write in which its bank is still busy.
    fn settles_in(_params: &Self::FileParams) -> u32 {
        0
    }
}

/// Parameters of each bank of a file.
pub fn bank_params<S: PackedStorage>(params: &bank_file::Params<S>) -> packed_bank::Params<S> {
    packed_bank::Params::<S> {
        shared: packed_bank::Shape { front: params.shared.front.clone(), slices: SLICES },
        own: S::storage_params(&params.own).clone(),
    }
}

/// A front for proofs: registers of one lane and two bits, which are two slices.
pub fn small_front(entry_bits: usize, two_ports: bool) -> Front {
    let (position, lanes, lane_bits) = (Position::of_entries(entry_bits), 1, 2);
    let queue = read_queue::Params {
        depth: 1,
        position,
        collector_units: 2,
        operand_slots: 2,
        hint_bits: 0,
    };
    let buffer = write_buffer::Params { depth: 1, position, read_queue_depth: 1, lanes, lane_bits };
    Front { two_ports, max_write_run: 0, queue, buffer }
}

impl PackedStorage for SramStorage {
    const PACKED_BANK: Named = Named {
        name: "packed_bank",
        module: "rf_packed_bank",
        summary: "a bank of packed registers: SRAM that is written by slices",
        keys: &["gpu.banks", "gpu.registers", "sram.bank_ports"],
        faults: super::packed_bank::faults::FAULTS,
    };
    const PACKED_FILE: Named = Named {
        name: "compressed_register_file",
        module: "rf_compressed_register_file",
        summary: "the register file of packed registers, from request to operand",
        keys: &[
            "gpu.banks",
            "gpu.warps",
            "gpu.collector_units",
            "gpu.operand_slots",
            "gpu.request_stage",
            "gpu.placement",
            "gpu.registers",
            "sram.bank_ports",
            "sram.max_banks",
            "compression.subnormals",
            "compression.converters",
        ],
        faults: super::compressed_register_file::faults::FAULTS,
    };

    type Mode = ();

    fn packed_params(config: &Config) -> bank_file::Params<Self> {
        let mut params = Self::file_params(config);
        params.own.slices = SLICES;
        params
    }

    fn packed_proofs() -> Result<Vec<Proof>> {
        let proof = |two_ports| {
            let (entries, lanes, lane_bits, slices) = (4, 1, 2, 2);
            let front = small_front(bits_for(entries), two_ports);
            let own = sram_array::Params { entries, two_ports, lanes, lane_bits, slices };
            let shared = packed_bank::Shape { front, slices };
            let params = packed_bank::Params::<Self> { shared, own };
            let ports = if two_ports { "1r1w" } else { "1rw" };
            let part = Part { wires: "  wire busy = 1'b0;", ..Part::default() };
            checks::<Self>(
                &params,
                part,
                Timing { wait: 2, step: 2 },
                &format!("{ports}, 4 entries"),
            )
        };
        Ok(vec![proof(false)?, proof(true)?])
    }

    fn mode_inputs((): &()) -> FileIn {
        FileIn {}
    }
}
