mod model;
use crate::bits::bits_for;
use crate::config::Config;
use crate::ports;
use crate::systems::sharing::config::{Sharing, StoreRule};
pub use model::Model;

pub struct AddressMappingTable;

#[derive(Clone, Debug)]
pub struct Params {
    pub entries: usize,
    pub registers: usize,
    pub partial: bool,
    pub store_rule: StoreRule,
}
impl Params {
    pub fn phys_bits(&self) -> usize {
        bits_for(self.registers)
    }
}
impl AddressMappingTable {
    pub fn params(config: &Config) -> Params {
        let gpu = config.gpu();
        let sharing = Sharing::from(config);
        Params {
            entries: sharing.entries,
            registers: gpu.banks * gpu.bank_entries(),
            partial: sharing.partial,
            store_rule: sharing.store_rule,
        }
    }
}
ports! {
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// x
        rst_n: bool = 1;
        /// x
        look_valid: bool = 1;
        /// x
        look_store: bool = 1;
        /// x
        base: u32 = 24;
        /// x
        stride: u16 = 9;
        /// x
        first: u8 = 5;
        /// x
        last: u8 = 5;
        /// x
        end: u32 = 24;
        /// x
        rows: u8 = 2;
        /// x
        pitch: u32 = 24;
        /// x
        low: u32 = 24;
        /// x
        high: u32 = 24;
        /// x
        invalidate: bool = 1;
        /// x
        flush: bool = 1;
        /// x
        use_hit: bool = 1;
        /// x
        record: bool = 1;
        /// x
        record_phys: u16 = params.phys_bits();
        /// x
        fill_valid: u8 = 3;
        /// x
        fill_phys: [u16; 3] = params.phys_bits(), times 3;
        /// x
        query_phys: [u16; 7] = params.phys_bits(), times 7;
        /// x
        drop: u8 = 7;
    }
}
ports! {
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// x
        hit: bool = 1;
        /// x
        hit_phys: u16 = params.phys_bits();
        /// x
        hit_ready: bool = 1;
        /// x
        pair: bool = 1;
        /// x
        a_phys: u16 = params.phys_bits();
        /// x
        b_phys: u16 = params.phys_bits();
        /// x
        a_shift: u8 = 6;
        /// x
        b_shift: u8 = 6;
        /// x
        split: u8 = 5;
        /// x
        recorded: u8 = 7;
        /// x
        full: bool = 1;
    }
}
