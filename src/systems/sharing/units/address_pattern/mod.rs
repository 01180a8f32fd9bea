#![doc = include_str!("contract.md")]

mod faults;
mod model;
mod rtl;
mod stim;

pub use model::{Model, Pattern};

use crate::bits::{LANES, WarpRegister, bits_for};
use crate::config::Config;
use crate::emit::{Design, Proof};
use crate::error::Result;
use crate::ports;
use crate::systems::sharing::config::{AddressCheck, SharedLanes, Sharing};
use crate::units::{Fault, Unit};

/// The unit.
pub struct AddressPattern;

/// Parameters of the unit.
#[derive(Clone, Debug)]
pub struct Params {
    /// Lanes of a warp, a power of two from 4 to 32.
    pub lanes: usize,
    /// Bits of a word's address within the window.
    pub word_bits: usize,
    /// Bits of a stride.
    pub stride_bits: usize,
    /// Active lanes of a regular load.
    pub active: SharedLanes,
    /// Whether a load may consist of rows.
    pub rows: bool,
    /// Whether lanes outside of the window count as outside.
    pub check: AddressCheck,
}

impl Params {
    /// Bits of a lane's number.
    pub fn lane_bits(&self) -> usize {
        bits_for(self.lanes)
    }

    /// Forms of a regular load: form f has 2^f rows.
    pub fn forms(&self) -> u8 {
        if self.rows { 3 } else { 1 }
    }

    /// The last word of the window.
    pub fn last_word(&self) -> u32 {
        u32::MAX >> (32 - self.word_bits)
    }
}

/// Bits of a form's number.
pub const FORM_BITS: usize = 2;

ports! {
    /// Inputs of a cycle.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// active lanes
        lanes: u32 = params.lanes;
        /// lanes whose address is in the window; of inactive lanes any
        inside: u32 = params.lanes;
        /// log2 of the bytes of a lane's access, 0 to 5
        bytes: u8 = 3;
        /// byte address within the window, lane 0 lowest
        address: WarpRegister = params.word_bits + 2, times params.lanes;
    }
}

ports! {
    /// Outputs of a cycle.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// a load of these lanes has a pattern that may share
        regular: bool = 1;
        /// word address of the first active lane
        base: u32 = params.word_bits, under regular;
        /// words from one lane to the next
        stride: u16 = params.stride_bits, under regular;
        /// first active lane, of each row
        first: u8 = params.lane_bits(), under regular;
        /// last active lane, of each row
        last: u8 = params.lane_bits(), under regular;
        /// highest word address
        end: u32 = params.word_bits, under regular;
        /// log2 of the rows, 0 to 2
        rows: u8 = FORM_BITS, under regular;
        /// words from one row to the next
        pitch: u32 = params.word_bits, under regular;
        /// an active lane is in the window
        touches: bool = 1;
        /// lowest word that is touched
        low: u32 = params.word_bits, under touches;
        /// highest word that is touched
        high: u32 = params.word_bits, under touches;
    }
}

impl Unit for AddressPattern {
    const NAME: &'static str = "address_pattern";
    const SUMMARY: &'static str = "reduces lane addresses to base, stride and range";
    const CONTRACT: &'static str = include_str!("contract.md");
    const KEYS: &'static [&'static str] =
        &["sharing.lanes", "sharing.rows", "sharing.address_check"];
    const FAULTS: &'static [Fault] = faults::FAULTS;

    type Model = Model;
    type Random = stim::Random;

    fn params(config: &Config) -> Params {
        let sharing = Sharing::from(config);
        Params {
            lanes: LANES,
            word_bits: 24,
            stride_bits: 9,
            active: sharing.lanes,
            rows: sharing.rows,
            check: sharing.address_check,
        }
    }

    fn design(params: &Params) -> Result<Design> {
        rtl::design(params)
    }

    fn proofs(params: &Params) -> Result<Vec<Proof>> {
        rtl::proofs(params)
    }
}
