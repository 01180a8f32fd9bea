//! What packed registers need from a storage: implemented for SRAM here, for other storages in the
//! folder of each combination.

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

/// Name and configuration keys of a unit over one storage.
pub struct Named {
    /// Name of the unit.
    pub name: &'static str,
    /// Name of its Verilog module.
    pub module: &'static str,
    /// Purpose, in one line.
    pub summary: &'static str,
    /// Paths of the keys that its parameters depend on.
    pub keys: &'static [&'static str],
    /// Faults that its checks must find.
    pub faults: &'static [Fault],
}

/// A storage with a slice mask on writes, whose banks can form a register file of packed registers.
pub trait PackedStorage: InFile {
    /// The bank unit over this storage.
    const PACKED_BANK: Named;
    /// The register-file unit over this storage.
    const PACKED_FILE: Named;

    /// Operating mode of the register file: everything set at launch but the indirection table.
    type Mode: Clone + Send + Sync;

    /// Parameters of a file of its banks, with slice masks on writes. Queue and buffer of the front
    /// are not used.
    fn packed_params(config: &Config) -> bank_file::Params<Self>;

    /// Proofs about its banks.
    ///
    /// # Errors
    /// Errors of emission.
    fn packed_proofs() -> Result<Vec<Proof>>;

    /// The storage's own inputs in a cycle.
    fn mode_inputs(mode: &Self::Mode) -> Self::FileIn;

    /// The storage's own inputs in the cycles before a kernel that load its state, one per cycle.
    fn mode_loads(_mode: &Self::Mode) -> Vec<Self::FileIn> {
        Vec::new()
    }

    /// Names of the bank events other than reads, writes and waits.
    const EVENTS: &'static [&'static str] = &[];

    /// For each event, the banks in which it happens.
    #[inline]
    fn happens(_outputs: &Self::FileOut, _grant: u32) -> [u32; MAX_EVENTS] {
        events([])
    }

    /// Cycles that a bank stays busy after a write.
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

/// A small front for proofs: a register has one lane of two bits, which are two slices.
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
        summary: "bank of packed registers on SRAM, with writes of single slices",
        keys: &["gpu.banks", "gpu.registers", "sram.bank_ports"],
        faults: super::packed_bank::faults::FAULTS,
    };
    const PACKED_FILE: Named = Named {
        name: "compressed_register_file",
        module: "rf_compressed_register_file",
        summary: "complete register file of packed registers on SRAM, from request to operand",
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
