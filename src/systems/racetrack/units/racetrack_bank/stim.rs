//! Stimulus of the racetrack inputs: map loads and preshifting.

use super::storage::OwnIn;
use super::{In, Out, Params, RacetrackStorage, StorageParams};
use crate::systems::racetrack::units::Positions;
use crate::systems::racetrack::units::shift_controller::Op;
use crate::units::bank::Driver;
use crate::units::dice::Dice;
use bitflags::bitflags;

bitflags! {
    /// Scenarios beside those of the front.
    #[derive(Clone, Copy)]
    pub struct Scenarios: u32 {
        const SHIFT_LEFT            = 1 << 0;
        const SHIFT_RIGHT           = 1 << 1;
        /// A shift without a grant.
        const PRESHIFT              = 1 << 2;
        const ALIGNED_WITHOUT_GRANT = 1 << 3;
        const BUSY_WITH_WRITE       = 1 << 4;
        const MAP_LOAD              = 1 << 5;
    }
}

pub fn reachable(params: &Params) -> Scenarios {
    let mut all = Scenarios::all();
    all.set(Scenarios::BUSY_WITH_WRITE, params.own.controller.write_cycles > 1);
    all
}

pub fn scenarios(i: &In, o: &Out) -> Scenarios {
    let (grant, own) = (i.shared.grant, &o.own);
    let mut hit = Scenarios::empty();
    hit.set(Scenarios::SHIFT_LEFT, own.op == Op::ShiftLeft);
    hit.set(Scenarios::SHIFT_RIGHT, own.op == Op::ShiftRight);
    hit.set(Scenarios::PRESHIFT, own.op.shifts() && !grant);
    hit.set(Scenarios::ALIGNED_WITHOUT_GRANT, own.aligned && !grant && !own.busy);
    hit.set(Scenarios::BUSY_WITH_WRITE, own.busy);
    hit.set(Scenarios::MAP_LOAD, i.own.map_valid);
    hit
}

/// Loads a random map after half of the resets, then enables preshifting at random.
#[derive(Default)]
pub struct MapsAndPreshifts {
    /// Chance of preshifting in a cycle, in 1/256.
    chance: u8,
    /// Entry, port and offset of the loads still to do, in reverse order.
    loads: Vec<(u16, (u8, u8))>,
}

impl Driver<RacetrackStorage> for MapsAndPreshifts {
    fn reset(&mut self, params: &StorageParams, dice: &mut Dice) {
        self.loads = match dice.below(2) {
            0 => Vec::new(),
            _ => random_map(params, dice),
        };
    }

    fn new_phase(&mut self, dice: &mut Dice) {
        self.chance = dice.bytes()[0];
    }

    /// Four entries in two port regions at two offsets, under the identity map.
    fn few(&self, params: &StorageParams, dice: &mut Dice) -> [u16; 4] {
        let [a, b, c, d, ..] = dice.bytes();
        let positions = Positions::new([a, b, c, d], &params.geometry);
        let entry = |(port, offset): (u8, u8)| {
            u16::from(port) * params.geometry.offsets as u16 + u16::from(offset)
        };
        [0, 1, 2, 3].map(|n| entry(positions.pick(n)))
    }

    fn next(&mut self, random: u8, inputs: &mut OwnIn) -> bool {
        inputs.preshift_en = random <= self.chance;
        let load = self.loads.pop();
        inputs.map_valid = load.is_some();
        if let Some((entry, (port, offset))) = load {
            (inputs.map_entry, inputs.map_port, inputs.map_offset) = (entry, port, offset);
        }
        !inputs.map_valid
    }
}

/// A random permutation: port and offset of every entry.
pub fn random_map(params: &StorageParams, dice: &mut Dice) -> Vec<(u16, (u8, u8))> {
    let positions = params.geometry.positions();
    let mut order: Vec<usize> = (0..positions).collect();
    for n in (1..positions).rev() {
        order.swap(n, dice.below(n + 1));
    }
    let places = order.into_iter().map(|position| params.geometry.place(position));
    places.enumerate().map(|(entry, place)| (entry as u16, place)).collect()
}
