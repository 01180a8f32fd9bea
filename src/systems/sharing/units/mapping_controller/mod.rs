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

/// Maximum cycles for which loads may keep a write back.
pub const PATIENCE: u8 = 8;

/// Parameters of the controller.
#[derive(Clone, Copy, Debug)]
pub struct Params {
    /// Maximum loads that wait for data, 1 to 64.
    pub waiting: usize,
    /// Bits of a warp slot number.
    pub warp_bits: usize,
    /// Bits of an architectural register number.
    pub reg_bits: usize,
    /// Bits of a physical register number.
    pub phys_bits: usize,
    /// Whether a load may be merged from two registers.
    pub partial: bool,
    /// Whether a write may change a shared register in place.
    pub write_rule: WriteRule,
    /// Which lanes a load that is shared may leave out.
    pub load_rule: LoadRule,
}

/// The verdicts, in the order of their numbers.
pub const VERDICTS: [Verdict; 5] =
    [Verdict::Recorded, Verdict::Memory, Verdict::Held, Verdict::Coming, Verdict::Merged];

ports! {
    /// Inputs of a cycle. Bit or element n of a vector is write channel n.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// a load gets its verdict in this cycle
        load: bool = 1;
        /// the addresses of the load have a pattern
        regular: bool = 1;
        /// no lane outside the load needs the old value of its destination
        whole: bool = 1;
        /// L1 lacks a line of the load
        missing: bool = 1;
        /// warp of the load
        warp: u8 = params.warp_bits;
        /// destination register of the load
        reg: u8 = params.reg_bits;
        /// the destination of the load is mapped
        mapped: bool = 1;
        /// the physical register of the load's destination is not shared
        single: bool = 1;
        /// the table has an entry of the physical register of the load's destination
        recorded: bool = 1;
        /// a table entry has the data of the load, or will have it
        hit: bool = 1;
        /// the data of the entry that hits is in place
        hit_ready: bool = 1;
        /// physical register of the entry that hits
        hit_phys: u16 = params.phys_bits;
        /// the register of the entry that hits takes no further map entry
        hit_full: bool = 1;
        /// two registers together have the data of the load
        pair: bool = 1;
        /// the pool offers a free register
        can_take: bool = 1;
        /// the free register that the pool offers
        take_phys: u16 = params.phys_bits;
        /// a merge or a copy is in flight
        merging: bool = 1;
        /// bit n: write channel n offers a write
        write_valid: u8 = WRITE_PORTS;
        /// bit n: only the sharing rules can still delay the write of channel n
        write_free: u8 = WRITE_PORTS;
        /// bit n: the write of channel n is the fill of a recorded load
        write_fill: u8 = WRITE_PORTS;
        /// bit n: the write of channel n writes all lanes
        write_whole: u8 = WRITE_PORTS;
        /// bit n: the register of write channel n is mapped
        write_mapped: u8 = WRITE_PORTS;
        /// bit n: the physical register of write channel n is not shared
        write_single: u8 = WRITE_PORTS;
        /// bit n: the physical register of write channel n has a table entry
        write_recorded: u8 = WRITE_PORTS;
        /// bit n: a register is filled in this cycle through write channel n
        fill_valid: u8 = WRITE_PORTS;
        /// physical register that is filled through each write channel
        fill_phys: [u16; WRITE_PORTS] = params.phys_bits, times WRITE_PORTS;
    }
}

ports! {
    /// Outputs of a cycle. Bit n of a vector is write channel n.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// an access can be accepted
        access_ready: bool = 1;
        /// verdict on the load: 0 recorded, 1 memory, 2 held, 3 coming, 4 merged
        verdict: u8 = 3;
        /// the load may be shared
        eligible: bool = 1;
        /// the destination of the load is mapped to hit_phys
        map: bool = 1;
        /// the load is recorded in the table
        record: bool = 1;
        /// the load is recorded with the register that its destination has already
        record_own: bool = 1;
        /// a merge for the load begins
        merge: bool = 1;
        /// bit n: the write of channel n is the lowest that needs another register
        taker: u8 = WRITE_PORTS;
        /// the free register is taken, by the load or by a write
        take: bool = 1;
        /// the destination of the load gets another physical register
        set: bool = 1;
        /// bit n: the write of channel n is accepted
        write_go: u8 = WRITE_PORTS;
        /// bit n: the register of write channel n is mapped to the free register
        write_set: u8 = WRITE_PORTS;
        /// bit n: the table entry of the register of write channel n is dropped
        write_drop: u8 = WRITE_PORTS;
        /// a copy begins, for the write that write_set names
        copy: bool = 1;
        /// a waiting load is woken: its data is in place
        woken: bool = 1;
        /// warp of the load that is woken
        woken_warp: u8 = params.warp_bits, under woken;
        /// destination register of the load that is woken
        woken_reg: u8 = params.reg_bits, under woken;
        /// a load whose data is in place waits to be woken
        busy: bool = 1;
    }
}

impl Unit for MappingController {
    const NAME: &'static str = "mapping_controller";
    const SUMMARY: &'static str =
        "decides which loads share and where writes go, and tracks loads that wait for data";
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
