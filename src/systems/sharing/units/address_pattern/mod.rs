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
    /// Bits of a word address within the window.
    pub word_bits: usize,
    /// Bits of a stride.
    pub stride_bits: usize,
    /// Lanes that may be active in a regular load.
    pub active: SharedLanes,
    /// Whether a load may consist of rows.
    pub rows: bool,
    /// Whether `inside` is obeyed, or every lane counts as inside the window.
    pub check: AddressCheck,
}

impl Params {
    /// Bits of a lane number.
    pub fn lane_bits(&self) -> usize {
        bits_for(self.lanes)
    }

    /// Number of forms of a regular load; form f has 2^f rows.
    pub fn forms(&self) -> u8 {
        if self.rows { 3 } else { 1 }
    }

    /// The last word of the window.
    pub fn last_word(&self) -> u32 {
        u32::MAX >> (32 - self.word_bits)
    }
}

/// Bits of a form number.
pub const FORM_BITS: usize = 2;

ports! {
    /// Inputs of a cycle.
    #[derive(Copy)]
    pub struct In(params: &Params) -> Direction::Input {
        /// bit n: lane n is active
        lanes: u32 = params.lanes;
        /// bit n: the address of lane n is in the window; ignored for inactive lanes
        inside: u32 = params.lanes;
        /// log2 of the bytes that each lane accesses, 0 to 5
        bytes: u8 = 3;
        /// byte address of each lane within the window, lane 0 in the lowest bits
        address: WarpRegister = params.word_bits + 2, times params.lanes;
    }
}

ports! {
    /// Outputs of a cycle.
    #[derive(Copy)]
    pub struct Out(params: &Params) -> Direction::Output {
        /// the access has the pattern of a load that may share
        regular: bool = 1;
        /// word address of the first active lane
        base: u32 = params.word_bits, under regular;
        /// words from one lane to the next, 0 to 511
        stride: u16 = params.stride_bits, under regular;
        /// first active lane of each row
        first: u8 = params.lane_bits(), under regular;
        /// last active lane of each row
        last: u8 = params.lane_bits(), under regular;
        /// word address of the last active lane, in the last row
        end: u32 = params.word_bits, under regular;
        /// log2 of the number of rows, 0 to 2
        rows: u8 = FORM_BITS, under regular;
        /// words from one row to the next; 0 for a single row
        pitch: u32 = params.word_bits, under regular;
        /// at least one active lane is in the window
        touches: bool = 1;
        /// lowest word that the access touches
        low: u32 = params.word_bits, under touches;
        /// highest word that the access touches
        high: u32 = params.word_bits, under touches;
    }
}

impl Unit for AddressPattern {
    const NAME: &'static str = "address_pattern";
    const SUMMARY: &'static str =
        "reduces the lane addresses of an access to base, stride and range";
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
