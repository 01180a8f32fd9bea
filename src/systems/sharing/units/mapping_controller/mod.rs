#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::Model;

use crate::bits::bits_for;
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::sm::register_file::Verdict;
use crate::systems::sharing::config::{LoadRule, Sharing, WriteRule};
use crate::units::channels::WRITE_PORTS;
use crate::units::{Fault, Unit};

/// The unit.
pub struct MappingController;

/// Cycles for which loads may keep a write back.
pub const PATIENCE: u8 = 8;

/// Parameters of the controller.
#[derive(Clone, Copy, Debug)]
pub struct Params {
    /// Loads that wait, at most; 1 to 64.
    pub waiting: usize,
    /// Bits of a warp slot's number.
    pub warp_bits: usize,
    /// Bits of a register's number.
    pub reg_bits: usize,
    /// Bits of a physical register's number.
    pub phys_bits: usize,
    /// Whether loads are merged.
    pub partial: bool,
    /// Where writes go.
    pub write_rule: WriteRule,
    /// Which lanes a shared load may leave out.
    pub load_rule: LoadRule,
}

/// The number of each verdict.
pub const VERDICTS: [Verdict; 5] =
    [Verdict::Recorded, Verdict::Memory, Verdict::Held, Verdict::Coming, Verdict::Merged];

ports! {
    /// Inputs of a cycle. Of the vectors bit n is write channel n.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// a load is judged
        load: bool = 1;
        /// its addresses have a pattern
        regular: bool = 1;
        /// other lanes need nothing of its destination
        whole: bool = 1;
        /// L1 lacks a line of it
        missing: bool = 1;
        /// its warp
        warp: u8 = params.warp_bits;
        /// its destination
        reg: u8 = params.reg_bits;
        /// the destination is mapped
        mapped: bool = 1;
        /// its register is not shared
        single: bool = 1;
        /// the table has an entry of its register
        recorded: bool = 1;
        /// an entry has the data, or will have it
        hit: bool = 1;
        /// the data is in place
        hit_ready: bool = 1;
        /// register of that entry
        hit_phys: u16 = params.phys_bits;
        /// that register takes no further map entry
        hit_full: bool = 1;
        /// two registers have the data together
        pair: bool = 1;
        /// there is a free register
        can_take: bool = 1;
        /// the free register
        take_phys: u16 = params.phys_bits;
        /// a merge or a copy is under way
        merging: bool = 1;
        /// writes that are offered
        write_valid: u8 = WRITE_PORTS;
        /// writes that only the rules of sharing keep back
        write_free: u8 = WRITE_PORTS;
        /// fills: data of recorded loads
        write_fill: u8 = WRITE_PORTS;
        /// writes of all lanes
        write_whole: u8 = WRITE_PORTS;
        /// writes whose register is mapped
        write_mapped: u8 = WRITE_PORTS;
        /// writes whose register is not shared
        write_single: u8 = WRITE_PORTS;
        /// writes whose register has a table entry
        write_recorded: u8 = WRITE_PORTS;
        /// a register has its data now, by write channel
        fill_valid: u8 = WRITE_PORTS;
        /// that register, by write channel
        fill_phys: [u16; WRITE_PORTS] = params.phys_bits, times WRITE_PORTS;
    }
}

ports! {
    /// Outputs of a cycle. Of the vectors bit n is write channel n.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// an access would be accepted
        access_ready: bool = 1;
        /// 0 recorded, 1 memory, 2 held, 3 coming, 4 merged
        verdict: u8 = 3;
        /// the load may be shared
        eligible: bool = 1;
        /// the destination is mapped to the register that was found
        map: bool = 1;
        /// the load enters the table
        record: bool = 1;
        /// the load keeps the register of its destination
        record_own: bool = 1;
        /// a merge begins
        merge: bool = 1;
        /// the lowest write that needs another register
        taker: u8 = WRITE_PORTS;
        /// the free register is taken
        take: bool = 1;
        /// the load's destination gets another register
        set: bool = 1;
        /// writes that are accepted
        write_go: u8 = WRITE_PORTS;
        /// writes whose register gets another place
        write_set: u8 = WRITE_PORTS;
        /// writes whose register loses its table entry
        write_drop: u8 = WRITE_PORTS;
        /// a copy begins, for the write that gets another register
        copy: bool = 1;
        /// a load that waited has its data
        woken: bool = 1;
        /// its warp
        woken_warp: u8 = params.warp_bits, under woken;
        /// its destination
        woken_reg: u8 = params.reg_bits, under woken;
        /// a load that has its data waits to be woken
        busy: bool = 1;
    }
}

impl Unit for MappingController {
    const NAME: &'static str = "mapping_controller";
    const SUMMARY: &'static str =
        "verdicts on loads, places of writes, and loads that wait for data";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &[
        "gpu.warps",
        "gpu.registers",
        "sharing.waiting",
        "sharing.partial",
        "sharing.write_rule",
        "sharing.load_rule",
    ];
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        let Sharing { waiting, partial, write_rule, load_rule, .. } = Sharing::from(config);
        let gpu = config.gpu();
        Params {
            waiting,
            warp_bits: bits_for(gpu.warps),
            reg_bits: 8,
            phys_bits: bits_for(gpu.banks * gpu.bank_entries()),
            partial,
            write_rule,
            load_rule,
        }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn proofs(_: &Params) -> Result<Vec<Proof>> {
        rtl::proofs()
    }
}
