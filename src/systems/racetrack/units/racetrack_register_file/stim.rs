//! Stimulus of the racetrack inputs: map loads, preshifting and aligned-only mode.

use super::{FileIn, In, Out, Params};
use crate::systems::racetrack::units::racetrack_bank::{RacetrackStorage, random_map};
use crate::units::bank_file::Driver;
use crate::units::dice::Dice;
use bitflags::bitflags;

bitflags! {
    /// Scenarios beside those of every file.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const SHIFT            = 1 << 0;
        /// A bank shifts without a grant.
        const PRESHIFT         = 1 << 1;
        const MAP_LOAD         = 1 << 2;
        const ALIGNED_ONLY     = 1 << 3;
        const WITHOUT_PRESHIFT = 1 << 4;
    }
}

pub fn scenarios(i: &In, o: &Out) -> Scenarios {
    let (own, grant, shift) = (&i.own, o.shared.bank_grant, o.own.bank_shift);
    let idle = o.shared.bank_request & !grant;
    let mut hit = Scenarios::empty();
    hit.set(Scenarios::SHIFT, shift & grant != 0);
    hit.set(Scenarios::PRESHIFT, shift & !grant != 0);
    hit.set(Scenarios::MAP_LOAD, own.map_valid);
    hit.set(Scenarios::ALIGNED_ONLY, own.aligned_only && grant != 0);
    hit.set(Scenarios::WITHOUT_PRESHIFT, !own.preshift_en && !own.aligned_only && idle != 0);
    hit
}

/// Loads random maps after half of the resets, and chooses the modes at random.
#[derive(Default)]
pub struct MapsAndModes {
    aligned_only: bool,
    preshift: bool,
    /// Bank, entry, port and offset of the loads still to do, in reverse order.
    loads: Vec<(u8, u16, (u8, u8))>,
}

impl Driver<RacetrackStorage> for MapsAndModes {
    fn new_kernel(&mut self, params: &Params, dice: &mut Dice) {
        self.loads.clear();
        if dice.below(2) == 0 {
            return;
        }
        for bank in 0..params.own.banks as u8 {
            let map = random_map(&params.own.storage, dice);
            self.loads.extend(map.into_iter().map(|(entry, place)| (bank, entry, place)));
        }
    }

    fn new_phase(&mut self, [aligned_only, preshift]: [u8; 2]) {
        (self.aligned_only, self.preshift) = (aligned_only < 64, preshift < 160);
    }

    fn next(&mut self, inputs: &mut FileIn) -> bool {
        (inputs.aligned_only, inputs.preshift_en) = (self.aligned_only, self.preshift);
        let load = self.loads.pop();
        inputs.map_valid = load.is_some();
        if let Some((bank, entry, (port, offset))) = load {
            (inputs.map_bank, inputs.map_entry) = (bank, entry);
            (inputs.map_port, inputs.map_offset) = (port, offset);
        }
        !inputs.map_valid
    }
}
