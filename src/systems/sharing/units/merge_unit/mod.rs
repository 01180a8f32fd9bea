mod model;
use crate::bits::{LANES, WarpRegister, bits_for};
use crate::config::Config;
use crate::ports;
use crate::systems::sharing::config::MergeRule;
pub use model::Model;

pub struct MergeUnit;

#[derive(Clone, Debug)]
pub struct Params {
    pub phys_bits: usize,
    pub rule: MergeRule,
}
impl MergeUnit {
    pub fn params(config: &Config) -> Params {
        let gpu = config.gpu();
        Params {
            phys_bits: bits_for(gpu.banks * gpu.bank_entries()),
            rule: crate::systems::sharing::config::Sharing::from(config).merge_rule,
        }
    }
}
ports! {
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// x
        rst_n: bool = 1;
        /// x
        start: bool = 1;
        /// x
        copy: bool = 1;
        /// x
        first: u8 = 5;
        /// x
        last: u8 = 5;
        /// x
        split: u8 = 5;
        /// x
        a_phys: u16 = params.phys_bits;
        /// x
        a_shift: u8 = 6;
        /// x
        b_phys: u16 = params.phys_bits;
        /// x
        b_shift: u8 = 6;
        /// x
        dest_phys: u16 = params.phys_bits;
        /// x
        read_ready: bool = 1;
        /// x
        rsp_valid: bool = 1;
        /// x
        rsp_which: bool = 1;
        /// x
        rsp_data: WarpRegister = 32, times LANES;
        /// x
        write_ready: bool = 1;
    }
}
ports! {
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// x
        busy: bool = 1;
        /// x
        held: u8 = 2;
        /// x
        held_phys: [u16; 2] = params.phys_bits, times 2;
        /// x
        read_valid: bool = 1;
        /// x
        read_which: bool = 1;
        /// x
        read_phys: u16 = params.phys_bits;
        /// x
        read_urgent: bool = 1;
        /// x
        write_valid: bool = 1;
        /// x
        write_phys: u16 = params.phys_bits;
        /// x
        write_data: WarpRegister = 32, times LANES;
    }
}
