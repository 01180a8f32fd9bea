mod model;
use crate::bits::bits_for;
use crate::config::Config;
use crate::ports;
use crate::units::placement;
pub use model::Model;

pub struct RenameTable;

#[derive(Clone, Debug)]
pub struct Params {
    pub placement: placement::Params,
    pub phys_bits: usize,
}
impl RenameTable {
    pub fn params(config: &Config) -> Params {
        let gpu = config.gpu();
        Params {
            placement: placement::Params {
                placement: gpu.placement,
                banks: gpu.banks,
                warps: gpu.warps,
                entries: gpu.bank_entries(),
            },
            phys_bits: bits_for(gpu.banks * gpu.bank_entries()),
        }
    }
}
ports! {
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// x
        rst_n: bool = 1;
        /// x
        regs_per_thread: u16 = placement::Params::REGS_BITS;
        /// x
        read_valid: u8 = 8;
        /// x
        read_warp: [u8; 8] = params.placement.warp_bits(), times 8;
        /// x
        read_reg: [u8; 8] = 8, times 8;
        /// x
        change_valid: u8 = 6;
        /// x
        change_warp: [u8; 6] = params.placement.warp_bits(), times 6;
        /// x
        change_reg: [u8; 6] = 8, times 6;
        /// x
        set: u8 = 4;
        /// x
        set_phys: u16 = params.phys_bits;
        /// x
        clear: u8 = 2;
        /// x
        leave_valid: bool = 1;
        /// x
        leave_warp: u8 = params.placement.warp_bits();
        /// x
        walk_go: bool = 1;
    }
}
ports! {
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// x
        read_ready: u8 = 8;
        /// x
        read_mapped: u8 = 8;
        /// x
        read_phys: [u16; 8] = params.phys_bits, times 8;
        /// x
        change_ready: u8 = 6;
        /// x
        change_mapped: u8 = 6;
        /// x
        change_phys: [u16; 6] = params.phys_bits, times 6;
        /// x
        change_home: [u8; 6] = params.placement.bank_bits(), times 6;
        /// x
        leave_ready: bool = 1;
        /// x
        walk_valid: bool = 1;
        /// x
        walk_phys: u16 = params.phys_bits;
        /// x
        left: u64 = params.placement.warps;
    }
}
