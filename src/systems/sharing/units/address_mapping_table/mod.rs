#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::Model;

use super::address_pattern::{FORM_BITS, Pattern};
use crate::bits::{LANES, bits_for};
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::systems::sharing::config::{SharedLanes, Sharing, StoreRule};
use crate::units::{Fault, Unit};

/// The unit.
pub struct AddressMappingTable;

/// Fills that the table accepts per cycle.
pub const FILLS: usize = 3;
/// Registers that may be queried per cycle.
pub const QUERIES: usize = 7;
/// Index of the query whose drop takes effect before the record: the register that an access takes.
pub const TAKEN: usize = QUERIES - 1;

/// Parameters of the table.
#[derive(Clone, Debug)]
pub struct Params {
    /// Entries, 1 to 1024.
    pub entries: usize,
    /// Lanes of a warp, a power of two from 4 to 32.
    pub lanes: usize,
    /// Bits of a word address within the window.
    pub word_bits: usize,
    /// Bits of a stride.
    pub stride_bits: usize,
    /// Bits of a physical register number.
    pub phys_bits: usize,
    /// Whether the table searches for pairs.
    pub partial: bool,
    /// Lanes that may be active in a load.
    pub active: SharedLanes,
    /// Whether a load may consist of rows.
    pub rows: bool,
    /// Which entries a store deletes.
    pub store: StoreRule,
}

impl Params {
    /// Bits of a lane number.
    pub fn lane_bits(&self) -> usize {
        bits_for(self.lanes)
    }

    /// Bits of a signed distance between lanes.
    pub fn shift_bits(&self) -> usize {
        self.lane_bits() + 1
    }

    /// Low bits of the end address that suffice to compare two covers of the same word.
    pub fn order_bits(&self) -> usize {
        self.word_bits.min(self.lane_bits() + self.stride_bits)
    }

    /// Bits of an entry: pattern, physical register, `valid`, `ready` and `used`.
    pub fn entry_bits(&self) -> usize {
        let lanes = if self.active == SharedLanes::Run { 2 } else { 1 } * self.lane_bits();
        let end = if self.store == StoreRule::Sound { self.word_bits } else { 0 };
        let rows = if self.rows { FORM_BITS + self.word_bits } else { 0 };
        self.word_bits + self.stride_bits + lanes + end + rows + self.phys_bits + 3
    }
}

ports! {
    /// Inputs of a cycle.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// synchronous, active low
        rst_n: bool = 1;
        /// an access is looked up in this cycle
        look_valid: bool = 1;
        /// the access is a store: neither hit nor pair follows
        look_store: bool = 1;
        /// word address of the first active lane
        base: u32 = params.word_bits;
        /// words from one lane to the next; 0 for a single lane
        stride: u16 = params.stride_bits;
        /// first active lane of each row
        first: u8 = params.lane_bits();
        /// last active lane of each row
        last: u8 = params.lane_bits();
        /// word address of the last active lane, in the last row
        end: u32 = params.word_bits;
        /// log2 of the number of rows, 0 to 2
        rows: u8 = FORM_BITS;
        /// words from one row to the next; 0 for a single row
        pitch: u32 = params.word_bits;
        /// lowest word that the access touches
        low: u32 = params.word_bits;
        /// highest word that the access touches
        high: u32 = params.word_bits;
        /// deletes the entries that the store of the last look overlaps
        invalidate: bool = 1;
        /// deletes all entries
        flush: bool = 1;
        /// marks all entries that hit as used
        use_hit: bool = 1;
        /// enters the load of the last look into the table
        record: bool = 1;
        /// physical register of the recorded entry
        record_phys: u16 = params.phys_bits;
        /// bit n: the data of register n of fill_phys is in place
        fill_valid: u8 = FILLS;
        /// physical registers that are filled
        fill_phys: [u16; FILLS] = params.phys_bits, times FILLS;
        /// bit n: register n of query_phys is queried
        query_valid: u8 = QUERIES;
        /// physical registers that are queried
        query_phys: [u16; QUERIES] = params.phys_bits, times QUERIES;
        /// bit n: deletes the entry of register n of query_phys
        drop: u8 = QUERIES;
    }
}

impl In {
    /// The pattern of the access that is looked up.
    fn pattern(&self) -> Pattern {
        Pattern {
            base: self.base,
            stride: self.stride,
            first: self.first,
            last: self.last,
            end: self.end,
            rows: self.rows,
            pitch: self.pitch,
        }
    }
}

ports! {
    /// Outputs of a cycle.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// an entry has all lanes of the load
        hit: bool = 1;
        /// physical register of the entry that hits
        hit_phys: u16 = params.phys_bits, under hit;
        /// the data of the entry that hits is in its register
        hit_ready: bool = 1, under hit;
        /// two entries, A and B, together have all lanes of the load
        pair: bool = 1;
        /// physical register of A
        a_phys: u16 = params.phys_bits, under pair;
        /// physical register of B
        b_phys: u16 = params.phys_bits, under pair;
        /// lane i of the load is lane i + a_shift of A, signed
        a_shift: u8 = params.shift_bits(), under pair;
        /// lane i of the load is lane i + b_shift of B, signed
        b_shift: u8 = params.shift_bits(), under pair;
        /// last lane of the load that is taken from A
        split: u8 = params.lane_bits(), under pair;
        /// bit n: register n of query_phys has an entry
        recorded: u8 = QUERIES;
        /// all entries are valid
        full: bool = 1;
        /// invalidate or flush deletes at least one entry in this cycle
        lost: bool = 1;
    }
}

impl Unit for AddressMappingTable {
    const NAME: &'static str = "address_mapping_table";
    const SUMMARY: &'static str = "finds a register that already holds the data of a load";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] = &[
        "gpu.banks",
        "gpu.registers",
        "sharing.entries",
        "sharing.partial",
        "sharing.lanes",
        "sharing.rows",
        "sharing.store_rule",
    ];
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        let sharing = Sharing::from(config);
        Params {
            entries: sharing.entries,
            lanes: LANES,
            word_bits: 24,
            stride_bits: 9,
            phys_bits: bits_for(config.gpu().banks * config.gpu().bank_entries()),
            partial: sharing.partial,
            active: sharing.lanes,
            rows: sharing.rows,
            store: sharing.store_rule,
        }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn proofs(params: &Params) -> Result<Vec<Proof>> {
        rtl::proofs(params)
    }
}
